// Package cholesky follows a positive definite matrix whose rows and columns come and go.
package cholesky

import (
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Factor is the factor L of a positive definite matrix LLᵀ to which rows are appended and from which rows are taken
// out, O(n²) each: row i has i + 1 entries. The zero value has none.
//
// Source: Golub and Van Loan, Matrix Computations, 2013, section 6.5.4.
type Factor struct {
	Inner func(a, b []float64) float64 // the inner product; nil for linalg.Dot
	Keeps bool                         // the entries of rows that come are kept, for Renew
	rows  [][]float64                  // behind them, up to the capacity, memory for others
	kept  [][]float64                  // by row: entries left of the diagonal; not as many as rows where some are not
}

// Reset takes all rows out, and keeps their memory.
func (f *Factor) Reset() { f.rows, f.kept = f.rows[:0], f.kept[:0] }

func (f *Factor) inner() func(a, b []float64) float64 {
	if f.Inner != nil {
		return f.Inner
	}
	return linalg.Dot
}

// Row is row i, up to its diagonal.
func (f *Factor) Row(i int) []float64 { return f.rows[i] }

// Append takes a row and column whose entries with the others are column, and tells whether what is left of the
// diagonal is more than a share of it; else nothing changes.
func (f *Factor) Append(column []float64, diagonal, share float64) bool {
	n, dot := len(f.rows), f.inner()
	if n == cap(f.rows) {
		f.rows = append(f.rows, nil)
	}
	f.rows = f.rows[:n+1]
	if cap(f.rows[n]) <= n {
		f.rows[n] = make([]float64, 0, n+1+n/2)
	}
	row := f.rows[n][:n]
	copy(row, column)
	f.rows = f.rows[:n]
	for i, l := range f.rows {
		row[i] = (row[i] - dot(l[:i], row[:i])) / l[i]
	}
	left := diagonal - dot(row, row)
	if !(left > share*diagonal) {
		return false
	}
	f.rows = append(f.rows, append(row, math.Sqrt(left)))
	if f.Keeps && len(f.kept) == n {
		f.kept = append(f.kept, slices.Clone(column))
	}
	return true
}

// Renew makes it the factor of some of its rows and columns, ascending, with another diagonal, and returns those of
// them whose diagonals have a share left beside the ones before; none where some entries were not kept.
func (f *Factor) Renew(which []int, diagonal []float64, share float64) (in []int) {
	if len(f.kept) < len(f.rows) {
		which = nil
	}
	entries, size := f.kept, len(which)
	f.kept = nil
	f.Reset()
	whole, enough := make([]float64, size*size), f.Inner == nil
	for row, i := range which {
		vec.Pick(whole[row*size:row*size], entries[i], which[:row])
		whole[row*size+row] = diagonal[row]
	}
	l := linalg.CholeskyOfGram(whole, size)
	for i := range which {
		enough = enough && l.At(i, i)*l.At(i, i) > share*diagonal[i]
	}
	for row, i := range which {
		part := vec.Pick(make([]float64, 0, row+1), entries[i], in)
		if !enough {
			f.Keeps = true
			if f.Append(part, diagonal[row], share) {
				in = append(in, i)
			}
			continue
		}
		f.rows, f.kept, in = append(f.rows, l.Row(row)[:row+1:row+1]), append(f.kept, part), append(in, i)
	}
	return in
}

// Remove takes row and column k out: rotations of neighbouring columns make the rest triangular again.
func (f *Factor) Remove(k int) {
	gone, last := f.rows[k], len(f.rows)-1
	copy(f.rows[k:], f.rows[k+1:])
	f.rows[last] = gone
	f.rows = f.rows[:last]
	if len(f.kept) == len(f.rows)+1 {
		f.kept = slices.Delete(f.kept, k, k+1)
		for i := k; i < len(f.kept); i++ {
			f.kept[i] = slices.Delete(f.kept[i], k, k+1)
		}
	} else {
		f.kept = nil
	}
	turns := make([][2]float64, 0, len(f.rows)-k) // cosines and sines, from column k on
	for i := k; i < len(f.rows); i++ {
		part := f.rows[i][k:]
		for j, t := range turns {
			a, b := part[j], part[j+1]
			part[j], part[j+1] = t[0]*a+t[1]*b, t[0]*b-t[1]*a
		}
		a, b := part[i-k], part[i-k+1]
		h := math.Hypot(a, b)
		turns = append(turns, [2]float64{a / h, b / h})
		part[i-k] = a/h*a + b/h*b
		f.rows[i] = f.rows[i][:i+1]
	}
}

// Solve overwrites b with the solution x of LLᵀx = b.
func (f *Factor) Solve(b []float64) {
	f.Forward(b, 0)
	f.Back(b)
}

// Forward overwrites b with the solution x of Lx = b, of which the first numbers are there already.
func (f *Factor) Forward(b []float64, first int) {
	dot := f.inner()
	for i := first; i < len(f.rows); i++ {
		l := f.rows[i]
		b[i] = (b[i] - dot(l[:i], b[:i])) / l[i]
	}
}

// Back overwrites b with the solution x of Lᵀx = b.
func (f *Factor) Back(b []float64) {
	for i := len(f.rows) - 1; i >= 0; i-- {
		l := f.rows[i]
		b[i] /= l[i]
		if i > 16 {
			linalg.Axpy(b[:i], -b[i], l[:i])
			continue
		}
		for j, v := range l[:i] { // a call takes longer
			b[j] -= b[i] * v
		}
	}
}
