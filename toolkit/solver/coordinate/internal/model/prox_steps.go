package model

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// proxStep writes to next the proximal step from the weights x of a block, where the quadratic has the slopes −b and no
// eigenvalue beyond l.
func (m *Model) proxStep(next, x, b []float64, g int, l float64) {
	total, penalized := l+m.ridge(g), m.IsPenalized(g)
	switch {
	case total == 0 && !penalized:
		copy(next, x)
		return
	case total == 0:
		clear(next)
		m.Parts.Prox(next, g, math.MaxFloat64)
		return
	}
	for i := range x {
		next[i] = (l*x[i] + b[i]) / total
	}
	if gamma := m.Lambda / total; penalized && gamma > 0 { // otherwise next is not finite, or λ = 0
		m.Parts.Prox(next, g, gamma)
	}
}

// ProxResidual is (L + μ) times the length of the proximal step of a block, where minus the slopes are products: L is
// L_g, or what it is to be at least.
func (m *Model) ProxResidual(g int, least float64) float64 {
	first, last := m.From[g], m.From[g+1]
	x, next, _, _ := m.scratch(last - first)
	var l float64 // no eigenvalue of A_gᵀH A_g exceeds the sum of the diagonal
	for i := range x {
		x[i] = m.W[m.Columns[first+i].WeightAt]
		l += m.Curvature.Squares[first+i]
	}
	l = math.Max(l, least)
	m.proxStep(next, x, m.Products[first:last], g, l)
	return (l + m.ridge(g)) * floats.Distance(x, next, 2)
}

// The steps within a block: their largest number, and the share of the first below which one is the last.
const (
	blockSteps = 20
	blockShare = 1e-2
)

// minimize goes towards the minimum over a block from its weights x, where minus the slopes are b, by proximal steps; x
// and b are then those there.
func (m *Model) minimize(x, b, change []float64, g int) {
	if len(x) == 1 {
		m.proxStep(change, x, b, g, m.Curvature.Squares[m.From[g]])
		x[0] = change[0]
		return
	}
	shape, first := m.Curvature.Shapes[g], 0.
	l := slices.Max(shape.L)
	for step := range blockSteps {
		m.proxStep(change, x, b, g, l)
		floats.Sub(change, x)
		floats.Add(x, change)
		moved := floats.Dot(change, change)
		if step == 0 {
			first = moved
		}
		if !(moved > blockShare*blockShare*first) || len(shape.L) == 1 {
			return
		}
		floats.Scale(-1, change)
		shape.AddTimes(b, change)
	}
}

// The longest step at which a working set is left, as a share of the first, and the most passes over it, where a
// penalty is known by its prox; and the shortest part of a Newton step that is tried there, as many weights would
// change their sign.
const (
	proxShare  = 0.005
	proxPasses = 1000
	proxLeast  = 1. / 64
)

// Shorten takes passes over a set until the longest step of a block is a share of that at the products.
func (m *Model) Shorten(ctx context.Context, set []int) {
	first, short := 0., false
	for _, g := range set {
		first = math.Max(first, m.ProxResidual(g, 0))
	}
	m.enough = func(before, after []float64) bool {
		short = !(m.longest(set, before, after) > proxShare*first)
		return short
	}
	for range proxPasses / wholePasses {
		if m.Passes(ctx, set, wholePasses); short || context.Cause(ctx) != nil {
			return
		}
	}
}

// longest is (L_g + μ)‖w_g⁺ − w_g‖ of the block of a set that moved furthest.
func (m *Model) longest(set []int, before, after []float64) (most float64) {
	at := 0
	for _, g := range set {
		size, l := m.From[g+1]-m.From[g], m.Curvature.Squares[m.From[g]]
		if size > 1 {
			l = slices.Max(m.Curvature.Shapes[g].L)
		}
		most = math.Max(most, (l+m.ridge(g))*floats.Distance(before[at:at+size], after[at:at+size], 2))
		at += size
	}
	return most
}
