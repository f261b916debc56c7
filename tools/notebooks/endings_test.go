package notebooks_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/internal/processes"
)

// heldEnv makes a test binary hold a JupyterLab until it is ended; with heldBusy one with a kernel at work, and a
// browser on it.
const (
	heldEnv  = "PROXLAB_TEST_HELD"
	heldBusy = "busy"
)

// TestNothingStays ends a run of the tests in the middle. What stays after one that comes to its own end is seen by
// runTests.
func TestNothingStays(t *testing.T) {
	if held := os.Getenv(heldEnv); held != "" {
		hold(t, held == heldBusy)
	}
	t.Parallel()
	findChromium(t)
	if runtime.GOOS != "linux" {
		t.Skip("only Linux tells the environment of processes, and a process of its parent's death")
	}
	// What is started sees the same as when it is killed where a test panics or meets the limit of go test.
	for what, c := range map[string]struct {
		signal os.Signal
		held   string
		atWork []string
	}{
		"interrupted": {os.Interrupt, "idle", []string{"jupyter"}},
		"killed":      {os.Kill, heldBusy, []string{"jupyter", "gonb", "chromium"}},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			run := os.Getenv(runEnv) + "-" + what
			tests := exec.CommandContext(testContext(t), os.Args[0], "-test.run=^TestNothingStays$")
			tests.Env = append(os.Environ(), heldEnv+"="+c.held, runEnv+"="+run, commandEnv+"="+proxlab(t))
			said, err := tests.StdoutPipe()
			if err == nil {
				err = tests.Start()
			}
			if err != nil {
				t.Fatal(err)
			}
			lines := bufio.NewReader(said)
			folder, _ := lines.ReadString('\n')
			folder = strings.TrimSpace(folder)
			t.Cleanup(func() { _ = os.RemoveAll(folder) })
			if up, err := lines.ReadString('\n'); err != nil || !strings.HasPrefix(up, "{") {
				t.Errorf("read %q, %q, error %v", folder, up, err)
			}
			list := strings.Join(marked(run), "\n")
			for _, name := range c.atWork {
				if !strings.Contains(list, name) {
					t.Errorf("%s is not at work:\n%s", name, list)
				}
			}
			_ = tests.Process.Signal(c.signal)
			_ = tests.Wait() // it was ended
			if left := staying(run); len(left) > 0 {
				t.Errorf("still there:\n%s", strings.Join(left, "\n"))
			}
			if _, err := os.Stat(folder); c.signal != os.Kill && err == nil {
				t.Errorf("the folder %s is still there", folder)
			}
		})
	}
}

// hold prints the folder of a JupyterLab, and, when all is at work, a line of JSON.
func hold(t *testing.T, busy bool) {
	t.Helper()
	l := newLab(t)
	fmt.Println(l.folder)
	if !busy {
		fmt.Println("{}")
		<-l.ctx.Done()
		t.FailNow()
	}
	l.putLive(t)
	node := processes.Command(l.ctx, "node", l.script("hold", "live.ipynb")...)
	node.Stdout, node.Stderr = os.Stdout, os.Stderr
	t.Fatal(processes.Run(node))
}
