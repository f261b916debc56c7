package plan

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// meter counts how many tasks are at work at a time.
type meter struct{ now, most atomic.Int64 }

func (m *meter) during(work func()) {
	n := m.now.Add(1)
	for most := m.most.Load(); n > most && !m.most.CompareAndSwap(most, n); {
		most = m.most.Load()
	}
	work()
	m.now.Add(-1)
}

// TestTimedTasksRunAlone lets tasks meet: untimed ones wait until two are at work, timed ones find none beside them.
func TestTimedTasksRunAlone(t *testing.T) {
	t.Parallel()
	p := New("alone", 1)
	var m meter
	var both sync.WaitGroup
	both.Add(2)
	for i := range 8 {
		Add(p, Task{Key: i, Timed: i%2 == 0, Label: fmt.Sprint(i)}, func(context.Context) (int, error) {
			m.during(func() {
				switch {
				case i == 1 || i == 3:
					both.Done()
					both.Wait() // for the other
				case i%2 == 0 && m.now.Load() > 1:
					t.Errorf("%d tasks beside the timed one", m.now.Load()-1)
				}
			})
			return i, nil
		})
	}
	if err := p.Run(t.Context(), Options{Workers: 4}); err != nil {
		t.Fatal(err)
	}
	if m.most.Load() < 2 {
		t.Error("untimed tasks ran one by one")
	}
}

func TestMemoryIsBounded(t *testing.T) {
	t.Parallel()
	p := New("memory", 1)
	var m meter
	loads := 0
	data := Share(3, func(context.Context) (int, error) { loads++; return 1, nil })
	for i := range 6 {
		Add(p, Task{Key: i, Memory: 4, Uses: []Data{data}}, func(ctx context.Context) (int, error) {
			v := 0
			var err error
			m.during(func() { v, err = data.Get(ctx) })
			return v, err
		})
	}
	Add(p, Task{Key: "huge", Label: "the huge one", Memory: 100}, func(context.Context) (int, error) { return 1, nil })
	var notices []string
	err := p.Run(t.Context(), Options{Workers: 4, Memory: 10, Notice: func(s string) { notices = append(notices, s) }})
	if err != nil || m.most.Load() != 1 || loads != 1 {
		t.Errorf("%d at a time, loaded %d times, error %v", m.most.Load(), loads, err)
	}
	if len(notices) != 1 || !strings.Contains(notices[0], "the huge one: it needs") {
		t.Errorf("notices %q", notices)
	}
	if data.held != nil {
		t.Error("data are held when no task is left")
	}
}

// TestDataOfDoneTasksAreNotLoaded resumes a plan of which one set's tasks are done.
func TestDataOfDoneTasksAreNotLoaded(t *testing.T) {
	t.Parallel()
	dir, loads := t.TempDir(), map[string]int{}
	with := func(sets ...string) *Plan {
		p := New("data", 1)
		for _, set := range []string{"a", "b"} {
			data := Share(0, func(context.Context) (string, error) {
				loads[set]++
				if !slices.Contains(sets, set) {
					return "", errors.New("not to be had")
				}
				return set, nil
			})
			for i := range 2 {
				Add(p, Task{Key: []any{set, i}, Uses: []Data{data}}, data.Get)
			}
		}
		return p
	}
	if err := with("a").Run(t.Context(), Options{Folder: dir, Workers: 1}); err == nil {
		t.Error("a set that is not there is loaded")
	}
	if err := with("a", "b").Run(t.Context(), Options{Folder: dir, Workers: 1}); err != nil {
		t.Error(err)
	}
	if d := cmp.Diff(map[string]int{"a": 1, "b": 3}, loads); d != "" { // an error is not kept
		t.Errorf("loads:\n%s", d)
	}
}

// TestFaultWhatAnotherBeganComesLast leaves the note of a process that died.
func TestFaultWhatAnotherBeganComesLast(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var mu sync.Mutex
	var order []int
	p := numbers(5, func(i int) {
		mu.Lock()
		defer mu.Unlock()
		order = append(order, i)
	})
	note := filepath.Join(dir, begunName, "elsewhere-1-1.txt")
	if err := errors.Join(os.MkdirAll(filepath.Dir(note), 0o777),
		os.WriteFile(note, []byte(p.tasks[1].hash+"\nhalf a li"), 0o666)); err != nil {
		t.Fatal(err)
	}
	if err := p.Run(t.Context(), Options{Folder: dir, Workers: 3}); err != nil {
		t.Fatal(err)
	}
	if order[4] != 1 {
		t.Errorf("order %v", order)
	}
	if _, err := os.Stat(note); err == nil {
		t.Error("the note stays though the plan is finished")
	}
}

