// Package model holds what is learned: linear models, chains and sums of kernels, which predict, are saved, and are
// read again. Package fit learns them.
package model

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/conformal"
	"github.com/proxlab/proxlab/toolkit/encode"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/lowrank"
	"github.com/proxlab/proxlab/toolkit/survival"
)

// GapKind says what the gap of a Linear is.
type GapKind string

// The kinds of gaps.
const (
	DualityGap GapKind = "duality"  // an upper bound of P − P*
	Residual   GapKind = "residual" // ‖∇P‖, or that of a proximal step: no gap is known
	// LocalMinimum is a residual as well, of a penalty that is not convex: others may be lower.
	LocalMinimum GapKind = "local"
	// Stationary is the length of a subgradient, of a penalty that is not convex beside a loss with kinks: what is near
	// may be lower, too.
	Stationary GapKind = "stationary"
	NoGap      GapKind = "none" // it was stopped before there was any
)

// ByRounding ends Why where a fit has stalled and most of its gap is the bound of what rounding may hide.
const ByRounding = "; rounding allows no smaller gap"

// Linear is a linear model and what is known of it.
type Linear struct {
	Loss    string `json:"loss"`
	Penalty string `json:"penalty"` // "none" without one
	// Constraints are those of the weights, by name; nil without. Violation is how far the weights are outside of them.
	Constraints []string `json:"constraints,omitempty" model:"optional"`
	Violation   float64  `json:"violation,omitzero" model:"optional"`
	// Link says what turns scores into predictions: loss.Identity and the others, "" for a loss of one's own that does not
	// say.
	Link         string   `json:"link"`
	Parameter    *float64 `json:"parameter,omitempty" model:"optional"` // δ, τ, ε, θ or p of the loss; nil without
	Lambda       float64  `json:"lambda"`
	Mu           float64  `json:"mu"`
	Relaxed      float64  `json:"relaxed,omitzero" model:"optional"` // the share of a fit without penalty
	Standardized bool     `json:"standardize"`
	Examples     int      `json:"n"`                                // learnt from, those of weight 0 left out
	Offset       bool     `json:"offset,omitzero" model:"optional"` // examples have an offset, which is added to scores
	// Weights are W, Features × Outputs row by row; Intercept is nil without one.
	Features  int       `json:"d"`
	Outputs   int       `json:"k"`
	Weights   []float64 `json:"weights"`
	Intercept []float64 `json:"-"`
	// Thresholds are those between labels in an order, which ascend; nil for others.
	Thresholds []float64 `json:"thresholds,omitempty" model:"optional"`
	// Labels ascend: of two with one column of scores, the second has positive scores; of several, each has a column.
	// nil where targets are numbers.
	Labels []float64 `json:"-"`
	Tasks  []int64   `json:"tasks" model:"nullable"` // ascending: each has a column; nil without
	// Names of the features, of labels that are text, and of the target; Made is what made the model. For files; nil
	// where unknown.
	FeatureNames []string `json:"features" model:"nullable"`
	LabelNames   []string `json:"-"`
	Target       string   `json:"target,omitempty" model:"optional"`
	// Encoder makes the features of the columns of a table; nil where these are the features.
	Encoder *encode.Encoder   `json:"encoder" model:"nullable"`
	Made    map[string]string `json:"made,omitempty" model:"optional"`
	// Baseline makes probabilities to survive of the scores of times; nil where it is not known.
	Baseline *survival.Baseline `json:"baseline,omitempty" model:"optional"`
	// Conformal makes intervals of predictions; nil where none were learnt.
	Conformal *conformal.Calibration `json:"conformal,omitempty" model:"optional"`

	Objective  float64       `json:"-"`
	Gap        float64       `json:"-"`
	GapKind    GapKind       `json:"gap_kind"`
	Iterations int           `json:"iterations"`
	Seconds    float64       `json:"seconds"`               // in the solver
	Rank       *int          `json:"rank" model:"nullable"` // of W, with the trace norm; nil without
	Method     string        `json:"solver"`                // see fit.Methods
	Why        string        `json:"-"`                     // the method was chosen
	Status     solver.Status `json:"status"`
	// Unsealed tells that it was read from a file without checksums, in which a digit may have changed unnoticed.
	Unsealed bool `json:"-"`

	// Known is the loss, for Errors; nil for a model from a file.
	Known toolkit.Loss `json:"-"`
}

// LabelName is a label as the data had it.
func (m *Linear) LabelName(label float64) string {
	if i, known := slices.BinarySearch(m.Labels, label); known && m.LabelNames != nil {
		return m.LabelNames[i]
	}
	return fmt.Sprint(label)
}

// Nonzeros is how many weights are not exactly 0.
func (m *Linear) Nonzeros() int {
	count := 0
	for _, w := range m.Weights {
		if w != 0 {
			count++
		}
	}
	return count
}

// Selected are the features, from 0, with a weight that is not 0 for some output.
func (m *Linear) Selected() []int {
	var out []int
	for j := range m.Features {
		if slices.ContainsFunc(m.Weights[j*m.Outputs:(j+1)*m.Outputs], func(w float64) bool { return w != 0 }) {
			out = append(out, j)
		}
	}
	return out
}

// Factors are U, r×d, and V, r×k, row by row, with W = UᵀV and r the rank of W up to rounding, by the singular value
// decomposition of W: what to keep, and to predict with, where the rank is low.
func (m *Linear) Factors() (u, v []float64, rank int) {
	s := lowrank.FromMatrix(m.Weights, m.Features, m.Outputs)
	return s.U, s.V, s.Rank
}

// Scores are XW + b, a row an example and a column an output.
func (m *Linear) Scores(x linalg.Map) (*linalg.Dense, error) {
	n, d := x.Dims()
	if d != m.Features {
		return nil, fmt.Errorf("the examples have %d features, the model %d", d, m.Features)
	}
	out := linalg.NewDense(n, m.Outputs, nil)
	linalg.MulMat(out.Data, x, m.Weights, m.Outputs)
	if m.Intercept != nil {
		for i := range n {
			floats.Add(out.Row(i), m.Intercept)
		}
	}
	return out, nil
}
