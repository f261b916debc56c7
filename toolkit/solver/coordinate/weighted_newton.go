package coordinate

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// newton goes to where the model would be least if no weight changed its sign, by conjugate gradients on those that are
// not 0, and sets those to 0 that do. It returns how far the model falls, and goes nowhere where it does not.
//
// An iteration costs less than a pass over these weights, of which many are needed where columns are nearly dependent.
//
// Source: Nocedal and Wright, Numerical Optimization, 2006, Algorithms 5.3 and 7.1.
func (m *weighted) newton(share float64, most int) (gained float64) {
	set := m.support()
	a := m.rowsOf(set)
	residual, change, x := make([]float64, len(set)), make([]float64, len(set)), make([]normal, len(set))
	var rho float64
	for i, k := range set {
		c := &m.weights[k]
		residual[i] = -(c.a.PairSlope(c.row, m.at[c.lo:c.hi]) + math.Copysign(c.bound, c.w) + c.ridge*c.w)
		x[i].along = residual[i] / c.total()
		rho += residual[i] * x[i].along
	}
	for first := rho; most > 0 && rho > share*share*first; most-- {
		curvature := a.products(x, m.at)
		for i, k := range set {
			ridge := m.weights[k].ridge * x[i].along
			x[i].product += ridge
			curvature += ridge * x[i].along
		}
		if !(curvature > 0) {
			break
		}
		step, before := rho/curvature, rho
		rho = 0
		for i, k := range set {
			change[i] += step * x[i].along
			residual[i] -= step * x[i].product
			rho += residual[i] * residual[i] / m.weights[k].total()
		}
		for i, k := range set {
			x[i].along = residual[i]/m.weights[k].total() + rho/before*x[i].along
		}
		m.visited += len(set)
	}
	return m.move(set, change, a)
}

// support are the weights that are not 0, or not penalized, of columns that are not 0.
func (m *weighted) support() (set []int32) {
	for k := range m.weights {
		if c := &m.weights[k]; c.square > 0 && (c.w != 0 || c.bound == 0) {
			set = append(set, int32(k))
		}
	}
	return set
}

// move takes a step, or the first of a few halves of it, where the model falls by it; weights that would change sign
// become 0.
func (m *weighted) move(set []int32, change []float64, a *sparseRows) (gained float64) {
	part := make([]float64, len(change))
	for length := 1.; length >= shortest && gained == 0; length /= 2 {
		floats.ScaleTo(part, length, change)
		gained = m.tryMove(set, part, a)
	}
	return gained
}

// shortest is the part of a step that is tried last.
const shortest = 1. / 8

// tryMove is move for one length.
func (m *weighted) tryMove(set []int32, change []float64, a *sparseRows) (gained float64) {
	for i, k := range set {
		c := &m.weights[k]
		if now := c.w + change[i]; c.bound > 0 && c.w*now <= 0 {
			change[i] = -c.w
		}
		gained -= c.bound*(math.Abs(c.w+change[i])-math.Abs(c.w)) + c.ridge/2*change[i]*(2*c.w+change[i])
	}
	moved := make([]float64, len(m.at))
	for i := range moved {
		moved[i] = a.dot(i, change)
		gained -= moved[i] * (m.at[i].Slope + m.at[i].Curvature/2*moved[i])
	}
	if !(gained > 0) {
		return 0
	}
	for i, k := range set {
		m.weights[k].w += change[i]
	}
	for i, z := range moved {
		m.at[i].Slope += m.at[i].Curvature * z
	}
	return gained
}

// sparseRows are rows of a matrix of which some columns are chosen: entry of number k is val[k] in column col[k].
type sparseRows struct {
	ptr, col []int32
	val      []float64
}

// normal is an entry of a vector, and of the product of AᵀH A with it.
type normal struct{ along, product float64 }

// rowsOf are the rows of the columns of some weights, those of the last time where these are the same.
func (m *weighted) rowsOf(set []int32) *sparseRows {
	if m.rows != nil && slices.Equal(set, m.chosen) {
		return m.rows
	}
	a := &sparseRows{ptr: make([]int32, len(m.at)+2)}
	ends := a.ptr[1:] // of row i at i+1, once all are placed
	for _, at := range set {
		c := &m.weights[at]
		rows, values := c.a.Stored(c.row)
		count := ends[c.lo+1:]
		for e := range values {
			count[place(rows, e)]++
		}
	}
	for i := range ends[1:] {
		ends[i+1] += ends[i]
	}
	size := ends[len(ends)-1]
	a.col, a.val = make([]int32, size), make([]float64, size)
	for k, at := range set {
		c := &m.weights[at]
		rows, values := c.a.Stored(c.row)
		next := ends[c.lo:]
		for e, v := range values {
			i := place(rows, e)
			to := next[i]
			a.col[to], a.val[to] = int32(k), v
			next[i] = to + 1
		}
	}
	m.rows, m.chosen = a, set
	return a
}

// place is where an entry of a column is: all are there where rows is nil.
func place(rows []int32, e int) int {
	if rows == nil {
		return e
	}
	return int(rows[e])
}

// products fills in AᵀH A p, and returns pᵀAᵀH A p.
func (a *sparseRows) products(x []normal, at []linalg.Pair) (square float64) {
	for k := range x {
		x[k].product = 0
	}
	for i := range at {
		col, val := a.row(i)
		var z float64
		for e, k := range col {
			z += val[e] * x[k].along
		}
		h := at[i].Curvature
		square += z * z * h
		z *= h
		for e, k := range col {
			x[k].product += val[e] * z
		}
	}
	return square
}

// dot is the product of row i with a vector.
func (a *sparseRows) dot(i int, x []float64) (sum float64) {
	col, val := a.row(i)
	for e, k := range col {
		sum += val[e] * x[k]
	}
	return sum
}

func (a *sparseRows) row(i int) ([]int32, []float64) {
	lo, hi := a.ptr[i], a.ptr[i+1]
	col := a.col[lo:hi]
	return col, a.val[lo:hi][:len(col)]
}
