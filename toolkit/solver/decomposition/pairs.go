package decomposition

import "math"

// pairs minimizes the dual over the coefficients of a working set: two at a time, one rising and one falling by as
// much, or one at a time without an intercept. The slopes with which the dual falls as a_k rises, and rises as it
// falls, are
//
//	up_k = y_k − (Ka)_k − ε sign⁺(a_k), −∞ at the upper bound,
//	down_k = y_k − (Ka)_k − ε sign⁻(a_k), +∞ at the lower,
//
// so that a is optimal where no up is above a down; without an intercept, where no up is above 0 and no down below.
type pairs struct {
	k         []float64 // K of the set, q×q
	diagonal  []float64
	a         []float64 // coefficients
	high, low []float64 // their bounds
	up, down  []float64
	r         []float64 // y − Ka
	epsilon   float64
	steps     int // taken so far, over all sets
}

// slopes are up and down at a coefficient between two bounds, for r = y − Ka.
func slopes(r, a, low, high, epsilon float64) (up, down float64) {
	up, down = r-epsilon, r+epsilon
	if a > 0 {
		down = r - epsilon
	} else if a < 0 {
		up = r + epsilon
	}
	if a >= high {
		up = math.Inf(-1)
	}
	if a <= low {
		down = math.Inf(1)
	}
	return up, down
}

// flat is what stands for a curvature that is 0: two examples that are the same to the kernel.
const flat = 1e-12

// balanced takes steps on pairs until no up is above a down by more than tol, or so many are taken. The rising one is
// that with the largest up; the falling one promises the most, as far as second derivatives tell.
func (p *pairs) balanced(tol float64, most int) {
	q := len(p.a)
	up, down, r := p.up[:q], p.down[:q], p.r[:q]
	i, top := -1, math.Inf(-1)
	for k, v := range up {
		if v > top {
			i, top = k, v
		}
	}
	for range most {
		if i < 0 {
			return
		}
		row, mine, diagonal := p.k[i*q:(i+1)*q], p.diagonal[i], p.diagonal[:q]
		j, bottom := -1, math.Inf(1)
		square, curvature := 0., 1. // of the best
		for k, v := range down {
			bottom = min(bottom, v)
			if gain := top - v; gain > 0 {
				sum := mine + diagonal[k]
				c := max(sum-2*row[k], flat*sum, math.SmallestNonzeroFloat64)
				if s := gain * gain; s*curvature > square*c {
					j, square, curvature = k, s, c
				}
			}
		}
		if j < 0 || top-bottom <= tol {
			return
		}
		p.steps++
		t := p.length((top-p.down[j])/curvature, i, j)
		other := p.k[j*q : (j+1)*q]
		for k := range r {
			change := t * (row[k] - other[k])
			r[k] -= change
			up[k] -= change
			down[k] -= change
		}
		up[i], down[i] = slopes(r[i], p.a[i], p.low[i], p.high[i], p.epsilon)
		up[j], down[j] = slopes(r[j], p.a[j], p.low[j], p.high[j], p.epsilon)
		i, top = -1, math.Inf(-1)
		for k, v := range up {
			if v > top {
				i, top = k, v
			}
		}
	}
}

// length moves a_i up and a_j down by t, or by less to a bound or to the kink at 0, where they are exactly.
func (p *pairs) length(t float64, i, j int) float64 {
	toI, toJ := p.high[i], p.low[j]
	if p.a[i] < 0 && p.epsilon > 0 {
		toI = math.Min(toI, 0)
	}
	if p.a[j] > 0 && p.epsilon > 0 {
		toJ = math.Max(toJ, 0)
	}
	t = math.Min(t, math.Min(toI-p.a[i], p.a[j]-toJ))
	nowI, nowJ := p.a[i]+t, p.a[j]-t
	if t == toI-p.a[i] {
		nowI = toI
	}
	if t == p.a[j]-toJ {
		nowJ = toJ
	}
	p.a[i], p.a[j] = nowI, nowJ
	return t
}

// single takes steps on the coefficient that promises the most, for problems without an intercept.
func (p *pairs) single(tol float64, most int) {
	q := len(p.a)
	for range most {
		best, at, worst := 0., -1, 0.
		for k := range p.a {
			v := math.Max(p.up[k], -p.down[k])
			worst = math.Max(worst, v)
			if gain := v * v / math.Max(p.diagonal[k], math.SmallestNonzeroFloat64); v > 0 && gain > best {
				best, at = gain, k
			}
		}
		if at < 0 || worst <= tol {
			return
		}
		p.steps++
		to, slope := p.high[at], p.up[at]
		if p.up[at] < -p.down[at] {
			to, slope = p.low[at], p.down[at]
		}
		if p.epsilon > 0 && p.a[at]*slope < 0 { // the kink comes first
			to = 0
		}
		was := p.a[at]
		now := was + slope/math.Max(p.diagonal[at], math.SmallestNonzeroFloat64)
		if slope > 0 {
			now = math.Min(now, to)
		} else {
			now = math.Max(now, to)
		}
		t := now - was
		p.a[at] = now
		for k, v := range p.k[at*q : (at+1)*q] {
			p.r[k] -= t * v
			p.up[k] -= t * v
			p.down[k] -= t * v
		}
		p.up[at], p.down[at] = slopes(p.r[at], now, p.low[at], p.high[at], p.epsilon)
	}
}
