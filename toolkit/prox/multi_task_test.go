package prox_test

import (
	"slices"
	"testing"

	"github.com/proxlab/proxlab/toolkit/prox"
)

// TestMultiTaskZeroFrom: from ZeroFrom on, and no sooner, 0 is the prox of v.
func TestMultiTaskZeroFrom(t *testing.T) {
	t.Parallel()
	g, v, z := prox.MultiTask{Lambda: 2, Cols: 2}, []float64{1, -1, 3, 4, 0, 2}, make([]float64, 6)
	from := g.ZeroFrom(v)
	if from != 2.5 {
		t.Errorf("%g, not the largest norm of a row over λ", from)
	}
	if g.Prox(z, v, from); slices.Max(z) != 0 || slices.Min(z) != 0 {
		t.Errorf("at %g the prox is %v", from, z)
	}
	if g.Prox(z, v, 0.99*from); slices.Max(z) == 0 {
		t.Errorf("below %g the prox is 0", from)
	}
}
