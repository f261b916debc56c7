package fit

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit/internal/check"

	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/model"
)

// bind gives the loss its targets, and the penalty its shape.
func (p *Prepared) bind() error {
	if err := p.bindLoss(); err != nil {
		return err
	}
	if err := p.checkPenalty(); err != nil {
		return err
	}
	p.penalty = p.Penalty
	if s, ok := p.penalty.(Simplified); ok {
		p.penalty = s.Simplify()
	}
	if s, ok := p.penalty.(Shaped); ok {
		p.penalty = s.WithShape(p.d, p.k)
	}
	return nil
}

func (p *Prepared) checkPenalty() error {
	if c, ok := p.Penalty.(Checked); ok {
		if err := c.Check(p.d, p.k); err != nil {
			return fmt.Errorf("%s loss with %s: %w", check.NameOf(p.Loss), check.NameOf(p.Penalty), err)
		}
	}
	if p.Penalty == nil && p.Mu == 0 && (linkOf(p.Loss) != model.Identity || kinked(p.bound)) {
		return fmt.Errorf("without a penalty the %s loss may have no minimum: it needs μ > 0", check.NameOf(p.Loss))
	}
	return nil
}

// bindLoss makes p.bound, of several outputs where there are tasks.
func (p *Prepared) bindLoss() error {
	with, ok := p.Loss.(Bindable)
	if !ok || p.data.Y == nil {
		return p.ownExamples()
	}
	y := p.data.Y
	if l, ok := p.Loss.(Labelled); ok {
		var err error
		if y, err = p.label(l.Binary()); err != nil {
			return err
		}
	}
	if err := p.checkTargets(y); err != nil {
		return err
	}
	p.bound = with.Bind(y, p.c)
	if of, ok := p.Loss.(Timed); ok {
		return p.bindEvents(of, y)
	}
	if of, ok := p.Loss.(Ranked); ok {
		return p.bindQueries(of, y)
	}
	if p.data.Query != nil {
		return fmt.Errorf("queries go with a loss of rankings, such as pairwise, and not with %s", check.NameOf(p.Loss))
	}
	if p.data.Event != nil {
		return fmt.Errorf("events go with a loss of times, such as that of Cox, and not with %s", check.NameOf(p.Loss))
	}
	if p.Intercept && ofResidual(p.bound) {
		p.bound = with.Bind(p.centreTargets(y), p.c)
	}
	return p.shape()
}

// checkTargets names a target that the loss is not for.
func (p *Prepared) checkTargets(y []float64) error {
	l, ok := p.Loss.(Targeted)
	for i := 0; ok && i < len(y); i++ {
		if err := l.CheckTarget(y[i]); err != nil {
			return fmt.Errorf("%w (example %d of those with weight)", err, i+1)
		}
	}
	return nil
}

// ownExamples takes a loss that has its examples.
func (p *Prepared) ownExamples() error {
	if p.Loss.Len() != p.n {
		return fmt.Errorf(
			"the loss %s has %d examples and no method Bind that would give it the %d of the data",
			check.NameOf(p.Loss),
			p.Loss.Len(),
			p.n,
		)
	}
	if p.c != nil {
		return fmt.Errorf(
			"the loss %s has examples of its own, and weights of its own: those of the data would not be looked at",
			check.NameOf(p.Loss),
		)
	}
	p.bound = p.Loss
	return p.shape()
}

// shape finds k.
func (p *Prepared) shape() error {
	switch l := p.bound.(type) {
	case toolkit.Separable:
		if p.tasks != nil {
			p.bound = loss.Tasks{Of: l, Task: p.column, K: p.k}
		}
	case toolkit.Joint:
		if p.tasks != nil {
			return fmt.Errorf("the %s loss is joint over examples: it does not go with tasks", check.NameOf(p.Loss))
		}
	case toolkit.MultiOutput:
		if p.tasks != nil {
			return fmt.Errorf("the %s loss has several outputs of its own: it does not go with tasks", check.NameOf(p.Loss))
		}
		p.k = l.Outputs()
	default:
		return fmt.Errorf("the loss %T is none of toolkit.Separable, toolkit.MultiOutput and toolkit.Joint", p.bound)
	}
	if p.bound.Len() != p.n {
		return fmt.Errorf("the loss %s has %d examples where the data have %d", check.NameOf(p.Loss), p.bound.Len(), p.n)
	}
	return nil
}

// label turns labels into signs or classes.
func (p *Prepared) label(binary bool) ([]float64, error) {
	p.labels = slices.Clone(p.data.Y)
	slices.Sort(p.labels)
	p.labels = slices.Compact(p.labels)
	if err := p.nameLabels(); err != nil {
		return nil, err
	}
	switch {
	case len(p.labels) == 1:
		return nil, fmt.Errorf("all examples have the label %s: there must be two at least", p.labelName(p.labels[0]))
	case binary && len(p.labels) > 2:
		return nil, fmt.Errorf(
			"the %s loss is for two labels, and there are %d (%s): the multinomial loss is for several",
			check.NameOf(p.Loss),
			len(p.labels),
			p.someLabels(),
		)
	}
	y := make([]float64, p.n)
	for i, v := range p.data.Y {
		class, _ := slices.BinarySearch(p.labels, v)
		y[i] = float64(class)
		if binary {
			y[i] = 2*y[i] - 1
		}
	}
	return y, nil
}

// nameLabels finds the names of the labels that occur.
func (p *Prepared) nameLabels() error {
	if p.data.LabelNames == nil {
		return nil
	}
	for _, l := range p.labels {
		if l != math.Trunc(l) || l < 0 || int(l) >= len(p.data.LabelNames) {
			return fmt.Errorf("the label %g has no name: there are %d", l, len(p.data.LabelNames))
		}
		p.labelNames = append(p.labelNames, p.data.LabelNames[int(l)])
	}
	return nil
}

// labelName is a label as the data have it.
func (p *Prepared) labelName(label float64) string {
	if at, known := slices.BinarySearch(p.labels, label); known && p.labelNames != nil {
		return strconv.Quote(p.labelNames[at])
	}
	return fmt.Sprint(label)
}

// someLabels lists labels, the first few of many.
func (p *Prepared) someLabels() string {
	const most = 8
	var out []string
	for _, l := range p.labels[:min(most, len(p.labels))] {
		out = append(out, p.labelName(l))
	}
	if len(p.labels) > most {
		out = append(out, "…")
	}
	return strings.Join(out, ", ")
}
