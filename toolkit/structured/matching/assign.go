// Package matching holds matchings of left things with right ones, such as the words of a sentence with those of its
// translation: each left one goes with one right one, or with none, and each right one with one left one at most. A
// matching y scores Σ_a θ(a, y_a), and 0 for those without a partner. Best matchings are exact, by the Hungarian
// method; marginals would be permanents, which nobody computes. Hinge is an oracle for every method of package solver.
package matching

import "math"

// None is the partner of a left thing without one.
const None = -1

// Assign finds the best matching of n left things with right ones, given the scores w of pairs, a row for each left
// one, and writes it to y. With whole every left thing has a partner, for which there must be as many right ones at
// least. It returns the score, which is NaN where a score is no finite number; it panics where shapes do not fit. It
// takes O(n² m) for n left and m right things.
//
// Rows are added one by one, each along a shortest path of reduced costs −w(a, b) − u_a − v_b ≥ 0, which are 0 on the
// matching: Σ u + Σ v bounds the cost of every matching from below, and is that of the last.
//
// Source: Kuhn, The Hungarian Method for the Assignment Problem, 1955; Jonker, Volgenant, A Shortest Augmenting Path
// Algorithm for Dense and Sparse Linear Assignment Problems, Computing 1987.
func Assign(y []int, w []float64, whole bool) (score float64) {
	n := len(y)
	if n == 0 {
		return 0
	}
	m := len(w) / n
	if len(w) != n*m || whole && m < n {
		panic("matching: scores of pairs do not fit the left things, or these are more than the right ones")
	}
	for _, v := range w {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return math.NaN()
		}
	}
	columns := m
	if !whole {
		columns += n // nobody, once for each left thing
	}
	h := hungarian{
		m: m, w: w, u: make([]float64, n), v: make([]float64, columns+1), owner: make([]int, columns+1),
		least: make([]float64, columns), way: make([]int, columns), seen: make([]bool, columns+1),
	}
	for b := range h.owner {
		h.owner[b] = None
	}
	for a := range y {
		h.add(a)
	}
	for b, a := range h.owner[:columns] {
		switch {
		case a != None && b < m:
			y[a] = b
			score += w[a*m+b]
		case a != None:
			y[a] = None
		}
	}
	return score
}

// hungarian is the method at work; the last column is where a path begins.
type hungarian struct {
	m     int
	w     []float64
	u, v  []float64
	owner []int     // the left thing of each column
	least []float64 // the smallest reduced cost of a path to a column, so far
	way   []int     // the column before it on the path
	seen  []bool
}

// cost is that of a pair, to be minimized.
func (h *hungarian) cost(a, b int) float64 {
	if b >= h.m {
		return 0
	}
	return -h.w[a*h.m+b]
}

// add gives left thing a a column, and others other ones, along a shortest path.
func (h *hungarian) add(a int) {
	begin := len(h.least)
	for b := range h.least {
		h.least[b], h.seen[b] = math.Inf(1), false
	}
	h.owner[begin], h.seen[begin] = a, false
	at := begin
	for h.owner[at] != None {
		h.seen[at] = true
		row, delta, next := h.owner[at], math.Inf(1), None
		for b := range h.least {
			if h.seen[b] {
				continue
			}
			if c := h.cost(row, b) - h.u[row] - h.v[b]; c < h.least[b] {
				h.least[b], h.way[b] = c, at
			}
			if h.least[b] < delta {
				delta, next = h.least[b], b
			}
		}
		for b, reached := range h.seen {
			switch {
			case reached:
				h.u[h.owner[b]] += delta
				h.v[b] -= delta
			case b < begin:
				h.least[b] -= delta
			}
		}
		at = next
	}
	for at != begin {
		before := h.way[at]
		h.owner[at], at = h.owner[before], before
	}
	h.owner[begin] = None
}
