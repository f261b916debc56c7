package newton_test

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/newton"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

// TestSemismooth does what any solver owes.
func TestSemismooth(t *testing.T) {
	t.Parallel()
	p := testproblems.NewSVM(300, 8, 0.01, 1).Problem()
	run := func(ctx context.Context, p *solver.Problem, _ []float64) solver.Seq[*newton.SemismoothState] {
		return newton.Semismooth{}.Iterations(ctx, p)
	}
	if err := toolkittest.Solver(run, toolkittest.On(p, minimum(t, p).Objective), toolkittest.Iterations(12)); err != nil {
		t.Error(err)
	}
}

// TestSemismoothFarFromTheMargin: where the ridge is so large that all examples are within it, samples are solved in a
// few steps.
func TestSemismoothFarFromTheMargin(t *testing.T) {
	t.Parallel()
	p := testproblems.NewSVM(4000, 5, 20, 3).Problem()
	for s, err := range (newton.Semismooth{}).Iterations(t.Context(), p) {
		if err != nil {
			t.Fatal(err)
		}
		if s.Iter > 0 && (s.Newton > 15 || s.Gap > 1e-9*s.Objective) {
			t.Errorf("%d steps, gap %g of %g", s.Newton, s.Gap, s.Objective)
		}
		if s.Iter == 1 {
			break
		}
	}
}

// TestSemismoothAgreesWithInteriorPoint: on sparse and dense examples, enough for samples and working sets, with
// weights of which some are 0, with and without an intercept, at a large and a small μ, for which the interior point
// goes on. Every gap bounds the error.
func TestSemismoothAgreesWithInteriorPoint(t *testing.T) {
	t.Parallel()
	const n = 9000
	s := testproblems.NewSVM(n, 6, 0.1, 7)
	ones, weights := linalg.NewDense(1, n, nil), make([]float64, n)
	floats.AddConst(1, ones.Data)
	var rows []int
	for i := range weights {
		if weights[i] = float64(i % 4); weights[i] > 0 {
			rows = append(rows, i)
		}
	}
	floats.Scale(1/floats.Sum(weights), weights)
	some := func(v []float64) (out []float64) {
		for _, i := range rows {
			out = append(out, v[i])
		}
		return out
	}
	for _, mu := range []float64{1, 1e-3, 1e-8} {
		for variant := range 3 {
			var a linalg.Map = s.X
			if variant == 1 {
				a = linalg.ToDense(a)
			}
			p := solver.NewProblem(a, loss.Hinge{Y: s.Y, Weights: weights}, prox.Ridge{Mu: mu})
			q := solver.NewProblem(linalg.SelectRows(a, rows), loss.Hinge{Y: some(s.Y), Weights: some(weights)},
				prox.Ridge{Mu: mu}) // the interior point knows positive weights alone
			if variant == 2 {
				p = p.WithUnpenalized(ones)
				q = q.WithUnpenalized(linalg.NewDense(1, len(rows), some(ones.Data)))
			}
			want := minimum(t, q)
			seq := solver.Tee(newton.Semismooth{}.Iterations(t.Context(), p), func(st *newton.SemismoothState) {
				if st.Objective-want.Objective > st.Gap {
					t.Errorf("μ = %g, variant %d: a gap of %g, and %g above the minimum", mu, variant, st.Gap,
						st.Objective-want.Objective)
				}
			})
			res, err := solver.Run(seq, solver.Any(solver.RelGap(1e-9), solver.MaxIter(100)))
			if err != nil || res.Status != solver.Converged || !testproblems.Near(res.Objective, want.Objective, 2e-9) {
				t.Errorf("μ = %g, variant %d: %v at %.12g, not %.12g, error %v", mu, variant, res.Status, res.Objective,
					want.Objective, err)
			}
			if d := floats.Distance(res.X[:6], want.X[:6], 2); d > math.Sqrt(2*2e-9*want.Objective/mu) { // strong convexity
				t.Errorf("μ = %g, variant %d: weights differ by %g", mu, variant, d)
			}
		}
	}
}

// BenchmarkSemismooth solves a problem of 20,000 examples to a relative gap of 1e-6, by both methods.
func BenchmarkSemismooth(b *testing.B) {
	p := testproblems.NewSVM(20000, 40, 1e-3, 1).Problem()
	stop := solver.Any(solver.RelGap(1e-6), solver.MaxIter(100))
	b.Run("semismooth", func(b *testing.B) {
		for b.Loop() {
			_, _ = solver.Run(newton.Semismooth{}.Iterations(b.Context(), p), stop)
		}
	})
	b.Run("interior point", func(b *testing.B) {
		for b.Loop() {
			_, _ = solver.Run(newton.InteriorPoint{}.Iterations(b.Context(), p), stop)
		}
	})
}
