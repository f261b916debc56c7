package newton_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/newton"
)

// TestLeastSquares agrees with gonum's QR decomposition of the weighted rows, an unpenalized column included, in one iteration.
func TestLeastSquares(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 140))
	const n, d = 30, 4
	x, ones := linalg.NewDense(n, d, nil), linalg.NewDense(1, n, nil)
	y, c := make([]float64, n), make([]float64, n)
	rows, right := mat.NewDense(n, d+1, nil), mat.NewVecDense(n, nil)
	for i := range n {
		for j := range d {
			x.Row(i)[j] = rng.NormFloat64()
		}
		ones.Data[i], y[i], c[i] = 1, 3+rng.NormFloat64(), float64(1+i%3)/60
		for j, v := range append(append([]float64(nil), x.Row(i)...), 1) {
			rows.Set(i, j, v*float64(1+i%3)) // rows times c, which the normal equations below take back
		}
		right.SetVec(i, y[i])
	}
	p := solver.NewProblem(x, loss.Squared{Y: y, Weights: c}, nil).WithUnpenalized(ones)
	res, err := solver.Run(newton.LeastSquares{}.Iterations(t.Context(), p), solver.AbsGap(1e-12))
	if err != nil || res.Iter != 1 {
		t.Fatalf("%d iterations, gap %g, error %v", res.Iter, res.Gap, err)
	}
	plain := mat.NewDense(n, d+1, nil)
	for i := range n {
		plain.SetRow(i, append(append([]float64(nil), x.Row(i)...), 1))
	}
	var gram, moments, want mat.Dense
	gram.Mul(rows.T(), plain)
	moments.Mul(rows.T(), right)
	if err := want.Solve(&gram, &moments); err != nil {
		t.Fatal(err)
	}
	if !floats.EqualApprox(res.X, want.RawMatrix().Data, 1e-9) {
		t.Errorf("weights %v, by the normal equations %v", res.X, want.RawMatrix().Data)
	}
}

// TestLeastSquaresRefuses says in words what it cannot solve.
func TestLeastSquaresRefuses(t *testing.T) {
	t.Parallel()
	x, y := linalg.NewDense(2, 1, []float64{1, 2}), []float64{1, -1}
	for says, p := range map[string]*solver.Problem{
		"squared loss": solver.NewProblem(x, loss.Logistic{Y: y}, nil),
		"penalty":      solver.NewProblem(x, loss.Squared{Y: y}, prox.L1{Lambda: 1}),
		"ridge":        solver.NewProblem(x, loss.Squared{Y: y}, nil).WithRidge(1),
		"one output":   solver.NewProblem(x, toolkit.MultiOutput(loss.SquaredOutputs{Y: append(y, y...), K: 2}), nil),
	} {
		for _, err := range (newton.LeastSquares{}).Iterations(t.Context(), p) {
			if err == nil || !strings.Contains(err.Error(), says) {
				t.Errorf("%s: error %v", says, err)
			}
			break
		}
	}
}
