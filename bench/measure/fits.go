package main

import (
	"context"
	"math"
	"runtime/debug"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/ondisk"
	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/fit/choose"
	"github.com/proxlab/proxlab/toolkit/fit/larger"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/model"
)

// asked says what a fit is of: its files, and a path of λ from most down to that of the problem.
type asked struct {
	data, target, task, out string
	path, folds             int // how many λ, and the folds to choose one by; 0 for the last
	most, ratio             float64
	memory                  float64 // of passes over blocks; 0 for a fit in memory
}

// fitting reads the data, and is the fit of a model to them, which is then saved.
func fitting(ctx context.Context, c fit.Linear, penalized func(d int) toolkit.Proxable, a asked) (task, error) {
	prepare := inMemory
	if a.memory > 0 {
		prepare = inBlocks
	}
	d, learn, err := prepare(ctx, &c, a)
	if err != nil {
		return nil, err
	}
	c.Penalty = penalized(d)
	return func() (taken, finish, error) {
		m, err := learn()
		if err != nil {
			return taken{}, nil, err
		}
		t := taken{
			Objective: known(m.Objective), Gap: known(m.Gap), Status: string(m.Status), Solver: m.Method,
			Iterations: m.Iterations,
		}
		return t, func(*taken) error { return save(m, a.out) }, nil
	}, nil
}

// inMemory reads a table; learn fits c, as it then is, to that.
func inMemory(ctx context.Context, c *fit.Linear, a asked) (d int, learn func() (*model.Linear, error), err error) {
	frame, err := read(ctx, c, a)
	if err != nil {
		return 0, nil, err
	}
	_, d = frame.X.Dims()
	data := fit.Data{X: frame.X, Y: frame.Y, Task: frame.Task}
	if _, times := c.Loss.(loss.Timed); times { // those of events are positive
		data.Event = make([]bool, len(data.Y))
		for i, y := range data.Y {
			data.Event[i], data.Y[i] = y > 0, math.Abs(y)
		}
	}
	return d, func() (*model.Linear, error) { return fitted(ctx, *c, data, a) }, nil
}

// inBlocks opens a table as blocks on disk; learn fits c to them by passes.
func inBlocks(ctx context.Context, c *fit.Linear, a asked) (d int, learn func() (*model.Linear, error), err error) {
	of := datasets.FrameOptions{Target: a.target}
	b, err := ondisk.Open(ctx, a.data, ondisk.Options{FrameOptions: of, Memory: a.memory})
	if err != nil {
		return 0, nil, err
	}
	debug.SetMemoryLimit(int64(a.memory)) // as the command does
	_, d = b.Dims()
	data := larger.Data{Source: b, Sparse: b.Sparse(), Memory: a.memory, BlockBytes: float64(b.BlockBytes())}
	data.Mean, data.Squares = b.Moments()
	data.Distinct, data.Times, data.MeanTarget = b.Targets()
	return d, func() (*model.Linear, error) {
		p, err := larger.Prepare(ctx, *c, data)
		if err != nil {
			return nil, err
		}
		return p.Fit(ctx)
	}, nil
}

// read reads a table and its targets. Several columns, where no loss was named, become a loss of as many outputs.
func read(ctx context.Context, c *fit.Linear, a asked) (*datasets.Frame, error) {
	if c.Loss != nil {
		return datasets.ReadFrame(ctx, a.data, datasets.FrameOptions{Target: a.target, Task: a.task})
	}
	frame, err := datasets.ReadFrame(ctx, a.data, datasets.FrameOptions{NoTarget: true})
	if err != nil {
		return nil, err
	}
	outputs, err := datasets.ReadFrame(ctx, a.target, datasets.FrameOptions{NoTarget: true})
	if err != nil {
		return nil, err
	}
	y := linalg.ToDense(outputs.X)
	c.Loss = loss.SquaredOutputs{Y: y.Data, K: y.C}
	return frame, nil
}

// fitted is one model, or of a path, where the ridge is the rest of elastic nets, the last, or that of the least error
// in folds.
func fitted(ctx context.Context, c fit.Linear, data fit.Data, a asked) (*model.Linear, error) {
	p, err := c.Prepare(data)
	if err != nil || a.path == 0 {
		if err != nil {
			return nil, err
		}
		return p.Fit(ctx)
	}
	lambdas := append([]float64{a.most}, fit.Geometric(a.most, c.Lambda/a.most, a.path-1)...)
	best := len(lambdas) - 1
	if a.folds > 0 {
		v, err := p.CrossValidate(ctx, lambdas, a.folds)
		if err != nil {
			return nil, err
		}
		best = v.Best
	}
	path := choose.LambdaPath(lambdas[:best+1], c.Mu)
	if a.ratio < 1 {
		path = choose.ElasticNet(lambdas[:best+1], []float64{a.ratio})[0]
	}
	models, err := p.Follow(ctx, path)
	if err != nil {
		return nil, err
	}
	return models[best], nil
}
