//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// commandEnv makes a test binary the command.
const commandEnv = "PROXLAB_TEST_COMMAND"

func TestMain(m *testing.M) {
	if os.Getenv(commandEnv) != "" {
		os.Exit(execute(context.Background(), os.Args[1:], os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// long tells whether the long form of the campaign of faults was asked for.
func long() bool { return os.Getenv("PROXLAB_FAULTS") == "long" }

// command starts the command in a process of its own, with a folder for temporary files.
func command(t *testing.T, words, temp string) (*exec.Cmd, *bytes.Buffer) {
	t.Helper()
	c := exec.CommandContext(t.Context(), os.Args[0], strings.Fields(words)...)
	c.Env = append(os.Environ(), commandEnv+"=1", "TMPDIR="+temp)
	var said bytes.Buffer
	c.Stderr = &said
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	return c, &said
}

// results counts the results of a study's tasks.
func results(out string) int {
	files, _ := filepath.Glob(filepath.Join(out, "sparsity", "tasks", "results", "[0-9a-f]*.json")) // the pattern is right
	return len(files)
}

// kill ends processes by SIGKILL as soon as n results are there, and waits for those that end before. It returns how
// many were killed.
func kill(t *testing.T, out string, n int, all ...*exec.Cmd) (killed int) {
	t.Helper()
	ended := make(chan error, len(all))
	for _, c := range all {
		go func() { ended <- c.Wait() }()
	}
	look := time.NewTicker(time.Millisecond)
	defer look.Stop()
	for left := len(all); left > 0; {
		select {
		case err := <-ended:
			left--
			if exit := (&exec.ExitError{}); errors.As(err, &exit) && exit.ExitCode() == -1 {
				killed++
			}
		case <-look.C:
			if results(out) >= n {
				for _, c := range all {
					_ = c.Process.Signal(syscall.SIGKILL) // or it has ended
				}
			}
		}
	}
	return killed
}

// TestFaultKilledStudies kills a study again and again, after numbers of results drawn by a fixed seed, and compares
// its record with that of a run that nobody disturbed: by the plain command, and by two shards at a time.
func TestFaultKilledStudies(t *testing.T) {
	words, kills := part, 4
	if long() {
		words, kills = "reproduce sparsity --mode both --data synthetic", 30
	} else {
		t.Parallel()
	}
	whole := t.TempDir()
	if _, stderr, code := call(t.Context(), strings.Fields(words+" --out "+whole)...); code != 0 {
		t.Fatal(stderr)
	}
	total := results(whole)
	for _, engines := range [][]string{{""}, {" --shard 0/2", " --shard 1/2"}} {
		t.Run(fmt.Sprintf("%d processes", len(engines)), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(16, uint64(len(engines))))
			out, temp, begun, again, killed := t.TempDir(), t.TempDir(), time.Now(), 0, 0
			for k := range kills {
				var all []*exec.Cmd
				var said []*bytes.Buffer
				for _, e := range engines {
					c, s := command(t, words+" --out "+out+e, temp)
					all, said = append(all, c), append(said, s)
				}
				before := results(out)
				killed += kill(t, out, before+1+rng.IntN(max(1, 2*(total-before)/(kills-k))), all...)
				if results(out) < before {
					t.Errorf("kill %d: %d results, and before %d", k, results(out), before)
				}
				for _, s := range said {
					again += strings.Count(s.String(), "computing it again")
				}
			}
			left := total - results(out)
			if _, stderr, code := call(t.Context(), strings.Fields(words+" --out "+out)...); code != 0 {
				t.Fatalf("at the end: exit code %d: %s", code, stderr)
			}
			if d := sameNumbers(recordOf(t, whole), recordOf(t, out)); d != "" || again > 0 {
				t.Errorf("%d files were not whole; the record after kills:\n%s", again, d)
			}
			if entries, err := os.ReadDir(temp); err != nil || len(entries) > 0 {
				t.Errorf("temporary files are left: %v, error %v", entries, err)
			}
			if left, _ := filepath.Glob(filepath.Join(out, "sparsity", ".proxlab-*")); len(left) > 0 { // the pattern is right
				t.Errorf("files are left half written: %v", left)
			}
			t.Logf("%d processes killed in %.0f s, %d of %d tasks left for the last run, no result lost or damaged", killed,
				time.Since(begun).Seconds(), left, total)
		})
	}
}
