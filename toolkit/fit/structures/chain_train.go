package structures

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/online"
	"github.com/proxlab/proxlab/toolkit/structured"
)

// TrainedChain is a chain as Train leaves it.
type TrainedChain struct {
	Params      *params.Model
	Blocks      []params.Block     // those it was given; with Chain.Average, their means
	Transitions []*params.Explicit // one, or one for each block
	Progress    solver.Progress
	Status      solver.Status // iteration-limit after all epochs

	groups      [][]params.Block // of Params
	oracle      toolkit.Oracle
	regularizer online.Term
}

// Train learns the weights of blocks that the caller has made, all zero, one for each kernel: whatever features or
// Gram matrices they hold. It learns from the sequences of the given indices, in that order; nil for all.
// Chain.Kernels is not looked at. When the context ends, there are an error and the chain so far.
func (c Chain) Train(
	ctx context.Context,
	blocks []params.Block,
	data *structured.Sequences,
	of []int,
) (*TrainedChain, error) {
	if err := c.checkSettings(); err != nil {
		return nil, err
	}
	if c.oracle == nil {
		if err := checkParts(blocks, data, of); err != nil {
			return nil, err
		}
	}
	t := &TrainedChain{Blocks: blocks}
	t.groups, t.regularizer = c.group(t, data.Labels)
	t.Params = params.NewModel(t.groups...)
	if c.start != nil {
		c.start(t.Params)
	}
	switch {
	case c.oracle != nil:
		t.oracle = c.oracle
	case c.CRF:
		t.oracle = &structured.CRF{Data: data}
	default:
		t.oracle = &structured.Hinge{Data: data}
	}
	if of != nil {
		t.oracle = online.Subset{Of: t.oracle, Index: of}
	}
	if err := c.run(ctx, t); err != nil {
		return nil, err
	}
	if c.Average && t.Progress.Evals > 0 {
		t.settle()
	}
	return t, solver.Interrupted(ctx)
}

// Sized is a block that knows its rows and outputs, as those of package params do: Chain tests that they go with the
// sequences.
type Sized interface{ Shape() (rows, outputs int) }

var (
	_ Sized = (*params.Explicit)(nil)
	_ Sized = (*params.Kernel)(nil)
	_ Sized = (*params.Seen)(nil)
)

// checkParts tells whether sequences, those learned from, and blocks go together.
func checkParts(blocks []params.Block, data *structured.Sequences, of []int) error {
	if err := data.Check(); err != nil {
		return err
	}
	for _, i := range of {
		if i < 0 || i >= data.Len() {
			return fmt.Errorf("sequence %d is to be learned from; there are %d, from 0 on", i, data.Len())
		}
	}
	for k, b := range blocks {
		known, ok := b.(Sized)
		if !ok {
			continue
		}
		if rows, outputs := known.Shape(); rows != len(data.Y) || outputs != data.Labels {
			return fmt.Errorf("block %d is of %d positions and %d labels; the sequences have %d and %d",
				k+1, rows, outputs, len(data.Y), data.Labels)
		}
	}
	return nil
}

// group arranges the blocks, and picks the regularizer that goes with it.
func (c Chain) group(t *TrainedChain, labels int) ([][]params.Block, online.Term) {
	transitions := func() params.Block {
		var of linalg.Rows = linalg.Identity(cmp.Or(c.before, labels))
		if c.NoTransitions {
			of = linalg.NewCSR(labels, 0, make([]int, labels+1), nil, nil) // labels without features
		}
		b := params.NewExplicit(structured.Transition, of, labels)
		t.Transitions = append(t.Transitions, b)
		return b
	}
	if c.OneGroup {
		all := append(append([]params.Block(nil), t.Blocks...), transitions())
		return [][]params.Block{all}, online.OnNorms(prox.Ridge{Mu: c.Lambda})
	}
	var groups [][]params.Block
	for _, b := range t.Blocks {
		group := []params.Block{b}
		if c.CopiedTransitions {
			group = append(group, transitions())
		}
		groups = append(groups, group)
	}
	if !c.CopiedTransitions {
		groups = append(groups, []params.Block{transitions()})
	}
	return groups, online.OnNorms(prox.SquaredL1{Lambda: c.Lambda})
}

func (c Chain) run(ctx context.Context, t *TrainedChain) error {
	epochs := c.Epochs
	if epochs == 0 {
		epochs = 20
	}
	eta0 := cmp.Or(c.Eta0, 1)
	var rate online.Rate = online.InvSqrt{Eta0: eta0}
	if c.ConstantRate {
		rate = online.Constant{Eta: eta0}
	}
	algorithm := online.Proximal{
		Params: t.Params, Warm: c.start != nil, Terms: []online.Term{t.regularizer},
		Rate: rate, Radius: c.Radius, Average: c.Average, Shuffle: c.Shuffle, Seed: c.Seed,
	}
	for st, err := range solver.Timed(algorithm.Iterations(ctx, t.oracle)) {
		t.Progress = st.Progress
		switch {
		case err != nil && context.Cause(ctx) != nil:
			t.Status = statusOf(err)
			return nil
		case err != nil:
			return err
		}
		if c.Watch != nil {
			c.Watch(c.epoch(t, st))
		}
		if st.Iter == epochs {
			t.Status = solver.IterationLimit
			break
		}
	}
	return nil
}

