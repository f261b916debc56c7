package notebooks_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/proxlab/proxlab/internal/processes"
)

// runEnv marks what a run of the tests starts, down to kernels and what those start: it is in the environment of all.
const runEnv = "PROXLAB_TEST_RUN"

// ending is done when the tests are to end: by a signal, or because the go command above them is gone.
var ending context.Context

func TestMain(m *testing.M) { os.Exit(runTests(m)) }

// runTests runs the tests, and fails when a process that they started is still there.
func runTests(m *testing.M) int {
	if os.Getenv(runEnv) == "" {
		_ = os.Setenv(runEnv, fmt.Sprintf("%d-%d", os.Getpid(), time.Now().UnixNano())) // the name is a good one
	}
	var stop context.CancelFunc
	ending, stop = signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	context.AfterFunc(ending, stop) // the second signal ends the tests at once
	parent, watch := os.Getppid(), time.NewTicker(time.Second)
	defer watch.Stop()
	go func() {
		for range watch.C {
			if os.Getppid() != parent { // nobody is told of a parent's death
				stop()
			}
		}
	}()
	code := m.Run()
	_ = os.RemoveAll(commandFolder)
	if left := staying(os.Getenv(runEnv)); len(left) > 0 {
		fmt.Fprintf(os.Stderr, "processes of the tests are still there:\n%s\n", strings.Join(left, "\n"))
		return 1
	}
	return code
}

// testContext is done with the test, when the tests are to end, and so long before go test's limit that what was
// started can be ended.
func testContext(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithCancelCause(t.Context())
	told := context.AfterFunc(ending, func() { cancel(errors.New("the tests were told to end")) })
	t.Cleanup(func() { told() })
	limit, ok := t.Deadline()
	if !ok {
		return ctx
	}
	ctx, release := context.WithDeadlineCause(ctx, time.Now().Add(time.Until(limit)*9/10),
		errors.New("the limit of go test is near"))
	t.Cleanup(release)
	return ctx
}

// commandEnv is the path of the command where it is built already.
const commandEnv = "PROXLAB_TEST_COMMAND"

var commandFolder string // where it is built; "" before

// command builds the project's command: `go run` would hand it no signal.
var command = sync.OnceValues(func() (path string, err error) {
	if path = os.Getenv(commandEnv); path != "" {
		return path, nil
	}
	if commandFolder, err = os.MkdirTemp("", "proxlab-command-"); err != nil {
		return "", err
	}
	path = filepath.Join(commandFolder, "proxlab")
	if out, err := exec.Command("go", "build", "-o", path, "../../cmd/proxlab").CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return path, nil
})

func proxlab(t *testing.T) string {
	t.Helper()
	path, err := command()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// printed runs a command and returns what it printed; its failure ends the test.
func printed(ctx context.Context, t *testing.T, name string, args ...string) []byte {
	t.Helper()
	out, err := said(ctx, name, args...)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// said runs a command and returns what it printed.
func said(ctx context.Context, name string, args ...string) ([]byte, error) {
	var out, log bytes.Buffer
	c := processes.Command(ctx, name, args...)
	c.Stdout, c.Stderr = &out, &log
	if err := processes.Run(c); err != nil {
		return nil, fmt.Errorf("%s: %w, %w\n%s", filepath.Base(name), err, context.Cause(ctx), log.String())
	}
	return out.Bytes(), nil
}

// staying describes the processes of a run of the tests that are there still after a time in which the last may end.
// It knows Linux only.
func staying(run string) (left []string) {
	for range 6000 {
		if left = marked(run); len(left) == 0 {
			return nil
		}
		time.Sleep(100 * time.Millisecond) // no one else's child can be waited for
	}
	return left
}

// marked are the command lines of the processes of a run of the tests, but this one.
func marked(run string) (list []string) {
	folders, _ := filepath.Glob("/proc/[0-9]*") // the pattern is right
	for _, folder := range folders {
		environment, err := os.ReadFile(filepath.Join(folder, "environ"))
		if err != nil || !strings.Contains("\x00"+string(environment), "\x00"+runEnv+"="+run) ||
			filepath.Base(folder) == fmt.Sprint(os.Getpid()) {
			continue
		}
		line, _ := os.ReadFile(filepath.Join(folder, "cmdline"))
		list = append(list, filepath.Base(folder)+" "+strings.ReplaceAll(string(line), "\x00", " "))
	}
	return list
}
