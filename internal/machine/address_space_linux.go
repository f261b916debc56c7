package machine

import (
	"os"
	"strconv"
	"strings"
	"syscall"
)

// addressSpace is RLIMIT_AS, which ulimit -v sets.
func addressSpace() Limit {
	var r syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_AS, &r); err != nil || r.Cur >= 1<<60 {
		return unlimited
	}
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return unlimited
	}
	first, _, _ := strings.Cut(string(text), " ")
	pages, err := strconv.ParseFloat(first, 64)
	if err != nil {
		return unlimited
	}
	return Limit{float64(r.Cur) - pages*float64(os.Getpagesize()), float64(r.Cur), "ulimit -v"}
}
