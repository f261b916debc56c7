package fit

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/fit/internal/check"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// Data are examples: row i of X, dense or sparse, with the target or label Y[i]. X may be any linear map where a method
// asks for products alone (FISTA, newton-cg); examples then stay together, and features as they are.
type Data struct {
	X linalg.Map
	Y []float64
	// Task is nil, or says what task each example is of.
	Task []int64
	// Weights is nil, or has one ≥ 0 for each example. They are divided by their sum, unless that is 1.
	Weights []float64
	// Offset is nil, or what is added to the prediction of each example, such as the logarithm of an exposure; it is
	// known when predicting, too. It goes with losses of one prediction an example.
	Offset []float64
	// Event is nil, or says for a loss of times whether an event ended each, or censoring; nil stands for events alone.
	Event []bool
	// Entry is nil, or says for a loss of times when each example began to be watched, before its time in Y.
	Entry []float64
	// Query says which documents of a ranking, or examples of a stratum of times, belong together: those of one number.
	Query []int64
	// FeatureNames are names of the columns of X, and LabelNames names of the labels 0, 1, … where these are text: they
	// are kept with the model. nil for none.
	FeatureNames, LabelNames []string
}

// check tells what is wrong with data, whatever they are for.
func (data Data) check() error {
	if err := data.checkColumns(); err != nil {
		return err
	}
	return data.checkFeatures()
}

// checkColumns is check but for features.
func (data Data) checkColumns() error {
	if data.X == nil {
		return errors.New("there are no examples")
	}
	n, d := data.X.Dims()
	if n == 0 || d == 0 {
		return fmt.Errorf("the examples are %d × %d: there is nothing to learn from", n, d)
	}
	for _, column := range []struct {
		what  string
		count int
		given bool
	}{
		{"targets", len(data.Y), data.Y != nil}, {"tasks", len(data.Task), data.Task != nil},
		{"weights", len(data.Weights), data.Weights != nil}, {"marks of events", len(data.Event), data.Event != nil},
		{"queries of them", len(data.Query), data.Query != nil}, {"offsets", len(data.Offset), data.Offset != nil},
		{"entries", len(data.Entry), data.Entry != nil},
	} {
		if column.given && column.count != n {
			return fmt.Errorf("there are %d examples and %d %s", n, column.count, column.what)
		}
	}
	if data.FeatureNames != nil && len(data.FeatureNames) != d {
		return fmt.Errorf("there are %d features and %d names of them", d, len(data.FeatureNames))
	}
	if i := slices.IndexFunc(data.Y, infinite); i >= 0 {
		return fmt.Errorf("target %d is %g", i+1, data.Y[i])
	}
	if i := slices.IndexFunc(data.Offset, infinite); i >= 0 {
		return fmt.Errorf("the offset of example %d is %g: it must be finite", i+1, data.Offset[i])
	}
	for i, w := range data.Weights {
		if !(w >= 0) || math.IsInf(w, 1) {
			return fmt.Errorf("the weight of example %d is %g: it must be finite and not negative", i+1, w)
		}
	}
	return nil
}

func infinite(v float64) bool { return !solver.Finite(v) }

// byProducts tells whether features are a map that does not enumerate its entries (linalg.Entries): a convolution, a
// transform, products of others. Methods that ask for products alone solve with it.
func (data Data) byProducts() bool {
	_, entries := data.X.(linalg.Entries)
	return !entries
}

// checkFeatures names an entry that is not finite, or says that a map has made such a number of ones.
func (data Data) checkFeatures() error {
	if !data.byProducts() {
		return check.Finite(data.X)
	}
	return check.Products(data.X)
}

// Pick are some of the examples.
func (data Data) Pick(rows []int) Data { return data.pick(rows, linalg.SelectRows(data.X, rows)) }

// pick is Pick with features that are given.
func (data Data) pick(rows []int, x linalg.Map) Data {
	return Data{
		X: x, Y: selected(data.Y, rows), Task: selected(data.Task, rows),
		Weights: selected(data.Weights, rows), Event: selected(data.Event, rows), Query: selected(data.Query, rows),
		Offset: selected(data.Offset, rows), Entry: selected(data.Entry, rows),
		FeatureNames: data.FeatureNames, LabelNames: data.LabelNames,
	}
}

// watched is what is known of times beside how they end.
func (data Data) watched() loss.Watched { return loss.Watched{Strata: data.Query, Entry: data.Entry} }

// selected are some values; nil of nil.
func selected[T any](values []T, rows []int) []T {
	if values == nil {
		return nil
	}
	out := make([]T, len(rows))
	for k, i := range rows {
		out[k] = values[i]
	}
	return out
}

// weight is the weight of example i, 1 without weights.
func (data Data) weight(i int) float64 {
	if data.Weights == nil {
		return 1
	}
	return data.Weights[i]
}

// weightUnit is the largest weight, by which weights are divided before they are summed: their sum may be no number.
func (data Data) weightUnit() float64 {
	if data.Weights == nil || slices.Max(data.Weights) == 0 || math.Abs(floats.Sum(data.Weights)-1) <= sumTol {
		return 1
	}
	return slices.Max(data.Weights)
}

// sumTol is how far from 1 a sum of weights may be that are to be taken as they are.
const sumTol = 1e-12
