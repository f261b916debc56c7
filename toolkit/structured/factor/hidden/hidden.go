// Package hidden has losses of graphs that are labelled in part: each label has several states, of which nobody said
// which one a node has, and nodes may have no label.
package hidden

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/structured/factor"
)

// Hinge is the loss of a structured support vector machine with latent variables: with Y(h) the labels of states h,
// where these are known, and the Hamming cost of labels,
//
//	ℓ_i(θ) = max_h' ⟨θ, φ(x_i,h')⟩ + Σ_s c_{y_is} [Y(h'_s) ≠ y_is]  −  max_{h: Y(h) = y_i} ⟨θ, φ(x_i,h)⟩  ≥ 0,
//
// which is not convex. Complete finds the h of the second maximum, and Grad is that of factor.Hinge with this h in its
// place: a convex function that is never less than ℓ_i, whatever h is, so that what solvers say of it is a bound of ℓ_i
// from above. It is a risk.Completer, and a toolkit.Bounded.
//
// Source: Yu, Joachims, Learning Structural SVMs with Latent Variables, ICML 2009; Quattoni, Wang, Morency, Collins,
// Darrell, Hidden Conditional Random Fields, PAMI 2007, for labels with several states.
type Hinge struct {
	*factor.Hinge
	y     [][]int
	label []int
	nodes int
}

// Node is the label of nodes that nobody labels, and of the states that these have alone.
const Node = -2

// New makes it of examples whose Y are states, which it draws anew among those of the labels y of nodes: −1 for one
// that is not known, Node for a node without. label is that of each state, costs c of each label, nil for ones, and
// nodes bounds searches, for 0 messages alone.
func New(data *factor.Examples, y [][]int, label []int, costs []float64, nodes int, seed uint64) (*Hinge, error) {
	of := map[int][]int{}
	for x, l := range label {
		if of[l] = append(of[l], x); l != Node {
			of[-1] = append(of[-1], x)
		}
	}
	if len(label) != data.States || len(y) != len(data.Of) {
		return nil, fmt.Errorf("hidden: labels of %d states and %d graphs, and there are %d and %d", len(label), len(y),
			data.States, len(data.Of))
	}
	rng := rand.New(rand.NewPCG(seed, 1))
	for i, labels := range y {
		if len(labels) != len(data.Of[i].Y) {
			return nil, fmt.Errorf("hidden: graph %d has %d nodes, and labels of %d", i+1, len(data.Of[i].Y), len(labels))
		}
		for s, l := range labels {
			states := of[l]
			if len(states) == 0 {
				return nil, fmt.Errorf("hidden: graph %d: node %d has label %d, and no state has that", i+1, s+1, l)
			}
			data.Of[i].Y[s] = states[rng.IntN(len(states))]
		}
	}
	h := &Hinge{Hinge: &factor.Hinge{Data: data, Nodes: nodes}, y: y, label: label, nodes: nodes}
	h.Charge = func(i int, g *factor.Graph) {
		for s, l := range y[i] {
			for x, w := 0, g.Node(s); x < len(w); x++ {
				switch {
				case (label[x] == Node) != (l == Node):
					w[x] = math.Inf(-1)
				case label[x] == l || l < 0:
				case costs == nil:
					w[x]++
				default:
					w[x] += costs[l]
				}
			}
		}
	}
	return h, nil
}

// Complete gives the nodes of example i the best states of their labels, and tells whether any changed.
func (h *Hinge) Complete(ctx context.Context, i int, p toolkit.Params) (changed bool, err error) {
	g, now := h.Data.Scored(i, p), h.Data.Of[i].Y
	before := g.Of(now)
	for s, l := range h.y[i] {
		for x, w := 0, g.Node(s); x < len(w); x++ {
			if h.label[x] != l && (l != -1 || h.label[x] == Node) {
				w[x] = math.Inf(-1)
			}
		}
	}
	r, err := factor.BranchAndBound{Nodes: max(1, h.nodes)}.Decode(ctx, g)
	if err != nil {
		return false, err
	}
	if !(r.Score > before+1e-9*(1+math.Abs(before))) {
		return false, nil
	}
	copy(now, r.Y)
	return true, nil
}
