package linalg

import (
	"math"
	"sync"

	"gonum.org/v1/gonum/floats"
)

// centredView is A − 1mᵀ for a dense A, which is copied when its rows are asked for; not for Aᵀy, nor for columns.
type centredView struct {
	a    *Dense
	mean []float64
	made func() *Dense
}

// CentredView is what CenterColumns makes of a matrix, for means that are those of its columns, of which these are the
// norms, but with no copy for MulTransVec, Columns, SelectColumns and ChosenColumns; and the norms of its columns. ok
// is false where the matrix is not dense, a mean is so large that differences of products would lose digits,
//
//	n m_j² > ½‖A_j‖²:
//
// else an entry of the product with y is off by at most 3.5 (n + 2) u‖A_j − m_j‖‖y‖, u = 2⁻⁵³; see Terms.
func CentredView(a Map, mean, norms []float64) (view StoredRows, centred []float64, ok bool) {
	dense, ok := a.(*Dense)
	if !ok {
		return nil, nil, false
	}
	centred = make([]float64, len(mean))
	for j, m := range mean {
		square, off := norms[j]*norms[j], float64(dense.R)*m*m
		if !(off <= square/2) {
			return nil, nil, false
		}
		centred[j] = math.Sqrt(square - off)
	}
	explicitly := sync.OnceValue(func() *Dense { return ToDense(CenterColumns(dense, mean)) })
	return &centredView{dense, mean, explicitly}, centred, true
}

// Terms is how many terms a sum has that is rounded as much as products with A are: its rows and columns at least, and
// more for a centred view.
func Terms(a Map) int {
	r, c := a.Dims()
	if _, ok := a.(*centredView); ok {
		r = (7*r + 15) / 2
	}
	return max(r, c)
}

// Dims returns the number of rows and of columns.
func (v *centredView) Dims() (r, c int) { return v.a.R, v.a.C }

// MulTransVec is dst = Aᵀy − m Σ_i y_i.
func (v *centredView) MulTransVec(dst, y []float64) {
	v.a.MulTransVec(dst, y)
	Axpy(dst, -floats.Sum(y), v.mean)
}

// columns is its transpose.
func (v *centredView) columns() *Dense {
	r, c := v.Dims()
	t := NewDense(c, r, nil)
	transposeLess(t.Data, v.a.Data, v.mean, r)
	return t
}

// selected are some of its columns.
func (v *centredView) selected(which []int) *Dense {
	out := SelectColumns(v.a, which).(*Dense) //nolint:errcheck // of a dense matrix
	mean := make([]float64, len(which))
	for k, j := range which {
		mean[k] = v.mean[j]
	}
	for i := range out.R {
		floats.Sub(out.Row(i), mean)
	}
	return out
}

// MulVec is dst = (A − 1mᵀ) x.
func (v *centredView) MulVec(dst, x []float64) { v.made().MulVec(dst, x) }

// VisitRow calls visit for all entries of row i.
func (v *centredView) VisitRow(i int, visit func(j int, v float64)) { v.made().VisitRow(i, visit) }

// Stored is row i, with all of its columns.
func (v *centredView) Stored(i int) (columns []int32, values []float64) { return v.made().Stored(i) }

// DotRow is ⟨a_i, x⟩.
func (v *centredView) DotRow(i int, x []float64) float64 { return v.made().DotRow(i, x) }

// AddRow is dst ← dst + s·a_i.
func (v *centredView) AddRow(dst []float64, s float64, i int) { v.made().AddRow(dst, s, i) }

// DotRows is ⟨a_i, a_j⟩.
func (v *centredView) DotRows(i, j int) float64 { return v.made().DotRows(i, j) }
