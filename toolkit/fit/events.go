package fit

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit/internal/check"

	"github.com/proxlab/proxlab/toolkit/model"

	"gonum.org/v1/gonum/floats"
)

// bindEvents gives the loss its times and events.
func (p *Prepared) bindEvents(of Timed, y []float64) error {
	p.bound = of.BindEvents(y, p.data.Event, p.c)
	if l, ok := p.bound.(Timed); ok {
		if err := l.CheckEvents(); err != nil {
			return err
		}
	}
	if p.Intercept {
		return fmt.Errorf("the %s loss has no intercept: a constant added to all predictions changes nothing", check.NameOf(p.Loss))
	}
	return p.shape()
}

// meanErrorOfTimes is the loss of a model on examples, as theirs alone: the risk sets are of them.
func meanErrorOfTimes(m *model.Linear, data Data) (float64, error) {
	with, ok := m.Known.(Timed)
	if !ok {
		return math.NaN(), errors.New("the loss of times is not known: the model was read from a file")
	}
	scores, err := m.Scores(data.X)
	if err != nil {
		return math.NaN(), err
	}
	l, ok := with.BindEvents(data.Y, data.Event, data.shares()).(toolkit.Joint)
	if !ok {
		return math.NaN(), errors.New("a loss of times is a toolkit.Joint")
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
