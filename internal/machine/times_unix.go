//go:build unix

package machine

import "syscall"

// ProcessorSeconds returns the processor time that all threads of the process have used. Other work on the machine
// disturbs it least.
func ProcessorSeconds() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err) // the arguments are right
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}
