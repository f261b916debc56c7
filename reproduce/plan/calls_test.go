//go:build unix

package plan

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
)

// squares is a plan of which the first tasks wait until all others are kept, or the context ends.
func squares(n, waiting int, kept <-chan struct{}) (*Plan, []*Result[int]) {
	p, all := New("squares", 1), make([]*Result[int], n)
	for i := range all {
		all[i] = Add(p, Task{Key: i, Label: fmt.Sprintf("number %d", i)}, func(ctx context.Context) (int, error) {
			if i >= waiting {
				return i * i, nil
			}
			select {
			case <-kept:
				return i * i, nil
			case <-ctx.Done():
				return 0, fmt.Errorf("number %d: %w", i, context.Cause(ctx))
			}
		})
	}
	return p, all
}

// TestFaultCallsOfTheSystem: whichever call fails, with whatever error and however many are at work, the error is said,
// nothing is taken for a result that is none, and a second run does what is missing.
func TestFaultCallsOfTheSystem(t *testing.T) {
	t.Parallel()
	const tasks = 8
	for _, fault := range []error{syscall.ENOSPC, syscall.EMFILE, syscall.EIO} {
		for _, workers := range []int{2, 3} {
			for n, ended := int64(1), false; !ended; n++ {
				dir, all := t.TempDir(), make(chan struct{})
				var calls, written atomic.Int64
				once := sync.OnceFunc(func() { close(all) })
				o := Options{Folder: dir, Workers: workers, calls: func(name string) error {
					if name == "written" && written.Add(1) == int64(tasks-workers+1) {
						once()
					}
					if name == "written" || calls.Add(1) < n {
						return nil
					}
					return &os.PathError{Op: name, Path: dir, Err: fault}
				}}
				p, results := squares(tasks, workers-1, all)
				err := p.Run(t.Context(), o)
				if ended = calls.Load() < n; ended != (err == nil) || !ended && !errors.Is(err, fault) {
					t.Fatalf("%v at call %d of %d, %d workers: error %v", fault, n, calls.Load(), workers, err)
				}
				expectSquares(t, results)
				once()
				p, results = squares(tasks, workers-1, all)
				if err := p.Run(t.Context(), Options{Folder: dir, Workers: workers}); err != nil || p.Done() != tasks {
					t.Fatalf("%v at call %d, again: %d done, error %v", fault, n, p.Done(), err)
				}
				expectSquares(t, results)
			}
		}
	}
}

func expectSquares(t *testing.T, results []*Result[int]) {
	t.Helper()
	for i, r := range results {
		if v, ok := r.Get(); ok && v != i*i {
			t.Errorf("number %d is %d", i, v)
		}
	}
}

// TestFaultAResultOfAnEndedContext: what a task gives after its context ended is not kept, though it is no error.
func TestFaultAResultOfAnEndedContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	add := func(stop func()) (*Plan, *Result[int]) {
		p := New("half", 1)
		return p, Add(p, Task{Key: 1}, func(ctx context.Context) (int, error) {
			if stop(); ctx.Err() != nil {
				return -1, nil // what there was by then
			}
			return 1, nil
		})
	}
	o := Options{Folder: t.TempDir()}
	p, _ := add(cancel)
	if err := p.Run(ctx, o); !errors.Is(err, context.Canceled) || p.Done() > 0 {
		t.Errorf("%d done, error %v", p.Done(), err)
	}
	p, r := add(func() {})
	if err := p.Run(t.Context(), o); err != nil {
		t.Error(err)
	}
	if v, _ := r.Get(); v != 1 {
		t.Errorf("half a result was kept: %d", v)
	}
}

// TestFaultAPipeForAResult: a pipe in the place of a file keeps nobody waiting, and files have the permissions that the
// umask leaves.
func TestFaultAPipeForAResult(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := numbers(3, func(int) {}).Run(t.Context(), Options{Folder: dir}); err != nil {
		t.Fatal(err)
	}
	files, _ := filepath.Glob(filepath.Join(dir, resultsName, "*.json"))
	plain := filepath.Join(dir, "plain")
	if err := os.WriteFile(plain, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	want, _ := os.Stat(plain)
	for _, path := range append(files, filepath.Join(dir, planName)) {
		if info, err := os.Stat(path); err != nil || info.Mode() != want.Mode() {
			t.Errorf("%s: %v, error %v; the umask leaves %v", path, info.Mode(), err, want.Mode())
		}
	}
	if err := errors.Join(os.Remove(files[0]), syscall.Mkfifo(files[0], 0o666)); err != nil {
		t.Fatal(err)
	}
	calls, said := 0, 0
	o := Options{Folder: dir, Workers: 1, Notice: func(string) { said++ }}
	if err := numbers(3, func(int) { calls++ }).Run(t.Context(), o); err != nil || calls != 1 || said != 1 {
		t.Errorf("%d computed, %d notices, error %v", calls, said, err)
	}
}
