package fit

import (
	"fmt"
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit/fit/internal/losses"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Sizes of features and targets whose squares are numbers, with room for sums and products of them.
const (
	smallest = 1e-100
	largest  = 1e100
)

// checkSizes returns the norms of the features, and names one whose square is no number, or a target of a squared loss.
func (in *input) checkSizes() (norms []float64, err error) {
	norms = linalg.ColumnNorms(in.data.X)
	if err := in.checkNorms(norms); err != nil {
		return nil, err
	}
	if !losses.Squares(in.loss) || in.data.Y == nil {
		return norms, nil
	}
	var most float64
	for i, y := range in.data.Y {
		if most = math.Max(most, math.Abs(y)); most > largest {
			return nil, fmt.Errorf("target %d is %g, whose square is too large a number: scale the targets down", i+1, y)
		}
	}
	if most > 0 && most < smallest {
		return nil, fmt.Errorf("no target is larger than %g, whose square is too small a number: scale the targets up", most)
	}
	return norms, nil
}

// checkNorms looks at the features whose norms are no good numbers; those that are 0 throughout are.
func (in *input) checkNorms(norms []float64) error {
	within := func(norm float64) bool { return norm <= largest && norm >= smallest }
	var most []float64 // by feature: the largest absolute value; nil before it is asked for
	for j, norm := range norms {
		if within(norm) {
			continue
		}
		if in.data.byProducts() {
			if norm == 0 {
				continue
			}
			return fmt.Errorf("the map of features has the norm %g, whose square is no good number: scale it", norm)
		}
		if most == nil && !slices.ContainsFunc(norms, func(v float64) bool { return v != 0 && !within(v) }) &&
			!linalg.AnyBelow(in.data.X, smallest) {
			return nil
		}
		if most == nil {
			most = make([]float64, len(norms))
			linalg.ForEach(in.data.X, func(_, column int, v float64) { most[column] = max(most[column], math.Abs(v)) })
		}
		if most[j] == 0 {
			continue
		}
		if err := in.checkFeature(j); err != nil {
			return err
		}
	}
	return nil
}

// checkFeature says what is wrong with a column of x, if anything is.
func (in *input) checkFeature(j int) error {
	var most float64
	at := 0
	linalg.ForEach(in.data.X, func(i, column int, v float64) {
		if v = math.Abs(v); column == j && v > most {
			at, most = i, v
		}
	})
	what := fmt.Sprintf("feature %d", j+1)
	if in.data.FeatureNames != nil {
		what = fmt.Sprintf("feature %.60q", in.data.FeatureNames[j])
	}
	switch {
	case most > largest:
		return fmt.Errorf("%s is %g in example %d, whose square is too large a number: is it a mistake? Else scale it down",
			what, most, at+1)
	case most > 0 && most < smallest:
		return fmt.Errorf("%s is never larger than %g, whose square is too small a number: scale it up",
			what, most)
	}
	return nil
}
