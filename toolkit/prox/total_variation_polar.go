package prox

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
)

// network are the differences as edges, at their places among the dual variables.
func (g TotalVariation) network() *network {
	n := g.Rows * g.Cols
	out := &network{n: n}
	add := func(from, to, slot int) {
		out.from, out.to = append(out.from, from), append(out.to, to)
		out.weight, out.slot = append(out.weight, 1), append(out.slot, slot)
	}
	for at := range n {
		if at+g.Cols < n {
			add(at, at+g.Cols, at)
		}
		if (at+1)%g.Cols != 0 {
			add(at, at+1, n+at)
		}
	}
	out.connect()
	return out
}

// Conjugate is the indicator of the dual norm's ball: +Inf where the lower bound that Polar comes with exceeds 1 by
// more than a relative slack of 1e-9.
func (g TotalVariation) Conjugate(v []float64) float64 {
	lo, _ := g.polar(v, decided)
	return indicator(lo, decidedSlack)
}

// Polar is min max_ij ‖p_ij‖ over v = λ∇ᵀp, from above; +Inf where v does not sum up to 0, up to rounding.
func (g TotalVariation) Polar(v []float64) float64 {
	_, hi := g.polar(v, closeEnough)
	return hi
}

func (g TotalVariation) polar(v []float64, enough func(lo, hi float64) bool) (lo, hi float64) {
	if len(v) != g.Rows*g.Cols {
		panic(badLength)
	}
	size := floats.Norm(v, 1)
	if size == 0 || size != size {
		return size, size
	}
	net := g.network()
	if g.Lambda == 0 || !net.balanced(v) {
		return math.Inf(1), math.Inf(1)
	}
	v = level(v, net.sets)
	dual := make([]float64, 2*len(v))
	return gaugeOf(v, g.Value, func(x []float64, rho float64) { g.ProxTo(x, dual, v, rho, proxTol) },
		func(x []float64, rho float64) float64 { return g.upper(x, dual, rho, net) }, enough)
}

// upper is max_ij ‖p_ij‖ for v = λ∇ᵀp, p being ρ times the dual variables, and what flows of the rest they leave.
func (g TotalVariation) upper(rest, dual []float64, rho float64, net *network) (most float64) {
	n := len(rest)
	p := append([]float64(nil), dual...)
	floats.Scale(rho, p)
	for e, f := range net.flow(rest) {
		p[net.slot[e]] += f / g.Lambda
	}
	for at := range n {
		most = math.Max(most, math.Hypot(p[at], p[n+at]))
	}
	return most
}

// PolarAt is Polar's bound from above by the dual variables of a prox, near the point of which v is nearly a
// subgradient.
func (g TotalVariation) PolarAt(v, dual []float64) float64 {
	net := g.network()
	if g.Lambda == 0 || !net.balanced(v) {
		return g.Polar(v)
	}
	rest := level(v, net.sets)
	for e, slot := range net.slot {
		rest[net.to[e]] -= g.Lambda * dual[slot]
		rest[net.from[e]] += g.Lambda * dual[slot]
	}
	return g.upper(rest, dual, 1, net)
}

// PolarOfSizes is what Polar is at most on vectors with |v_j| ≤ sizes_j, less their mean.
func (g TotalVariation) PolarOfSizes(sizes []float64) float64 {
	return math.Sqrt2 * floats.Sum(sizes) / g.Lambda // all of it over both edges of a pixel
}

// Flat is the whole image, which may become lighter or darker at no cost: see Fused.
func (g TotalVariation) Flat(int) (sets [][]int, rest toolkit.Proxable) {
	sets = g.network().sets
	return sets, flattenedIterative{flattened{g, sets}, g}
}

// String is the penalty's name.
func (g TotalVariation) String() string { return "tv" }

// Check tells what is wrong with the penalty on d×k weights.
func (g TotalVariation) Check(d, k int) error {
	switch {
	case k > 1:
		return errors.New("the image is of the features of one output, and there are several")
	case g.Rows < 1 || g.Cols < 1 || g.Rows*g.Cols != d:
		return fmt.Errorf("an image of %d × %d has %d pixels, and there are %d features", g.Rows, g.Cols, g.Rows*g.Cols, d)
	}
	return nil
}

// Strength is λ.
func (g TotalVariation) Strength() float64 { return g.Lambda }
