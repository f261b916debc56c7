package fit

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/model"
)

// timed is a loss of times that end by an event, or by censoring.
type timed interface {
	BindEvents(y []float64, event []bool, weights []float64) toolkit.Loss
}

// bindEvents gives the loss its times and events.
func (p *Prepared) bindEvents(of timed, y []float64) error {
	p.bound = of.BindEvents(y, p.data.Event, p.c)
	if l, ok := p.bound.(interface{ CheckEvents() error }); ok {
		if err := l.CheckEvents(); err != nil {
			return err
		}
	}
	if p.Intercept {
		return fmt.Errorf("the %s loss has no intercept: a constant added to all predictions changes nothing", nameOf(p.Loss))
	}
	return p.shape()
}

// joint is the loss that is no sum over examples; nil for others.
func (p *Prepared) joint() toolkit.Joint {
	l, _ := p.bound.(toolkit.Joint)
	return l
}

// majorized tells whether the loss is no sum over examples, and smooth.
func (p *Prepared) majorized() bool {
	_, ok := p.bound.(toolkit.Majorized)
	return ok
}

// meanErrorOfTimes is the loss of a model on examples, as theirs alone: the risk sets are of them.
func meanErrorOfTimes(m *model.Linear, data Data) (float64, error) {
	with, ok := m.Known.(timed)
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

// Concordance is the share of pairs of times that are known to differ, as the earlier one ended by an event, in which
// the earlier has the higher score, ties of scores by half: Harrell's index. A time that was censored is later than an
// event at the same time. event is nil for events alone. NaN where there is no such pair.
//
// Source: Harrell, Califf, Pryor, Lee, Rosati, Evaluating the Yield of Medical Tests, JAMA 1982.
func Concordance(scores, times []float64, event []bool) float64 {
	if len(scores) != len(times) || event != nil && len(event) != len(times) {
		panic("fit: length mismatch")
	}
	later := newRanks(scores)
	var good, all float64
	for _, at := range fallingTimes(times, event) {
		for _, i := range at.censored {
			later.add(scores[i])
		}
		for _, i := range at.events {
			below, ties := later.count(scores[i])
			good += float64(below) + float64(ties)/2
			all += float64(later.total)
		}
		for _, i := range at.events {
			later.add(scores[i])
		}
	}
	if all == 0 {
		return math.NaN()
	}
	return good / all
}

// atOneTime are the examples of a time.
type atOneTime struct{ events, censored []int }

// fallingTimes are the examples by time, the last time first.
func fallingTimes(times []float64, event []bool) (out []atOneTime) {
	order := make([]int, len(times))
	floats.ArgsortStable(append([]float64(nil), times...), order)
	for k := len(order) - 1; k >= 0; k-- {
		i := order[k]
		if k == len(order)-1 || times[i] != times[order[k+1]] {
			out = append(out, atOneTime{})
		}
		at := &out[len(out)-1]
		if event == nil || event[i] {
			at.events = append(at.events, i)
		} else {
			at.censored = append(at.censored, i)
		}
	}
	return out
}
