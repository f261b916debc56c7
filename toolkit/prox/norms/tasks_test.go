package norms_test

import (
	"math"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/prox/norms"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

// TestTasks: the norm of the columns is that of the rows of the transposed matrix.
func TestTasks(t *testing.T) {
	t.Parallel()
	g := norms.Tasks{Lambda: 0.7, Cols: 3}
	if err := toolkittest.Prox(g, 12, toolkittest.Shape(4, 3)); err != nil {
		t.Error(err)
	}
	x := []float64{3, 0, 1, 4, 0, 2, 0, 0, 2, 0, 0, 4}
	if got, want := g.Value(x), 0.7*(5+0+5); math.Abs(got-want) > 1e-12 {
		t.Errorf("the value is %g, not %g", got, want)
	}
	if err := g.Check(4, 2); err == nil || !strings.Contains(err.Error(), "3 columns") {
		t.Error(err)
	}
}
