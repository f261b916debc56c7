package profile

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
)

// Ordinal is the loss of labels in an order, 0 … K−1, by cumulative logits (proportional odds): with
// σ(t) = 1/(1 + exp(−t)),
//
//	P(y ≤ k) = σ(θ_k − f),      L(f) = min_θ −Σ_i c_i log(σ(θ_{y_i} − f_i) − σ(θ_{y_i − 1} − f_i)),
//
// θ_{−1} = −∞ and θ_{K−1} = ∞. What is minimized is convex in f and θ together, so that L is convex, and its slope is
// that at the thresholds of the minimum, which Newton's method finds. A constant added to all f changes nothing.
//
// With a = θ_y − f and b = θ_{y−1} − f the logarithm is s(−a) + s(b) + φ(a − b), s(t) = log(1 + exp(t)) and
// φ(δ) = −log(1 − exp(−δ)), three functions with entropies as conjugates. A point s∇L(f), whose parts sum up to 0 at
// each threshold, therefore has
//
//	L*(s∇L(f)) ≤ Σ_i c_i [h(s p_i) + h(s q_i) + s r_i log(s r_i) − (1 + s r_i) log(1 + s r_i)],
//
// p = σ(−a), q = σ(b), r = 1/(exp(δ) − 1) and h(p) = p log p + (1 − p) log(1 − p), with equality at s = 1.
//
// Source: McCullagh, Regression Models for Ordinal Data, J. R. Statist. Soc. B 1980; for the convexity Burridge, A Note
// on Maximum Likelihood Estimation for Regression Models Using Grouped Data, there 1981.
type Ordinal struct {
	Y       []int // 0 ≤ y_i < K, all of which occur
	K       int
	Weights []float64 // c_i ≥ 0; nil for 1/n
	Offset  []float64 // o_i, which is added to f_i; nil for 0
}

// Len is the number of examples.
func (l Ordinal) Len() int { return len(l.Y) }

// Weight is c_i.
func (l Ordinal) Weight(i int) float64 { return weight(l.Weights, len(l.Y), i) }

func (l Ordinal) offset(i int) float64 {
	if l.Offset == nil {
		return 0
	}
	return l.Offset[i]
}

// WithOffset is the loss of f_i + o_i, whose conjugate is that of the loss less ⟨u, o⟩.
func (l Ordinal) WithOffset(offset []float64) toolkit.Loss {
	l.Offset = offset
	return l
}

// Curvature is +Inf: the bound that there is, half the largest weight, is far from what is met.
func (l Ordinal) Curvature() float64 { return math.Inf(1) }

// part is an example at its thresholds.
type part struct {
	p, notP, q, notQ float64 // σ(−a), σ(a), σ(b), σ(−b)
	value            float64
}

// at is the part of example i, and its slopes; spread has φ of its label.
func (l Ordinal) at(i int, f float64, theta []float64, spread []gap) (out part) {
	y := l.Y[i]
	f += l.offset(i)
	out.notP, out.notQ, out.value = 1, 1, spread[y].value
	if y < l.K-1 {
		a := theta[y] - f
		out.p, out.notP = sigma(-a), sigma(a)
		out.value += softplus(-a)
	}
	if y > 0 {
		b := theta[y-1] - f
		out.q, out.notQ = sigma(b), sigma(-b)
		out.value += softplus(b)
	}
	return out
}

// gap is φ between the thresholds of a label, and r, −φ' there.
type gap struct{ value, r float64 }

func (l Ordinal) spread(theta []float64) []gap {
	out := make([]gap, l.K) // 0 of the first and the last
	for k := 1; k < l.K-1; k++ {
		d := theta[k] - theta[k-1]
		out[k] = gap{-math.Log(-math.Expm1(-d)), 1 / math.Expm1(d)}
	}
	return out
}

// Profile are the K − 1 thresholds θ of the minimum for predictions, which ascend.
func (l Ordinal) Profile(f []float64) []float64 {
	theta := l.start(f)
	h := newTridiagonal(l.K - 1)
	step, next := make([]float64, l.K-1), make([]float64, l.K-1)
	const most, last, share, rounded = 200, 1e-10, 1e-4, 1e-12
	value := l.newton(h, step, f, theta)
	for range most {
		size := math.Max(1, math.Max(math.Abs(floats.Max(theta)), math.Abs(floats.Min(theta))))
		done := floats.Norm(step, math.Inf(1)) <= last*size // the next one is below rounding
		decrease := floats.Dot(step, h.slope)
		t, near := within(theta, step), decrease <= rounded*(1+value) // values tell no more
		for {
			floats.AddScaledTo(next, theta, -t, step)
			after := l.newton(h, step, f, next)
			if near || after <= value-share*t*decrease || t < 1e-12 {
				value = after
				break
			}
			t /= 2
			l.newton(h, step, f, theta)
		}
		if copy(theta, next); done {
			break
		}
	}
	return theta
}

// within is the largest part of a step, up to 1, that leaves a tenth of each distance between thresholds.
func within(theta, step []float64) float64 {
	t := 1.
	for k := 1; k < len(theta); k++ {
		if closer := step[k] - step[k-1]; closer > 0 {
			t = math.Min(t, 0.9*(theta[k]-theta[k-1])/closer)
		}
	}
	return t
}

