package model

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/structured/second"
	"github.com/proxlab/proxlab/toolkit/structured/segments"
)

// check tests that the parts go together, and that numbers are.
func (m *Tagger) check() error {
	c := len(m.Labels)
	switch {
	case c == 0 || c > math.MaxUint16 || !slices.IsSorted(m.Labels) || len(slices.Compact(slices.Clone(m.Labels))) != c:
		return fmt.Errorf("its %d labels are none, too many, or not in ascending order", c)
	case len(m.Templates) == 0 || m.Form < 0 || m.Form > math.MaxInt16:
		return errors.New("it has no templates, or no column of words")
	case m.Loss != "crf" && m.Loss != "hinge":
		return fmt.Errorf("its loss %.20q is none of crf, hinge", m.Loss)
	case !(m.C > 0) || math.IsInf(m.C, 1):
		return fmt.Errorf("its C is %g", m.C)
	case m.HeldOut < 0 || m.HeldOut > 1:
		return fmt.Errorf("the share %g of its labels was right on what was held out", m.HeldOut)
	}
	if m.Segments < 0 || m.Segments > math.MaxInt16 {
		return fmt.Errorf("its segments have %d words at most", m.Segments)
	}
	if m.Segments > 0 {
		if _, err := segments.NewMarking(m.Labels); err != nil {
			return err
		}
	}
	return m.checkWeights(c)
}

// checkWeights tests what the weights are of, and that they are numbers.
func (m *Tagger) checkWeights(c int) error {
	switch {
	case !slices.IsSorted(m.Known):
		return errors.New("its known words are not in ascending order")
	case len(m.Pairs.Ptr) != len(m.Features)+1 || len(m.Pairs.Output) != len(m.Weights):
		return fmt.Errorf("it has %d features, %d places of theirs, %d pairs and %d weights", len(m.Features),
			len(m.Pairs.Ptr), len(m.Pairs.Output), len(m.Weights))
	case m.Pairs.Ptr[0] != 0 || int(m.Pairs.Ptr[len(m.Features)]) != len(m.Weights) || !slices.IsSorted(m.Pairs.Ptr):
		return errors.New("the places of its features are not ascending up to the number of pairs")
	}
	for _, y := range m.Pairs.Output {
		if int(y) >= c {
			return fmt.Errorf("a pair has label %d of %d", int(y)+1, c)
		}
	}
	before := c
	if m.Following != nil && m.Segments == 0 {
		before = second.Height(c, second.Order(m.Following.R, c))
	}
	if err := checkArray("weights of labels that follow each other", m.Following, before, c); err != nil {
		return err
	}
	if k := slices.IndexFunc(m.Weights, func(v float64) bool { return !solver.Finite(v) }); k >= 0 {
		return fmt.Errorf("weight %d of its weights is %g", k+1, m.Weights[k])
	}
	return nil
}
