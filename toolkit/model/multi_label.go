package model

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/structured"
)

// MultiLabel gives an example any number of labels: the set y of largest score
//
//	Σ_l y_l (⟨w_l, x⟩ + b_l) + Σ_{a<b} y_a y_b v_ab.
type MultiLabel struct {
	Labels    int           `json:"labels"`
	Features  int           `json:"features"`
	Weights   *linalg.Dense `json:"-"`                          // features × labels, the w_l
	Intercept []float64     `json:"intercept" model:"nullable"` // the b_l; nil for none
	Pairs     []float64     `json:"pairs" model:"nullable"`     // the v_ab, as structured.PairRow has them; nil for none
	Names     []string      `json:"names" model:"nullable"`     // of the labels; nil for none
	Loss      string        `json:"loss"`                       // "hinge" or "logistic"
	Mu        float64       `json:"mu"`                         // μ
	// Relaxed says that it was learned with the relaxed hinge, which is never less than the exact one: the objective and
	// the gap are of that.
	Relaxed bool `json:"relaxed"`
	// Columns are the names of the features; nil for none.
	Columns    []string      `json:"columns,omitempty" model:"optional"`
	Iterations int           `json:"iterations"` // passes, or steps
	Examples   int           `json:"examples"`   // that were looked at
	Objective  float64       `json:"-"`          // P, and what bounds P − P*; NaN where they are not known
	Gap        float64       `json:"-"`
	Elapsed    time.Duration `json:"-"`
	Status     solver.Status `json:"-"`
}

// MostExact is the most labels of which the best set is found exactly, by going through all of them. Of more it is
// that of roof duality, with labels that are ½ there chosen one at a time: see structured.RoofDuality.
const MostExact = 20

// Predict returns a set of labels for every row of x, in ascending order.
func (m *MultiLabel) Predict(ctx context.Context, x linalg.Map) ([][]int, error) {
	if err := m.check(); err != nil {
		return nil, fmt.Errorf("the multi-label model is not whole: %w", err)
	}
	n, d := x.Dims()
	if d != m.Features {
		return nil, fmt.Errorf("x has %d columns; the model was learned from %d", d, m.Features)
	}
	rows, ok := x.(linalg.Entries)
	if !ok {
		return nil, fmt.Errorf("examples of type %T: they must be dense or sparse, or enumerate their entries "+
			"(linalg.Entries)", x)
	}
	if i, j, v, found := linalg.NotFinite(rows); found {
		return nil, fmt.Errorf("row %d, column %d of x is %g", i+1, j+1, v)
	}
	sets := make([][]int, n)
	decode := m.decoder()
	s := &structured.LabelScores{
		Labels: m.Labels, Single: make([]float64, m.Labels), Pair: make([]float64, structured.Pairs(m.Labels)),
	}
	copy(s.Pair, m.Pairs)
	y := make([]float64, m.Labels)
	for i := range sets {
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		clear(s.Single)
		copy(s.Single, m.Intercept)
		rows.VisitRow(i, func(j int, v float64) {
			for l, w := range m.Weights.Row(j) {
				s.Single[l] += v * w
			}
		})
		if decode(y, s); !solver.Finite(s.Of(y)) {
			return nil, fmt.Errorf("the scores of row %d of x are no finite numbers", i+1)
		}
		sets[i] = []int{}
		for l, v := range y {
			if v == 1 {
				sets[i] = append(sets[i], l)
			}
		}
	}
	return sets, nil
}

// decoder finds a set of 0 and 1.
func (m *MultiLabel) decoder() func(y []float64, s *structured.LabelScores) {
	if m.Labels <= MostExact && m.Pairs != nil {
		exact := new(structured.LabelEnumeration)
		return func(y []float64, s *structured.LabelScores) { exact.Decode(y, s) }
	}
	relaxed := new(structured.RoofDuality) // which is exact where there are no pairs
	return func(y []float64, s *structured.LabelScores) {
		relaxed.Decode(y, s)
		s.Improve(y)
	}
}

// check tests that the shapes go together, and that numbers are.
func (m *MultiLabel) check() error {
	if m.Labels < 1 || m.Features < 1 || m.Labels > math.MaxInt16 || m.Features > math.MaxInt32 {
		return fmt.Errorf("it has %d labels and %d features", m.Labels, m.Features)
	}
	if err := checkArray("weights", m.Weights, m.Features, m.Labels); err != nil {
		return err
	}
	switch {
	case m.Intercept != nil && len(m.Intercept) != m.Labels:
		return fmt.Errorf("it has %d intercepts for %d labels", len(m.Intercept), m.Labels)
	case m.Pairs != nil && len(m.Pairs) != structured.Pairs(m.Labels):
		return fmt.Errorf("it has %d pairs of %d labels, and not %d", len(m.Pairs), m.Labels, structured.Pairs(m.Labels))
	case m.Columns != nil && len(m.Columns) != m.Features:
		return fmt.Errorf("it has %d names of %d features", len(m.Columns), m.Features)
	case m.Names != nil && len(m.Names) != m.Labels:
		return fmt.Errorf("it has %d names of %d labels", len(m.Names), m.Labels)
	case m.Loss != "hinge" && m.Loss != "logistic":
		return fmt.Errorf("its loss %.60q is neither hinge nor logistic", m.Loss)
	}
	return errors.Join(
		finite([]string{"intercept", "pairs"}, m.Intercept, m.Pairs),
		notNegative([]string{"mu", "iterations", "examples", "nanoseconds"},
			[]float64{m.Mu, float64(m.Iterations), float64(m.Examples), float64(m.Elapsed)}),
		checkEnd(m.Status, m.Gap),
	)
}
