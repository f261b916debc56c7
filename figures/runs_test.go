package figures_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/figures"
)

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
