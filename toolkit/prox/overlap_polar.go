package prox

import "math"

// Conjugate is the indicator of the dual norm's ball: +Inf where the lower bound that Polar comes with exceeds 1 by more than a relative
// slack of 1e-9.
func (g Overlap) Conjugate(v []float64) float64 {
	const slack = 1e-9
	lo, _ := g.polar(v, func(lo, hi float64) bool { return lo > 1+slack || hi <= 1+slack })
	if lo > 1+slack {
		return math.Inf(1)
	}
	return 0
}

// polarRounds bounds the projections of Polar, and polarTol is how close its bounds of the dual norm have to come.
const (
	polarRounds = 50
	polarTol    = 1e-10
)

// Polar is Ω°(v)/λ, Ω° the dual norm min{max_k ‖v_k‖/w_k : v = Σ_k v_k, v_k in group k}, from above: dual points scaled by it are
// feasible. It is +Inf where v is not zero outside the groups. With x the residual of the projection of v on ρ times the unit ball of Ω°,
// ⟨v, x⟩/Ω(x) is a lower bound, and the next ρ; the projection's own parts, with x shared out, are an upper one.
//
// Source: Newton's method on the dual norm as in Mairal, Jenatton, Obozinski, Bach, Convex and Network Flow Optimization for Structured
// Sparsity, JMLR 2011, section 3.3.
func (g Overlap) Polar(v []float64) float64 {
	_, hi := g.polar(v, func(lo, hi float64) bool { return hi-lo <= polarTol*hi })
	return hi
}

// polar bounds the polar from below and above until the bounds will do.
func (g Overlap) polar(v []float64, enough func(lo, hi float64) bool) (lo, hi float64) {
	unit := g
	unit.Lambda, unit.FixedPoint = 1, false
	shares := make([]float64, len(v))
	for k, group := range g.Groups {
		w := weightOf(g.Weights, k)
		for _, j := range group {
			shares[j] += w * w
		}
	}
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
	dual, x := make([]float64, g.Duals(len(v))), append([]float64(nil), v...)
	upper := unit.spread(x, dual, shares, 0)
	var rho float64
	for range polarRounds {
		var dot float64
		for j := range v {
			dot += v[j] * x[j]
		}
		value := unit.Value(x)
		next := dot / value
		if !(next > rho) || enough(next/g.Lambda, upper/g.Lambda) {
			rho = math.Max(rho, next)
			break
		}
		rho = next
		unit.ProxTo(x, dual, v, rho, proxTol)
		upper = math.Min(upper, unit.spread(x, dual, shares, rho))
	}
	return rho / g.Lambda, upper / g.Lambda
}

// spread is max_k ‖v_k‖/w_k for v_k = ρ w_k u_k + x's share of group k, w_k²/Σ_{l∋j} w_l² of each coordinate: a decomposition of
// ρ Σ_k w_k u_k + x.
func (g Overlap) spread(x, dual, shares []float64, rho float64) (most float64) {
	at := 0
	for k, group := range g.Groups {
		w := weightOf(g.Weights, k)
		var sum float64
		for i, j := range group {
			if w == 0 {
				continue
			}
			part := rho*dual[at+i] + x[j]*w/shares[j] // v_k/w_k
			sum += part * part
		}
		most = math.Max(most, math.Sqrt(sum))
		at += len(group)
	}
	return most
}
