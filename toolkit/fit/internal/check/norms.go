package check

import (
	"fmt"
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Sizes of features and targets whose squares are numbers, with room for sums and products of them.
const (
	Smallest = 1e-100
	Largest  = 1e100
)

// Norms looks at the features of x whose norms are no good numbers; those that are 0 throughout are. They may have
// names. An entry that is not finite is named before.
func Norms(x linalg.Map, norms []float64, names []string) error {
	within := func(norm float64) bool { return norm <= Largest && norm >= Smallest }
	_, entries := x.(linalg.Entries)
	var most []float64 // by feature: the largest absolute value; nil before it is asked for
	for j, norm := range norms {
		if within(norm) {
			continue
		}
		if !entries {
			if norm == 0 {
				continue
			}
			return fmt.Errorf("the map of features has the norm %g, whose square is no good number: scale it", norm)
		}
		if math.IsNaN(norm) || math.IsInf(norm, 1) {
			if err := Finite(x); err != nil {
				return err
			}
		}
		if most == nil && !slices.ContainsFunc(norms, func(v float64) bool { return v != 0 && !within(v) }) &&
			!linalg.AnyBelow(x, Smallest) {
			return nil
		}
		if most == nil {
			most = make([]float64, len(norms))
			linalg.ForEach(x, func(_, column int, v float64) { most[column] = max(most[column], math.Abs(v)) })
		}
		if most[j] == 0 {
			continue
		}
		if err := feature(x, j, names); err != nil {
			return err
		}
	}
	return nil
}

// feature says what is wrong with a column of x, if anything is.
func feature(x linalg.Map, j int, names []string) error {
	var most float64
	at := 0
	linalg.ForEach(x, func(i, column int, v float64) {
		if v = math.Abs(v); column == j && v > most {
			at, most = i, v
		}
	})
	what := fmt.Sprintf("feature %d", j+1)
	if names != nil {
		what = fmt.Sprintf("feature %.60q", names[j])
	}
	switch {
	case most > Largest:
		return fmt.Errorf("%s is %g in example %d, whose square is too large a number: is it a mistake? Else scale it down",
			what, most, at+1)
	case most > 0 && most < Smallest:
		return fmt.Errorf("%s is never larger than %g, whose square is too small a number: scale it up",
			what, most)
	}
	return nil
}

// Targets names one whose square is no good number; all may be 0.
func Targets(y []float64) error {
	var most float64
	for i, v := range y {
		if most = math.Max(most, math.Abs(v)); most > Largest {
			return fmt.Errorf("target %d is %g, whose square is too large a number: scale the targets down", i+1, v)
		}
	}
	if most > 0 && most < Smallest {
		return fmt.Errorf("no target is larger than %g, whose square is too small a number: scale the targets up", most)
	}
	return nil
}
