package prox_test

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
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
)

// TestTraceNormGap: on random problems the gap bounds the distance to a long run's objective at every iteration, and
// closes.
func TestTraceNormGap(t *testing.T) {
	t.Parallel()
	for trial := range 20 {
		rng := rand.New(rand.NewPCG(uint64(trial), 64))
		n, d, k := 10+rng.IntN(30), 2+rng.IntN(8), 2+rng.IntN(5)
		x := linalg.NewDense(n, d, testproblems.Normal(rng, n*d, 1))
		p := solver.NewProblem(x, loss.Multinomial{Y: testproblems.Labels(rng, n, k), K: k}, nil)
		grad := make([]float64, d*k)
		p.ValueGrad(grad, make([]float64, d*k))
		most := prox.TraceNorm{Lambda: 1, Rows: d, Cols: k}.Polar(grad) // from this λ on, 0 is the solution
		p = solver.NewProblem(x, p.Loss, prox.TraceNorm{Lambda: 0.2 * most, Rows: d, Cols: k})
		seq := gradient.FISTA{CheckEvery: 1}.Iterations(t.Context(), p)
		res, err := solver.Run(seq, solver.Any(solver.AbsGap(1e-11), solver.MaxIter(20000)))
		if err != nil || res.Status != solver.Converged {
			t.Fatalf("trial %d: %v, gap %g, error %v", trial, res.Status, res.Gap, err)
		}
		for st, err := range seq {
			if err != nil {
				t.Fatal(err)
			}
			if st.Objective-res.Objective > st.Gap+1e-10 {
				t.Fatalf("trial %d, iteration %d: %g above the minimum, gap %g", trial, st.Iter, st.Objective-res.Objective, st.Gap)
			}
			if st.Iter == 100 {
				break
			}
		}
		p = solver.NewProblem(x, p.Loss, prox.TraceNorm{Lambda: 1.001 * most, Rows: d, Cols: k})
		if gap := p.Gap(make([]float64, d*k)); gap > 1e-11 {
			t.Errorf("trial %d: above λ_max the gap at 0 is %g", trial, gap)
		}
	}
}

// TestTraceNormOnDiagonals: with A the identity and a diagonal target, the trace norm is the lasso on the diagonal.
func TestTraceNormOnDiagonals(t *testing.T) {
	t.Parallel()
	const n = 5
	y := make([]float64, n*n)
	want := make([]float64, n*n)
	const lambda = 0.15
	for i := range n {
		y[i*n+i] = 2 * math.Cos(float64(2*i))
		want[i*n+i] = math.Copysign(math.Max(0, math.Abs(y[i*n+i])-n*lambda), y[i*n+i])
	}
	reg := prox.TraceNorm{Lambda: lambda, Rows: n, Cols: n}
	p := solver.NewProblem(linalg.Identity(n), loss.SquaredOutputs{Y: y, K: n}, reg)
	seq := gradient.FISTA{}.Iterations(t.Context(), p)
	res, err := solver.Run(seq, solver.Any(solver.AbsGap(1e-13), solver.MaxIter(2000)))
	if err != nil || !floats.EqualApprox(res.X, want, 1e-6) {
		t.Errorf("%v, by the lasso %v (error %v, gap %g)", res.X, want, err, res.Gap)
	}
}
