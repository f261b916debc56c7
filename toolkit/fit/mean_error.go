package fit

import (
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit/internal/losses"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/model"
)

// MeanError returns the mean error of a model on examples (model.Linear.Errors, with their weights) and the
// accuracy of its labels in percent, 0 for a model that predicts numbers.
func MeanError(m *model.Linear, data Data) (mean, accuracy float64, err error) {
	switch with := m.Known.(type) {
	case loss.Timed:
		mean, err = jointError(m, data, losses.BindTimed(with, data.Y, data.Event, data.watched(), data.shares()))
		return mean, 0, err
	case loss.Ranked:
		mean, err = jointError(m, data, with.BindQueries(data.Y, data.Query, data.shares()))
		return mean, 0, err
	}
	if m.Link == model.Hazard || m.Link == model.Order {
		return math.NaN(), 0, errors.New("the loss of times or rankings is not known: the model was read from a file")
	}
	p, err := m.PredictWith(data.X, data.Task, data.Offset)
	if err != nil {
		return 0, 0, err
	}
	var total, right float64
	wrong := m.Errors(p, data.Y)
	for i, y := range data.Y {
		w := data.weight(i)
		total += w
		mean += w * wrong[i]
		if p.Labels != nil && p.Labels[i] == y {
			right += w
		}
	}
	return mean / total, 100 * right / total, nil
}

// jointError is a loss that is no sum over examples, at a model: that of the examples alone, whose risk sets or queries
// are theirs.
func jointError(m *model.Linear, data Data, of toolkit.Loss) (float64, error) {
	scores, err := m.Scores(data.X)
	if err != nil {
		return math.NaN(), err
	}
	l, ok := of.(toolkit.Joint)
	if !ok {
		return math.NaN(), errors.New("a loss of times or rankings is a toolkit.Joint")
	}
	return l.ValueGrad(make([]float64, len(data.Y)), scores.Data), nil
}

// shares are the weights divided by their sum; nil without.
func (data Data) shares() []float64 {
	shares := slices.Clone(data.Weights)
	if shares != nil {
		floats.Scale(1/floats.Sum(shares), shares)
	}
	return shares
}
