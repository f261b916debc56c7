package newton_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/newton"
)

// solveTall is least squares of many examples, and its last state.
func solveTall(t *testing.T, p *solver.Problem) (solver.Result, *newton.LeastSquaresState) {
	t.Helper()
	var last *newton.LeastSquaresState
	seq := solver.Tee(newton.LeastSquares{}.Iterations(t.Context(), p), func(s *newton.LeastSquaresState) { last = s })
	res, err := solver.Run(seq, solver.MaxIter(1))
	if err != nil {
		t.Fatal(err)
	}
	return res, last
}

// TestLeastSquaresOfManyExamples: the normal equations end where QR ends, for features of any unit, dense and sparse,
// with weights and an unpenalized column, and their gap is next to nothing.
func TestLeastSquaresOfManyExamples(t *testing.T) {
	t.Parallel()
	const n, d = 400, 5
	x, y, ones := testproblems.Intercept(5, n, d)
	weights := make([]float64, n)
	for i := range weights {
		weights[i] = float64(1+i%4) / n
	}
	for _, unit := range []float64{1, 1e-9, 1e9} {
		a := linalg.ScaleColumns(x, []float64{unit, 1, 1, 1 / unit, 1}).(*linalg.Dense)
		design, right := mat.NewDense(n, d+1, nil), mat.NewVecDense(n, nil)
		for i := range n {
			root := math.Sqrt(weights[i])
			for j, v := range append(append([]float64(nil), a.Row(i)...), 1) {
				design.Set(i, j, root*v)
			}
			right.SetVec(i, root*y[i])
		}
		var want mat.VecDense
		if err := want.SolveVec(design, right); err != nil && unit == 1 {
			t.Fatal(err)
		}
		for name, m := range map[string]linalg.Map{"dense": a, "sparse": linalg.ToCSR(a)} {
			p := solver.NewProblem(m, loss.Squared{Y: y, Weights: weights}, nil).WithUnpenalized(ones)
			got, last := solveTall(t, p)
			if last.Rank != d+1 || last.Full != d+1 || !(got.Gap < 1e-9*got.Objective) {
				t.Errorf("%s, unit %g: rank %d of %d, gap %g of %g", name, unit, last.Rank, last.Full, got.Gap, got.Objective)
			}
			for j, w := range got.X {
				if !testproblems.Near(w, want.AtVec(j), 1e-9) {
					t.Errorf("%s, unit %g: weight %d is %g, by QR %g", name, unit, j, w, want.AtVec(j))
				}
			}
			if o := p.Objective(got.X[:d]); !testproblems.Near(o, got.Objective, 1e-12) {
				t.Errorf("%s, unit %g: reports %g, at its point it is %g", name, unit, got.Objective, o)
			}
		}
	}
}

// TestLeastSquaresOfNearlyDependentColumns: where the Gram matrix cannot tell columns apart their singular values do.
func TestLeastSquaresOfNearlyDependentColumns(t *testing.T) {
	t.Parallel()
	const n, d = 300, 4
	for _, apart := range []float64{1e-3, 1e-7, 0} {
		x, y, _ := testproblems.Intercept(6, n, d)
		for i := range n {
			row := x.Row(i)
			row[3] = row[0] + apart*row[3]
		}
		got, last := solveTall(t, solver.NewProblem(x, loss.Squared{Y: y}, nil))
		rank := d
		if apart == 0 {
			rank--
		}
		r := make([]float64, n) // no direction is left: Xᵀr is 0
		x.MulVec(r, got.X)
		floats.SubTo(r, y, r)
		slopes := make([]float64, d)
		x.MulTransVec(slopes, r)
		if last.Rank != rank || !(got.Gap < 1e-6*got.Objective) || floats.Norm(slopes, math.Inf(1)) > 1e-8 {
			t.Errorf("%g apart: rank %d, gap %g of %g, slopes %g", apart, last.Rank, got.Gap, got.Objective, slopes)
		}
		if apart > 0 && math.Abs(got.X[3]) < 1e-3/apart*math.Sqrt(1./n) {
			t.Errorf("%g apart: the weight is %g, as if they were one", apart, got.X[3])
		}
	}
}

// TestNewtonFactorsSmallHessians: few weights take the Newton steps that conjugate gradients take, which many weights
// take alone, and nearly dependent columns too.
func TestNewtonFactorsSmallHessians(t *testing.T) {
	t.Parallel()
	x, y, ones := testproblems.Intercept(7, 600, 6)
	floats.AddConst(-3, y)
	l := loss.Logistic{Y: testproblems.Signs(y)}
	padded := linalg.AppendColumns(x, linalg.NewDense(300, 600, nil)) // columns of zeros: too many to factor
	stop := solver.Any(solver.SmallResidual(1e-11), solver.MaxIter(40))
	solve := func(a linalg.Map, mu float64) solver.Result {
		p := solver.NewProblem(a, l, prox.Ridge{Mu: mu}).WithUnpenalized(ones)
		res, err := solver.Run(newton.CG{}.Iterations(t.Context(), p), stop)
		if err != nil || res.Status != solver.Converged {
			t.Fatal(res.Status, err)
		}
		return res
	}
	few, many := solve(x, 1e-3), solve(padded, 1e-3)
	if !testproblems.Near(few.Objective, many.Objective, 1e-13) || !floats.EqualApprox(few.X[:6], many.X[:6], 1e-8) ||
		few.Evals >= many.Evals {
		t.Errorf("factored: %g after %d evaluations, by conjugate gradients %g after %d",
			few.Objective, few.Evals, many.Objective, many.Evals)
	}
	for i := range x.R {
		x.Row(i)[5] = x.Row(i)[4] + 1e-9*x.Row(i)[5]
	}
	solve(x, 1e-14)
}
