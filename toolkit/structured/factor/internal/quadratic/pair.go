// Package quadratic solves the small quadratic programs of alternating directions.
package quadratic

import (
	"math"
	"slices"
)

// Pair maximizes over the distributions q of the pairs of states of one edge, with margins r_a and r_b,
//
//	⟨w, q⟩ + ⟨u_a, r_a⟩ + ⟨u_b, r_b⟩ − (η/2)(‖r_a‖² + ‖r_b‖²)
//
// by an active set of pairs, which the next call begins with.
//
// Source: Martins, Figueiredo, Aguiar, Smith, Xing, AD3: Alternating Directions Dual Decomposition for MAP Inference in
// Graphical Models, JMLR 2015, algorithm 3.
type Pair struct {
	W      []float64 // k_a × k_b, row by row
	k      int       // k_b
	Set    []int     // the pairs x·k_b + y of the active set
	Q      []float64 // their weights
	A, B   []float64 // the margins
	matrix []float64
}

// NewPair has a table w of ka × kb scores.
func NewPair(w []float64, ka, kb int) *Pair {
	return &Pair{W: w, k: kb, A: make([]float64, ka), B: make([]float64, kb)}
}

// mostSteps bounds the changes of an active set in one call.
const mostSteps = 200

// Solve is for these u.
func (f *Pair) Solve(ua, ub []float64, eta float64) {
	score := func(i int) float64 { return f.W[i] + ua[i/f.k] + ub[i%f.k] }
	f.Set = slices.DeleteFunc(f.Set, func(i int) bool { return math.IsInf(score(i), -1) })
	if f.Q = f.Q[:len(f.Set)]; len(f.Set) == 0 {
		best := 0
		for i := range f.W {
			if score(i) > score(best) {
				best = i
			}
		}
		f.Set, f.Q = append(f.Set[:0], best), append(f.Q[:0], 1)
	}
	for range mostSteps {
		target, tau, ok := f.stationary(score, eta)
		if !ok {
			f.drop(len(f.Set) - 1)
			break
		}
		if f.towards(target) {
			continue
		}
		f.margins()
		best, top := -1, tau+1e-10*(1+math.Abs(tau))
		for x, u := range ua {
			u -= eta * f.A[x]
			for y, v := range ub {
				if c := f.W[x*f.k+y] + u + v - eta*f.B[y]; c > top {
					best, top = x*f.k+y, c
				}
			}
		}
		if best < 0 || slices.Contains(f.Set, best) {
			break
		}
		f.Set, f.Q = append(f.Set, best), append(f.Q, 0)
	}
	f.margins()
}

// drop leaves a pair out; the others share its weight.
func (f *Pair) drop(k int) {
	if len(f.Set) == 1 {
		return
	}
	f.Set, f.Q = slices.Delete(f.Set, k, k+1), slices.Delete(f.Q, k, k+1)
	sum := 0.
	for _, v := range f.Q {
		sum += v
	}
	for k := range f.Q {
		f.Q[k] /= sum
	}
}

// towards goes to weights of any sign as far as none falls below 0, and tells whether one did: it leaves.
func (f *Pair) towards(target []float64) (blocked bool) {
	step, at := 1., -1
	for k, v := range target {
		if v < -1e-14 && v < f.Q[k] {
			if s := f.Q[k] / (f.Q[k] - v); s < step {
				step, at = s, k
			}
		}
	}
	for k, v := range target {
		f.Q[k] = max(0, f.Q[k]+step*(v-f.Q[k]))
	}
	if at < 0 {
		return false
	}
	f.Set, f.Q = slices.Delete(f.Set, at, at+1), slices.Delete(f.Q, at, at+1)
	return true
}

func (f *Pair) margins() {
	clear(f.A)
	clear(f.B)
	for k, i := range f.Set {
		f.A[i/f.k] += f.Q[k]
		f.B[i%f.k] += f.Q[k]
	}
}

// stationary are the weights of the set, of any sign, that sum to 1 and maximize, and the multiplier of the sum; ok is
// false where pairs depend on one another.
func (f *Pair) stationary(score func(int) float64, eta float64) (q []float64, tau float64, ok bool) {
	n := len(f.Set)
	if n == 1 {
		return []float64{1}, score(f.Set[0]) - 2*eta, true
	}
	w := n + 2
	if cap(f.matrix) < (n+1)*w {
		f.matrix = make([]float64, 2*(n+1)*w)
	}
	m := f.matrix[:(n+1)*w]
	clear(m)
	for r, i := range f.Set {
		for c, j := range f.Set {
			m[r*w+c] = eta * (same(i/f.k, j/f.k) + same(i%f.k, j%f.k))
		}
		m[r*w+n], m[r*w+n+1], m[n*w+r] = 1, score(i), 1
	}
	m[n*w+n+1] = 1
	if !eliminate(m, n+1) {
		return nil, 0, false
	}
	q = make([]float64, n)
	for k := range q {
		q[k] = m[k*w+n+1]
	}
	return q, m[n*w+n+1], true
}

// eliminate solves n equations, given with their right sides row by row, where they are independent.
func eliminate(m []float64, n int) bool {
	w := n + 1
	for c := range n {
		pivot := c
		for r := c + 1; r < n; r++ {
			if math.Abs(m[r*w+c]) > math.Abs(m[pivot*w+c]) {
				pivot = r
			}
		}
		if math.Abs(m[pivot*w+c]) < 1e-11 {
			return false
		}
		for k := c; k < w; k++ {
			m[pivot*w+k], m[c*w+k] = m[c*w+k], m[pivot*w+k]
		}
		for k := w - 1; k >= c; k-- {
			m[c*w+k] /= m[c*w+c]
		}
		for r := range n {
			subtract(m[r*w:r*w+w], m[c*w:c*w+w], c, r != c)
		}
	}
	return true
}

// subtract takes a multiple of the pivot's row off another, so that column c is 0.
func subtract(row, pivot []float64, c int, other bool) {
	factor := row[c]
	if !other || factor == 0 {
		return
	}
	for k := c; k < len(row); k++ {
		row[k] -= factor * pivot[k]
	}
}

// same is 1 for equal numbers.
func same(x, y int) float64 {
	if x == y {
		return 1
	}
	return 0
}
