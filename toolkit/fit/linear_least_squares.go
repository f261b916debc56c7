package fit

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
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

// leastSquares is w = V S⁻¹ Uᵀ √C y with √C A = U S Vᵀ. The gap is ½‖Uᵀ√C r‖² at the residual r: what projecting it on the columns' complement, the
// dual's feasible points, takes off the objective.
func leastSquares(ctx context.Context, p *linearProblem, _ float64, _ []float64) solver.Seq[state] {
	return func(yield func(state, error) bool) {
		s := &leastSquaresState{Progress: solver.Progress{Objective: math.NaN(), Gap: math.NaN(), Residual: math.NaN()}}
		if err := context.Cause(ctx); err != nil {
			yield(s, err)
			return
		}
		x := p.x
		if p.free != nil {
			x = linalg.AppendColumns(x, p.free)
		}
		n, d := x.Dims()
		a, b := mat.NewDense(n, d, nil), make([]float64, n)
		rows := x.(linalg.Rows) //nolint:errcheck // both kinds are
		for i := range n {
			root := math.Sqrt(p.c[i])
			rows.AddRow(a.RawRowView(i), root, i)
			b[i] = root * p.y[i]
		}
		var svd mat.SVD
		if !svd.Factorize(a, mat.SVDThin) {
			yield(s, solver.ErrDiverged)
			return
		}
		var u, v mat.Dense
		svd.UTo(&u)
		svd.VTo(&v)
		values := svd.Values(nil)
		rank := 0
		for rank < len(values) && values[rank] > singularZero*float64(max(n, d))*values[0] {
			rank++
		}
		s.w = make([]float64, d)
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
		s.Iter, s.Evals, s.Objective, s.Gap = 1, 1, floats.Dot(r, r)/2, 0
		for j := range rank {
			t := mat.Dot(u.ColView(j), mat.NewVecDense(n, r))
			s.Gap += t * t / 2
		}
		s.Residual = s.Gap
		for yield(s, context.Cause(ctx)) && context.Cause(ctx) == nil {
			s.Iter++
		}
	}
}
