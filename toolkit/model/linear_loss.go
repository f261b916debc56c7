package model

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/loss"
)

// named is the model's loss where package loss has it, with the model's parameter.
func (m *Linear) named() (toolkit.Loss, bool) {
	var parameter float64
	if m.Parameter != nil {
		parameter = *m.Parameter
	}
	return loss.Named(m.Loss, parameter)
}

// judged is the loss that Error takes: the model's own, or what its link says of a loss that is not of package loss.
func (m *Linear) judged() toolkit.Loss {
	if l, known := m.named(); known && (m.Link != Identity || scalar(l)) {
		return l
	}
	switch m.Link {
	case Identity:
		return loss.Squared{}
	case Logit:
		return loss.Logistic{}
	case Margin:
		return loss.Hinge{}
	case Softmax:
		return loss.Multinomial{}
	}
	return m.Known
}

// scalar tells whether a loss is a sum over examples.
func scalar(l toolkit.Loss) bool {
	_, ok := l.(toolkit.Separable)
	return ok
}

// Errors are how wrong predictions are of examples whose targets are y: the squared error (f − y)² for the squared
// loss, the deviance for that of Poisson, the loss itself for others (see ErrorName), NaN for a label that the model
// does not know, for a loss that is no sum over examples, and for a loss of one's own after the model was read from
// a file.
func (m *Linear) Errors(p *Prediction, y []float64) []float64 {
	l, out := m.judged(), make([]float64, len(y))
	if m.Link == Cumulative {
		for i, y := range y {
			if out[i] = math.NaN(); slices.Contains(m.Labels, y) {
				out[i] = -math.Log(p.Probabilities.Row(i)[slices.Index(m.Labels, y)])
			}
		}
		return out
	}
	with, ok := l.(loss.Bindable)
	if _, joint := l.(toolkit.Joint); !ok || joint {
		floats.AddConst(math.NaN(), out)
		return out
	}
	times, target := 1., slices.Clone(y)
	if other, ok := l.(loss.Measured); ok {
		_, times = other.Measure()
	}
	labelled, ofLabels := l.(loss.Labelled)
	for i, y := range y {
		class, known := slices.BinarySearch(m.Labels, y)
		if m.Labels != nil && !known {
			class, out[i] = 0, math.NaN()
		}
		if !ofLabels {
			continue
		}
		if target[i] = float64(class); labelled.Binary() {
			target[i] = 2*target[i] - 1
		}
	}
	switch l := with.Bind(target, nil).(type) {
	case toolkit.Separable:
		for i := range out {
			value, _ := l.At(i, p.Scores.Row(i)[0])
			out[i] += times * value
		}
	case toolkit.MultiOutput:
		slope := make([]float64, p.Scores.C)
		for i := range out {
			out[i] += times * l.At(slope, i, p.Scores.Row(i))
		}
	}
	return out
}

// checkParameter tests that a loss of package loss has a parameter where it needs one.
func (m *Linear) checkParameter() error {
	l, known := m.named()
	of, parametric := l.(loss.Parametric)
	switch {
	case known && parametric != (m.Parameter != nil):
		return fmt.Errorf("a parameter of the loss is there, or is missing: it does not go with the %s loss", m.Loss)
	case m.Parameter != nil && !(*m.Parameter >= 0), parametric && of.Parameter() != *m.Parameter:
		return fmt.Errorf("its parameter is %g", *m.Parameter)
	}
	return nil
}

// ErrorName is what Error is of a model of a loss with a link.
func ErrorName(name, link string) string {
	l, known := loss.Named(name, 0)
	if !known && link == Identity {
		l = loss.Squared{}
	}
	if of, ok := l.(loss.Measured); ok {
		name, _ = of.Measure()
		return name
	}
	return name + " loss"
}
