package factor

import (
	"context"
	"math"

	"github.com/proxlab/proxlab/toolkit"
)

// Hinge is the loss of a structured support vector machine over labelled graphs, with the Hamming cost, weighed by
// classes where these are given:
//
//	ℓ_i(θ) = max_y' ⟨θ, φ(x_i,y')⟩ + Σ_s c_{y_is} [y'_s ≠ y_is]  −  ⟨θ, φ(x_i,y_i)⟩  ≥ 0.
//
// The maximum is over labellings, found by messages, which begin where those of the last call ended, and by a search
// where these leave a gap; or with Relaxed over the local polytope, where AD3 finds a point, which is never less. What
// was not found is the slack. It is a toolkit.Bounded, and not for concurrent use.
//
// Source: Tsochantaridis et al., 2004; Finley, Joachims, Training Structural SVMs when Exact Inference is Intractable,
// ICML 2008.
type Hinge struct {
	Data    *Examples
	Nodes   int       // of the search, at most; 0 for none
	Relaxed bool      // in its place, the linear program
	Costs   []float64 // c_y of each class; nil for ones
	// Charge, where not nil, adds other costs to the scores of example i: not negative, and 0 for y_i.
	Charge func(i int, g *Graph)

	graphs   []*Graph
	messages []*messages
	slack    []float64
	calls    Calls
}

// Calls count decodes: those of messages, and those of them after which the gap was closed by a search or by AD3, or
// stayed open.
type Calls struct{ All, Closed, Open int }

// Len is the number of graphs.
func (h *Hinge) Len() int { return len(h.Data.Of) }

// Slack is that of the last Grad of example i.
func (h *Hinge) Slack(i int) float64 { return h.slack[i] }

// Calls are those so far.
func (h *Hinge) Calls() Calls { return h.calls }

// Grad writes the subgradient of what was found of ℓ_i at p to u, and returns that.
func (h *Hinge) Grad(i int, p toolkit.Params, u *toolkit.Update) float64 {
	if h.graphs == nil {
		n := h.Len()
		h.graphs, h.messages, h.slack = make([]*Graph, n), make([]*messages, n), make([]float64, n)
	}
	if h.graphs[i] == nil {
		h.graphs[i] = h.Data.graph(i)
		h.messages[i] = newMessages(h.graphs[i])
	}
	g, t, y := h.graphs[i], h.messages[i], h.Data.Of[i].Y
	h.Data.score(g, i, p)
	truth := g.Of(y)
	if h.Charge != nil {
		h.Charge(i, g)
	} else {
		h.charge(g, y)
	}
	h.slack[i] = 0
	if g.check() != nil || math.IsNaN(truth) {
		u.Reset()
		clear(t.m)
		return math.NaN()
	}
	by := TRWS{}
	if h.Nodes > 0 || h.Relaxed {
		by.Iterations = 20 // what they leave is for others, who begin with the messages
	}
	r := found(by.decode(context.Background(), t))
	h.calls.All++
	if !r.Exact && h.Relaxed {
		if loss, ok := h.relaxed(i, g, r, truth, u); ok {
			return loss
		}
	} else if !r.Exact && h.Nodes > 0 {
		r = h.search(t, r)
	}
	if r.Score <= truth {
		r.Score, r.Y = truth, y
	}
	h.slack[i] = max(0, r.Bound-r.Score)
	if !r.Exact {
		h.calls.Open++
	}
	h.Data.between(u, i, r.Y)
	return r.Score - truth
}

// charge adds costs.
func (h *Hinge) charge(g *Graph, y []int) {
	for s, x := range y {
		cost := 1.
		if h.Costs != nil {
			cost = h.Costs[x]
		}
		for z := range g.Node(s) {
			g.Node(s)[z] += cost
		}
		g.Node(s)[x] -= cost
	}
}

// found is a result of a decoder that cannot fail: scores were looked at, and nothing is forbidden.
func found[T any](r T, err error) T {
	if err != nil {
		panic("factor: " + err.Error())
	}
	return r
}

// search goes on by branch and bound.
func (h *Hinge) search(t *messages, r *Result) *Result {
	messages := append([]float64(nil), t.m...)
	by := found(BranchAndBound{Nodes: h.Nodes}.decode(context.Background(), t, h.Nodes/2))
	t.m = messages
	by.Bound = min(by.Bound, r.Bound)
	if by.Exact {
		h.calls.Closed++
	}
	return by
}

// relaxed looks for a point that is better than the labelling; ok is false where there is none.
func (h *Hinge) relaxed(i int, g *Graph, r *Result, truth float64, u *toolkit.Update) (loss float64, ok bool) {
	by := found(AD3{Iterations: 200, Tolerance: 1e-4}.Relax(context.Background(), g))
	r.Bound = min(r.Bound, by.Bound)
	if by.Value <= max(r.Score, truth) {
		return 0, false
	}
	h.calls.Closed++
	h.slack[i] = max(0, r.Bound-by.Value)
	h.Data.difference(u, i, &by.Fraction)
	return by.Value - truth, true
}
