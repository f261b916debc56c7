package structures

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/model/grid"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/online"
	"github.com/proxlab/proxlab/toolkit/solver/risk"
	"github.com/proxlab/proxlab/toolkit/structured/factor"
)

// GraphLoss is a loss of labelled graphs.
type GraphLoss string

// The losses: see factor.Hinge, factor.Likelihood and factor.Pseudo.
const (
	GraphMargin     GraphLoss = "hinge"
	GraphLikelihood GraphLoss = "likelihood"
	GraphPseudo     GraphLoss = "pseudo-likelihood"
)

// GraphCRF learns states of the nodes of graphs, all of whose edges are alike, by
//
//	P(θ) = (μ/2)‖θ‖² + (1/n) Σ_i ℓ_i(θ)
//
// over n graphs: the structured hinge, by block-coordinate Frank-Wolfe, or likelihoods, by L-BFGS. Decoders need not
// find the best labelling: objective and gap of the model are bounds all the same, and its Slack is what decoders left.
//
// Source: Müller, Behnke, PyStruct: Learning Structured Prediction in Python, JMLR 2014; the sources of package factor.
type GraphCRF struct {
	// Mu is μ > 0. The C of a structured support vector machine is 1/(μn).
	Mu float64
	// Loss is GraphMargin where it is "".
	Loss GraphLoss
	// Relaxed takes the hinge over the linear program's points, in place of a search of at most Nodes nodes, 100 where it
	// is 0, of labellings.
	Relaxed bool
	Nodes   int
	// ClassCosts are what a node of each state costs in the hinge where it is given another; nil for ones.
	ClassCosts []float64
	// Weights are those of the graphs, c_i ℓ_i in the place of ℓ_i; nil for ones.
	Weights []float64
	// Directed tells a pair of states from the pair the other way round: edges go from their first node to the second.
	Directed bool
	// Intercept adds a feature of nodes that is 1, whose weights are penalized as all others.
	Intercept bool
	// Tol is the gap to stop at, as a share of the objective; 0 for 1e-2.
	Tol float64
	// MaxIter is the most passes, or steps of L-BFGS; 0 for 100.
	MaxIter int
	// Seed draws the order of the graphs.
	Seed uint64
	// Watch, where not nil, is called after every pass. The gap is that of some passes, NaN elsewhere.
	Watch func(solver.Progress)
}

// EdgeFeatureGraphCRF is GraphCRF for edges with features of their own: each has weights of all pairs of states.
type EdgeFeatureGraphCRF struct{ GraphCRF }

// GridCRF is GraphCRF for images: cells are nodes, and go with their neighbours.
type GridCRF struct {
	GraphCRF
	Neighbours int  // 4 or 8; 0 for 4
	Directions bool // edges of each direction have their own weights
}

// Graphs are labelled graphs of so many states: rows of X are the features of all nodes in order, and rows of Edges
// those of all edges, nil where they have none.
type Graphs struct {
	X, Edges linalg.Map
	States   int
	Of       []factor.Labelled
}

// Grids are images with the states of their cells, row by row.
type Grids struct {
	Images []grid.Image
	States int
	Y      [][]int
}

// Fit learns from graphs. When the context ends while training, there are an error and the model so far.
func (c GraphCRF) Fit(ctx context.Context, data Graphs) (*model.Graph, error) {
	if data.Edges != nil {
		return nil, errors.New("edges have features: EdgeFeatureGraphCRF learns from them")
	}
	return c.fit(ctx, data)
}

// Fit is that of GraphCRF.
func (c EdgeFeatureGraphCRF) Fit(ctx context.Context, data Graphs) (*model.Graph, error) {
	if data.Edges == nil {
		return nil, errors.New("edges have no features: GraphCRF needs none")
	}
	return c.fit(ctx, data)
}

// Fit is that of GraphCRF.
func (c GridCRF) Fit(ctx context.Context, data Grids) (*model.Graph, error) {
	if c.Neighbours == 0 {
		c.Neighbours = 4
	}
	in, err := grid.Inputs(data.Images, c.Neighbours, c.Directions)
	if err != nil {
		return nil, err
	}
	if len(data.Y) != len(data.Images) {
		return nil, fmt.Errorf("there are %d images, and states of %d", len(data.Images), len(data.Y))
	}
	graphs := Graphs{X: in.X, Edges: in.Edges, States: data.States}
	for i, y := range data.Y {
		if len(y) != in.Nodes[i] {
			return nil, fmt.Errorf("image %d has %d × %d cells, and states of %d", i+1, data.Images[i].Rows,
				data.Images[i].Columns, len(y))
		}
		graphs.Of = append(graphs.Of, factor.Labelled{Y: y, Ends: in.Ends[i]})
	}
	m, err := c.fit(ctx, graphs)
	if m != nil {
		m.Grid, m.Directions = c.Neighbours, c.Directions
	}
	return m, err
}