// TestFaultAgain runs a plan a second time, when what was wrong is mended.
func TestFaultAgain(t *testing.T) {
	t.Parallel()
	p, wrong, loads := New("again", 1), true, 0
	data := Share(1, func(context.Context) (int, error) { loads++; return 1, nil })
	r := Add(p, Task{Key: 1, Uses: []Data{data}}, func(ctx context.Context) (int, error) {
		if wrong {
			return 0, errors.New("no luck")
		}
		return data.Get(ctx)
	})
	if err := p.Run(t.Context(), Options{}); err == nil {
		t.Error("no error")
	}
	wrong = false
	if err := p.Run(t.Context(), Options{}); err != nil || data.held != nil || loads != 1 {
		t.Errorf("again: loaded %d times, error %v", loads, err)
	}
	if v, ok := r.Get(); !ok || v != 1 {
		t.Errorf("result %d, %v", v, ok)
	}
}

func TestShardsAreBalanced(t *testing.T) {
	t.Parallel()
	p := New("costs", 1)
	var all []Dependency
	for i := range 40 {
		all = append(
			all,
			Add(p, Task{Key: i, Cost: float64(1 + i*i%13)}, func(context.Context) (int, error) { return i, nil }),
		)
	}
	for i := range 8 {
		Add(p, Task{Key: []int{i}, Cost: 5, After: all[:3]}, func(context.Context) (int, error) { return i, nil })
	}
	parts := p.shards(p.tasks, 3)
	seen, least, most := map[*task]bool{}, 1e9, 0.
	for _, part := range parts {
		cost := 0.
		for _, t := range part {
			seen[t] = true
			cost += t.Cost
		}
		least, most = min(least, cost), max(most, cost)
	}
	if len(seen) != p.Len() || most > 1.1*least {
		t.Errorf("%d tasks of %d, costs from %g to %g", len(seen), p.Len(), least, most)
	}
}

func TestJobs(t *testing.T) {
	t.Parallel()
	p := New("jobs", 1)
	data := Share(100, func(context.Context) (int, error) { return 1, nil })
	var first []Dependency
	for i := range 5 {
		first = append(first, Add(p, Task{Key: i, Label: fmt.Sprint("first\n", i), Memory: 10, Uses: []Data{data}},
			func(context.Context) (int, error) { return i, nil }))
	}
	Add(p, Task{Key: "t", Label: "timed", Timed: true}, func(context.Context) (int, error) { return 1, nil })
	Add(p, Task{Key: "l", Label: "last", After: first}, func(context.Context) (int, error) { return 1, nil })
	jobs := p.Jobs(2, map[string]bool{p.tasks[4].hash: true})
	var got []string
	for _, j := range jobs {
		got = append(got, fmt.Sprint(j.Stage, j.Timed, len(j.Tasks), j.Memory))
	}
	want := []string{"0 false 2 110", "0 false 2 110", "0 true 1 0", "1 false 1 0"}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("jobs:\n%s", d)
	}
	path := filepath.Join(t.TempDir(), "a:b.tasks")
	if err := WriteJobs(path, jobs); err != nil {
		t.Fatal(err)
	}
	for n, j := range jobs {
		if back, err := ReadJob(fmt.Sprintf("%s:%d", path, n)); err != nil || !slices.Equal(back, j.Tasks) {
			t.Errorf("job %d: %v, error %v", n, back, err)
		}
	}
	for _, bad := range []string{path, path + ":9", "none:0", ":"} {
		if _, err := ReadJob(bad); err == nil {
			t.Errorf("%s is a job", bad)
		}
	}
}

func TestMixedInstructionsAreSaid(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := numbers(3, func(int) {})
	if err := p.Run(t.Context(), Options{Folder: dir, Only: []string{p.tasks[0].hash}}); err != nil {
		t.Fatal(err)
	}
	f := &folder{dir: dir, sync: newSyncer(dir)}
	other := p.tasks[0].outcome
	other.made.Level, other.made.Processor = "another", "another one"
	if err := errors.Join(f.keep(p.tasks[0], other), f.sync.close()); err != nil {
		t.Fatal(err)
	}
	var notices []string
	p = numbers(3, func(int) {})
	p.tasks[0].Timed, p.tasks[1].Timed = true, true
	o := Options{Folder: dir, Notice: func(s string) { notices = append(notices, s) }}
	if err := p.Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	if len(notices) != 1 || !strings.Contains(notices[0], "another") {
		t.Errorf("notices %q", notices)
	}
	notices = nil
	if n, err := numbers(3, func(int) {}).Load(t.Context(), o); n != 3 || err != nil || len(notices) != 1 {
		t.Errorf("%d loaded, notices %q, error %v", n, notices, err)
	}
	processors := p.Read(func() {
		for _, t := range p.tasks {
			(&Result[[]float64]{t}).Get()
		}
	})
	if len(processors) != 2 || !slices.Contains(processors, "another one") {
		t.Errorf("processors %q", processors)
	}
}