// epoch is what there is to see of a chain in training.
func (c Chain) epoch(t *TrainedChain, st *online.State) ChainEpoch {
	at := sync.OnceValue(func() *params.Model {
		if c.Average {
			return t.Params.Averaged()
		}
		return t.Params
	})
	return ChainEpoch{st.Progress, st.MeanLoss, st.Active, at, func() float64 {
		value, _ := t.objective(at()) // its errors are those of terms on vectors, of which there are none
		return value
	}}
}

// settle puts the means over all rounds in the place of the last parameters: all that is told of the chain is theirs.
func (t *TrainedChain) settle() {
	mean := map[params.Block]params.Block{}
	for _, g := range t.groups {
		for j, b := range g {
			mean[b] = b.Averaged()
			g[j] = mean[b]
		}
	}
	t.Params = params.NewModel(t.groups...)
	t.Blocks = slices.Clone(t.Blocks)
	for k, b := range t.Blocks {
		t.Blocks[k] = mean[b]
	}
	for k, b := range t.Transitions {
		t.Transitions[k] = mean[b].(*params.Explicit) // as group made it
	}
}

func (t *TrainedChain) objective(p *params.Model) (float64, error) {
	return online.RegularizedRisk(t.oracle, p, t.regularizer)
}

// Weights are those of the blocks, in their order: rows × labels, a row a feature or a position of a Gram matrix.
func (t *TrainedChain) Weights() []*linalg.Dense {
	out := make([]*linalg.Dense, len(t.Blocks))
	for k, b := range t.Blocks {
		out[k] = b.Coefficients()
	}
	return out
}

// Transition is the weights of transitions, label before × label after, added up over groups.
func (t *TrainedChain) Transition() *linalg.Dense {
	before, labels := t.Transitions[0].Shape()
	out := linalg.NewDense(before, labels, nil)
	for _, b := range t.Transitions {
		if w := b.Coefficients(); w.R > 0 { // else there are none
			floats.Add(out.Data, w.Data)
		}
	}
	return out
}

// model copies what was learned; rows of x, or of inputs, that no kernel uses are left out.
func (t *TrainedChain) model(kernels []kernel.Kernel, x *linalg.Dense, inputs []*linalg.CSR) *model.Chain {
	out := &model.Chain{Transitions: t.Transition(), Progress: t.Progress, Status: t.Status}
	out.Labels = out.Transitions.C
	for k := range t.Params.Groups() {
		out.Norms = append(out.Norms, t.Params.Norm(k))
	}
	weights := t.Weights()
	if inputs != nil {
		out.Groups = sparseGroups(kernels, inputs, weights)
		return out
	}
	out.Features = x.C
	var used []int
	for i := range x.R {
		for k, w := range weights {
			if !isExplicit(kernels[k]) && floats.Norm(w.Row(i), 1) > 0 {
				used = append(used, i)
				break
			}
		}
	}
	for k, w := range weights {
		if !isExplicit(kernels[k]) {
			w = keepRows(w, used)
		}
		out.Groups = append(out.Groups, model.ChainGroup{Kernel: kernels[k], Weights: w})
	}
	out.Support = keepRows(x, used)
	return out
}

func keepRows(x *linalg.Dense, rows []int) *linalg.Dense {
	return linalg.ToDense(linalg.SelectRows(x, rows))
}

// sparseGroups are the groups of a model with inputs of their own, which keep the rows that they use.
func sparseGroups(kernels []kernel.Kernel, inputs []*linalg.CSR, weights []*linalg.Dense) (out []model.ChainGroup) {
	for k, w := range weights {
		g := model.ChainGroup{Kernel: kernels[k], Weights: w, Input: inputs[k].C}
		if !isExplicit(kernels[k]) {
			var used []int
			g.Support = &linalg.CSR{C: inputs[k].C, Ptr: []int{0}}
			for i := range w.R {
				if floats.Norm(w.Row(i), 1) == 0 {
					continue
				}
				columns, values := inputs[k].Row(i)
				used = append(used, i)
				g.Support.Col, g.Support.Val = append(g.Support.Col, columns...), append(g.Support.Val, values...)
				g.Support.Ptr = append(g.Support.Ptr, len(g.Support.Col))
			}
			g.Support.R, g.Weights = len(used), keepRows(w, used)
		}
		out = append(out, g)
	}
	return out
}
