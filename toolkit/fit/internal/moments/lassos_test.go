package moments_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit/internal/moments"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// TestLassosAlongMoments: solutions by moments of examples meet the conditions of the lasso, the elastic net and the
// nonnegative lasso at every λ of a path; λ that rises again, and other penalties, have none.
func TestLassosAlongMoments(t *testing.T) {
	t.Parallel()
	const n, d = 80, 12
	rng := rand.New(rand.NewPCG(3, 5))
	x, y := linalg.NewDense(n, d, testproblems.Normal(rng, n*d, 1)), testproblems.Normal(rng, n, 1)
	for i := range n {
		y[i] += 2*x.At(i, 0) - x.At(i, 3)
		x.Row(i)[5] = x.At(i, 4) + 0.1*x.At(i, 5)
	}
	central := moments.Of(t.Context(), x, y, moments.Around(x, y, nil), nil, nil).Central(true)
	size := d + 1
	second := func(i, j int) float64 { return central.Second[i*size+j] }
	for _, c := range []struct {
		name    string
		penalty toolkit.Proxable
		mu      float64
		sign    bool
	}{
		{"lasso", prox.L1{Lambda: 1}, 0, false}, {"elastic net", prox.L1{Lambda: 1}, 0.1, false},
		{"one sign", prox.Nonnegative(1), 0, true},
	} {
		along := central.Lassos(c.penalty, c.mu)
		for lambda := 2.; lambda > 1e-4; lambda /= 1.5 {
			w := along.At(lambda)
			if w == nil && lambda < 1 {
				t.Fatalf("%s: no solution at %g", c.name, lambda)
			}
			for j, v := range w {
				slope := second(j, d) - c.mu*v
				for k, u := range w {
					slope -= second(j, k) * u
				}
				switch {
				case v != 0 && math.Abs(slope-math.Copysign(lambda, v)) > 1e-12, v == 0 && slope > lambda+1e-12,
					v == 0 && !c.sign && slope < -lambda-1e-12, c.sign && v < 0:
					t.Fatalf("%s at %g: weight %d is %g, its slope %g", c.name, lambda, j, v, slope)
				}
			}
		}
		if along.At(1) != nil {
			t.Errorf("%s: there is a solution at λ that the path has left", c.name)
		}
	}
	for name, other := range map[string]toolkit.Proxable{
		"none": nil, "weighted": prox.L1{Lambda: 1, Weights: []float64{1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}},
		"groups": prox.L21{Lambda: 1, Groups: [][]int{{0, 1, 2, 3, 4, 5}, {6, 7, 8, 9, 10, 11}}},
	} {
		if central.Lassos(other, 0).At(0.1) != nil {
			t.Errorf("%s: there is a solution", name)
		}
	}
}