// start are thresholds of the labels' shares, as far apart as predictions differ.
func (l Ordinal) start(f []float64) []float64 {
	share := make([]float64, l.K)
	var total, mean, square float64
	for i, y := range l.Y {
		c := l.Weight(i)
		share[y] += c
		total += c
		mean += c * (f[i] + l.offset(i))
	}
	mean /= total
	for i := range l.Y {
		off := f[i] + l.offset(i) - mean
		square += l.Weight(i) * off * off
	}
	width := math.Sqrt(1 + square/total/(math.Pi*math.Pi/3))
	out := make([]float64, l.K-1)
	var below float64
	for k := range out {
		below += share[k]
		out[k] = mean + width*math.Log(below/(total-below))
	}
	return out
}

// newton is the sum at thresholds, with its slopes, its Hessian and the step there.
func (l Ordinal) newton(h *tridiagonal, step, f, theta []float64) (value float64) {
	h.clear()
	spread := l.spread(theta)
	for i, y := range l.Y {
		c, e := l.Weight(i), l.at(i, f[i], theta, spread)
		value += c * e.value
		r := spread[y].r
		if y < l.K-1 {
			h.slope[y] -= c * (e.p + r)
			h.diagonal[y] += c * (e.p*e.notP + r*(1+r))
		}
		if y > 0 {
			h.slope[y-1] += c * (e.q + r)
			h.diagonal[y-1] += c * (e.q*e.notQ + r*(1+r))
		}
		if y > 0 && y < l.K-1 {
			h.beside[y-1] -= c * r * (1 + r)
		}
	}
	h.factor()
	copy(step, h.slope)
	h.solve(step)
	return value
}

// ValueGrad is L(f), and its gradient in grad.
func (l Ordinal) ValueGrad(grad, f []float64) (value float64) {
	theta := l.Profile(f)
	spread := l.spread(theta)
	for i := range l.Y {
		c, e := l.Weight(i), l.at(i, f[i], theta, spread)
		value += c * e.value
		grad[i] = c * (e.p - e.q)
	}
	return value
}

// Majorant is c_i (p(1 − p) + q(1 − q)): the Hessian is less by what thresholds give way.
func (l Ordinal) Majorant(h, f []float64) {
	theta := l.Profile(f)
	spread := l.spread(theta)
	for i := range l.Y {
		e := l.at(i, f[i], theta, spread)
		h[i] = l.Weight(i) * (e.p*e.notP + e.q*e.notQ)
	}
}

// HessianAt is the product with ∇²L(f) = D − BᵀT⁻¹B, in O(n): D is Majorant's, T the Hessian in θ, B that in both.
func (l Ordinal) HessianAt(f []float64) func(dst, v []float64) {
	theta := l.Profile(f)
	spread := l.spread(theta)
	h := newTridiagonal(l.K - 1)
	moved := make([]float64, l.K-1)
	l.newton(h, moved, f, theta)
	above, below := make([]float64, len(l.Y)), make([]float64, len(l.Y)) // −B, of the thresholds above and below
	for i := range l.Y {
		e := l.at(i, f[i], theta, spread)
		above[i], below[i] = l.Weight(i)*e.p*e.notP, l.Weight(i)*e.q*e.notQ
	}
	return func(dst, v []float64) {
		clear(moved)
		for i, y := range l.Y {
			if y < l.K-1 {
				moved[y] += above[i] * v[i]
			}
			if y > 0 {
				moved[y-1] += below[i] * v[i]
			}
		}
		h.solve(moved)
		for i, y := range l.Y {
			out := (above[i] + below[i]) * v[i]
			if y < l.K-1 {
				out -= above[i] * moved[y]
			}
			if y > 0 {
				out -= below[i] * moved[y-1]
			}
			dst[i] = out
		}
	}
}

// DualBound is the bound above. What rounding leaves of the slopes in θ is counted by how far apart thresholds are.
func (l Ordinal) DualBound(f []float64, s float64) (bound, size float64) {
	theta := l.Profile(f)
	spread := l.spread(theta)
	add := func(v float64) {
		bound += v
		size += math.Abs(v)
	}
	for i, y := range l.Y {
		c, e, r := l.Weight(i), l.at(i, f[i], theta, spread), s*spread[y].r
		add(c * entropy(s*e.p, e.notP+(1-s)*e.p))
		add(c * entropy(s*e.q, e.notQ+(1-s)*e.q))
		if r > 0 {
			add(c * -math.Log1p(r))
			add(c * -r * math.Log1p(1/r))
		}
		add(-c * s * (e.p - e.q) * l.offset(i))
	}
	h := newTridiagonal(l.K - 1)
	l.newton(h, make([]float64, l.K-1), f, theta)
	for k, slope := range h.slope {
		add(math.Abs(s*slope) * (1 + math.Abs(theta[k]-theta[0])))
	}
	return bound, size
}

// Bind is the loss with labels y of 0 to K − 1, all of which occur.
func (l Ordinal) Bind(y, weights []float64) toolkit.Loss {
	out := Ordinal{Y: make([]int, len(y)), Weights: weights}
	for i, label := range y {
		out.Y[i] = int(label)
		out.K = max(out.K, out.Y[i]+1)
	}
	return out
}

// CheckTarget says what is wrong with a label.
func (l Ordinal) CheckTarget(y float64) error {
	if !(y >= 0) || y != math.Trunc(y) {
		return fmt.Errorf("the ordinal loss is for labels 0, 1, …, and there is %g", y)
	}
	return nil
}

// Binary is false: the labels are 0 to K − 1, in their order.
func (l Ordinal) Binary() bool { return false }

// ShiftInvariant is true: thresholds move along with all f.
func (l Ordinal) ShiftInvariant() bool { return true }

// Link says that the labels up to k have the probability 1/(1 + exp(f − θ_k)).
func (l Ordinal) Link() string { return "cumulative" }

// String is the loss's name.
func (l Ordinal) String() string { return "ordinal" }
