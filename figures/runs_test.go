package figures_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/figures"
)

// TestRunsOver: a figure of runs shows first what it is asked for, and what there is where that is unknown.
func TestRunsOver(t *testing.T) {
	t.Parallel()
	run := figures.Run{
		Name: "a", Iterations: []float64{1, 2}, Seconds: []float64{0.1, 0.2},
		Objective: []float64{3, 2}, Gap: []float64{1, 0.1},
	}
	for _, c := range []struct{ over, show, x, y string }{
		{"", "", "iteration", "duality gap (units of the objective)"},
		{"seconds", "", "time in the solver (s)", "duality gap (units of the objective)"},
		{"seconds", "objective", "time in the solver (s)", "objective P"},
		{"oracle calls", "objective", "iteration", "objective P"},
	} {
		f := figures.Runs{Meta: figures.Meta{ID: "over"}, Runs: []figures.Run{run}, Over: c.over, Show: c.show}
		p, err := f.Plot()
		if err != nil || p.X.Label.Text != c.x || p.Y.Label.Text != c.y {
			t.Errorf("over %q, %q: %q and %q, error %v", c.over, c.show, p.X.Label.Text, p.Y.Label.Text, err)
		}
	}
}

// TestRunsHaveALegend: the static figure says which curve is whose.
func TestRunsHaveALegend(t *testing.T) {
	t.Parallel()
	run := func(name string) figures.Run {
		return figures.Run{Name: name, Iterations: []float64{1, 2}, Objective: []float64{3, 2}, Gap: []float64{1, 0.1}}
	}
	var b bytes.Buffer
	f := figures.Runs{Meta: figures.Meta{ID: "race"}, Runs: []figures.Run{run("first method"), run("second method")}}
	if err := figures.Write(&b, f, ".svg"); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"first method", "second method"} {
		if !strings.Contains(b.String(), name) {
			t.Errorf("no legend names the %s", name)
		}
	}
}
