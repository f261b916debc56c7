package larger

import (
	"errors"
	"fmt"
	"slices"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/fit/internal/check"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/blocks"
)

// refuse tells what passes over blocks cannot do.
func (p *Prepared) refuse() error {
	if p.Loss == nil {
		return errors.New("the loss is missing")
	}
	var ok bool
	if p.loss, ok = p.Loss.(blocks.Loss); !ok {
		return fmt.Errorf("the loss %s has its examples, and no method Bind that would give it those of a block",
			check.NameOf(p.Loss))
	}
	if l, is := p.Loss.(loss.Labelled); is && !l.Binary() {
		if _, several := p.loss.Bind([]float64{1}, nil).(toolkit.MultiOutput); !several {
			return fmt.Errorf("larger than memory: the %s loss has one score for several labels", check.NameOf(p.Loss))
		}
		p.loss = classes{p.loss, p.k}
	}
	_, p.kinks = p.loss.Bind([]float64{1}, nil).(solver.Margin)
	switch {
	case p.Penalty != nil && !p.takeGroups():
		return fmt.Errorf("larger than memory: the penalty %s is no sum of norms over groups that part all features, as ℓ1 "+
			"and the group lasso, which with a ridge are all that passes over blocks can", check.NameOf(p.Penalty))
	case p.data.Take != nil && p.kinks:
		return errors.New("a hinge ends with the examples next to the margin in one memory, which passes of others do not " +
			"bring together: --memory fits it on one machine, and the squared hinge is fitted on many")
	case p.Penalty != nil && p.kinks:
		return errors.New("larger than memory: a hinge goes with a ridge alone")
	case p.Penalty == nil && p.Mu == 0:
		return errors.New("larger than memory: without a penalty no gap is known: it needs μ > 0")
	case p.Method != nil && p.Method != fit.Auto:
		return fmt.Errorf("larger than memory: the method is %s, and no other", Method)
	case p.Start != nil:
		return errors.New("larger than memory: a fit does not start from a model")
	}
	return p.refuseWeights()
}

// refuseWeights tells what weights and tasks do not go with.
func (p *Prepared) refuseWeights() error {
	switch {
	case (p.data.ClassWeights != nil || p.data.Mass != float64(p.n)*p.data.Heaviest) && p.kinks:
		return errors.New("larger than memory: a hinge knows no weights; the squared hinge does")
	case p.data.ClassWeights != nil && p.Standardize:
		return errors.New("larger than memory: features are standardized by what all examples weigh alike, and not with " +
			"weights of classes")
	case p.tasks != nil && p.kinks:
		return errors.New("larger than memory: a hinge knows no tasks and targets; the squared hinge has tasks")
	}
	labelled, several := p.Loss.(loss.Labelled)
	switch {
	case p.data.Targets != nil && (several || p.data.Sparse || p.data.Tasks != nil):
		return errors.New("larger than memory: several targets are columns of numbers of a dense table, without labels and " +
			"tasks; labels go as examples of several tasks")
	case several && !labelled.Binary() && p.tasks != nil:
		return fmt.Errorf("the %s loss has several outputs of its own: it does not go with tasks", check.NameOf(p.Loss))
	}
	return nil
}

// takeGroups finds the groups of a penalty, and tells whether it is a sum of norms over groups that part all features.
func (p *Prepared) takeGroups() bool {
	penalty, d := p.Penalty, p.d*p.k
	if shaped, ok := penalty.(interface {
		WithShape(rows, cols int) toolkit.Proxable
	}); ok {
		penalty = shaped.WithShape(p.d, p.k)
	}
	norm, ok := penalty.(toolkit.BlockNorm)
	if !ok {
		return false
	}
	groups, factors := norm.Blocks(d)
	if groups == nil && !slices.ContainsFunc(factors, func(v float64) bool { return v != 1 }) {
		return true
	}
	g, seen := &blocks.Groups{Factors: factors}, make([]bool, d)
	for j := range d {
		if groups == nil {
			g.Of = append(g.Of, []int{j})
		}
	}
	for _, group := range groups {
		g.Of = append(g.Of, slices.Sorted(slices.Values(group)))
	}
	for k, group := range g.Of {
		for _, j := range group {
			if seen[j] || !(factors[k] > 0) {
				return false
			}
			seen[j] = true
		}
	}
	p.groups = g
	return !slices.Contains(seen, false)
}
