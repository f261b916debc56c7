package model

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
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
			return nil, fmt.Errorf("input %d has %d columns; the model was learned from %d", k+1, x.C, g.Input)
		}
		if err := structured.CheckStart(start, x.R); err != nil {
			return nil, fmt.Errorf("input %d: %w", k+1, err)
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

// hasSupport tells whether a group of an input of its own refers to training positions.
func (g ChainGroup) hasSupport() bool {
	_, known := g.Kernel.(kernel.Explicit)
	return !known
}

// checkSupport tests a group's sparse support.
func (g ChainGroup) checkSupport() error {
	s := g.Support
	switch {
	case (s != nil) != g.hasSupport():
		return errors.New("a group refers to training positions and has none, or has some without need")
	case s == nil:
		return nil
	case s.C != g.Input || s.R < 0 || len(s.Ptr) != s.R+1 || s.Ptr[0] != 0 || s.Ptr[s.R] != len(s.Val) ||
		len(s.Col) != len(s.Val):
		return errors.New("the support of a group is of another input, or its parts do not go together")
	}
	for i := range s.R {
		if s.Ptr[i] > s.Ptr[i+1] || s.Ptr[i+1] > len(s.Col) {
			return fmt.Errorf("row %d of a group's support ends before it begins, or after all", i+1)
		}
		last := int32(-1)
		columns, values := s.Row(i)
		for k, j := range columns {
			if j <= last || int(j) >= s.C || !solver.Finite(values[k]) {
				return fmt.Errorf("row %d of a group's support: columns are not ascending up to %d, or a value is %g", i+1,
					s.C, values[k])
			}
			last = j
		}
	}
	return nil
}
