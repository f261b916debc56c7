//go:build unix

package processes

import (
	"os"
	"syscall"
)

func ask(leader *os.Process) error { return syscall.Kill(-leader.Pid, syscall.SIGTERM) }

// killGroup has no error to tell: a group that is gone is what is wanted.
func killGroup(leader *os.Process) { _ = syscall.Kill(-leader.Pid, syscall.SIGKILL) }
