package model

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/structured"
)

// sparse tells whether groups have inputs of their own.
func (m *Chain) sparse() bool { return len(m.Groups) > 0 && m.Groups[0].Input > 0 }

// checkInputs tests the shapes of a model whose groups have inputs of their own.
func (m *Chain) checkInputs() error {
	if m.Labels < 1 || m.Labels > math.MaxInt32 {
		return fmt.Errorf("it has %d labels", m.Labels)
	}
	errs := []error{m.checkNorms(), checkArray("transitions", m.Transitions, m.Labels, m.Labels)}
	for _, g := range m.Groups {
		if g.Input < 1 || g.Input > math.MaxInt32 || g.Kernel == nil {
			return errors.New("a group has no kernel, or no input")
		}
		if err := g.checkSupport(); err != nil {
			return err
		}
		rows := g.Input
		if g.Support != nil {
			rows = g.Support.R
		}
		errs = append(errs, checkArray("weights", g.Weights, rows, m.Labels))
	}
	return errors.Join(errs...)
}

// PredictInputs returns the best-scoring labels of positions that have a row in every input, one input a group, of
// which sequence i has start[i] to start[i+1].
func (m *Chain) PredictInputs(ctx context.Context, inputs []*linalg.CSR, start []int) ([]int, error) {
	switch err := m.check(); {
	case err != nil:
		return nil, fmt.Errorf("the chain model is not whole: %w", err)
	case !m.sparse():
		return nil, errors.New("the model was learned from one dense input: Predict takes it")
	case len(inputs) != len(m.Groups):
		return nil, fmt.Errorf("%d inputs; the model was learned from %d", len(inputs), len(m.Groups))
	}
	var emission []float64
	for k, g := range m.Groups {
		x := inputs[k]
		if x.C != g.Input {
			return nil, fmt.Errorf("input %d has %d columns; the model was learned from %d", k, x.C, g.Input)
		}
		if err := structured.CheckStart(start, x.R); err != nil {
			return nil, fmt.Errorf("input %d: %w", k, err)
		}
		if emission == nil {
			emission = make([]float64, x.R*m.Labels)
		}
		if err := g.addScores(ctx, emission, x); err != nil {
			return nil, err
		}
	}
	return m.decode(emission, start), nil
}

// addScores adds the scores of the rows of the group's input.
func (g ChainGroup) addScores(ctx context.Context, dst []float64, x *linalg.CSR) error {
	c := g.Weights.C
	if g.Support == nil {
		for i := range x.R {
			columns, values := x.Row(i)
			g.Weights.AddRows(dst[i*c:(i+1)*c], values, columns)
		}
		return nil
	}
	cross, err := kernel.CrossSparse(ctx, g.Kernel, x, g.Support)
	if err != nil {
		return err
	}
	for i := range x.R {
		for j, v := range cross.Row(i) {
			floats.AddScaled(dst[i*c:(i+1)*c], v, g.Weights.Row(j))
		}
	}
	return nil
}
