package proxsvm

import (
	"context"
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/newton"
	"github.com/proxlab/proxlab/toolkit/solver/online"
)

// version of the computation: part of every cell's key, and to be raised when results change.
const version = 2

// passes of every run in the table, the paper's 100.
const passes = 100

// The numbers of features up to which the reference optimum is computed: once, and for every part of the
// cross-validation.
const (
	referenceLimit  = 2000
	validationLimit = 400
)

// task is one cell of work on a set. There are three kinds: a run of a method, the reference optimum (method optimum),
// and the error of one part in cross-validation (fold from 1).
type task struct {
	method string
	lambda float64
	seed   uint64
	fold   int
}

// optimum is the reference solver, as a method.
const optimum = "optimum"

// validationFolds and validationPasses are those of the cross-validation.
const (
	validationFolds  = 5
	validationPasses = 30
)

func (t task) String() string {
	switch {
	case t.fold > 0:
		return fmt.Sprintf("λ = %g on part %d", t.lambda, t.fold)
	case t.method == optimum:
		return fmt.Sprintf("optimum at λ = %g", t.lambda)
	}
	return fmt.Sprintf("%s, λ = %g, seed %d", methodTitles[t.method], t.lambda, t.seed)
}

// cellKey is all that a cell's result depends on.
type cellKey struct {
	Study   string
	Version int
	Data    datasets.Source
	Method  string
	Lambda  float64
	Seed    uint64
	Fold    int
	Passes  int
}

// cellResult is the course of one run, or where the reference solver ended.
type cellResult struct {
	Objective []float64 // after each pass; for the optimum, one value
	TestError []float64 // in percent
	Norm      []float64 // ‖w‖
	Guess     []float64 // R
	Gap       float64   `json:",omitempty"` // of the optimum
	Seconds   float64   // of the passes, without evaluations
}

// cell does one task on a set, or finds it done.
func cell(ctx context.Context, c reproduce.Config, d *datasets.Binary, t task) (cellResult, error) {
	n := passes
	if t.fold > 0 {
		n = validationPasses
	}
	key := cellKey{name, version, d.Source, t.method, t.lambda, t.seed, t.fold, n}
	return reproduce.Cell(c, key, func() (cellResult, error) {
		switch {
		case t.fold > 0:
			return validate(ctx, d, t)
		case t.method == optimum:
			return reference(ctx, d.Train, d.Test, t.lambda, 1e-10)
		}
		return train(ctx, d.Train, d.Test, t, n)
	})
}

// train runs a method and evaluates it after every pass.
func train(ctx context.Context, in, out *datasets.Examples, t task, n int) (cellResult, error) {
	block := params.NewExplicit(0, in.X, 1)
	p := problem(in, t.lambda)
	game := online.Game{Lambda: t.lambda, Seed: t.seed}
	seq := play(ctx, t.method, game, gradientBound(in.X, t.lambda), oracle(in), params.NewModel([]params.Block{block}))
	var res cellResult
	for st, err := range solver.Timed(seq) {
		if err != nil {
			return res, err
		}
		w := block.Weights()
		res.Objective = append(res.Objective, p.Objective(w))
		res.TestError = append(res.TestError, testError(out, w))
		res.Norm, res.Guess = append(res.Norm, st.Norm), append(res.Guess, st.Guess)
		res.Seconds = st.Elapsed.Seconds()
		if st.Iter == n {
			break
		}
	}
	return res, nil
}

// reference solves a training problem to a duality gap.
func reference(ctx context.Context, in, out *datasets.Examples, lambda, gap float64) (cellResult, error) {
	seq := newton.InteriorPoint{}.Iterations(ctx, problem(in, lambda))
	res, err := solver.Run(seq, solver.Any(solver.AbsGap(gap), solver.MaxIter(200)))
	if err != nil {
		return cellResult{}, err
	}
	if res.Status == solver.Canceled || res.Status == solver.TimeLimited {
		return cellResult{}, context.Cause(ctx)
	}
	return cellResult{
		Objective: []float64{res.Objective},
		TestError: []float64{testError(out, res.X)},
		Norm:      []float64{floats.Norm(res.X, 2)},
		Gap:       res.Gap,
		Seconds:   res.Elapsed.Seconds(),
	}, nil
}

// validator returns the method of the cross-validation: exact where there are few enough features.
func validator(features int) string {
	if features <= validationLimit {
		return optimum
	}
	return sound
}

// validate trains on four of five parts of the training examples and tests on the other one.
func validate(ctx context.Context, d *datasets.Binary, t task) (cellResult, error) {
	order := rand.New(rand.NewPCG(t.seed, 5)).Perm(d.Train.X.R)
	var in, out []int
	for k, i := range order {
		if k%validationFolds == t.fold-1 {
			out = append(out, i)
		} else {
			in = append(in, i)
		}
	}
	if t.method == optimum {
		return reference(ctx, d.Train.Pick(in), d.Train.Pick(out), t.lambda, 1e-6)
	}
	return train(ctx, d.Train.Pick(in), d.Train.Pick(out), t, validationPasses)
}
