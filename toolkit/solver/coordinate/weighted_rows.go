package coordinate

import (
	"slices"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// sparseRows are rows of a matrix of which some columns are chosen: entry of number k is val[k] in column col[k]. Those
// of equal length follow one another: loops over them then end where the processor expects it.
type sparseRows struct {
	order    []int32 // which rows they are, the shortest first
	ptr, col []int32
	val      []float64
}

// normal is an entry of a vector, and of the product of AᵀH A with it.
type normal struct{ along, product float64 }

// rowsOf are the rows of the columns of some weights, those of the last time where these are the same.
func (m *weighted) rowsOf(set []int32) *sparseRows {
	chosen := make([]int32, len(set))
	for i, k := range set {
		chosen[i] = m.weights[k].column
	}
	if past := m.past; past.rows != nil && slices.Equal(chosen, past.chosen) {
		return past.rows
	}
	counts := make([]int32, len(m.at))
	for _, at := range set {
		c := &m.weights[at]
		rows, values := c.a.Stored(c.row)
		count := counts[c.lo:]
		for e := range values {
			count[place(rows, e)]++
		}
	}
	a := &sparseRows{order: byCount(counts), ptr: make([]int32, len(m.at)+1)}
	for r, i := range a.order {
		a.ptr[r+1] = a.ptr[r] + counts[i]
		counts[i] = a.ptr[r] // where its next entry goes
	}
	size := a.ptr[len(a.order)]
	a.col, a.val = make([]int32, size), make([]float64, size)
	for k, at := range set {
		c := &m.weights[at]
		rows, values := c.a.Stored(c.row)
		next := counts[c.lo:]
		for e, v := range values {
			i := place(rows, e)
			to := next[i]
			a.col[to], a.val[to] = int32(k), v
			next[i] = to + 1
		}
	}
	m.past.rows, m.past.chosen = a, chosen
	return a
}

// byCount are 0, 1, … in the order of rising counts, equal ones in their own order.
func byCount(counts []int32) []int32 {
	next := make([]int32, slices.Max(counts)+2) // where the next of a count goes
	for _, c := range counts {
		next[c+1]++
	}
	for c := range next[1:] {
		next[c+1] += next[c]
	}
	order := make([]int32, len(counts))
	for i, c := range counts {
		order[next[c]] = int32(i)
		next[c]++
	}
	return order
}

// place is where an entry of a column is: all are there where rows is nil.
func place(rows []int32, e int) int {
	if rows == nil {
		return e
	}
	return int(rows[e])
}

// products fills in AᵀH A p.
func (a *sparseRows) products(x []normal, at []linalg.Pair) {
	for k := range x {
		x[k].product = 0
	}
	for r, i := range a.order {
		col, val := a.row(r)
		var z float64
		for e, k := range col {
			z += val[e] * x[k].along
		}
		z *= at[i].Curvature
		for e, k := range col {
			x[k].product += val[e] * z
		}
	}
}

// dot is the product of row r with a vector.
func (a *sparseRows) dot(r int, x []float64) (sum float64) {
	col, val := a.row(r)
	for e, k := range col {
		sum += val[e] * x[k]
	}
	return sum
}

func (a *sparseRows) row(r int) ([]int32, []float64) {
	lo, hi := a.ptr[r], a.ptr[r+1]
	col := a.col[lo:hi]
	return col, a.val[lo:hi][:len(col)]
}
