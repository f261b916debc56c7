package plan_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/proxlab/proxlab/reproduce/plan"
)

// squares is a plan of n squares; calls counts what is computed.
func squares(n int, calls *atomic.Int64) (*plan.Plan, []*plan.Result[float64]) {
	p := plan.New("squares", 1)
	out := make([]*plan.Result[float64], n)
	for i := range out {
		out[i] = plan.Add(p, plan.Task{Key: i, Label: fmt.Sprintf("square %d", i)}, func(context.Context) (float64, error) {
			calls.Add(1)
			return float64(i * i), nil
		})
	}
	return p, out
}

func expectSquares(t *testing.T, found []*plan.Result[float64]) {
	t.Helper()
	for i, r := range found {
		if v, ok := r.Get(); !ok || v != float64(i*i) {
			t.Errorf("result %d: %g, %v", i, v, ok)
		}
	}
}

func TestResultsAreKept(t *testing.T) {
	t.Parallel()
	o := plan.Options{Folder: t.TempDir()}
	var calls atomic.Int64
	for range 2 {
		p, found := squares(20, &calls)
		if err := p.Run(t.Context(), o); err != nil {
			t.Fatal(err)
		}
		expectSquares(t, found)
	}
	if calls.Load() != 20 {
		t.Errorf("%d computed", calls.Load())
	}
	o.Fresh = true
	p, found := squares(20, &calls)
	if err := p.Run(t.Context(), o); err != nil || calls.Load() != 40 {
		t.Errorf("a fresh run: %d computed, error %v", calls.Load(), err)
	}
	expectSquares(t, found)
}

// everything is a result with all that can be kept.
type everything struct {
	Number, NaN, Inf float64
	Lists            [][]float64
	None             []int
	ByName           map[string]float64
	Pair             [2]float64
	Inner            struct{ Text string }
	Pointer          *int
}

func TestResultsComeBackAsTheyWent(t *testing.T) {
	t.Parallel()
	one := 1
	want := everything{
		Number: math.Nextafter(0.1, 1), NaN: math.NaN(), Inf: math.Inf(-1), Lists: [][]float64{{1, math.Inf(1)}, nil, {}},
		ByName: map[string]float64{
			"b": math.NaN(),
			"a": math.Copysign(0, -1),
		}, Pair: [2]float64{1e-310, 1e308}, Pointer: &one,
	}
	want.Inner.Text = "λ ≤ \"1\"\n"
	o := plan.Options{Folder: t.TempDir()}
	for round := range 2 {
		p := plan.New("all", 1)
		found := plan.Add(p, plan.Task{Key: "k"}, func(context.Context) (everything, error) {
			if round > 0 {
				t.Error("computed again")
			}
			return want, nil
		})
		if err := p.Run(t.Context(), o); err != nil {
			t.Fatal(err)
		}
		got, _ := found.Get()
		if d := cmp.Diff(want, got, cmp.Comparer(func(a, b float64) bool {
			return math.Float64bits(a) == math.Float64bits(b) || a != a && b != b
		})); d != "" {
			t.Errorf("round %d:\n%s", round, d)
		}
	}
}

func TestFaultAnotherPlanIsRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var calls atomic.Int64
	p, _ := squares(5, &calls)
	if err := p.Run(t.Context(), plan.Options{Folder: dir, Shard: plan.Shard{Index: 0, Count: 2}}); err != nil {
		t.Fatal(err)
	}
	other, _ := squares(6, &calls)
	var refused *plan.OtherPlanError
	err := other.Run(t.Context(), plan.Options{Folder: dir})
	if !errors.As(err, &refused) || refused.Done != 3 || refused.Len != 5 {
		t.Fatalf("error %v", err)
	}
	calls.Store(0)
	if err := other.Run(t.Context(), plan.Options{Folder: dir, Replace: true}); err != nil || calls.Load() != 3 {
		t.Errorf("replaced: %d computed, error %v", calls.Load(), err)
	}
	again, _ := squares(7, &calls)
	if err := again.Run(t.Context(), plan.Options{Folder: dir}); err != nil {
		t.Errorf("a finished plan stands in the way: %v", err)
	}
}

