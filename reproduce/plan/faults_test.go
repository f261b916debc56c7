package plan

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// numbers is a plan of n tasks; at is called with each.
func numbers(n int, at func(i int)) *Plan {
	p := New("numbers", 1)
	for i := range n {
		Add(p, Task{Key: i, Label: fmt.Sprintf("number %d", i)}, func(ctx context.Context) ([]float64, error) {
			at(i)
			return make([]float64, 1000), context.Cause(ctx)
		})
	}
	return p
}

// expectStop runs a plan on a disk that stops taking results, which mends before a second run.
func expectStop(t *testing.T, dir string, spoil, mend func()) {
	t.Helper()
	p := numbers(40, func(i int) {
		if i == 20 {
			spoil()
		}
	})
	err := p.Run(t.Context(), Options{Folder: dir, Workers: 1})
	var full *KeepError
	if !errors.As(err, &full) || !strings.Contains(err.Error(), "make room") || p.Done() < 20 || p.Done() > 39 {
		t.Errorf("%d done, error %v", p.Done(), err)
	}
	mend()
	calls := 0
	p = numbers(40, func(int) { calls++ })
	if err := p.Run(t.Context(), Options{Folder: dir, Workers: 1}); err != nil || calls != 20 {
		t.Errorf("again: %d computed, error %v", calls, err)
	}
}

func TestFaultAFolderThatCannotBeWrittenTo(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	at, aside := filepath.Join(dir, resultsName), filepath.Join(dir, "aside")
	expectStop(t, dir, func() {
		if err := errors.Join(os.Rename(at, aside), os.WriteFile(at, nil, 0o666)); err != nil {
			t.Error(err)
		}
	}, func() {
		if err := errors.Join(os.Remove(at), os.Rename(aside, at)); err != nil {
			t.Error(err)
		}
	})
}

// TestFaultAFullDisk fills a small disk.
func TestFaultAFullDisk(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=1m", "none", dir).CombinedOutput(); err != nil {
		t.Skipf("a small disk can be made by root alone: %v: %s", err, out)
	}
	t.Cleanup(func() { _ = exec.Command("umount", "-l", dir).Run() })
	ballast := filepath.Join(dir, "ballast")
	expectStop(t, dir, func() {
		f, err := os.Create(ballast)
		for err == nil {
			_, err = f.Write(make([]byte, 4096))
		}
		_ = f.Close()
	}, func() { _ = os.Remove(ballast) })
	left, _ := filepath.Glob(filepath.Join(dir, resultsName, temporary+"*"))
	if len(left) > 0 {
		t.Errorf("half-written files stay: %v", left)
	}
}

func TestFaultAnInterruptKeepsWhatIsDone(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	stop := errors.New("stop")
	ctx, cancel := context.WithCancelCause(t.Context())
	p := numbers(40, func(i int) {
		if i == 20 {
			cancel(stop)
		}
	})
	if err := p.Run(ctx, Options{Folder: dir, Workers: 1}); !errors.Is(err, stop) || p.Done() != 20 {
		t.Errorf("%d done, error %v", p.Done(), err)
	}
	var done []int
	p = numbers(40, func(int) {})
	o := Options{Folder: dir, Progress: func(n, _ int, _ string) { done = append(done, n) }}
	if err := p.Run(t.Context(), o); err != nil || done[0] != 20 || done[len(done)-1] != 40 || !slices.IsSorted(done) {
		t.Errorf("progress %v, error %v", done, err)
	}
}

// TestFaultOnlyOneCreates: a name that is taken stays as it is, on disks with links and without.
func TestFaultOnlyOneCreates(t *testing.T) {
	t.Parallel()
	for name, create := range map[string]func(path string, content []byte) error{
		"with links": createExclusively, "without": writeExclusively,
	} {
		path := filepath.Join(t.TempDir(), planName)
		first, second := create(path, []byte("first")), create(path, []byte("second"))
		text, err := os.ReadFile(path)
		if first != nil || !errors.Is(second, os.ErrExist) || err != nil || string(text) != "first" {
			t.Errorf("%s: %v, %v, %q, %v", name, first, second, text, err)
		}
	}
}

