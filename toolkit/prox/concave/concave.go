// Package concave holds penalties of sizes that rise ever more slowly, which package prox has no room for. They are not
// convex: solutions are local ones.
package concave

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/prox/internal/line"
)

// each is the prox of a function of single coordinates.
func each(dst, v []float64, gamma float64, at func(x float64) float64) {
	if !(gamma > 0) {
		panic("concave: stepsize must be positive")
	}
	if len(dst) != len(v) {
		panic("concave: length mismatch")
	}
	for j, x := range v {
		dst[j] = at(x)
	}
}

// positive says what is wrong with a parameter.
func positive(v float64, what string) error {
	if !(v > 0) || math.IsInf(v, 1) {
		return fmt.Errorf("%s is %g: it must be more than 0, and finite", what, v)
	}
	return nil
}

// LogSum is λ Σ_j ε log(1 + |x_j|/ε), ε > 0, of slope λ at 0: the lasso for large ε.
//
// Source: Candès, Wakin, Boyd, Enhancing Sparsity by Reweighted ℓ1 Minimization, J. Fourier Anal. Appl. 2008.
type LogSum struct {
	Lambda  float64
	Epsilon float64
}

// Value is λ Σ_j ε log(1 + |x_j|/ε).
func (g LogSum) Value(x []float64) (sum float64) {
	for _, v := range x {
		sum += math.Log1p(math.Abs(v) / g.Epsilon)
	}
	return g.Lambda * g.Epsilon * sum
}

// Prox is the root z of (z − |v|)(z + ε) + γλε = 0 that is larger, or 0, whichever is better: for γ < ε/λ there is one
// minimum.
//
// Source: Gong, Zhang, Lu, Huang, Ye, A General Iterative Shrinkage and Thresholding Algorithm for Non-convex
// Regularized Optimization Problems, ICML 2013, section 2.3.
func (g LogSum) Prox(dst, v []float64, gamma float64) float64 {
	each(dst, v, gamma, func(x float64) float64 { return g.ProxAt(0, x, gamma) })
	return g.Value(dst)
}

// ProxAt is the prox of one coordinate.
func (g LogSum) ProxAt(_ int, v, gamma float64) float64 {
	t, e, cost := math.Abs(v), g.Epsilon, gamma*g.Lambda*g.Epsilon
	if v != v || g.Lambda == 0 {
		return v
	}
	half := (t - e) / 2 // z = half + √(half² + te − cost), or (te − cost)/(√… − half), which keeps digits for half < 0
	root := math.Sqrt(math.Max(0, (t+e)*(t+e)/4-cost))
	if (t+e)*(t+e)/4 < cost {
		return 0
	}
	z := half + root
	if half < 0 {
		z = (t*e - cost) / (root - half)
	}
	at := func(z float64) float64 { return (z-t)*(z-t)/2 + cost*math.Log1p(z/e) }
	if !(z > 0) || gamma*g.Lambda > e && at(z) >= at(0) {
		return 0
	}
	return math.Copysign(z, v)
}

// WeakConvexity is λ/ε.
func (g LogSum) WeakConvexity() float64 { return g.Lambda / g.Epsilon }

// DerivativesAt are those of the function of one coordinate at x ≠ 0.
func (g LogSum) DerivativesAt(_ int, x float64) (slope, curvature float64) {
	share := g.Epsilon / (g.Epsilon + math.Abs(x))
	return math.Copysign(g.Lambda*share, x), -g.Lambda * share * share / g.Epsilon
}

// ZeroFrom is the λ from which on 0 is a local minimum where −v is the gradient: ‖v‖∞.
func (g LogSum) ZeroFrom(v []float64) float64 { return floats.Norm(v, math.Inf(1)) }

// WithStrength is the penalty at λ times the strength.
func (g LogSum) WithStrength(lambda float64) toolkit.Proxable {
	g.Lambda *= lambda
	return g
}

// Strength is λ.
func (g LogSum) Strength() float64 { return g.Lambda }

// String is the penalty's name.
func (g LogSum) String() string { return "log-sum" }

// Check tells what is wrong with the penalty.
func (g LogSum) Check(_, _ int) error { return positive(g.Epsilon, "ε") }

// CappedL1 is λ Σ_j min(|x_j|, θ), θ > 0: beyond θ a coordinate pays no more. It bends at θ: no square makes it convex,
// and WeakConvexity is +Inf; its prox is the better of two minima.
//
// Source: Zhang, Analysis of Multi-stage Convex Relaxation for Sparse Regularization, JMLR 2010.
type CappedL1 struct {
	Lambda float64
	Theta  float64
}

// Value is λ Σ_j min(|x_j|, θ).
func (g CappedL1) Value(x []float64) (sum float64) {
	for _, v := range x {
		sum += math.Min(math.Abs(v), g.Theta)
	}
	return g.Lambda * sum
}

// Prox is the better of soft thresholding, but for what is beyond θ, and v beyond θ.
func (g CappedL1) Prox(dst, v []float64, gamma float64) float64 {
	each(dst, v, gamma, func(x float64) float64 { return g.ProxAt(0, x, gamma) })
	return g.Value(dst)
}

// ProxAt is the prox of one coordinate.
func (g CappedL1) ProxAt(_ int, v, gamma float64) float64 {
	near := math.Min(math.Abs(line.Soft(v, gamma*g.Lambda)), g.Theta)
	far := math.Max(math.Abs(v), g.Theta)
	at := func(z float64) float64 {
		return (z-math.Abs(v))*(z-math.Abs(v))/2 + gamma*g.Lambda*math.Min(z, g.Theta)
	}
	switch {
	case v != v:
		return v
	case near == 0 && at(0) <= at(far):
		return 0
	case at(near) <= at(far):
		return math.Copysign(near, v)
	}
	return math.Copysign(far, v)
}

// WeakConvexity is +Inf, 0 for λ = 0.
func (g CappedL1) WeakConvexity() float64 {
	if g.Lambda == 0 {
		return 0
	}
	return math.Inf(1)
}

// ZeroFrom is the λ from which on 0 is a local minimum where −v is the gradient: ‖v‖∞.
func (g CappedL1) ZeroFrom(v []float64) float64 { return floats.Norm(v, math.Inf(1)) }

// WithStrength is the penalty at λ times the strength.
func (g CappedL1) WithStrength(lambda float64) toolkit.Proxable {
	g.Lambda *= lambda
	return g
}

// Strength is λ.
func (g CappedL1) Strength() float64 { return g.Lambda }

// String is the penalty's name.
func (g CappedL1) String() string { return "capped-l1" }

// Check tells what is wrong with the penalty.
func (g CappedL1) Check(_, _ int) error { return positive(g.Theta, "θ") }
