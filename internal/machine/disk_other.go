//go:build !(linux || darwin || freebsd || windows)

package machine

import "math"

// FreeSpace is not known on this system.
func FreeSpace(string) float64 { return math.Inf(1) }
