package prox

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// Conjugate is the indicator of the dual norm's ball: +Inf where the lower bound that Polar comes with exceeds 1 by
// more than a relative slack of 1e-9.
func (g Overlap) Conjugate(v []float64) float64 {
	lo, _ := g.polar(v, decided)
	return indicator(lo, decidedSlack)
}

// Polar is Ω°(v)/λ, Ω° the dual norm min{max_k ‖v_k‖/w_k : v = Σ_k v_k, v_k in group k}, from above: dual points
// scaled by it are feasible. It is +Inf where v is not zero outside the groups. With x the residual of the projection
// of v on ρ times the unit ball of Ω°, ⟨v, x⟩/Ω(x) is a lower bound, and the next ρ; the projection's own parts, with
// x shared out, are an upper one.
//
// Source: Newton's method on the dual norm as in Mairal, Jenatton, Obozinski, Bach, Convex and Network Flow
// Optimization for Structured Sparsity, JMLR 2011, section 3.3.
func (g Overlap) Polar(v []float64) float64 {
	_, hi := g.polar(v, closeEnough)
	return hi
}

// polar bounds the polar from below and above until the bounds will do.
func (g Overlap) polar(v []float64, enough func(lo, hi float64) bool) (lo, hi float64) {
	unit := g
	unit.Lambda, unit.FixedPoint = 1, false
	shares := g.shares(len(v))
	zero := true
	for j, x := range v {
		if math.IsNaN(x) {
			return x, x
		}
		if x != 0 && shares[j] == 0 {
			return math.Inf(1), math.Inf(1)
		}
		zero = zero && x == 0
	}
	if zero {
		return 0, 0
	}
	dual := make([]float64, g.Duals(len(v)))
	lo, hi = gaugeOf(v, unit.Value, func(x []float64, rho float64) { unit.ProxTo(x, dual, v, rho, proxTol) },
		func(x []float64, rho float64) float64 { return unit.spread(x, dual, shares, rho) },
		func(lo, hi float64) bool { return enough(lo/g.Lambda, hi/g.Lambda) })
	return lo / g.Lambda, hi / g.Lambda
}

// spread is max_k ‖v_k‖/w_k for v_k = ρ w_k u_k + x's share of group k, w_k²/Σ_{l∋j} w_l² of each coordinate: a
// decomposition of ρ Σ_k w_k u_k + x.
func (g Overlap) spread(x, dual, shares []float64, rho float64) (most float64) {
	for k, group := range g.Groups {
		u := dual[:len(group)]
		dual = dual[len(group):]
		w := weightOf(g.Weights, k)
		if w == 0 {
			continue
		}
		var sum float64
		for i, j := range group {
			part := rho*u[i] + x[j]*w/shares[j] // v_k/w_k
			sum += part * part
		}
		most = math.Max(most, math.Sqrt(sum))
	}
	return most
}

// PolarNear is Polar's bound from above where v is nearly a subgradient at x: v = λ Σ_k w_k u_k + r with the dual
// variables u of the prox of x + tv, t = ‖x‖/‖v‖, then of the projection of v on the ball, from there; r is shared
// out.
func (g Overlap) PolarNear(v, x []float64) float64 {
	size, far := floats.Norm(v, 2), floats.Norm(x, 2)
	shares := g.shares(len(v))
	outside := false
	for j, s := range shares {
		outside = outside || s == 0 && v[j] != 0
	}
	if !(size > 0) || !(far > 0) || math.IsInf(size, 1) || outside || g.Lambda == 0 {
		return g.Polar(v)
	}
	t := far / size
	dual, y := make([]float64, g.Duals(len(v))), make([]float64, len(v))
	floats.AddScaledTo(y, x, t, v)
	g.ProxTo(y, dual, y, t, proxTol)
	first := g.PolarAt(v, dual)
	unit := g
	unit.Lambda, unit.FixedPoint = 1, false
	unit.ProxTo(y, dual, v, g.Lambda, proxTol)
	return math.Min(first, g.PolarAt(v, dual))
}

// PolarAt is Polar's bound from above by the dual variables of a prox, near the point of which v is nearly a
// subgradient.
func (g Overlap) PolarAt(v, dual []float64) float64 {
	unit := g
	unit.Lambda = 1
	shares, rest := g.shares(len(v)), make([]float64, len(v))
	unit.residual(rest, v, dual, g.Lambda)
	for j, s := range shares {
		if s == 0 && v[j] != 0 {
			return math.Inf(1)
		}
	}
	return unit.spread(rest, dual, shares, g.Lambda) / g.Lambda
}

// shares are Σ_{k∋j} w_k² of the coordinates.
func (g Overlap) shares(d int) []float64 {
	out := make([]float64, d)
	for k, group := range g.Groups {
		w := weightOf(g.Weights, k)
		for _, j := range group {
			out[j] += w * w
		}
	}
	return out
}
