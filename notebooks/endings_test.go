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

// heldEnv makes a test binary hold a JupyterLab with a kernel at work, and a browser on it, until it is ended.
const heldEnv = "PROXLAB_TEST_HELD"

// TestNothingStays ends a run of the tests in which everything is at work. What ends well is seen by runTests.
func TestNothingStays(t *testing.T) {
	if os.Getenv(heldEnv) != "" {
		hold(t)
	}
	t.Parallel()
	findChromium(t)
	if runtime.GOOS != "linux" {
		t.Skip("only Linux tells the environment of processes, and a process of its parent's death")
	}
	for what, signal := range map[string]os.Signal{
		"interrupted": os.Interrupt,
		"killed":      os.Kill, // to what it started, the same as a panic, that at the limit of go test too
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			run := os.Getenv(runEnv) + "-" + what
			tests := exec.CommandContext(testContext(t), os.Args[0], "-test.run=^TestNothingStays$")
			tests.Env = append(os.Environ(), heldEnv+"=1", runEnv+"="+run, commandEnv+"="+proxlab(t))
			said, err := tests.StdoutPipe()
			if err == nil {
				err = tests.Start()
			}
			if err != nil {
				t.Fatal(err)
			}
			lines := bufio.NewReader(said)
			folder, _ := lines.ReadString('\n')
			t.Cleanup(func() { _ = os.RemoveAll(strings.TrimSpace(folder)) })
			if up, err := lines.ReadString('\n'); err != nil || !strings.Contains(up, `"live":[`) {
				t.Errorf("read %q, %q, error %v", folder, up, err)
			}
			at := strings.Join(marked(run), "\n")
			for _, name := range []string{"jupyter", "gonb", "chromium"} {
				if !strings.Contains(at, name) {
					t.Errorf("%s is not at work:\n%s", name, at)
				}
			}
			_ = tests.Process.Signal(signal)
			_ = tests.Wait() // it was ended
			if left := staying(run); len(left) > 0 {
				t.Errorf("still there:\n%s", strings.Join(left, "\n"))
			}
			if _, err := os.Stat(strings.TrimSpace(folder)); signal != os.Kill && err == nil {
				t.Errorf("the folder %s is still there", folder)
			}
		})
	}
}

// hold prints the folder of its notebook, and then what lab_test.mjs says.
func hold(t *testing.T) {
	t.Helper()
	l := newLab(t)
	fmt.Println(l.folder)
	l.putLive(t)
	node := processes.Command(l.ctx, "node", l.script("hold", "live.ipynb")...)
	node.Stdout, node.Stderr = os.Stdout, os.Stderr
	t.Fatal(processes.Run(node))
}
