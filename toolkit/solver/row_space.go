package solver

import (
	"gonum.org/v1/gonum/blas"
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
	*Problem                // of L
	Off      float64        // Σ_i c_i‖e_i‖: P and D are off by Off·‖v‖ each, where slopes are at most c_i
	q        blas64.General // reflections, of which Q is the product
	tau      []float64
}

// InRowSpace is p there; it panics where p has a penalty, several outputs or more examples than features.
func (p *Problem) InRowSpace() *RowSpace {
	n, d := p.A.Dims()
	if p.Penalty != nil || p.o.K > 1 || n > d {
		panic("solver: the space of the rows is for one output, a ridge alone and no more examples than features")
	}
	a := linalg.ToDense(p.A)
	s := &RowSpace{q: blas64.General{Rows: n, Cols: d, Stride: d, Data: append([]float64(nil), a.Data...)}}
	s.tau = make([]float64, n)
	work := make([]float64, 1)
	lapack64.Gelqf(s.q, s.tau, work, -1)
	work = make([]float64, int(work[0]))
	lapack64.Gelqf(s.q, s.tau, work, len(work))
	l := linalg.NewDense(n, n, nil)
	back := blas64.General{Rows: n, Cols: d, Stride: d, Data: make([]float64, n*d)}
	for i := range n {
		copy(l.Row(i), s.q.Data[i*d:i*d+i+1])
		copy(back.Data[i*d:], l.Row(i))
	}
	s.across(blas.Right, blas.NoTrans, back)
	for i := range n {
		s.Off += p.Loss.Weight(i) * floats.Distance(a.Row(i), back.Data[i*d:(i+1)*d], 2)
	}
	s.Problem = NewProblem(l, p.Loss, nil).WithRidge(p.Mu).WithUnpenalized(p.Unpenalized)
	s.Tol = p.Tol
	return s
}

// across multiplies by Q.
func (s *RowSpace) across(side blas.Side, trans blas.Transpose, by blas64.General) {
	work := make([]float64, 1)
	lapack64.Ormlq(side, trans, s.q, s.tau, by, work, -1)
	work = make([]float64, int(work[0]))
	lapack64.Ormlq(side, trans, s.q, s.tau, by, work, len(work))
}

// Back appends w = Qᵀv to dst, and what v has beyond.
func (s *RowSpace) Back(dst, v []float64) []float64 {
	n, d := s.q.Rows, s.q.Cols
	w := make([]float64, d)
	copy(w, v[:n])
	s.across(blas.Left, blas.Trans, blas64.General{Rows: d, Cols: 1, Stride: 1, Data: w})
	return append(append(dst, w...), v[n:]...)
}

// Iterations are those of a method on the problem of L, with the weights of p, and gaps as wide as E makes them.
func (s *RowSpace) Iterations(of Seq[State]) Seq[State] {
	return func(yield func(State, error) bool) {
		for st, err := range of {
			at := &rowState{in: s, Progress: *st.Report(), v: st.X(nil)}
			off := 2 * s.Off * floats.Norm(at.v[:s.q.Rows], 2)
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
