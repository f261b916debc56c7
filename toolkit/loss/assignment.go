package loss

import "math"

// assignment gives every row of a matrix a column of its own at the least total cost, by shortest augmenting paths:
// O(rows²·columns).
//
// Source: Kuhn, The Hungarian Method for the Assignment Problem, Naval Research Logistics 1955; Jonker and Volgenant, A
// Shortest Augmenting Path Algorithm for Dense and Sparse Linear Assignment Problems, Computing 1987.
type assignment struct {
	cost [][]float64 // rows ≤ columns

	store   []float64
	rowDual []float64
	colDual []float64
	least   []float64 // of the tree: the shortest way to each column
	from    []int     // the column before it, −1 for the row that is new
	row     []int     // of each column, −1 for none
	done    []bool
	column  []int // of each row
}

// costs makes room for a matrix.
func (a *assignment) costs(rows, columns int) {
	if cap(a.store) < rows*columns {
		a.store = make([]float64, rows*columns)
	}
	a.cost = a.cost[:0]
	for r := range rows {
		a.cost = append(a.cost, a.store[r*columns:(r+1)*columns])
	}
	a.rowDual, a.colDual = make([]float64, rows), make([]float64, columns)
	a.least, a.from = make([]float64, columns), make([]int, columns)
	a.row, a.done, a.column = make([]int, columns), make([]bool, columns), make([]int, rows)
}

// solve returns the column of each row.
func (a *assignment) solve() []int {
	for c := range a.row {
		a.row[c] = -1
	}
	for r := range a.cost {
		a.augment(r)
	}
	for c, r := range a.row {
		if r >= 0 {
			a.column[r] = c
		}
	}
	return a.column
}

// augment gives a new row a column, and others along the shortest path different ones.
func (a *assignment) augment(r int) {
	for c := range a.least {
		a.least[c], a.from[c], a.done[c] = math.Inf(1), -1, false
	}
	last, distance := -1, 0.0
	for row := r; ; row = a.row[last] {
		next, shortest := -1, math.Inf(1)
		for c, cost := range a.cost[row] {
			if a.done[c] {
				continue
			}
			if d := distance + (cost - a.rowDual[row] - a.colDual[c]); d < a.least[c] {
				a.least[c], a.from[c] = d, last
			}
			if a.least[c] < shortest || next < 0 {
				next, shortest = c, a.least[c]
			}
		}
		a.done[next], last, distance = true, next, shortest
		if a.row[last] < 0 {
			break
		}
	}
	for c, done := range a.done {
		if done && c != last {
			a.rowDual[a.row[c]] += distance - a.least[c]
			a.colDual[c] -= distance - a.least[c]
		}
	}
	a.rowDual[r] += distance
	for last >= 0 {
		before := a.from[last]
		if before >= 0 {
			a.row[last] = a.row[before]
		} else {
			a.row[last] = r
		}
		last = before
	}
}
