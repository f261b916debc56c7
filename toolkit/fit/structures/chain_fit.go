package structures

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/proxlab/proxlab/toolkit/fit/measures"
	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/structured"
)

// preparedChain is sequences with their Gram matrices, which all λ share.
type preparedChain struct {
	data    Sequences
	kernels []kernel.Kernel
	labels  *structured.Sequences
	blocks  []func() params.Block // zero ones
}

// prepare checks settings and data, and makes the Gram matrices.
func (c Chain) prepare(ctx context.Context, data Sequences) (*preparedChain, error) {
	if err := c.check(data); err != nil {
		return nil, err
	}
	p := &preparedChain{data: data, kernels: c.Kernels}
	if len(p.kernels) == 0 {
		p.kernels = slices.Repeat([]kernel.Kernel{kernel.Linear{}}, max(1, len(data.Inputs)))
	}
	p.labels = &structured.Sequences{Start: data.Start, Y: data.Y, Labels: data.Labels}
	if err := p.labels.Check(); err != nil { // before Gram matrices are made
		return nil, err
	}
	for k, of := range p.kernels {
		if of == nil {
			return nil, fmt.Errorf("kernel %d is nil; without any kernel, leave Kernels empty", k+1)
		}
		create, err := p.block(ctx, k, of)
		if err != nil {
			return nil, err
		}
		p.blocks = append(p.blocks, create)
	}
	return p, nil
}

// block is what makes the block of kernel k.
func (p *preparedChain) block(ctx context.Context, k int, of kernel.Kernel) (func() params.Block, error) {
	explicit := func(x linalg.Rows) func() params.Block {
		return func() params.Block { return params.NewExplicit(structured.Emission, x, p.data.Labels) }
	}
	known, ok := of.(kernel.Explicit)
	var gram *linalg.Dense
	var err error
	switch {
	case ok && p.data.Inputs != nil:
		return explicit(p.data.Inputs[k]), nil
	case ok:
		return explicit(known.Features(p.data.X)), nil
	case p.data.Inputs != nil:
		gram, err = kernel.CrossSparse(ctx, of, p.data.Inputs[k], p.data.Inputs[k])
	default:
		gram, err = kernel.Gram(ctx, of, p.data.X)
	}
	return func() params.Block { return params.NewKernel(structured.Emission, gram, p.data.Labels) }, err
}

// fit learns by the settings.
func (p *preparedChain) fit(ctx context.Context, c Chain) (*model.Chain, error) {
	blocks := make([]params.Block, len(p.blocks))
	for k, create := range p.blocks {
		blocks[k] = create()
	}
	trained, interrupted := c.Train(ctx, blocks, p.labels, nil)
	if trained == nil {
		return nil, interrupted
	}
	if trained.Status == solver.IterationLimit {
		var err error
		if trained.Progress.Objective, err = trained.objective(trained.Params); err != nil {
			return nil, err
		}
	}
	return trained.model(p.kernels, p.data.X, p.data.Inputs), interrupted
}

// Choose learns with each λ, in their order, and returns the model of the most labels right on what is held out, of
// equals the first, and the share that each has right. Gram matrices are made once. When the context ends, there is an
// error beside the best of those λ that were done, or the model so far where none was.
func (c Chain) Choose(
	ctx context.Context, data, heldOut Sequences, lambdas []float64,
) (best *model.Chain, right []float64, err error) {
	if len(lambdas) == 0 || len(heldOut.Y) == 0 {
		return nil, nil, errors.New("there is no λ to choose, or nothing to choose by")
	}
	p, err := c.prepare(ctx, data)
	if err != nil {
		return nil, nil, err
	}
	most := -1.
	for _, lambda := range lambdas {
		c.Lambda = lambda
		m, err := p.fit(ctx, c)
		if m == nil {
			return nil, nil, err
		}
		var guess []int
		if err == nil {
			guess, err = predictSequences(ctx, m, heldOut)
		}
		switch ended := solver.Interrupted(ctx); {
		case err != nil && ended != nil:
			best = cmp.Or(best, m)
			best.Status = statusOf(ended)
			return best, right, ended
		case err != nil:
			return nil, nil, fmt.Errorf("held out: %w", err)
		}
		if len(guess) != len(heldOut.Y) {
			return nil, nil, fmt.Errorf("held out: %d positions and %d labels", len(guess), len(heldOut.Y))
		}
		share := measures.Accuracy(guess, heldOut.Y) / 100
		if right = append(right, share); share > most {
			best, most = m, share
		}
	}
	return best, right, nil
}

func predictSequences(ctx context.Context, m *model.Chain, data Sequences) ([]int, error) {
	if data.Inputs != nil {
		return m.PredictInputs(ctx, data.Inputs, data.Start)
	}
	return m.Predict(ctx, data.X, data.Start)
}

// Fit learns from sequences. When the context ends while training, there are an error and the model so far.
func (c Chain) Fit(ctx context.Context, data Sequences) (*model.Chain, error) {
	p, err := c.prepare(ctx, data)
	if err != nil {
		return nil, err
	}
	return p.fit(ctx, c)
}
