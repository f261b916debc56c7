//go:build linux || darwin || freebsd

package machine

import (
	"math"

	"golang.org/x/sys/unix"
)

// FreeSpace returns the bytes that may still be written on the disk of a folder; +Inf where that is not known.
func FreeSpace(dir string) float64 {
	var s unix.Statfs_t
	if err := unix.Statfs(dir, &s); err != nil {
		return math.Inf(1)
	}
	return float64(s.Bavail) * float64(s.Bsize)
}
