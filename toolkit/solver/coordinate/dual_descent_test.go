package coordinate_test

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
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
)

// TestDualDescent: all orders of the examples end at the same minimum, with the objective of the point and gaps that
// bound the error.
func TestDualDescent(t *testing.T) {
	t.Parallel()
	p := testproblems.NewSVM(300, 8, 0.01, 1).Problem()
	stop := solver.Any(solver.AbsGap(1e-10), solver.MaxIter(3000))
	best, err := solver.Run(coordinate.DualDescent{Seed: 4}.Iterations(t.Context(), p), stop)
	if err != nil || best.Status != solver.Converged {
		t.Fatalf("%v, error %v, gap %g", best.Status, err, best.Gap)
	}
	if o := p.Objective(best.X); !testproblems.Near(o, best.Objective, 1e-12) {
		t.Errorf("reports objective %g, at its point it is %g", best.Objective, o)
	}
	other := bounded(t, coordinate.DualDescent{Seed: 5}.Iterations(t.Context(), p), best.Objective)
	if res, err := solver.Run(other, stop); err != nil || math.Abs(res.Objective-best.Objective) > 1e-9 {
		t.Errorf("other orders end at %g, not %g, error %v", res.Objective, best.Objective, err)
	}
}

// TestDualDescentWeighsExamples: weights are examples repeated, and one of weight 0 is none.
func TestDualDescentWeighsExamples(t *testing.T) {
	t.Parallel()
	s := testproblems.NewSVM(40, 4, 0.05, 3)
	weights := make([]float64, 40)
	var rows []int
	for i := range weights {
		weights[i] = float64(i % 3)
		for range i % 3 {
			rows = append(rows, i)
		}
	}
	floats.Scale(1/floats.Sum(weights), weights)
	y := make([]float64, len(rows))
	for k, i := range rows {
		y[k] = s.Y[i]
	}
	stop := solver.Any(solver.AbsGap(1e-11), solver.MaxIter(20000))
	weighed := solver.NewProblem(s.X, loss.Hinge{Y: s.Y, Weights: weights}, prox.Ridge{Mu: s.Mu})
	got, err := solver.Run(coordinate.DualDescent{}.Iterations(t.Context(), weighed), stop)
	if err != nil || got.Status != solver.Converged {
		t.Fatal(got.Status, err)
	}
	repeated := solver.NewProblem(linalg.SelectRows(s.X, rows), loss.Hinge{Y: y}, prox.Ridge{Mu: s.Mu})
	want, err := solver.Run(coordinate.DualDescent{}.Iterations(t.Context(), repeated), stop)
	if err != nil || !testproblems.Near(got.Objective, want.Objective, 1e-9) || !floats.EqualApprox(got.X, want.X, 1e-4) {
		t.Errorf("objective %.10g, with examples repeated %.10g, error %v", got.Objective, want.Objective, err)
	}
}

// TestDualDescentOnManyFeatures: with small μ, examples that are repeated with either label, and words of which few are
// common, the gap is certified after tens of iterations; and passes without Newton's steps and with every example end
// at the same minimum after many more.
func TestDualDescentOnManyFeatures(t *testing.T) {
	t.Parallel()
	const n, d, mu = 400, 300, 1e-3
	rng := rand.New(rand.NewPCG(3, 7))
	a := linalg.NewDense(n, d, nil)
	y := make([]float64, n)
	for i := range n {
		for range 9 {
			u := rng.Float64()
			a.Row(i)[int(u*u*u*d)]++
		}
		y[i] = math.Copysign(1, a.Row(i)[2]-a.Row(i)[5]-0.5+rng.NormFloat64()/4)
	}
	for i := range 20 {
		copy(a.Row(2*i), a.Row(2*i+1))
	}
	p := solver.NewProblem(linalg.ToCSR(a), loss.Hinge{Y: y}, nil).WithRidge(mu)
	res, err := solver.Run(coordinate.DualDescent{}.Iterations(t.Context(), p),
		solver.Any(solver.RelGap(1e-9), solver.MaxIter(100)))
	if err != nil || res.Status != solver.Converged {
		t.Fatalf("%v after %d, gap %g, error %v", res.Status, res.Iter, res.Gap, err)
	}
	v, w := make([]float64, n), make([]float64, d)
	for range 3000 {
		for i := range n {
			square := floats.Dot(a.Row(i), a.Row(i))
			now := max(0, min(1./n, v[i]+(1-y[i]*floats.Dot(a.Row(i), w))*mu/square))
			floats.AddScaled(w, (now-v[i])*y[i]/mu, a.Row(i))
			v[i] = now
		}
	}
	if dual := floats.Sum(v) - mu/2*floats.Dot(w, w); dual < res.Objective-res.Gap-1e-8 || dual > res.Objective+1e-12 {
		t.Errorf("objective %.12g within %g, the dual one by passes alone is %.12g", res.Objective, res.Gap, dual)
	}
}

// TestDualDescentFarApart: examples that a tiny ‖w‖ tells apart leave hinge losses of 1e-16 by rounding alone, more
// than the minimum.
func TestDualDescentFarApart(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 6))
	x := linalg.NewDense(40, 200, testproblems.Normal(rng, 40*200, 1e5))
	p := solver.NewProblem(x, loss.Hinge{Y: testproblems.Signs(testproblems.Normal(rng, 40, 1))}, prox.Ridge{Mu: 1e-3})
	stop := solver.Any(solver.RelGap(1e-8), solver.MaxIter(100))
	res, err := solver.Run(coordinate.DualDescent{}.Iterations(t.Context(), p), stop)
	if err != nil || res.Status != solver.Converged {
		t.Errorf("%v after %d passes, error %v: P = %g, gap %g", res.Status, res.Iter, err, res.Objective, res.Gap)
	}
	if o := p.Objective(res.X); !testproblems.Near(o, res.Objective, 1e-12) {
		t.Errorf("reports objective %g, at its point it is %g", res.Objective, o)
	}
}
