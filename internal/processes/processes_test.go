package processes_test

import (
	"bufio"
	"context"
	"io"
	"os"
	"os/exec"
	"runtime"
	"testing"
	"time"

	"github.com/proxlab/proxlab/internal/processes"
)

// parentEnv makes a test binary the parent in TestACommandEndsWithItsParent.
const parentEnv = "PROXLAB_PROCESSES_PARENT"

// family is a shell that starts a process which would stay, says so on descriptor 3, and goes on as it is told.
func family(ctx context.Context, then string, descriptor *os.File) *exec.Cmd {
	c := processes.Command(ctx, "sh", "-c", "sleep 3600 & echo up >&3; "+then)
	c.ExtraFiles = []*os.File{descriptor}
	return c
}

// pipe is one whose reading end sees the end of the file when no process holds the other end any more.
func pipe(t *testing.T) (read *bufio.Reader, write *os.File) {
	t.Helper()
	r, w, err := os.Pipe()
	if err == nil {
		err = r.SetReadDeadline(time.Now().Add(10 * time.Minute)) // for a process that stayed, not for a slow machine
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close() })
	return bufio.NewReader(r), w
}

func expectUp(t *testing.T, read *bufio.Reader) {
	t.Helper()
	if line, err := read.ReadString('\n'); line != "up\n" {
		t.Errorf("read %q, error %v", line, err)
	}
}

func expectGone(t *testing.T, read io.Reader) {
	t.Helper()
	if rest, err := io.ReadAll(read); len(rest) > 0 || err != nil {
		t.Errorf("a process stayed: read %q, error %v", rest, err)
	}
}

func TestNothingStays(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		what, then   string
		cancel, fine bool
	}{
		{"success", "exit 0", false, true},
		{"failure", "exit 1", false, false},
		{"cancelled", "wait", true, false},
		{"cancelled, and it does not care", `trap "" TERM; wait; sleep 3600`, true, false},
	} {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			read, write := pipe(t)
			cmd := family(ctx, c.then, write)
			cmd.WaitDelay = time.Second // then it is killed
			ended := make(chan error)
			go func() { ended <- processes.Run(cmd) }()
			expectUp(t, read)
			if c.cancel {
				cancel()
			}
			if err := <-ended; (err == nil) != c.fine {
				t.Errorf("error %v", err)
			}
			_ = write.Close()
			expectGone(t, read)
		})
	}
	if err := processes.Run(processes.Command(t.Context(), "/nowhere")); err == nil {
		t.Error("a command that is not there runs")
	}
}

// TestACommandEndsWithItsParent kills a process that runs a command.
func TestACommandEndsWithItsParent(t *testing.T) {
	if os.Getenv(parentEnv) != "" {
		c := processes.Command(t.Context(), "sh", "-c", "echo up >&3; exec sleep 3600")
		c.ExtraFiles = []*os.File{os.NewFile(3, "pipe")}
		t.Fatal(processes.Run(c))
	}
	if runtime.GOOS != "linux" {
		t.Skip("no system but Linux tells a process of its parent's death")
	}
	t.Parallel()
	read, write := pipe(t)
	parent := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
	parent.Env = append(os.Environ(), parentEnv+"=1")
	parent.ExtraFiles = []*os.File{write}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	expectUp(t, read)
	_ = parent.Process.Kill()
	_ = parent.Wait() // it was killed
	_ = write.Close()
	expectGone(t, read)
}
