// Package latent is the door to models of graphs some of whose parts are hidden.
package latent

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit/fit/structures"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/risk"
	"github.com/proxlab/proxlab/toolkit/structured/factor"
	"github.com/proxlab/proxlab/toolkit/structured/factor/hidden"
)

// GraphCRF is structures.GraphCRF with the margin loss where each label has so many states, which nobody sees, and
// where nodes may have no label: features and neighbours say which state. Graphs of one node and no edges make it a
// latent support vector machine. P is not convex: what it ends with is stationary, at most, and its gap is unknown;
// where states begin is drawn from Seed, and MaxIter and Tol are those of a round of the concave-convex procedure.
// Loss, Relaxed and Weights are not for it, and ClassCosts are those of labels.
//
// Source: those of hidden.Hinge and risk.ConcaveConvex.
type GraphCRF struct {
	structures.GraphCRF
	States int // of each label; 0 for 2
	Hidden int // states of nodes that are labelled hidden.Node, which have these alone, and no other node has
	Rounds int // at most; 0 for 50
}

// Graphs are those of structures.Graphs with Labels labels, of which Y has those of nodes: −1 where it is not
// known, hidden.Node where there is none.
type Graphs struct {
	X, Edges linalg.Map
	Labels   int
	Y        [][]int
	Ends     [][][2]int
}

// Model labels nodes by their states.
type Model struct {
	*model.Graph
	Label []int // of each state
}

// Labels are those of states.
func (m *Model) Labels(states []int) []int {
	out := make([]int, len(states))
	for s, x := range states {
		out[s] = m.Label[x]
	}
	return out
}

// stationary is the share of the objective by which a round is to lower it, in tolerances of a round.
const stationary = 0.5

// Fit learns from graphs. When the context ends while training, there are an error and the model so far.
func (c GraphCRF) Fit(ctx context.Context, data Graphs) (*Model, error) {
	if err := c.check(data); err != nil {
		return nil, err
	}
	m := &Model{}
	for l := range data.Labels {
		for range cmp.Or(c.States, 2) {
			m.Label = append(m.Label, l)
		}
	}
	for range c.Hidden {
		m.Label = append(m.Label, hidden.Node)
	}
	of := make([]factor.Labelled, len(data.Y))
	for i, y := range data.Y {
		of[i] = factor.Labelled{Y: make([]int, len(y)), Ends: data.Ends[i]}
	}
	examples, err := factor.NewExamples(len(m.Label), of, data.Edges == nil, c.Directed)
	if err != nil {
		return nil, err
	}
	hinge, err := hidden.New(examples, data.Y, m.Label, c.ClassCosts, cmp.Or(c.Nodes, 100), c.Seed)
	if err != nil {
		return nil, err
	}
	p, nodes, pairs, err := model.GraphParams(examples, data.X, data.Edges, c.Intercept)
	if err != nil {
		return nil, err
	}
	tol, last := cmp.Or(c.Tol, 1e-2), &risk.State{}
	seq := risk.ConcaveConvex{
		Inner: risk.BlockFrankWolfe{Mu: c.Mu, Pairwise: true, Cached: 5, Seed: c.Seed, Params: p},
		Tol:   tol, Passes: cmp.Or(c.MaxIter, 100),
	}.Iterations(ctx, hinge)
	seq = solver.Tee(seq, func(s *risk.State) {
		if last = s; c.Watch != nil {
			c.Watch(s.Progress)
		}
	})
	res, err := solver.Run(seq, solver.Any(risk.Stationary(stationary*tol), solver.MaxIter(cmp.Or(c.Rounds, 50))))
	if err != nil && solver.Interrupted(ctx) == nil {
		return nil, err
	}
	m.Graph = &model.Graph{
		States: len(m.Label), Hidden: c.Hidden, Directed: c.Directed, Intercept: c.Intercept, Weights: nodes.Coefficients(),
		Pairs: pairs.Coefficients(), Loss: string(structures.GraphMargin), Mu: c.Mu, Iterations: res.Iter,
		Examples: res.Evals, Slack: last.Slack, Objective: res.Objective, Gap: res.Gap, Elapsed: res.Elapsed,
		Status: res.Status,
	}
	_, m.Features = data.X.Dims()
	if data.Edges != nil {
		m.EdgeFeatures = m.Pairs.R
	}
	return m, solver.Interrupted(ctx)
}

// check tells what is wrong with settings and labels.
func (c GraphCRF) check(data Graphs) error {
	switch {
	case !(c.Mu > 0) || math.IsInf(c.Mu, 1):
		return fmt.Errorf("μ = %g: it must be positive and finite", c.Mu)
	case c.Loss != "" && c.Loss != structures.GraphMargin || c.Relaxed || c.Weights != nil:
		return errors.New("hidden states are learned by the hinge, without a relaxation, of graphs that weigh the same")
	case !(min(c.Tol, float64(min(c.MaxIter, c.Nodes, c.States, c.Hidden, c.Rounds))) >= 0):
		return fmt.Errorf("a tolerance of %g, %d passes, %d nodes, %d states, %d hidden ones and %d rounds: none may be "+
			"negative", c.Tol, c.MaxIter, c.Nodes, c.States, c.Hidden, c.Rounds)
	case data.Labels < 2:
		return fmt.Errorf("%d labels: there must be 2 at least", data.Labels)
	case len(data.Ends) != len(data.Y):
		return fmt.Errorf("there are labels of %d graphs, and edges of %d", len(data.Y), len(data.Ends))
	case c.ClassCosts != nil && len(c.ClassCosts) != data.Labels:
		return fmt.Errorf("there are %d costs of %d labels", len(c.ClassCosts), data.Labels)
	}
	for l, v := range c.ClassCosts {
		if !(v >= 0) || math.IsInf(v, 1) {
			return fmt.Errorf("label %d costs %g: it must be finite and not negative", l, v)
		}
	}
	return nil
}
