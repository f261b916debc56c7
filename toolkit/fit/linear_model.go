package fit

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// GapKind says what the gap of a LinearModel is.
type GapKind string

// The kinds of gaps.
const (
	DualityGap GapKind = "duality"  // an upper bound of P − P*
	Residual   GapKind = "residual" // ‖∇P‖: no gap is known
	NoGap      GapKind = "none"     // it was stopped before there was any
)

// LinearModel is a linear model and what is known of it.
type LinearModel struct {
	Loss         Loss
	Penalty      Penalty
	Lambda, Mu   float64
	Mix          float64
	Standardized bool
	// Weights are W, Features × Outputs row by row; Intercept is nil without one.
	Features, Outputs  int
	Weights, Intercept []float64
	Labels             []float64 // ascending: of two, the second has positive scores; of several, each has a column. nil for the squared loss
	Tasks              []int64   // ascending: each has a column; nil without
	Examples           int       // learnt from, those of weight 0 left out
	// Names of the features, of labels that are text, and of the target; Made is what made the model. For files; nil where unknown.
	FeatureNames, LabelNames []string
	Target                   string
	Made                     map[string]string

	Objective, Gap float64
	GapKind        GapKind
	Iterations     int
	Seconds        float64 // in the solver
	Rank           *int    // of W, with the trace norm; nil without
	Method         Method
	Why            string // the method was chosen
	Status         solver.Status
}

// LabelName is a label as the data had it.
func (m *LinearModel) LabelName(label float64) string {
	if i, known := slices.BinarySearch(m.Labels, label); known && m.LabelNames != nil {
		return m.LabelNames[i]
	}
	return fmt.Sprint(label)
}

// Nonzeros is how many weights are not exactly 0.
func (m *LinearModel) Nonzeros() int {
	count := 0
	for _, w := range m.Weights {
		if w != 0 {
			count++
		}
	}
	return count
}

// Scores are XW + b, a row an example and a column an output.
func (m *LinearModel) Scores(x linalg.Map) (*linalg.Dense, error) {
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

// Prediction is what a model says of examples.
type Prediction struct {
	// Scores has a column for each class, or one: the prediction of the squared loss, and what is positive for the larger of two labels.
	Scores *linalg.Dense
	Labels []float64 // nil for the squared loss
	// Probabilities has a column for each label, for the logistic and multinomial loss; nil for others.
	Probabilities *linalg.Dense
}

// Predict says what the model makes of examples; task is nil for a model without tasks.
func (m *LinearModel) Predict(x linalg.Map, task []int64) (*Prediction, error) {
	scores, err := m.Scores(x)
	if err != nil {
		return nil, err
	}
	switch {
	case m.Tasks != nil && len(task) != scores.R:
		return nil, fmt.Errorf("the model has tasks: one is needed for each of %d examples, and there are %d", scores.R, len(task))
	case m.Tasks != nil:
		if scores, err = m.ofTasks(scores, task); err != nil {
			return nil, err
		}
	}
	out := &Prediction{Scores: scores}
	if m.Loss == Squared {
		return out, nil
	}
	out.Labels = make([]float64, scores.R)
	for i := range out.Labels {
		row := scores.Row(i)
		switch {
		case m.Loss == Multinomial:
			out.Labels[i] = m.Labels[floats.MaxIdx(row)]
		case row[0] > 0:
			out.Labels[i] = m.Labels[1]
		default:
			out.Labels[i] = m.Labels[0]
		}
	}
	if m.Loss != Hinge {
		out.Probabilities = m.probabilities(scores)
	}
	return out, nil
}

// ofTasks keeps each example's own task.
func (m *LinearModel) ofTasks(scores *linalg.Dense, task []int64) (*linalg.Dense, error) {
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

func (m *LinearModel) probabilities(scores *linalg.Dense) *linalg.Dense {
	out := linalg.NewDense(scores.R, len(m.Labels), nil)
	for i := range scores.R {
		row, to := scores.Row(i), out.Row(i)
		if m.Loss == Logistic {
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
