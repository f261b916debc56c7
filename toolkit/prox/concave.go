package prox

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
)

// What follows is of penalties that are not convex. They say so by
//
//	WeakConvexity() float64
//
// the least ρ for which g + (ρ/2)‖·‖² is convex: prox_{γg} then has one minimum for γ < 1/ρ. Solutions are local ones.
// λΩ is no multiple of Ω here: WithStrength is the penalty at another λ.

// MCP is the minimax concave penalty Σ_j g(|x_j|),
//
//	g(t) = λt − t²/(2γ)      for t ≤ γλ,      γλ²/2 beyond,
//
// with γ > 1: near 0 it is the lasso, and large coordinates pay the same.
//
// Source: Zhang, Nearly Unbiased Variable Selection under Minimax Concave Penalty, Ann. Statist. 2010.
type MCP struct {
	Lambda float64
	Gamma  float64 // γ > 1
}

func (g MCP) at(t float64) float64 {
	if t <= g.Gamma*g.Lambda {
		return g.Lambda*t - t*t/(2*g.Gamma)
	}
	return g.Gamma * g.Lambda * g.Lambda / 2
}

// Value is Σ_j g(|x_j|).
func (g MCP) Value(x []float64) float64 { return sumOf(x, g.at) }

// Prox is firm thresholding, for steps below γ; else the better of 0 and v_j.
//
// Source: Gao and Bruce, WaveShrink with Firm Shrinkage, Statistica Sinica 1997.
func (g MCP) Prox(dst, v []float64, step float64) float64 { return each(dst, v, step, g.ProxAt, g.at) }

// ProxAt is the prox of one coordinate.
func (g MCP) ProxAt(_ int, v, step float64) float64 {
	t := math.Abs(v)
	switch {
	case t > g.Gamma*g.Lambda && t > g.Lambda*math.Sqrt(step*g.Gamma), v != v:
		return v
	case t <= step*g.Lambda || step >= g.Gamma:
		return 0
	}
	return math.Copysign((t-step*g.Lambda)/(1-step/g.Gamma), v)
}

// SCAD is the smoothly clipped absolute deviation Σ_j g(|x_j|),
//
//	g(t) = λt      for t ≤ λ,      (2aλt − t² − λ²)/(2(a − 1))      for t ≤ aλ,      λ²(a + 1)/2 beyond,
//
// with a > 2.
//
// Source: Fan and Li, Variable Selection via Nonconcave Penalized Likelihood and its Oracle Properties, J. Amer.
// Statist. Assoc. 2001, who take a = 3.7.
type SCAD struct {
	Lambda float64
	A      float64 // a > 2
}

func (g SCAD) at(t float64) float64 {
	l := g.Lambda
	switch {
	case t <= l:
		return l * t
	case t <= g.A*l:
		return l*t - (t-l)*(t-l)/(2*(g.A-1))
	}
	return l * l * (g.A + 1) / 2
}

// Value is Σ_j g(|x_j|).
func (g SCAD) Value(x []float64) float64 { return sumOf(x, g.at) }

// Prox is in closed form; for steps from a − 1 on it is the best of the minima of the three parts.
//
// Source: Fan and Li 2001, equation (2.8).
func (g SCAD) Prox(dst, v []float64, step float64) float64 { return each(dst, v, step, g.ProxAt, g.at) }

// ProxAt is the prox of one coordinate.
func (g SCAD) ProxAt(_ int, v, step float64) float64 {
	t, l := math.Abs(v), g.Lambda
	near := math.Max(0, t-step*l)
	switch {
	case v != v:
		return v
	case step < g.A-1 && t <= l*(1+step):
	case step < g.A-1 && t <= g.A*l:
		near = ((g.A-1)*t - step*g.A*l) / (g.A - 1 - step)
	case step < g.A-1:
		return v
	default: // the middle part is concave
		near = math.Min(near, l)
		if cost := func(z float64) float64 { return (z-t)*(z-t)/(2*step) + g.at(z) }; t > g.A*l && cost(t) < cost(near) {
			return v
		}
	}
	if near == 0 {
		return 0
	}
	return math.Copysign(near, v)
}

func sumOf(x []float64, at func(t float64) float64) (sum float64) {
	for _, v := range x {
		sum += at(math.Abs(v))
	}
	return sum
}

func each(
	dst, v []float64, step float64, proxAt func(j int, v, step float64) float64, at func(t float64) float64,
) float64 {
	check(dst, v, step)
	for j, x := range v {
		dst[j] = proxAt(j, x, step)
	}
	return sumOf(dst, at)
}

// DerivativesAt are those of g at x ≠ 0.
func (g MCP) DerivativesAt(_ int, x float64) (slope, curvature float64) {
	if t := math.Abs(x); t < g.Gamma*g.Lambda {
		return math.Copysign(g.Lambda-t/g.Gamma, x), -1 / g.Gamma
	}
	return 0, 0
}

// DerivativesAt are those of g at x ≠ 0.
func (g SCAD) DerivativesAt(_ int, x float64) (slope, curvature float64) {
	switch t := math.Abs(x); {
	case t <= g.Lambda:
		return math.Copysign(g.Lambda, x), 0
	case t < g.A*g.Lambda:
		return math.Copysign((g.A*g.Lambda-t)/(g.A-1), x), -1 / (g.A - 1)
	}
	return 0, 0
}

// WeakConvexity is 1/γ.
func (g MCP) WeakConvexity() float64 { return 1 / g.Gamma }

// WeakConvexity is 1/(a − 1).
func (g SCAD) WeakConvexity() float64 { return 1 / (g.A - 1) }

// WithStrength is the penalty at λ times the strength.
func (g MCP) WithStrength(lambda float64) toolkit.Proxable {
	g.Lambda *= lambda
	return g
}

// WithStrength is the penalty at λ times the strength.
func (g SCAD) WithStrength(lambda float64) toolkit.Proxable {
	g.Lambda *= lambda
	return g
}

// ZeroFrom is the λ from which on 0 is a local minimum where −v is the gradient: ‖v‖∞.
func (g MCP) ZeroFrom(v []float64) float64 { return floats.Norm(v, math.Inf(1)) }

// ZeroFrom is the λ from which on 0 is a local minimum where −v is the gradient: ‖v‖∞.
func (g SCAD) ZeroFrom(v []float64) float64 { return floats.Norm(v, math.Inf(1)) }

// Strength is λ.
func (g MCP) Strength() float64 { return g.Lambda }

// Strength is λ.
func (g SCAD) Strength() float64 { return g.Lambda }

// String is the penalty's name.
func (g MCP) String() string  { return "mcp" }
func (g SCAD) String() string { return "scad" }

// Check tells what is wrong with the penalty.
func (g MCP) Check(_, _ int) error {
	if !(g.Gamma > 1) || math.IsInf(g.Gamma, 1) {
		return fmt.Errorf("γ = %g: it must be more than 1, and finite", g.Gamma)
	}
	return nil
}

// Check tells what is wrong with the penalty.
func (g SCAD) Check(_, _ int) error {
	if !(g.A > 2) || math.IsInf(g.A, 1) {
		return fmt.Errorf("a = %g: it must be more than 2, and finite", g.A)
	}
	return nil
}
