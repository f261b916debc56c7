package model

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// The links: see Linear.Link.
const (
	Identity = "identity"
	Log      = "log"
	Hazard   = "hazard"
	Order    = "order"
	Margin   = "margin"
	Logit    = "logit"
	Softmax  = "softmax"
)

// Prediction is what a model says of examples.
type Prediction struct {
	// Scores has a column for each class, or one: the prediction where targets are numbers, and what is positive for the
	// larger of two labels.
	Scores *linalg.Dense
	Labels []float64 // nil where targets are numbers
	// Probabilities has a column for each label, where the model has them; nil for others.
	Probabilities *linalg.Dense
	// Means are exp of the scores, for a loss of counts; nil for others.
	Means *linalg.Dense
}

// Predict says what the model makes of examples; task is nil for a model without tasks.
func (m *Linear) Predict(x linalg.Map, task []int64) (*Prediction, error) {
	scores, err := m.Scores(x)
	if err != nil {
		return nil, err
	}
	switch {
	case m.Tasks != nil && len(task) != scores.R:
		return nil, fmt.Errorf(
			"the model has tasks: one is needed for each of %d examples, and there are %d",
			scores.R,
			len(task),
		)
	case m.Tasks != nil:
		if scores, err = m.ofTasks(scores, task); err != nil {
			return nil, err
		}
	}
	out := &Prediction{Scores: scores}
	if m.Link == Log {
		out.Means = linalg.NewDense(scores.R, scores.C, nil)
		for i, f := range scores.Data {
			out.Means.Data[i] = math.Exp(f)
		}
	}
	if m.Labels == nil {
		return out, nil
	}
	out.Labels = make([]float64, scores.R)
	for i := range out.Labels {
		row := scores.Row(i)
		switch {
		case m.Classes():
			out.Labels[i] = m.Labels[floats.MaxIdx(row)]
		case row[0] > 0:
			out.Labels[i] = m.Labels[1]
		default:
			out.Labels[i] = m.Labels[0]
		}
	}
	if m.Link == Logit || m.Link == Softmax {
		out.Probabilities = m.probabilities(scores)
	}
	return out, nil
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

func (m *Linear) probabilities(scores *linalg.Dense) *linalg.Dense {
	out := linalg.NewDense(scores.R, len(m.Labels), nil)
	for i := range scores.R {
		row, to := scores.Row(i), out.Row(i)
		if m.Link == Logit {
			to[1] = 1 / (1 + math.Exp(-row[0]))
			to[0] = 1 / (1 + math.Exp(row[0]))
			continue
		}
		top := floats.Max(row)
		for c, v := range row {
			to[c] = math.Exp(v - top)
		}
		floats.Scale(1/floats.Sum(to), to)
	}
	return out
}

// Error is how wrong a prediction of example i is where its target is y: the squared error (f − y)² for the squared
// loss, the deviance for that of Poisson, the loss itself for others (see ErrorName), NaN for a label that the model
// does not know, and for a loss of one's own after the model was read from a file.
func (m *Linear) Error(p *Prediction, i int, y float64) float64 {
	score := p.Scores.Row(i)
	class, known := slices.BinarySearch(m.Labels, y)
	of, residual := residualLosses[m.Loss]
	switch {
	case residual && m.Parameter != nil:
		return of(score[0]-y, *m.Parameter)
	case m.Link == Identity:
		return (score[0] - y) * (score[0] - y)
	case m.Link == Log && m.Loss == "poisson":
		return deviance(score[0], y)
	}
	if m.Labels != nil && !known {
		return math.NaN()
	}
	switch m.Link {
	case Softmax:
		top := floats.Max(score)
		var sum float64
		for _, s := range score {
			sum += math.Exp(s - top)
		}
		return math.Log(sum) + top - score[class]
	case Logit, Margin:
		return m.marginError(score[0], class)
	}
	return m.ownError(score, y, class)
}

// marginError is that of one of two labels.
func (m *Linear) marginError(score float64, class int) float64 {
	if class == 0 {
		score = -score
	}
	switch {
	case m.Link == Margin && m.Loss == "squared-hinge":
		return math.Pow(math.Max(0, 1-score), 2) / 2
	case m.Link == Margin:
		return math.Max(0, 1-score)
	case score < 0:
		return math.Log1p(math.Exp(score)) - score
	}
	return math.Log1p(math.Exp(-score))
}

// ownError is the value of a loss that says nothing of itself.
func (m *Linear) ownError(score []float64, y float64, class int) float64 {
	with, ok := m.Known.(interface {
		Bind(y, weights []float64) toolkit.Loss
	})
	if !ok {
		return math.NaN()
	}
	if l, ok := m.Known.(interface{ Binary() bool }); ok {
		y = float64(class)
		if l.Binary() {
			y = 2*y - 1
		}
	}
	switch l := with.Bind([]float64{y}, []float64{1}).(type) {
	case toolkit.Separable:
		value, _ := l.At(0, score[0])
		return value
	case toolkit.MultiOutput:
		return l.At(make([]float64, len(score)), 0, score)
	}
	return math.NaN()
}