func TestFaultFailuresLeaveTheOthers(t *testing.T) {
	t.Parallel()
	no := errors.New("no")
	p := plan.New("fails", 1)
	add := func(key string, work func() (int, error), after ...plan.Dependency) *plan.Result[int] {
		return plan.Add(
			p,
			plan.Task{Key: key, Label: key, After: after},
			func(context.Context) (int, error) { return work() },
		)
	}
	fine := add("fine", func() (int, error) { return 1, nil })
	wrong := add("wrong", func() (int, error) { return 0, no })
	panics := add("panics", func() (int, error) { return []int{}[len("x")], nil })
	later := add("later", func() (int, error) { return 2, nil }, wrong)
	after := add("after", func() (int, error) { v, _ := fine.Get(); return v + 1, nil }, fine)
	dir := t.TempDir()
	err := p.Run(t.Context(), plan.Options{Folder: dir})
	var failures plan.Failures
	if !errors.As(err, &failures) || len(failures.Tasks) != 3 || !errors.Is(err, no) || !errors.Is(err, plan.ErrBefore) ||
		!strings.Contains(err.Error(), "3 of 5 tasks failed") || !strings.Contains(err.Error(), "index out of range") {
		t.Fatalf("error %v", err)
	}
	for _, r := range []*plan.Result[int]{wrong, panics, later} {
		if _, ok := r.Get(); ok {
			t.Error("a failed task has a result")
		}
	}
	if v, ok := after.Get(); !ok || v != 2 {
		t.Errorf("after: %d %v", v, ok)
	}
	for _, f := range failures.Tasks {
		if f.Label != "panics" {
			continue
		}
		if text, err := os.ReadFile(f.File); err != nil || !strings.Contains(string(text), "plan_test.go") {
			t.Errorf("%s: %s, error %v", f.File, text, err)
		}
	}
}

func TestShardsAreAll(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var calls atomic.Int64
	for i := range 3 {
		p, _ := squares(20, &calls)
		if err := p.Run(t.Context(), plan.Options{Folder: dir, Shard: plan.Shard{Index: i, Count: 3}}); err != nil {
			t.Fatal(err)
		}
	}
	p, found := squares(20, &calls)
	n, err := p.Load(t.Context(), plan.Options{Folder: dir})
	if err != nil || n != 20 || calls.Load() != 20 {
		t.Errorf("%d found, %d computed, error %v", n, calls.Load(), err)
	}
	expectSquares(t, found)
	for _, bad := range []string{"", "1", "2/2", "-1/2", "0/0", "a/b", "1/2/3", "0/1:", "0/1:slow"} {
		if _, err := plan.ParseShard(bad); err == nil {
			t.Errorf("shard %q is accepted", bad)
		}
	}
}

// TestFaultDamagedFiles cuts, flips and empties files of results, and puts one in another's place.
func TestFaultDamagedFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var calls atomic.Int64
	p, _ := squares(3, &calls)
	if err := p.Run(t.Context(), plan.Options{Folder: dir}); err != nil {
		t.Fatal(err)
	}
	files, _ := filepath.Glob(filepath.Join(dir, "results", "*.json"))
	good, err := os.ReadFile(files[0])
	if err != nil || len(files) != 3 {
		t.Fatal(files, err)
	}
	other, _ := os.ReadFile(files[1])
	damaged := [][]byte{nil, good[:len(good)/2], good[:len(good)-1], append([]byte("x"), good...), other}
	for at := range len(good) - 1 {
		flipped := append([]byte(nil), good...)
		flipped[at] ^= 1 << (at % 7)
		damaged = append(damaged, flipped)
	}
	for _, text := range damaged {
		if err := os.WriteFile(files[0], text, 0o666); err != nil {
			t.Fatal(err)
		}
		calls.Store(0)
		var notices []string
		p, found := squares(3, &calls)
		err := p.Run(t.Context(), plan.Options{Folder: dir, Notice: func(s string) { notices = append(notices, s) }})
		if whole := len(text) == len(good)-1 && calls.Load() == 0; err != nil || !whole && (calls.Load() != 1 ||
			len(notices) != 1 || !strings.Contains(notices[0], "computing it again")) {
			t.Errorf("%q: %d computed, notices %q, error %v", text, calls.Load(), notices, err)
		}
		expectSquares(t, found)
	}
}
