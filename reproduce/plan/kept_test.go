package plan_test

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/proxlab/proxlab/reproduce/plan"
)

// key is that of a task.
type key struct {
	Method string
	Seed   int
}

// three is a plan of a number, of what is none, and of a task that fails.
func three() (p *plan.Plan, results []*plan.Result[float64]) {
	p = plan.New("kept", 3)
	for i, v := range []float64{1.5, math.NaN(), 2} {
		results = append(results, plan.Add(p, plan.Task{Key: key{"a", i}}, func(context.Context) (float64, error) {
			if v == 2 {
				return 0, errors.New("no luck")
			}
			return v, nil
		}))
	}
	return p, results
}

// TestReadKept: what a folder has is read without the program that made it, and what is missing is counted.
func TestReadKept(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p, results := three()
	if _, ok := results[0].Kept(); ok {
		t.Error("a result that is not there is kept")
	}
	if err := p.Run(t.Context(), plan.Options{Folder: dir, About: "three"}); err == nil {
		t.Fatal("a task that fails, and no error")
	}
	got, err := plan.ReadKept(dir)
	if err != nil {
		t.Fatal(err)
	}
	var own []plan.Kept
	for i, want := range []string{"1.5", `"NaN"`} {
		k, _ := results[i].Kept()
		if own = append(own, k); string(k.Result) != want {
			t.Errorf("a result is %s", k.Result)
		}
	}
	want := plan.KeptPlan{Name: "kept", Version: 3, About: "three", Results: own, Missing: 1}
	if d := cmp.Diff(want, got); d != "" || string(own[1].Key) != `{"Method":"a","Seed":1}` {
		t.Errorf("the key %s:\n%s", own[1].Key, d)
	}
}

// TestReadKeptNamesWhatIsWrong: a folder without a plan, and a result that is damaged.
func TestReadKeptNamesWhatIsWrong(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if _, err := plan.ReadKept(dir); err == nil || !strings.Contains(err.Error(), "has no plan") {
		t.Errorf("a folder without a plan: %v", err)
	}
	p, _ := three()
	if err := p.Run(t.Context(), plan.Options{Folder: dir}); err == nil {
		t.Fatal("a task that fails, and no error")
	}
	files, err := filepath.Glob(filepath.Join(dir, "results", "*.json"))
	if err != nil || len(files) != 2 {
		t.Fatal(files, err)
	}
	if err := os.WriteFile(files[0], []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := plan.ReadKept(dir); err == nil || !strings.Contains(err.Error(), files[0]) {
		t.Errorf("a damaged result: %v", err)
	}
}
