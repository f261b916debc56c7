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
//
// Where examples are many more than columns, and columns far from dependent, it solves the normal equations instead:
// see byNormalEquations.
type LeastSquares struct{}

// LeastSquaresState is the solution: weights of A, then of F.
type LeastSquaresState struct {
	solver.Progress
	w []float64
	// Rank is how many singular values are not taken as 0, of the Full that there are. Open is ½‖Uᵀ√C r‖² on the left
	// singular vectors of those that are: Gap is that of a matrix of this rank, and Gap + Open a bound where the matrix
	// is of full rank after all, and weights may be as large as it takes.
	Rank, Full int
	Open       float64
}

// X copies the weights.
func (s *LeastSquaresState) X(dst []float64) []float64 { return append(dst[:0], s.w...) }

// singularZero is what singular values are 0 below, relative to the largest, for each row and column.
const singularZero = 1e-15

// Iterations solves for a loss ½(f − y)² of one output (solver.LeastSquares). After the first
// iteration there is nothing left to do.
func (LeastSquares) Iterations(ctx context.Context, problem *solver.Problem) solver.Seq[*LeastSquaresState] {
	return solver.Sequence(ctx, func() (*LeastSquaresState, solver.Step, error) {
		s := &LeastSquaresState{Progress: solver.Unknown(), w: make([]float64, problem.Dim()+unpenalizedWeights(problem))}
		l, _ := problem.Separable()
		squares, ok := l.(solver.LeastSquares)
		_, entries := problem.A.(linalg.Entries)
		switch {
		case !entries:
			return s, nil, fmt.Errorf("least squares needs a matrix that can enumerate its entries (linalg.Entries), which %T "+
				"is not; FISTA takes any", problem.A)
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
	if s.byNormalEquations(x, l, target) {
		return nil
	}
	clear(s.w)
	a, b := mat.NewDense(n, d, nil), make([]float64, n)
	rows, ok := x.(linalg.Rows)
	if !ok {
		rows = linalg.ToCSR(x)
	}
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
	solution := newLeastNorm(&v, rank, scale)
	scaled, product, r := make([]float64, d), mat.NewVecDense(n, nil), append([]float64(nil), b...)
	t := make([]float64, rank)
	for range refinements {
		for j := range t {
			t[j] = mat.Dot(u.ColView(j), mat.NewVecDense(n, r)) / values[j]
		}
		solution.add(s.w, t)
		floats.DivTo(scaled, s.w, scale)
		product.MulVec(a, mat.NewVecDense(d, scaled))
		floats.SubTo(r, b, product.RawVector().Data)
	}
	s.certify(&u, rank, b, r, scaled)
	return nil
}

// refinements are the first solution, and two for what rounding left.
const refinements = 3

// certify evaluates objective and gap at the residual r of weights w of columns of norm 1.
func (s *LeastSquaresState) certify(u *mat.Dense, rank int, b, r, w []float64) {
	s.Evals, s.Objective = 1, floats.Dot(r, r)/2
	_, s.Full = u.Dims()
	s.Rank = rank
	var gap float64
	for j := range s.Full {
		t := mat.Dot(u.ColView(j), mat.NewVecDense(len(r), r))
		if j < rank {
			gap += t * t / 2
		} else {
			s.Open += t * t / 2
		}
	}
	size := floats.Norm(b, 2) + floats.Norm(w, 1)
	rounding := solver.Rounding{Terms: max(len(r), len(w)), Sum: s.Objective, Slopes: floats.Norm(r, 2), Reach: size,
		Square: size * size}
	rounding.Fill(&s.Progress, 2*gap, 0) // (x + δ)² ≤ 2x² + 2δ²
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

// leastNorm solves Vᵀv = t for weights w = scale·v of least norm: with M = V/scale they are M(MᵀM)⁻¹t, and scale·Vt
// where V is square.
type leastNorm struct {
	v     *mat.Dense // its first columns, as many as the rank
	rank  int
	scale []float64
	qr    *mat.QR // of M; nil where V is square
}

func newLeastNorm(v *mat.Dense, rank int, scale []float64) *leastNorm {
	s := &leastNorm{v: v, rank: rank, scale: scale}
	if rank == 0 || rank == len(scale) {
		return s
	}
	m := mat.NewDense(len(scale), rank, nil)
	m.Apply(func(i, _ int, value float64) float64 { return value / scale[i] }, v.Slice(0, len(scale), 0, rank))
	s.qr = new(mat.QR)
	s.qr.Factorize(m)
	return s
}

// add adds the solution to w.
func (s *leastNorm) add(w, t []float64) {
	if s.qr != nil {
		step := mat.NewVecDense(len(w), nil)
		if s.qr.SolveVecTo(step, true, mat.NewVecDense(s.rank, t)) == nil {
			floats.Add(w, step.RawVector().Data)
			return // else the scales are too far apart for it: a solution, but not that of least norm
		}
	}
	for j, v := range t {
		for i := range w {
			w[i] += s.scale[i] * v * s.v.At(i, j)
		}
	}
}

// unpenalizedWeights is how many there are.
func unpenalizedWeights(problem *solver.Problem) int {
	if problem.Unpenalized == nil {
		return 0
	}
	return problem.Unpenalized.R * problem.Outputs()
}
