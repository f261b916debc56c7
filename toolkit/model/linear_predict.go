package model

import (
	"errors"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/model/internal/links"
)

// The links: see package loss.
const (
	Identity = loss.Identity
	Log      = loss.Log
	Share    = loss.Share
	Hazard   = loss.Hazard
	Order    = loss.Order
	Margin   = loss.Margin
	Logit    = loss.Logit
	Softmax  = loss.Softmax

	Cumulative = loss.Cumulative
)

// Prediction is what a model says of examples.
type Prediction struct {
	// Scores has a column for each class, or one: the prediction where targets are numbers, and what is positive for the
	// larger of two labels.
	Scores *linalg.Dense
	Labels []float64 // nil where targets are numbers
	// Probabilities has a column for each label, where the model has them; nil for others.
	Probabilities *linalg.Dense
	// Means are those of the targets, for a loss whose scores are their logarithms or logits; nil for others.
	Means *linalg.Dense
}

// Predict says what the model makes of examples; task is nil for a model without tasks.
func (m *Linear) Predict(x linalg.Map, task []int64) (*Prediction, error) {
	return m.PredictWith(x, task, nil)
}

// PredictWith is Predict for examples with offsets, which are added to scores: a model that has learnt with offsets
// needs them, and another takes none.
func (m *Linear) PredictWith(x linalg.Map, task []int64, offset []float64) (*Prediction, error) {
	scores, err := m.Scores(x)
	if err != nil {
		return nil, err
	}
	switch {
	case m.Offset && len(offset) != scores.R:
		return nil, fmt.Errorf("the model has learnt with offsets: one is needed for each of %d examples, and there are %d",
			scores.R, len(offset))
	case !m.Offset && offset != nil:
		return nil, errors.New("the model has learnt without offsets")
	case m.Tasks != nil && len(task) != scores.R:
		return nil, fmt.Errorf("the model has tasks: one is needed for each of %d examples, and there are %d", scores.R,
			len(task))
	case m.Tasks != nil:
		if scores, err = m.ofTasks(scores, task); err != nil {
			return nil, err
		}
	}
	for i, o := range offset {
		floats.AddConst(o, scores.Row(i))
	}
	out := &Prediction{Scores: scores}
	if mean, known := links.Mean(m.Link); known {
		out.Means = linalg.NewDense(scores.R, scores.C, nil)
		for i, f := range scores.Data {
			out.Means.Data[i] = mean(f)
		}
	}
	if m.Labels == nil {
		return out, nil
	}
	if links.Probabilistic(m.Link) {
		out.Probabilities = linalg.NewDense(scores.R, len(m.Labels), nil)
		for i := range scores.R {
			links.Probabilities(out.Probabilities.Row(i), m.Link, scores.Row(i), m.Thresholds)
		}
	}
	out.Labels = make([]float64, scores.R)
	for i := range out.Labels {
		out.Labels[i] = m.Labels[m.guess(out, i)]
	}
	return out, nil
}

// guess is the place of the likeliest label of an example.
func (m *Linear) guess(p *Prediction, i int) int {
	row := p.Scores.Row(i)
	switch {
	case m.Link == Cumulative:
		return floats.MaxIdx(p.Probabilities.Row(i))
	case m.Classes():
		return floats.MaxIdx(row)
	case row[0] > 0:
		return 1
	}
	return 0
}

// Classes tells whether each label has a column of scores.
func (m *Linear) Classes() bool {
	return m.Labels != nil && m.Tasks == nil && len(m.Labels) == m.Outputs
}

// ofTasks keeps each example's own task.
func (m *Linear) ofTasks(scores *linalg.Dense, task []int64) (*linalg.Dense, error) {
	out := linalg.NewDense(scores.R, 1, nil)
	for i, t := range task {
		column, ok := slices.BinarySearch(m.Tasks, t)
		if !ok {
			return nil, fmt.Errorf("example %d is of task %d, which the model does not know", i+1, t)
		}
		out.Data[i] = scores.At(i, column)
	}
	return out, nil
}
