package decomposition

import (
	"math"

	"github.com/proxlab/proxlab/toolkit/internal/simd"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// pairs minimizes the dual over the coefficients of a working set: two at a time, one rising and one falling by as
// much, or one at a time without an intercept. The slopes with which the dual falls as a_k rises, and rises as it
// falls, are
//
//	up_k = y_k − (Ka)_k − ε sign⁺(a_k), −∞ at the upper bound,
//	down_k = y_k − (Ka)_k − ε sign⁻(a_k), +∞ at the lower,
//
// so that a is optimal where no up is above a down; without an intercept, where no up is above 0 and no down below.
type pairs struct {
	k          []float64 // K of the set, q×q
	diagonal   []float64
	a          []float64 // coefficients
	high, low  []float64 // their bounds
	r          []float64 // y − Ka
	rise, fall []float64 // up − r and down − r
	epsilon    float64
	steps      int // taken so far, over all sets
}

// slopes are up − r and down − r at a coefficient between two bounds, for r = y − Ka.
func slopes(a, low, high, epsilon float64) (up, down float64) {
	up, down = -epsilon, epsilon
	if a > 0 {
		down = -epsilon
	} else if a < 0 {
		up = epsilon
	}
	if a >= high {
		up = math.Inf(-1)
	}
	if a <= low {
		down = math.Inf(1)
	}
	return up, down
}

// slope renews rise and fall of a coefficient.
func (p *pairs) slope(k int) {
	p.rise[k], p.fall[k] = slopes(p.a[k], p.low[k], p.high[k], p.epsilon)
}

// flat is what stands for a curvature that is 0: two examples that are the same to the kernel.
const flat = 1e-12

// balanced takes steps on pairs until no up is above a down by more than tol, or so many are taken. The rising one is
// that with the largest up; the falling one promises the most, as far as second derivatives tell.
func (p *pairs) balanced(tol float64, most int) {
	q := len(p.a)
	i, top := simd.MovePair(p.r, p.rise, p.r, p.r, 0)
	for range most {
		if i < 0 {
			return
		}
		row := p.k[i*q : (i+1)*q]
		j, bottom := simd.Partner(p.r, p.fall, row, p.diagonal, top, p.diagonal[i], flat)
		if j < 0 || top-bottom <= tol {
			return
		}
		p.steps++
		sum := p.diagonal[i] + p.diagonal[j]
		curvature := max(sum-2*row[j], flat*sum, math.SmallestNonzeroFloat64)
		t := p.length((top-p.r[j]-p.fall[j])/curvature, i, j)
		p.slope(i)
		p.slope(j)
		i, top = simd.MovePair(p.r, p.rise, row, p.k[j*q:(j+1)*q], t)
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
		for k, r := range p.r {
			v := math.Max(r+p.rise[k], -r-p.fall[k])
			worst = math.Max(worst, v)
			if gain := v * v / math.Max(p.diagonal[k], math.SmallestNonzeroFloat64); v > 0 && gain > best {
				best, at = gain, k
			}
		}
		if at < 0 || worst <= tol {
			return
		}
		p.steps++
		up, down := p.r[at]+p.rise[at], p.r[at]+p.fall[at]
		to, slope := p.high[at], up
		if up < -down {
			to, slope = p.low[at], down
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
		p.a[at] = now
		linalg.Axpy(p.r, was-now, p.k[at*q:(at+1)*q])
		p.slope(at)
	}
}
