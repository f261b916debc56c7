package sweep_test

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/proxlab/proxlab/reproduce/plan"
	"github.com/proxlab/proxlab/reproduce/sweep"
)

type point struct {
	Method string
	Seed   int
}

type outcome struct {
	Value  float64
	Worked bool
	Note   string
}

// points is a sweep over two methods and three seeds.
func points(version int, calls *atomic.Int64) sweep.Sweep[point, outcome] {
	s := sweep.Sweep[point, outcome]{Name: "points", Version: version}
	for _, m := range []string{"a", "b"} {
		for seed := range 3 {
			s.Settings = append(s.Settings, point{m, seed})
		}
	}
	s.Work = func(_ context.Context, p point) (outcome, error) {
		calls.Add(1)
		if p.Method == "b" && p.Seed == 2 {
			return outcome{}, errors.New("no luck")
		}
		return outcome{Value: float64(p.Seed), Worked: true, Note: p.Method + "!"}, nil
	}
	return s
}

func TestSweepsGoOn(t *testing.T) {
	t.Parallel()
	var calls atomic.Int64
	var notices []string
	o := plan.Options{Folder: t.TempDir(), Notice: func(s string) { notices = append(notices, s) }}
	results, err := points(1, &calls).Run(t.Context(), o)
	if err == nil || !strings.Contains(err.Error(), "1 of 6 tasks failed") || results.Done() != 5 || len(notices) > 0 {
		t.Fatalf("%d done, notices %q, error %v", results.Done(), notices, err)
	}
	if made, err := os.ReadFile(filepath.Join(o.Folder, "record.json")); err != nil ||
		!strings.Contains(string(made), `"done": 5`) || !strings.Contains(string(made), `"command": `) {
		t.Errorf("the record is %s, error %v", made, err)
	}
	want := [][]string{{"a", "1.0 ± 1.0", "true", "a!", "3"}, {"b", "0.50 ± 0.71", "true", "b!", "2"}}
	table := results.Over("Seed")
	if d := cmp.Diff(want, table.Rows); d != "" || len(table.Notes) != 1 {
		t.Errorf("table %+v:\n%s", table, d)
	}
	if all := results.Table(); len(all.Rows) != 5 || all.Rows[1][1] != "1" {
		t.Errorf("all results: %+v", all)
	}
	if _, err := points(1, &calls).Run(t.Context(), o); err == nil || calls.Load() != 7 || len(notices) != 1 ||
		!strings.Contains(notices[0], "5 of 6 results are kept from before") {
		t.Errorf("again: %d computed, notices %q, error %v", calls.Load(), notices, err)
	}
	if _, err := points(2, &calls).Run(t.Context(), o); err == nil || calls.Load() != 13 {
		t.Errorf("another version: %d computed, error %v", calls.Load(), err)
	}
}

func TestTablesShowWhatIsNoNumber(t *testing.T) {
	t.Parallel()
	type nothing struct{ N float64 }
	results, err := sweep.Sweep[point, nothing]{
		Name: "nothing", Settings: []point{{"a", 1}},
		Work: func(context.Context, point) (nothing, error) { return nothing{math.NaN()}, nil },
	}.Run(t.Context(), plan.Options{})
	if err != nil || results.Table().Rows[0][2] != "–" {
		t.Errorf("%+v, error %v", results.Table(), err)
	}
	defer func() {
		if s, _ := recover().(string); !strings.Contains(s, "they have Method, Seed") {
			t.Errorf("an unknown field: %q", s)
		}
	}()
	results.Over("Sed")
}
