package structures

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit/internal/check"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/risk"
	"github.com/proxlab/proxlab/toolkit/structured"
)

// MultiLabel learns which labels an example has, any number of them, and which go together. It minimizes
//
//	P(θ) = (μ/2)‖θ‖² + (1/n) Σ_i ℓ_i(θ)
//
// over n examples, where a set y scores Σ_l y_l ⟨w_l, x⟩ + Σ_{a<b} y_a y_b v_ab and ℓ_i is the structured hinge with
// the Hamming cost, by block-coordinate Frank-Wolfe steps, or the logistic loss of sets, by L-BFGS. Up to 20 labels
// losses are exact, by all 2^L sets. The hinge of more is the relaxed one, of roof duality, which is never less; the
// model says so by Relaxed. Pairs cost as many weights as there are, L(L − 1)/2, or those of a Graph.
//
// Source: Finley, Joachims, Training Structural SVMs when Exact Inference is Intractable, ICML 2008; Ghamrawi,
// McCallum, Collective Multi-Label Classification, CIKM 2005.
type MultiLabel struct {
	// Mu is μ > 0. The C of a structured support vector machine is 1/(μn).
	Mu float64
	// Logistic takes the logistic loss in place of the hinge; to 20 labels.
	Logistic bool
	// NoPairs leaves out the pairs: the hinge then is a sum over labels, a support vector machine for each.
	NoPairs bool
	// Graph are the pairs of labels with weights; nil for all. Where they make a forest the hinge is exact for any number.
	Graph [][2]int
	// Intercept adds a feature that is 1, whose weights are penalized as all others.
	Intercept bool
	// Tol is the gap to stop at, as a share of the objective; 0 for 1e-3.
	Tol float64
	// MaxIter is the most passes, or steps of L-BFGS; 0 for 1000.
	MaxIter int
	// Seed draws the order of the examples.
	Seed uint64
	// Watch, where not nil, is called after every pass. The gap is that of some passes, NaN elsewhere.
	Watch func(solver.Progress)
}

// LabelSets are examples with any number of labels: row i of X, dense or sparse, has the labels Sets[i], from 0 to
// Labels − 1, in any order. Names are those of the labels, kept with the model; nil for none.
type LabelSets struct {
	X      linalg.Map
	Sets   [][]int
	Labels int
	Names  []string
}

// Fit learns from examples. When the context ends while training, there are an error and the model so far.
func (c MultiLabel) Fit(ctx context.Context, data LabelSets) (*model.MultiLabel, error) {
	sets := &structured.LabelSets{Sets: data.Sets, Labels: data.Labels}
	if err := c.check(data, sets); err != nil {
		return nil, err
	}
	n, d := data.X.Dims()
	x := data.X
	if c.Intercept {
		one := linalg.NewDense(1, n, nil)
		floats.AddConst(1, one.Data)
		x = linalg.AppendColumns(x, one)
	}
	rows, ok := x.(linalg.Rows)
	if !ok {
		rows = linalg.ToCSR(x)
	}
	single := params.NewExplicit(structured.Relevance, rows, data.Labels)
	pairs, forest, err := structured.LabelGraph(data.Labels, c.Graph)
	if err != nil {
		return nil, err
	}
	pair := params.NewExplicit(structured.Together, pairs, 1)
	p := params.NewModel([]params.Block{single, pair})
	if c.NoPairs {
		p = params.NewModel([]params.Block{single})
	}
	m := &model.MultiLabel{
		Labels: data.Labels, Features: d, Names: data.Names, Loss: "hinge", Mu: c.Mu,
		Relaxed: !c.NoPairs && data.Labels > model.MostExact && !forest,
	}
	res, err := c.run(ctx, m, sets, p)
	if err != nil && solver.Interrupted(ctx) == nil {
		return nil, err
	}
	m.Objective, m.Gap, m.Iterations, m.Examples = res.Objective, res.Gap, res.Iter, res.Evals
	m.Elapsed, m.Status = res.Elapsed, res.Status
	w := single.Coefficients()
	m.Weights = linalg.NewDense(d, data.Labels, w.Data[:d*data.Labels])
	if c.Intercept {
		m.Intercept = w.Row(d)
	}
	if !c.NoPairs {
		m.Pairs = make([]float64, structured.Pairs(data.Labels))
		pairs.MulVec(m.Pairs, pair.Coefficients().Data)
	}
	return m, solver.Interrupted(ctx)
}

// run trains the parameters.
func (c MultiLabel) run(
	ctx context.Context, m *model.MultiLabel, sets *structured.LabelSets, p toolkit.Params,
) (solver.Result, error) {
	most := c.MaxIter
	if most == 0 {
		most = 1000
	}
	stops := []solver.Stop{solver.RelGap(cmp.Or(c.Tol, 1e-3)), solver.MaxIter(most)}
	var seq solver.Seq[*risk.State]
	if c.Logistic {
		const still = 10 // steps without a decrease: rounding allows no more
		m.Loss, stops = "logistic", append(stops, solver.NoDecrease(still))
		seq = risk.LBFGS{Mu: c.Mu, Params: p}.Iterations(ctx, &structured.LabelCRF{Data: sets})
	} else {
		hinge := &structured.LabelHinge{Data: sets}
		if c.NoPairs || m.Labels > model.MostExact {
			hinge.Decoder = new(structured.RoofDuality)
		}
		every := 5
		if most%every != 0 {
			every = 1 // so that the last pass has a certificate
		}
		seq = risk.BlockFrankWolfe{Mu: c.Mu, Pairwise: true, Every: every, Seed: c.Seed, Params: p}.Iterations(ctx, hinge)
	}
	if c.Watch != nil {
		seq = solver.Tee(seq, func(st *risk.State) { c.Watch(st.Progress) })
	}
	return solver.Run(seq, solver.Any(stops...))
}

// check tells what is wrong with settings or data.
func (c MultiLabel) check(data LabelSets, sets *structured.LabelSets) error {
	switch {
	case !(c.Mu > 0) || math.IsInf(c.Mu, 1):
		return fmt.Errorf("μ = %g: it must be positive and finite", c.Mu)
	case c.Tol < 0 || math.IsNaN(c.Tol) || c.MaxIter < 0:
		return fmt.Errorf("a tolerance of %g and %d passes: neither may be negative", c.Tol, c.MaxIter)
	case data.X == nil:
		return errors.New("there are no examples")
	}
	n, d := data.X.Dims()
	switch {
	case n == 0 || d == 0:
		return fmt.Errorf("the examples are %d × %d: there is nothing to learn from", n, d)
	case len(data.Sets) != n:
		return fmt.Errorf("there are %d examples and %d sets of labels", n, len(data.Sets))
	case data.Names != nil && len(data.Names) != data.Labels:
		return fmt.Errorf("there are %d labels and %d names of them", data.Labels, len(data.Names))
	case data.Labels > 2000 && !c.NoPairs:
		return fmt.Errorf("%d labels have too many pairs: set NoPairs", data.Labels)
	case c.Logistic && data.Labels > model.MostExact:
		return fmt.Errorf("the logistic loss of sets is for up to %d labels, not %d: take the hinge",
			model.MostExact, data.Labels)
	}
	if err := sets.Check(); err != nil {
		return err
	}
	return check.Finite(data.X)
}
