package model

import (
	"context"
	"errors"
	"fmt"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/structured"
)

// Chain labels sequences: position t of label c scores Σ_k f_kc(x_t), and a label after another as Transitions says.
type Chain struct {
	Labels, Features int
	Groups           []ChainGroup  // as Chain.Kernels
	Support          *linalg.Dense // the training positions that kernels refer to
	Transitions      *linalg.Dense // label before × label after
	// Norms are ‖θ_k‖ of the groups, the transitions last where they are a group of their own. They and the objective of
	// Progress are those of this model: of the averaged one where training averages.
	Norms    []float64
	Progress solver.Progress // Iter counts epochs
	Status   solver.Status   // why training ended: iteration-limit after all epochs
}

// ChainGroup is one kernel with what was learned: f(z) = Weightsᵀ φ(z) where the kernel knows its features φ, as
// kernel.Linear does (features × labels), and f(z) = Σ_j Weights_j k(z, Support_j) for any other (support × labels).
//
// A group may have an input of its own, of Input sparse features, and then its own Support: see PredictInputs.
type ChainGroup struct {
	Kernel  kernel.Kernel
	Weights *linalg.Dense
	Input   int         // 0 where all groups have the same dense one
	Support *linalg.CSR // the training positions that the kernel refers to, nil for explicit weights
}

// Beta is β_k = ‖θ_k‖/Σ_l ‖θ_l‖, the share of every group of Norms; zeros for the zero model.
func (m *Chain) Beta() []float64 {
	beta := append([]float64(nil), m.Norms...)
	if sum := floats.Sum(beta); sum > 0 {
		floats.Scale(1/sum, beta)
	}
	return beta
}

// Predict returns the best-scoring labels of the rows of x, of which sequence i has start[i] to start[i+1].
func (m *Chain) Predict(ctx context.Context, x *linalg.Dense, start []int) ([]int, error) {
	if err := m.check(); err != nil {
		return nil, fmt.Errorf("the chain model is not whole: %w", err)
	}
	switch {
	case m.sparse():
		return nil, errors.New("the model was learned from inputs of each group: PredictInputs takes them")
	case x.C != m.Features:
		return nil, fmt.Errorf("x has %d columns; the model was learned from %d", x.C, m.Features)
	}
	if err := structured.CheckStart(start, x.R); err != nil {
		return nil, err
	}
	if i, j, v, found := linalg.NotFinite(x); found {
		return nil, fmt.Errorf("row %d, column %d of x is %g", i+1, j+1, v)
	}
	if x.R == 0 {
		return nil, nil
	}
	emission := make([]float64, x.R*m.Labels)
	for _, g := range m.Groups {
		scores, err := m.scores(ctx, g, x)
		if err != nil {
			return nil, err
		}
		floats.Add(emission, scores)
	}
	return m.decode(emission, start), nil
}

// decode finds the best labels of sequences by the scores of their positions.
func (m *Chain) decode(emission []float64, start []int) []int {
	guess := make([]int, len(emission)/m.Labels)
	var viterbi structured.Viterbi
	for i := range len(start) - 1 {
		lo, hi := start[i], start[i+1]
		viterbi.Decode(guess[lo:hi], &structured.ChainScores{
			Labels: m.Labels, Emission: emission[lo*m.Labels : hi*m.Labels], Transition: m.Transitions.Data,
		})
	}
	return guess
}

// scores are those of the rows of x under one group.
func (m *Chain) scores(ctx context.Context, g ChainGroup, x *linalg.Dense) ([]float64, error) {
	if known, ok := g.Kernel.(kernel.Explicit); ok {
		phi := known.Features(x)
		s := linalg.NewDense(x.R, m.Labels, nil)
		mat.NewDense(x.R, m.Labels, s.Data).
			Mul(mat.NewDense(x.R, phi.C, phi.Data), mat.NewDense(phi.C, m.Labels, g.Weights.Data))
		return s.Data, nil
	}
	s, err := kernel.Expand(ctx, g.Kernel, x, m.Support, g.Weights)
	if err != nil {
		return nil, err
	}
	return s.Data, nil
}
