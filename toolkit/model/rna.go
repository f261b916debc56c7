package model

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/structured/rna"
)

// RNA predicts secondary structures: see package rna for what weights are of.
type RNA struct {
	Weights        []float64 // one for each of rna.Names()
	Loss           string    // "hinge" or "crf"
	Lambda         float64   // λ
	Objective, Gap float64   // P, and what bounds P − P*; NaN where they are not known
	Iterations     int
	Examples       int // learned from
	Elapsed        time.Duration
	Status         solver.Status
}

// Best returns the structure of the highest score for each sequence.
func (m *RNA) Best(ctx context.Context, sequences []rna.Sequence) ([]rna.Structure, error) {
	if err := m.usable(); err != nil {
		return nil, err
	}
	f := rna.NewFolder(m.Weights)
	return each(ctx, sequences, func(x rna.Sequence) rna.Structure {
		y, _ := f.Fold(x)
		return y
	})
}

// MostAccurate returns the structure of the largest expected accuracy for each sequence, by the probabilities of
// pairs: γ > 0 says what a pair that is right counts beside a base that is rightly without partner. Probabilities are
// those of a model learned by the crf loss; margins of the hinge are small, and taken for logarithms they make all
// structures alike.
func (m *RNA) MostAccurate(ctx context.Context, sequences []rna.Sequence, gamma float64) ([]rna.Structure, error) {
	if !(gamma > 0) || math.IsInf(gamma, 1) {
		return nil, fmt.Errorf("γ = %g: it must be positive and finite", gamma)
	}
	if err := m.usable(); err != nil {
		return nil, err
	}
	e := rna.NewEnsemble(m.Weights)
	return each(ctx, sequences, func(x rna.Sequence) rna.Structure {
		return rna.MaximumExpectedAccuracy(e.Pairs(x), len(x), gamma)
	})
}

// each folds one sequence after another.
func each(
	ctx context.Context, sequences []rna.Sequence, fold func(x rna.Sequence) rna.Structure,
) ([]rna.Structure, error) {
	out := make([]rna.Structure, len(sequences))
	for i, x := range sequences {
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		out[i] = fold(x)
	}
	return out, nil
}

// check tests that the shapes go together, and that numbers are.
func (m *RNA) check() error {
	switch {
	case len(m.Weights) != rna.Features:
		return fmt.Errorf("it has %d weights, and there are %d features", len(m.Weights), rna.Features)
	case m.Loss != "hinge" && m.Loss != "crf":
		return fmt.Errorf("its loss %.60q is neither hinge nor crf", m.Loss)
	}
	return errors.Join(
		finite([]string{"weights"}, m.Weights),
		notNegative([]string{"lambda", "iterations", "examples", "seconds"},
			[]float64{m.Lambda, float64(m.Iterations), float64(m.Examples), float64(m.Elapsed)}),
		checkStatus(m.Status),
	)
}
