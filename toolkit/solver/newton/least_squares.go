package newton

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// LeastSquares solves least squares directly, without penalty or ridge, by the thin singular value decomposition √C (A
// F) = U S Vᵀ,
//
//	w = V S⁻¹ Uᵀ √C y,
//
// the solution of least norm among several, in one iteration; F are the unpenalized columns. Columns are scaled to norm
// 1 before singular values are found, and those below 1e-15 max(n, d) of the largest are taken as 0. The gap is ½‖Uᵀ√C
// r‖² at the residual r: what projecting it on the complement of the columns, the dual's feasible points, takes off the
// objective; and what rounding may have hidden.
type LeastSquares struct{}

// LeastSquaresState is the solution: weights of A, then of F.
type LeastSquaresState struct {
	solver.Progress
	w []float64
}

// X copies the weights.
func (s *LeastSquaresState) X(dst []float64) []float64 { return append(dst[:0], s.w...) }

// singularZero is what singular values are 0 below, relative to the largest, for each row and column.
const singularZero = 1e-15

// Iterations solves for a loss ½(f − y)² of one output: one with a method Target(i) that returns y_i. After the first
// iteration there is nothing left to do.
func (LeastSquares) Iterations(ctx context.Context, problem *solver.Problem) solver.Seq[*LeastSquaresState] {
	return solver.Sequence(ctx, func() (*LeastSquaresState, solver.Step, error) {
		s := &LeastSquaresState{Progress: solver.Unknown(), w: make([]float64, problem.Dim()+unpenalizedWeights(problem))}
		l, _ := problem.Separable()
		squares, ok := l.(interface{ Target(i int) float64 })
		switch {
		case !ok || problem.Outputs() != 1:
			return s, nil, fmt.Errorf("least squares needs a squared loss of one output, which %T is not", problem.Loss)
		case problem.Penalty != nil || problem.Mu != 0:
			return s, nil, errors.New("least squares knows neither penalty nor ridge")
		}
		return s, func(context.Context) (watched float64, err error) {
			if s.Iter++; s.Iter == 1 { // after it there is nothing left to do
				err = s.solve(problem, l, squares.Target)
			}
			return s.Objective, err
		}, nil
	})
}

// solve is what there is to do.
func (s *LeastSquaresState) solve(problem *solver.Problem, l toolkit.Separable, target func(i int) float64) error {
	x := problem.A
	if problem.Unpenalized != nil {
		x = linalg.AppendColumns(x, problem.Unpenalized)
	}
	n, d := x.Dims()
	a, b := mat.NewDense(n, d, nil), make([]float64, n)
	rows := x.(linalg.Rows) //nolint:errcheck // dense and sparse matrices have rows
	for i := range n {
		root := math.Sqrt(l.Weight(i))
		rows.AddRow(a.RawRowView(i), root, i)
		b[i] = root * target(i)
	}
	scale := equilibrate(a)
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
	coordinates, w := make([]float64, rank), make([]float64, d)
	for range 2 { // the second time for what rounding left
		for j := range rank {
			t := mat.Dot(u.ColView(j), mat.NewVecDense(n, r)) / values[j]
			coordinates[j] += t
			for i := range w {
				w[i] += t * v.At(i, j)
			}
		}
		right.MulVec(a, mat.NewVecDense(d, w))
		floats.SubTo(r, b, right.RawVector().Data)
	}
	if rank < d {
		leastNorm(w, v.Slice(0, d, 0, rank), coordinates, scale)
	}
	floats.MulTo(s.w, w, scale)
	s.certify(&u, rank, b, r, w)
	return nil
}

// certify evaluates objective and gap at the residual r of weights w of columns of norm 1.
func (s *LeastSquaresState) certify(u *mat.Dense, rank int, b, r, w []float64) {
	s.Evals, s.Objective = 1, floats.Dot(r, r)/2
	var gap float64
	for j := range rank {
		t := mat.Dot(u.ColView(j), mat.NewVecDense(len(r), r))
		gap += t * t / 2
	}
	size := floats.Norm(b, 2) + floats.Norm(w, 1)
	rounding := solver.Rounding{Terms: max(len(r), len(w)), Sum: s.Objective, Slopes: floats.Norm(r, 2), Reach: size,
		Square: size * size}
	s.Gap = rounding.GapAbove(2*gap, 0) // (x + δ)² ≤ 2x² + 2δ²
	s.Residual = s.Gap
}

// equilibrate divides the columns of a by their norms, those of zeros by 1, and returns what weights are to be
// multiplied by: a rank is to depend on directions, and not on the units of a feature.
func equilibrate(a *mat.Dense) (scale []float64) {
	n, d := a.Dims()
	scale = make([]float64, d)
	for j := range scale {
		column := a.ColView(j)
		scale[j] = 1
		if norm := mat.Norm(column, 2); norm > 0 {
			scale[j] = 1 / norm
		}
		for i := range n {
			a.Set(i, j, column.AtVec(i)*scale[j])
		}
	}
	return scale
}

// leastNorm makes w, of columns that were multiplied by scale, those for which ‖scale·w‖ is least among all with Vᵀw =
// t: with M = V/scale it is M(MᵀM)⁻¹t/scale.
func leastNorm(w []float64, v mat.Matrix, t, scale []float64) {
	d, rank := v.Dims()
	if rank == 0 {
		return
	}
	m := mat.NewDense(d, rank, nil)
	m.Apply(func(i, _ int, value float64) float64 { return value / scale[i] }, v)
	var qr mat.QR
	qr.Factorize(m)
	solution := mat.NewVecDense(d, nil)
	if qr.SolveVecTo(solution, true, mat.NewVecDense(rank, t)) != nil {
		return // scales too far apart for it: a solution, but not that of least norm
	}
	floats.DivTo(w, solution.RawVector().Data, scale)
}

// unpenalizedWeights is how many there are.
func unpenalizedWeights(problem *solver.Problem) int {
	if problem.Unpenalized == nil {
		return 0
	}
	return problem.Unpenalized.R * problem.Outputs()
}
