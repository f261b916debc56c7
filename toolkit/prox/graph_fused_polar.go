package prox

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
)

// Conjugate is the indicator of the dual norm's ball: +Inf where the lower bound that Polar comes with exceeds 1 by
// more than a relative slack of 1e-9.
func (g GraphFused) Conjugate(v []float64) float64 {
	lo, _ := g.polar(v, decided)
	return indicator(lo, decidedSlack)
}

// Polar is the dual norm over λ, from above: min max(max_e |p_e|, max_j |ξ_j|) over v = λ(S DᵀWp + (1 − S)ξ), where for
// S = 1 v must sum up to 0 on connected coordinates, up to rounding; +Inf where it does not.
func (g GraphFused) Polar(v []float64) float64 {
	_, hi := g.polar(v, closeEnough)
	return hi
}

func (g GraphFused) polar(v []float64, enough func(lo, hi float64) bool) (lo, hi float64) {
	size := floats.Norm(v, 1)
	switch {
	case size == 0 || size != size:
		return size, size
	case g.Lambda == 0:
		return math.Inf(1), math.Inf(1)
	}
	net := g.network(len(v))
	if net.connect(); g.Mix == 1 {
		if !net.balanced(v) {
			return math.Inf(1), math.Inf(1)
		}
		v = level(v, net.sets)
	}
	dual := make([]float64, len(g.Edges))
	return gaugeOf(v, g.Value, func(x []float64, rho float64) { g.ProxTo(x, dual, v, rho, proxTol) },
		func(_ []float64, rho float64) float64 { return g.upper(v, dual, rho, net) }, enough)
}

// upper is max(max_e |p_e|, max_j |ξ_j|) over λ for v = λ(S DᵀWp + (1 − S)ξ), p being ρ times the dual variables; for S
// = 1 what they leave of v flows over the edges.
func (g GraphFused) upper(v, dual []float64, rho float64, net *network) (most float64) {
	rest := append([]float64(nil), v...)
	for e, ends := range g.Edges {
		z := rho * g.Lambda * g.Mix * weightOf(g.Weights, e) * dual[e]
		rest[ends[1]] -= z
		rest[ends[0]] += z
		most = math.Max(most, rho*math.Abs(dual[e]))
	}
	if g.Mix < 1 {
		return math.Max(most, floats.Norm(rest, math.Inf(1))/(g.Lambda*(1-g.Mix)))
	}
	most = 0
	for e, f := range net.flow(rest) {
		most = math.Max(most, math.Abs(rho*dual[net.slot[e]]+f/(g.Lambda*net.weight[e])))
	}
	return most
}

// PolarAt is Polar's bound from above by the dual variables of a prox, near the point of which v is nearly a
// subgradient.
func (g GraphFused) PolarAt(v, dual []float64) float64 {
	if g.Lambda == 0 {
		return g.Polar(v)
	}
	net := g.network(len(v))
	if net.connect(); g.Mix == 1 {
		if !net.balanced(v) {
			return math.Inf(1)
		}
		v = level(v, net.sets)
	}
	return g.upper(v, dual, 1, net)
}

// PolarOfSizes is what Polar is at most on vectors with |v_j| ≤ sizes_j; for S = 1 on those of them less their means.
func (g GraphFused) PolarOfSizes(sizes []float64) float64 {
	if g.Mix < 1 {
		return floats.Norm(sizes, math.Inf(1)) / (g.Lambda * (1 - g.Mix))
	}
	least := math.Inf(1)
	for _, w := range g.network(len(sizes)).weight {
		least = math.Min(least, w)
	}
	return floats.Sum(sizes) / (g.Lambda * least) // all of it over one edge
}

// Flat are the connected sets of coordinates for S = 1, which may move together at no cost: see Fused.
func (g GraphFused) Flat(d int) (sets [][]int, rest toolkit.Proxable) {
	if g.Mix < 1 {
		return nil, g
	}
	net := g.network(d)
	net.connect()
	return net.sets, flattenedIterative{flattened{g, net.sets}, g}
}
