// Package conformal makes intervals that hold the targets of new examples with a promised probability, however good or
// bad a model is and whatever the noise, by the errors of examples that it has not learnt from. Examples, those to come
// too, must be exchangeable: drawn alike, in no order.
//
// Source: Papadopoulos, Proedrou, Vovk, Gammerman, Inductive Confidence Machines for Regression, ECML 2002 (split);
// Barber, Candès, Ramdas, Tibshirani, Predictive Inference with the Jackknife+, Ann. Statist. 2021 (the others).
package conformal

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit/internal/vec"
)

// The ways, with the least probability that an interval at level 1 − α holds a new target, in the mean over data.
const (
	// Split is for errors of the model itself, on examples that it has not learnt from: at least 1 − α.
	Split = "split"
	// JackknifePlus is for models that have each left one example out: at least 1 − 2α, and in practice nearly 1 − α.
	JackknifePlus = "jackknife+"
	// CrossPlus, CV+, is the same for K folds of n examples: less than that by (1 − K/n)/(K + 1) at most.
	CrossPlus = "cv+"
)

// Words are the ways.
func Words() []string { return []string{Split, CrossPlus, JackknifePlus} }

// Calibration is what intervals are made of. Models predict ŷ = Xw + b, or what a link makes of it.
type Calibration struct {
	Way    string    `json:"way"`
	Errors []float64 `json:"errors"` // |y_i − ŷ_i| of examples, by a model that has not learnt from them
	// Fold is the model that has left each example out, from 0; Weights are those of the models, one after another, and
	// Intercepts theirs, nil without. nil for Split.
	Fold       []int     `json:"fold,omitempty" model:"optional"`
	Weights    []float64 `json:"weights,omitempty" model:"optional"`
	Intercepts []float64 `json:"intercepts,omitempty" model:"optional"`
}

// Models is how many models there are beside the one that predicts.
func (c *Calibration) Models() int {
	if c.Way == Split {
		return 0
	}
	return slices.Max(c.Fold) + 1
}

// Check tests that the parts go together, for models of d features with an intercept, or without; nil is none.
func (c *Calibration) Check(d int, intercept bool) error {
	if c == nil {
		return nil
	}
	for _, e := range c.Errors {
		if !(e >= 0) || math.IsInf(e, 1) {
			return fmt.Errorf("its errors for intervals have %g", e)
		}
	}
	switch {
	case !slices.Contains(Words(), c.Way):
		return fmt.Errorf("its way to intervals, %.60q, is none of %q", c.Way, Words())
	case len(c.Errors) == 0:
		return errors.New("its intervals have no errors to be made of")
	case c.Way == Split && (c.Fold != nil || c.Weights != nil || c.Intercepts != nil):
		return errors.New("its intervals by split have models of folds")
	case c.Way == Split:
		return nil
	case len(c.Fold) != len(c.Errors) || slices.Min(c.Fold) < 0:
		return fmt.Errorf("its intervals have %d errors and the folds of %d", len(c.Errors), len(c.Fold))
	}
	k := c.Models()
	if len(c.Weights)/d != k || len(c.Weights)%d != 0 || intercept && len(c.Intercepts) != k || !intercept &&
		c.Intercepts != nil {
		return fmt.Errorf("its intervals have %d weights and %d intercepts for %d folds of %d features", len(c.Weights),
			len(c.Intercepts), k, d)
	}
	return nil
}

// Interval is from low to high, for α = 1 − level. By split it is ŷ ± the ⌈(n + 1)(1 − α)⌉-th smallest error. Else it
// is from the ⌊α(n + 1)⌋-th smallest ŷ_k(i) − e_i to the ⌈(1 − α)(n + 1)⌉-th smallest ŷ_k(i) + e_i, with by[k] = ŷ_k
// what the model of fold k predicts. Too few errors for the level give an end at ±Inf. It takes O(n).
func (c *Calibration) Interval(level, predicted float64, by []float64) (low, high float64) {
	n := len(c.Errors)
	rank := upper(level, n)
	if rank > n {
		return math.Inf(-1), math.Inf(1)
	}
	values := make([]float64, n)
	if c.Way == Split {
		copy(values, c.Errors)
		width := vec.Nth(values, rank-1)
		return predicted - width, predicted + width
	}
	for i, e := range c.Errors {
		values[i] = by[c.Fold[i]] + e
	}
	high = vec.Nth(values, rank-1)
	for i, e := range c.Errors {
		values[i] = by[c.Fold[i]] - e
	}
	return vec.Nth(values, n-rank), high // ⌊α(n + 1)⌋ = n + 1 − ⌈(1 − α)(n + 1)⌉
}

// upper is ⌈(1 − α)(n + 1)⌉; what rounding made of a whole number stays that number.
func upper(level float64, n int) int {
	v := level * float64(n+1)
	if near := math.Round(v); math.Abs(v-near) < 1e-9*v {
		v = near
	}
	return int(math.Ceil(v))
}

// Least is how many errors a level needs, for ends that are finite: ⌈(1 − α)(n + 1)⌉ ≤ n.
func Least(level float64) int {
	n := int(level / (1 - level))
	for upper(level, n) > n {
		n++
	}
	return n
}
