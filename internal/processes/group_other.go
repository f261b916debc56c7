//go:build !unix

package processes

import (
	"os"
	"syscall"
)

func ownGroup() *syscall.SysProcAttr { return nil }

func ask(leader *os.Process) error { return leader.Kill() }

func killGroup(*os.Process) {}
