// Package processes runs commands that start others, such as JupyterLab with its kernels or a driver with its browser,
// so that none of them stays behind.
package processes

import (
	"context"
	"os/exec"
	"runtime"
	"time"
)

// Grace is how long a command whose context is done may take to end what it started, before it is killed. JupyterLab
// waits for its kernels.
const Grace = time.Minute

// Command is exec.CommandContext in a group of processes of its own. When ctx is done the group is asked to end, where
// the system can (SIGTERM). On Linux the command itself is asked, too, when this process dies. A command that starts
// processes in groups of their own, as JupyterLab does with kernels, has to end them when it is asked.
func Command(ctx context.Context, name string, args ...string) *exec.Cmd {
	c := exec.CommandContext(ctx, name, args...)
	c.SysProcAttr = ownGroup()
	c.Cancel = func() error { return ask(c.Process) }
	c.WaitDelay = Grace
	return c
}

// Run runs a command of Command, and kills what is left of its group when it has ended.
func Run(c *exec.Cmd) error {
	runtime.LockOSThread() // Linux takes the end of the thread that started a process for the end of its parent
	defer runtime.UnlockOSThread()
	if err := c.Start(); err != nil {
		return err
	}
	defer killGroup(c.Process)
	return c.Wait()
}
