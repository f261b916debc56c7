package solver

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
)

// Regularizer is R = λΩ + (μ/2)‖·‖², what a proximal method on the problem takes a prox step of: Ω itself where λ = 1
// and μ = 0. Where Ω's prox is found by iteration, it goes on from the dual variables of the call before, and the
// problem's gap makes use of them.
func (p *Problem) Regularizer() toolkit.Proxable {
	if _, iterative := p.Penalty.(toolkit.IterativeProx); p.Lambda == 1 && p.Mu == 0 && p.Penalty != nil && !iterative {
		return p.Penalty
	}
	return regularizer{p}
}

type regularizer struct{ p *Problem }

// Value is λΩ(x) + (μ/2)‖x‖².
func (r regularizer) Value(x []float64) float64 { return r.p.regularization(x) }

// WeakConvexity is the problem's.
func (r regularizer) WeakConvexity() float64 { return r.p.WeakConvexity() }

// WeakConvexity is the least ρ for which R + (ρ/2)‖·‖² is convex: 0 where R is. Where it is not, there is no gap, and
// solvers find local minima.
func (p *Problem) WeakConvexity() float64 {
	if w, ok := p.Penalty.(WeaklyConvex); ok {
		return math.Max(0, p.Lambda*w.WeakConvexity()-p.Mu)
	}
	return 0
}

// Prox is prox_{cλΩ}(v/(1 + γμ)) with c = γ/(1 + γμ), completing the square.
//
// Source: Combettes and Wajs, Signal Recovery by Proximal Forward-Backward Splitting, 2005, Lemma 2.6.
func (r regularizer) Prox(dst, v []float64, gamma float64) float64 {
	p := r.p
	if p.Mu == 0 {
		copy(dst, v)
	} else {
		shrink := 1 / (1 + gamma*p.Mu)
		floats.ScaleTo(dst, shrink, v)
		gamma *= shrink
	}
	var value float64
	if p.Penalty != nil && p.Lambda > 0 {
		value = p.Lambda * p.warm.Prox(dst, dst, gamma*p.Lambda)
	}
	if p.Mu == 0 {
		return value
	}
	return value + p.Mu/2*floats.Dot(dst, dst)
}

// Tighten makes a prox that WarmProx returned a hundred times as exact, if it is found by iteration and rounding
// allows it: for a method whose gap stands.
func Tighten(g toolkit.Proxable) {
	switch g := g.(type) {
	case regularizer:
		g.p.warm.tighten()
	case *warmProx:
		g.tighten()
	}
}

// WarmProx is g where its prox has a closed form. Where it is found by iteration (a toolkit.IterativeProx) each call
// starts from the dual variables of the one before, and stops at a relative gap of tol: near a fixed point that saves
// nearly all of the work. A Problem's Regularizer does so by itself: it begins afresh, so that two runs on one problem
// give the same bits.
func WarmProx(g toolkit.Proxable, tol float64) toolkit.Proxable {
	if r, ok := g.(regularizer); ok {
		r.p.warm.dual, r.p.warm.tol = nil, warmTol
		return g
	}
	if _, ok := g.(toolkit.IterativeProx); !ok {
		return g
	}
	return &warmProx{g: g, tol: tol}
}

// regularization is λΩ(W) + (μ/2)‖W‖².
func (p *Problem) regularization(w []float64) float64 {
	var sum float64
	if p.Mu != 0 {
		sum = p.Mu / 2 * floats.Dot(w, w)
	}
	if p.Penalty != nil {
		sum += p.Lambda * p.Penalty.Value(w)
	}
	return sum
}