// TestFaultClocksThatDiffer: what is half written is judged by the clock of the disk, and what is from the future
// stays.
func TestFaultClocksThatDiffer(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := numbers(1, func(int) {}).Run(t.Context(), Options{Folder: dir}); err != nil {
		t.Fatal(err)
	}
	for name, hours := range map[string]time.Duration{"old": -2, "new": 0, "future": 2} {
		for _, sub := range []string{resultsName, failedName, "."} {
			path, at := filepath.Join(dir, sub, temporary+name), time.Now().Add(hours*time.Hour)
			if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, nil, 0o666),
				os.Chtimes(path, at, at)); err != nil {
				t.Fatal(err)
			}
		}
	}
	results, _ := filepath.Glob(filepath.Join(dir, resultsName, "*.json"))
	future := time.Now().Add(24 * time.Hour)
	if err := os.Chtimes(results[0], future, future); err != nil {
		t.Fatal(err)
	}
	calls := 0
	if err := numbers(1, func(int) { calls++ }).Run(t.Context(), Options{Folder: dir}); err != nil || calls > 0 {
		t.Errorf("%d computed, error %v", calls, err)
	}
	for _, sub := range []string{resultsName, failedName, "."} {
		if left, _ := filepath.Glob(filepath.Join(dir, sub, temporary+"*")); len(left) != 2 {
			t.Errorf("left: %v", left)
		}
	}
}

func TestFaultFoldersOfOtherVersions(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"{":               "remove the file",
		`{"format": 99}`:  "another version of this program",
		`{"format": "x"}`: "remove the file",
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, planName), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := numbers(1, func(int) {}).Run(t.Context(), Options{Folder: dir}); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
	// A type that changed without the version is noticed, and so is a result whose lengths cannot be.
	dir := t.TempDir()
	run := func(work func(p *Plan)) (notices []string) {
		p := New("types", 1)
		work(p)
		err := p.Run(t.Context(), Options{Folder: dir, Notice: func(s string) { notices = append(notices, s) }})
		if err != nil {
			t.Error(err)
		}
		return notices
	}
	if n := run(func(p *Plan) {
		Add(p, Task{Key: 1}, func(context.Context) (pair, error) { return pair{[]float64{1}, nil}, nil })
	}); len(n) > 0 {
		t.Errorf("notices %q", n)
	}
	if n := run(func(p *Plan) {
		Add(p, Task{Key: 1}, func(context.Context) (pair, error) { return pair{[]float64{1}, []float64{2}}, nil })
	}); len(n) != 1 || !strings.Contains(n[0], "1 and 0 values") {
		t.Errorf("wrong lengths: notices %q", n)
	}
	if n := run(func(p *Plan) {
		Add(p, Task{Key: 1}, func(context.Context) ([]float64, error) { return nil, nil })
	}); len(n) != 1 || !strings.Contains(n[0], "another version") {
		t.Errorf("another type: notices %q", n)
	}
}

// pair is two lists of one length.
type pair struct{ A, B []float64 }

// Check compares the lengths.
func (p pair) Check() error {
	if len(p.A) != len(p.B) {
		return fmt.Errorf("%d and %d values", len(p.A), len(p.B))
	}
	return nil
}

func TestTypesThatWouldNotComeBack(t *testing.T) {
	t.Parallel()
	type hidden struct{ a int }
	type tree struct{ Sub []tree }
	refused := func(what string, add func(p *Plan)) {
		defer func() {
			if recover() == nil {
				t.Errorf("%s is accepted", what)
			}
		}()
		add(New("types", 1))
	}
	refused("a hidden field", func(p *Plan) {
		Add(p, Task{}, func(context.Context) (hidden, error) { return hidden{1}, nil })
	})
	refused("an interface", func(p *Plan) { Add(p, Task{}, func(context.Context) (any, error) { return 1, nil }) })
	refused("a tree", func(p *Plan) { Add(p, Task{}, func(context.Context) (tree, error) { return tree{}, nil }) })
	refused("a key that is a function", func(p *Plan) {
		Add(p, Task{Key: func() {}}, func(context.Context) (int, error) { return 1, nil })
	})
	refused("one key with two types", func(p *Plan) {
		Add(p, Task{Key: 1}, func(context.Context) (int, error) { return 1, nil })
		Add(p, Task{Key: 1}, func(context.Context) (string, error) { return "", nil })
	})
}
