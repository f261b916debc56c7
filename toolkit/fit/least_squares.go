package fit

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
)

// leastSquaresState is the solution, of least norm among several.
type leastSquaresState struct {
	solver.Progress
	w []float64
}

// X copies the weights.
func (s *leastSquaresState) X(dst []float64) []float64 { return append(dst[:0], s.w...) }

// singularZero is what singular values are 0 below, relative to the largest, for each row and column.
const singularZero = 1e-15

// leastSquares is w = V S⁻¹ Uᵀ √C y with √C A = U S Vᵀ, in one iteration. The gap is ½‖Uᵀ√C r‖² at the residual r: what projecting it on
// the complement of the columns, the dual's feasible points, takes off the objective.
func leastSquares(ctx context.Context, _ *Prepared, problem *solver.Problem, _ []float64) solver.Seq[state] {
	return solver.Sequence(ctx, func() (state, solver.Step, error) {
		s := &leastSquaresState{Progress: solver.Unknown(), w: make([]float64, problem.Dim()+unpenalizedWeights(problem))}
		return s, func(context.Context) (watched float64, err error) {
			if s.Iter++; s.Iter == 1 { // after it there is nothing left to do
				err = s.solve(problem)
			}
			return s.Objective, err
		}, nil
	})
}

// solve is what there is to do.
func (s *leastSquaresState) solve(problem *solver.Problem) error {
	x := problem.A
	if problem.Unpenalized != nil {
		x = linalg.AppendColumns(x, problem.Unpenalized)
	}
	one, _ := problem.Separable()
	squares := one.(coordinate.LeastSquares) //nolint:errcheck // the method is for these
	n, d := x.Dims()
	a, b := mat.NewDense(n, d, nil), make([]float64, n)
	rows := x.(linalg.Rows) //nolint:errcheck // dense and sparse matrices have rows
	for i := range n {
		root := math.Sqrt(one.Weight(i))
		rows.AddRow(a.RawRowView(i), root, i)
		b[i] = root * squares.Target(i)
	}
	var svd mat.SVD
	if !svd.Factorize(a, mat.SVDThin) {
		return solver.ErrDiverged
	}
	var u, v mat.Dense
	svd.UTo(&u)
	svd.VTo(&v)
	values := svd.Values(nil)
	rank := 0
	for rank < len(values) && values[rank] > singularZero*float64(max(n, d))*values[0] {
		rank++
	}
	right, r := mat.NewVecDense(n, nil), append([]float64(nil), b...)
	for range 2 { // the second time for what rounding left
		for j := range rank {
			t := mat.Dot(u.ColView(j), mat.NewVecDense(n, r)) / values[j]
			for i := range s.w {
				s.w[i] += t * v.At(i, j)
			}
		}
		right.MulVec(a, mat.NewVecDense(d, s.w))
		floats.SubTo(r, b, right.RawVector().Data)
	}
	s.Evals, s.Objective, s.Gap = 1, floats.Dot(r, r)/2, 0
	for j := range rank {
		t := mat.Dot(u.ColView(j), mat.NewVecDense(n, r))
		s.Gap += t * t / 2
	}
	s.Residual = s.Gap
	return nil
}

// unpenalizedWeights is how many there are.
func unpenalizedWeights(problem *solver.Problem) int {
	if problem.Unpenalized == nil {
		return 0
	}
	return problem.Unpenalized.R * problem.Outputs()
}
