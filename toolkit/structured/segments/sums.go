package segments

import (
	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Sums is the matrix whose rows are those of candidate segments, each the sum of the features of its positions: it
// holds the sums up to each position alone, and not one row a candidate.
type Sums struct {
	most int
	upTo *linalg.Dense // row t is the sum of the positions before t
}

// NewSums is of positions with the features x, and segments of at most so many.
func NewSums(x *linalg.Dense, most int) *Sums {
	s := &Sums{most, linalg.NewDense(x.R+1, x.C, nil)}
	for t := range x.R {
		floats.AddTo(s.upTo.Row(t+1), s.upTo.Row(t), x.Row(t))
	}
	return s
}

// ends are the sums up to a row's first position and past its last.
func (s *Sums) ends(i int) (first, last []float64) {
	t := i / s.most
	return s.upTo.Row(t), s.upTo.Row(min(t+i%s.most+1, s.upTo.R-1))
}

// Dims is that of the matrix.
func (s *Sums) Dims() (r, c int) { return (s.upTo.R - 1) * s.most, s.upTo.C }

// DotRow is ⟨a_i, x⟩.
func (s *Sums) DotRow(i int, x []float64) float64 {
	first, last := s.ends(i)
	return floats.Dot(last, x) - floats.Dot(first, x)
}

// AddRow is dst ← dst + v·a_i.
func (s *Sums) AddRow(dst []float64, v float64, i int) {
	first, last := s.ends(i)
	floats.AddScaled(dst, v, last)
	floats.AddScaled(dst, -v, first)
}

// DotRows is ⟨a_i, a_j⟩.
func (s *Sums) DotRows(i, j int) float64 {
	first, last := s.ends(i)
	return s.DotRow(j, last) - s.DotRow(j, first)
}

// MulVec is dst = A x.
func (s *Sums) MulVec(dst, x []float64) {
	for i := range dst {
		dst[i] = s.DotRow(i, x)
	}
}

// MulTransVec is dst = Aᵀ y.
func (s *Sums) MulTransVec(dst, y []float64) {
	clear(dst)
	for i, v := range y {
		s.AddRow(dst, v, i)
	}
}
