// Package sparse factors sparse symmetric matrices: an order that fills little in, and the factors LDLᵀ.
package sparse

import (
	"slices"
)

// Symmetric is a sparse symmetric matrix whose pattern is given before its entries. Row i of the upper triangle has the
// columns Col[k], ascending, and entries Val[k], k = Ptr[i], …, Ptr[i+1]−1, the first of which is the diagonal's.
type Symmetric struct {
	N   int
	Ptr []int
	Col []int32
	Val []float64
}

// NewSymmetric is the n×n matrix 0 in whose pattern are all pairs of the indices of each list that each hands to its
// argument, ascending, beside the diagonal; and the pattern of another matrix, unless that is nil. It is nil where
// there are more than so many pairs, counted as often as they come.
func NewSymmetric(n int, old *Symmetric, most int, each func(list func(of []int32))) *Symmetric {
	rows := make([][]int32, n)
	count := 0
	for i := range rows {
		if rows[i] = []int32{int32(i)}; old != nil {
			rows[i] = slices.Clone(old.Col[old.Ptr[i]:old.Ptr[i+1]])
		}
	}
	each(func(of []int32) {
		if count += len(of) * (len(of) + 1) / 2; count > most {
			return
		}
		for k, i := range of {
			if rows[i] = append(rows[i], of[k:]...); len(rows[i]) > 4*cap(of)+64 {
				rows[i] = distinct(rows[i])
			}
		}
	})
	if count > most {
		return nil
	}
	a := &Symmetric{N: n, Ptr: make([]int, 1, n+1)}
	for _, row := range rows {
		a.Col = append(a.Col, distinct(row)...)
		a.Ptr = append(a.Ptr, len(a.Col))
	}
	a.Val = make([]float64, len(a.Col))
	return a
}

// distinct sorts a list, and takes what repeats out.
func distinct(of []int32) []int32 {
	slices.Sort(of)
	return slices.Compact(of)
}

// Clear makes all entries 0.
func (a *Symmetric) Clear() { clear(a.Val) }

// AddOuter adds s v vᵀ for a vector that has values at some indices, ascending; ok is false, and the matrix then
// spoilt, where a pair of them is not in the pattern.
func (a *Symmetric) AddOuter(s float64, at []int32, values []float64) (ok bool) {
	for p, i := range at {
		k, end := a.Ptr[i], a.Ptr[i+1]
		c := s * values[p]
		for q := p; q < len(at); q++ {
			j := at[q]
			for k < end && a.Col[k] < j {
				k++
			}
			if k == end || a.Col[k] != j {
				return false
			}
			a.Val[k] += c * values[q]
		}
	}
	return true
}

// AddDiagonal adds s to entry (i, i), and returns what it is then.
func (a *Symmetric) AddDiagonal(i int, s float64) float64 {
	a.Val[a.Ptr[i]] += s
	return a.Val[a.Ptr[i]]
}
