package solver_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// TestRidgeGap: the square of the gradient over 2μ is P less the dual objective, which conjugates say; it is refused
// where another term of P would be left out.
func TestRidgeGap(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 31))
	const n, d, k = 40, 6, 3
	x, w := linalg.NewDense(n, d, testproblems.Normal(rng, n*d, 1)), testproblems.Normal(rng, d*k, 0.3)
	p := solver.NewProblem(x, loss.Multinomial{Y: testproblems.Labels(rng, n, k), K: k}, nil).WithRidge(1)
	gradient, slopes, z := make([]float64, d*k), make([]float64, n*k), make([]float64, n*k)
	p.ValueGrad(gradient, w)
	floats.AddScaled(gradient, p.Mu, w)
	p.Predict(z, w, nil)
	for i := range n {
		p.Loss.(loss.Multinomial).At(slopes[i*k:(i+1)*k], i, z[i*k:(i+1)*k])
	}
	floats.Scale(1./n, slopes)
	objective := p.Objective(w)
	gap, rounding, ok := p.RidgeGap(w, slopes, gradient, objective)
	want := objective - p.Dual(slopes, w)
	if !ok || math.Abs(gap-want) > 1e-12*objective || !(rounding > 0 && rounding < 1e-10*objective) {
		t.Errorf("gap %g with rounding %g, %v, and by conjugates %g", gap, rounding, ok, want)
	}
	ones := linalg.NewDense(1, n, nil)
	floats.AddConst(1, ones.Data)
	for what, other := range map[string]*solver.Problem{
		"an intercept": p.WithUnpenalized(ones), "no ridge": p.WithRidge(0),
		"a penalty": solver.NewProblem(x, p.Loss, prox.L1{Lambda: 1}).WithRidge(1),
	} {
		if _, _, ok := other.RidgeGap(w, slopes, gradient, objective); ok {
			t.Errorf("with %s there is a gap", what)
		}
	}
}

// TestRidgeGapOfManyFeatures: near the minimum, where weights and features are large and μ is small, rounding makes the
// gap no more than some times what it makes P less the dual objective.
func TestRidgeGapOfManyFeatures(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 32))
	const n, d, k, mu = 30, 2000, 3, 1e-8
	x := linalg.NewDense(n, d, testproblems.Normal(rng, n*d, 100))
	l := loss.Multinomial{Y: testproblems.Labels(rng, n, k), K: k}
	p := solver.NewProblem(x, l, nil).WithRidge(mu)
	u := make([]float64, n*k) // weights −AᵀU/μ of slopes that are those of large margins
	for i, y := range l.Y {
		for c := range k {
			u[i*k+c] = 1e-9
		}
		u[i*k+y] = -2e-9
	}
	w, gradient := make([]float64, d*k), make([]float64, d*k)
	linalg.MulTransMat(w, x, u, k)
	floats.Scale(-1/mu, w)
	objective := p.Objective(w)
	gap, rounding, ok := p.RidgeGap(w, u, gradient, objective)
	if plain := objective - p.Dual(u, w); !ok || !(rounding <= 10*plain) || !(gap > 0) {
		t.Errorf("gap %g with rounding %g, %v, and by conjugates %g", gap, rounding, ok, plain)
	}
}
