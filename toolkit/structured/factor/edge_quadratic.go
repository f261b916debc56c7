package factor

import (
	"math"
	"slices"
)

// edgeQuadratic maximizes over the distributions q of the pairs of states of one edge, with margins r_a and r_b,
//
//	⟨w, q⟩ + ⟨u_a, r_a⟩ + ⟨u_b, r_b⟩ − (η/2)(‖r_a‖² + ‖r_b‖²)
//
// by an active set of pairs, which the next call begins with.
//
// Source: Martins, Figueiredo, Aguiar, Smith, Xing, AD3: Alternating Directions Dual Decomposition for MAP Inference in
// Graphical Models, JMLR 2015, algorithm 3.
type edgeQuadratic struct {
	w      []float64 // k_a × k_b
	k      int       // k_b
	set    []int     // of pairs x·k_b + y
	q      []float64 // their weights
	ra, rb []float64
	matrix []float64
}

// mostSteps bounds the changes of an active set in one call.
const mostSteps = 200

func (f *edgeQuadratic) solve(ua, ub []float64, eta float64) {
	score := func(i int) float64 { return f.w[i] + ua[i/f.k] + ub[i%f.k] }
	f.set = slices.DeleteFunc(f.set, func(i int) bool { return math.IsInf(score(i), -1) })
	if f.q = f.q[:len(f.set)]; len(f.set) == 0 {
		best := 0
		for i := range f.w {
			if score(i) > score(best) {
				best = i
			}
		}
		f.set, f.q = append(f.set[:0], best), append(f.q[:0], 1)
	}
	for range mostSteps {
		target, tau, ok := f.stationary(score, eta)
		if !ok {
			f.drop(len(f.set) - 1)
			break
		}
		if f.towards(target) {
			continue
		}
		f.margins()
		best, top := -1, tau+1e-10*(1+math.Abs(tau))
		for x, u := range ua {
			u -= eta * f.ra[x]
			for y, v := range ub {
				if c := f.w[x*f.k+y] + u + v - eta*f.rb[y]; c > top {
					best, top = x*f.k+y, c
				}
			}
		}
		if best < 0 || slices.Contains(f.set, best) {
			break
		}
		f.set, f.q = append(f.set, best), append(f.q, 0)
	}
	f.margins()
}

// drop leaves a pair out; the others share its weight.
func (f *edgeQuadratic) drop(k int) {
	if len(f.set) == 1 {
		return
	}
	f.set, f.q = slices.Delete(f.set, k, k+1), slices.Delete(f.q, k, k+1)
	sum := 0.
	for _, v := range f.q {
		sum += v
	}
	for k := range f.q {
		f.q[k] /= sum
	}
}

// towards goes to weights of any sign as far as none falls below 0, and tells whether one did: it leaves.
func (f *edgeQuadratic) towards(target []float64) (blocked bool) {
	step, at := 1., -1
	for k, v := range target {
		if v < -1e-14 && v < f.q[k] {
			if s := f.q[k] / (f.q[k] - v); s < step {
				step, at = s, k
			}
		}
	}
	for k, v := range target {
		f.q[k] = max(0, f.q[k]+step*(v-f.q[k]))
	}
	if at < 0 {
		return false
	}
	f.set, f.q = slices.Delete(f.set, at, at+1), slices.Delete(f.q, at, at+1)
	return true
}

func (f *edgeQuadratic) margins() {
	clear(f.ra)
	clear(f.rb)
	for k, i := range f.set {
		f.ra[i/f.k] += f.q[k]
		f.rb[i%f.k] += f.q[k]
	}
}

// stationary are the weights of the set, of any sign, that sum to 1 and maximize, and the multiplier of the sum; ok is
// false where pairs depend on one another.
func (f *edgeQuadratic) stationary(score func(int) float64, eta float64) (q []float64, tau float64, ok bool) {
	n := len(f.set)
	if n == 1 {
		return []float64{1}, score(f.set[0]) - 2*eta, true
	}
	w := n + 2
	if cap(f.matrix) < (n+1)*w {
		f.matrix = make([]float64, 2*(n+1)*w)
	}
	m := f.matrix[:(n+1)*w]
	clear(m)
	for r, i := range f.set {
		for c, j := range f.set {
			m[r*w+c] = eta * float64(boolInt(i/f.k == j/f.k)+boolInt(i%f.k == j%f.k))
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
