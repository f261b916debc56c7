package machine

import (
	"math"

	"golang.org/x/sys/windows"
)

// FreeSpace returns the bytes that may still be written on the disk of a folder; +Inf where that is not known.
func FreeSpace(dir string) float64 {
	var free uint64
	name, err := windows.UTF16PtrFromString(dir)
	if err == nil {
		err = windows.GetDiskFreeSpaceEx(name, &free, nil, nil)
	}
	if err != nil {
		return math.Inf(1)
	}
	return float64(free)
}
