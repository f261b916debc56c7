package fit

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

// TestHeadStart: what is begun at the solution on a sample ends where what is begun at 0 does; it begins nearer, with
// weights and an intercept too, but not where the sample has one label alone.
func TestHeadStart(t *testing.T) {
	t.Parallel()
	const n, d = headEvery * headLeast, 3
	rng := rand.New(rand.NewPCG(6, 7))
	x, y, c, alike := linalg.NewDense(n, d, nil), make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range n {
		row := x.Row(i)
		for j := range row {
			row[j] = rng.NormFloat64()
		}
		if c[i] = 1 + float64(i%2); row[0]-row[1]/2+rng.NormFloat64() > -1 {
			y[i] = 1
		}
		alike[i] = y[i]
		if i%headEvery == headEvery/2 { // those of the sample
			alike[i] = 1
		}
	}
	for name, l := range map[string]Linear{
		"ridge": {Loss: loss.Logistic{}, Mu: 0.01, Intercept: true},
		"lasso": {Loss: loss.Logistic{}, Penalty: prox.L1{Lambda: 1}, Lambda: 0.01, Intercept: true},
	} {
		for of, labels := range map[string][]float64{"": y, ", one label": alike} {
			p, err := l.Prepare(Data{X: x, Y: labels, Weights: c})
			if err != nil {
				t.Fatal(name, err)
			}
			m, err := p.question().choose()
			if err != nil {
				t.Fatal(name, err)
			}
			start := newRun(p.made, p.Linear, p.question(), m, l.Lambda).headStart(t.Context())
			if (start == nil) != (of != "") {
				t.Fatal(name, of, "begins at", start)
			}
			got, err := p.Fit(t.Context())
			if err != nil || got.Status != solver.Converged {
				t.Fatal(name, of, err)
			}
			want, err := p.made.solve(t.Context(), p.Linear, p.question(), l.Lambda, make([]float64, d+1))
			if err != nil || math.Abs(got.Objective-want.Objective) > 2e-6*want.Objective {
				t.Errorf("%s%s: %g, and from 0 %g (%v)", name, of, got.Objective, want.Objective, err)
			}
			if start != nil && got.Iterations >= want.Iterations {
				t.Errorf("%s: %d iterations, and from 0 %d", name, got.Iterations, want.Iterations)
			}
		}
	}
	whole := loss.Logistic{Y: []float64{1, -1, -1, 1}, Weights: []float64{0.1, 0.2, 0.3, 0.4}}
	if err := toolkittest.Loss(sample{whole, whole, []int{1, 3}, 0.6}); err != nil {
		t.Error(err)
	}
}
