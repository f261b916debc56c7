package kernels

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/model"
)

// bind gives a loss of one prediction an example its targets and weights, and begins the head of the machine.
func (c Machine) bind(data Data) (*model.Linear, toolkit.Loss, error) {
	name := fmt.Sprint(c.Loss)
	head := &model.Linear{
		Loss: name, Mu: c.Mu, Outputs: 1, GapKind: model.DualityGap, Method: "decomposition",
		Why: "the loss is linear beyond an interval",
	}
	if l, ok := c.Loss.(loss.Linked); ok {
		head.Link = l.Link()
	}
	if l, ok := c.Loss.(loss.Parametric); ok {
		v := l.Parameter()
		head.Parameter = &v
	}
	if l, ok := c.Loss.(loss.ParameterChecked); ok {
		if err := l.CheckParameter(); err != nil {
			return nil, nil, err
		}
	}
	with, ok := c.Loss.(loss.Bindable)
	if !ok {
		return nil, nil, fmt.Errorf("the loss %s has no method Bind that would give it targets", name)
	}
	weights, err := shares(data.Weights, len(data.Y))
	if err != nil {
		return nil, nil, err
	}
	for i, y := range data.Y {
		if math.IsNaN(y) || math.IsInf(y, 0) {
			return nil, nil, fmt.Errorf("target %d is %g", i+1, y)
		}
		if weights == nil || weights[i] > 0 {
			head.Examples++
		}
	}
	y := data.Y
	if _, ok := c.Loss.(loss.Labelled); ok {
		if y, err = signs(head, data, weights); err != nil {
			return nil, nil, err
		}
	}
	return head, with.Bind(y, weights), nil
}

// shares are weights divided by their sum; nil for none.
func shares(weights []float64, n int) ([]float64, error) {
	if weights == nil {
		return nil, nil
	}
	if len(weights) != n {
		return nil, fmt.Errorf("there are %d examples and %d weights", n, len(weights))
	}
	for i, w := range weights {
		if !(w >= 0) || math.IsInf(w, 1) {
			return nil, fmt.Errorf("the weight of example %d is %g: it must be finite and not negative", i+1, w)
		}
	}
	sum := floats.Sum(weights)
	if !(sum > 0) {
		return nil, errors.New("no example has weight")
	}
	return floats.ScaleTo(make([]float64, n), 1/sum, weights), nil
}

// signs are two labels as −1 and +1; the head learns them and their names.
func signs(head *model.Linear, data Data, weights []float64) ([]float64, error) {
	for i, y := range data.Y {
		if weights == nil || weights[i] > 0 {
			head.Labels = append(head.Labels, y)
		}
	}
	slices.Sort(head.Labels)
	head.Labels = slices.Compact(head.Labels)
	if len(head.Labels) != 2 {
		return nil, fmt.Errorf("the %s loss is for two labels, and there are %d: the multinomial loss is for several",
			head.Loss, len(head.Labels))
	}
	for _, l := range head.Labels {
		if data.LabelNames == nil {
			break
		}
		if l != math.Trunc(l) || l < 0 || int(l) >= len(data.LabelNames) {
			return nil, fmt.Errorf("the label %g has no name: there are %d", l, len(data.LabelNames))
		}
		head.LabelNames = append(head.LabelNames, data.LabelNames[int(l)])
	}
	y := make([]float64, len(data.Y))
	for i, v := range data.Y {
		y[i] = -1
		if v == head.Labels[1] {
			y[i] = 1
		}
	}
	return y, nil
}

// classes gives a loss of several labels its targets, which are numbers of labels in order.
func (c Machine) classes(data Data) (toolkit.Loss, error) {
	with, ok := c.Loss.(loss.Bindable)
	if !ok {
		return nil, fmt.Errorf("the loss %v has no method Bind that would give it targets", c.Loss)
	}
	weights, err := shares(data.Weights, len(data.Y))
	if err != nil {
		return nil, err
	}
	var labels []float64
	for i, y := range data.Y {
		if weights == nil || weights[i] > 0 {
			labels = append(labels, y)
		}
	}
	slices.Sort(labels)
	labels = slices.Compact(labels)
	y := make([]float64, len(data.Y))
	for i, v := range data.Y {
		class, _ := slices.BinarySearch(labels, v)
		y[i] = float64(min(class, len(labels)-1))
	}
	return with.Bind(y, weights), nil
}
