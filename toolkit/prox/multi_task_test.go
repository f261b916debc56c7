package prox_test

import (
	"math"
	"slices"
	"testing"

	"github.com/proxlab/proxlab/toolkit/prox"
)

// TestMultiTaskWeights: with weights of rows it is the group lasso of rows with these weights, and its atom attains its
// polar.
func TestMultiTaskWeights(t *testing.T) {
	t.Parallel()
	weights := []float64{2, 0.5, 1}
	rows := prox.Groups{{0, 1}, {2, 3}, {4, 5}}
	g, same := prox.MultiTask{Lambda: 0.7, Cols: 2, Weights: weights}, prox.L21{Lambda: 0.7, Groups: rows, Weights: weights}
	x := []float64{1, -2, 0.3, 0.4, -1.5, 0.1}
	a, b := make([]float64, 6), make([]float64, 6)
	if v, w := g.Prox(a, x, 0.9), same.Prox(b, x, 0.9); v != w || !slices.Equal(a, b) {
		t.Errorf("prox %v with value %g, and %v with %g of groups", a, v, b, w)
	}
	if g.Polar(x) != same.Polar(x) || g.Value(x) != same.Value(x) {
		t.Errorf("polar %g, value %g, and %g, %g of groups", g.Polar(x), g.Value(x), same.Polar(x), same.Value(x))
	}
	u, v := make([]float64, 3), make([]float64, 2)
	most := g.LMO(u, v, x)
	var inner, atom float64
	w := make([]float64, 6)
	for j := range u {
		for k := range v {
			w[2*j+k] = u[j] * v[k]
			inner += x[2*j+k] * w[2*j+k]
		}
	}
	atom = g.Value(w)
	if math.Abs(inner-g.Polar(x)) > 1e-12 || math.Abs(atom-1) > 1e-12 || math.Abs(most-inner) > 1e-12 {
		t.Errorf("the atom has the value %g and the product %g (%g), and the polar is %g", atom, inner, most, g.Polar(x))
	}
	if g.Check(3, 2) != nil || g.Check(4, 2) == nil {
		t.Error("three weights are those of three rows")
	}
	g.Weights = []float64{1, 0, 1}
	if g.Check(3, 2) == nil {
		t.Error("a row of weight 0 is not refused")
	}
}