func (c GraphCRF) fit(ctx context.Context, data Graphs) (*model.Graph, error) {
	if c.Loss == "" {
		c.Loss = GraphMargin
	}
	if err := c.check(data.States); err != nil {
		return nil, err
	}
	examples, err := factor.NewExamples(data.States, data.Of, data.Edges == nil, c.Directed)
	if err != nil {
		return nil, err
	}
	p, nodes, pairs, err := model.GraphParams(examples, data.X, data.Edges, c.Intercept)
	if err != nil {
		return nil, err
	}
	last := &risk.State{}
	res, err := c.run(ctx, examples, p, func(s *risk.State) { last = s })
	if err != nil && solver.Interrupted(ctx) == nil {
		return nil, err
	}
	m := &model.Graph{
		States: data.States, Directed: c.Directed, Intercept: c.Intercept,
		Weights: nodes.Coefficients(), Pairs: pairs.Coefficients(),
		Loss: string(c.Loss), Mu: c.Mu, Relaxed: c.Loss == GraphMargin && c.Relaxed || c.Loss == GraphLikelihood,
		Iterations: res.Iter, Examples: res.Evals, Slack: last.Slack,
		Objective: res.Objective, Gap: res.Gap, Elapsed: res.Elapsed, Status: res.Status,
	}
	_, m.Features = data.X.Dims()
	if data.Edges != nil {
		m.EdgeFeatures = m.Pairs.R
	}
	return m, solver.Interrupted(ctx)
}

// run trains the parameters.
func (c GraphCRF) run(
	ctx context.Context, data *factor.Examples, p *params.Model, watch func(*risk.State),
) (solver.Result, error) {
	most := cmp.Or(c.MaxIter, 100)
	stops := []solver.Stop{solver.RelGap(cmp.Or(c.Tol, 1e-2)), solver.MaxIter(most)}
	var oracle toolkit.Oracle = &factor.Pseudo{Data: data}
	switch c.Loss {
	case GraphMargin:
		oracle = &factor.Hinge{Data: data, Relaxed: c.Relaxed, Nodes: cmp.Or(c.Nodes, 100), Costs: c.ClassCosts}
	case GraphLikelihood:
		oracle = &factor.Likelihood{Data: data}
	}
	oracle, err := online.Weigh(oracle, c.Weights)
	if err != nil {
		return solver.Result{}, err
	}
	var seq solver.Seq[*risk.State]
	if c.Loss == GraphMargin {
		every := 5
		if most%every != 0 {
			every = 1 // so that the last pass has a certificate
		}
		method := risk.BlockFrankWolfe{Mu: c.Mu, Pairwise: true, Cached: 5, Every: every, Seed: c.Seed, Params: p}
		seq = method.Iterations(ctx, oracle)
	} else {
		const still = 10 // steps without a decrease: rounding allows no more
		stops = append(stops, solver.NoDecrease(still))
		seq = risk.LBFGS{Mu: c.Mu, Params: p}.Iterations(ctx, oracle)
	}
	seq = solver.Tee(seq, func(st *risk.State) {
		if watch(st); c.Watch != nil {
			c.Watch(st.Progress)
		}
	})
	return solver.Run(seq, solver.Any(stops...))
}

// check tells what is wrong with settings.
func (c GraphCRF) check(states int) error {
	switch {
	case !(c.Mu > 0) || math.IsInf(c.Mu, 1):
		return fmt.Errorf("μ = %g: it must be positive and finite", c.Mu)
	case c.Tol < 0 || math.IsNaN(c.Tol) || c.MaxIter < 0 || c.Nodes < 0:
		return fmt.Errorf("a tolerance of %g, %d passes and %d nodes: none may be negative", c.Tol, c.MaxIter, c.Nodes)
	case !slices.Contains([]GraphLoss{GraphMargin, GraphLikelihood, GraphPseudo}, c.Loss):
		return fmt.Errorf("the loss %q is none of graphs: %s, %s and %s are", c.Loss, GraphMargin, GraphLikelihood,
			GraphPseudo)
	case c.ClassCosts == nil:
		return nil
	case c.Loss != GraphMargin || len(c.ClassCosts) != states:
		return fmt.Errorf("there are %d costs of %d states, for the %s: only the hinge has costs, one for each",
			len(c.ClassCosts), states, c.Loss)
	}
	for x, v := range c.ClassCosts {
		if !(v >= 0) || math.IsInf(v, 1) {
			return fmt.Errorf("state %d costs %g: it must be finite and not negative", x, v)
		}
	}
	return nil
}
