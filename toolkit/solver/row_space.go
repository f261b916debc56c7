package solver

import (
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// RowSpace is a problem of one output with a ridge alone and no more examples than features, in an orthonormal basis Q
// of the rows of A,
//
//	A = L Q + E,   L n×n, lower triangular,   QQᵀ = I,
//
// with L in place of A: a ridge leaves nothing of w across the rows, so that w = Qᵀv, with the same P but for the
// rounding E.
//
// Source: Hastie, Tibshirani, Efficient Quadratic Regularization for Expression Arrays, Biostatistics 2004, theorem 1.
type RowSpace struct {
	*Problem         // of L
	Off      float64 // Σ_i c_i‖e_i‖: P and D are off by Off·‖v‖ each, where slopes are at most c_i
	q        *linalg.Dense
}

// InRowSpace is p there; it panics where p has a penalty, several outputs or more examples than features.
func (p *Problem) InRowSpace() *RowSpace {
	n, d := p.A.Dims()
	if p.Penalty != nil || p.o.K > 1 || n > d {
		panic("solver: the space of the rows is for one output, a ridge alone and no more examples than features")
	}
	a := linalg.ToDense(p.A)
	l, q := linalg.NewDense(n, n, nil), linalg.NewDense(n, d, append([]float64(nil), a.Data...))
	rows, tau, work := blas64.General{Rows: n, Cols: d, Stride: d, Data: q.Data}, make([]float64, n), make([]float64, 1)
	lapack64.Gelqf(rows, tau, work, -1)
	work = make([]float64, int(work[0]))
	lapack64.Gelqf(rows, tau, work, len(work))
	for i := range n {
		copy(l.Row(i), q.Row(i)[:i+1])
	}
	lapack64.Orglq(rows, tau, work, len(work))
	s := &RowSpace{q: q, Problem: NewProblem(l, p.Loss, nil).WithRidge(p.Mu).WithUnpenalized(p.Unpenalized)}
	s.Tol = p.Tol
	product := make([]float64, n*d)
	linalg.Gemm(product, l.Data, q.Data, n, n, d, false)
	for i := range n {
		s.Off += p.Loss.Weight(i) * floats.Distance(a.Row(i), product[i*d:(i+1)*d], 2)
	}
	return s
}

// Back appends w = Qᵀv to dst, and what v has beyond.
func (s *RowSpace) Back(dst, v []float64) []float64 {
	w := make([]float64, s.q.C)
	s.q.MulTransVec(w, v[:s.q.R])
	return append(append(dst, w...), v[s.q.R:]...)
}

// Iterations are those of a method on the problem of L, with the weights of p, and gaps as wide as E makes them.
func (s *RowSpace) Iterations(of Seq[State]) Seq[State] {
	return func(yield func(State, error) bool) {
		for st, err := range of {
			at := &rowState{in: s, Progress: *st.Report(), v: st.X(nil)}
			off := 2 * s.Off * floats.Norm(at.v[:s.q.R], 2)
			at.Gap += off
			if at.Rounding += off; !yield(at, err) {
				return
			}
		}
	}
}

// rowState is a state in the space of the rows.
type rowState struct {
	Progress
	in *RowSpace
	v  []float64
}

// X copies w = Qᵀv, and what v has beyond.
func (s *rowState) X(dst []float64) []float64 { return s.in.Back(dst[:0], s.v) }
