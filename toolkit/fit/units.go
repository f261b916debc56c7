package fit

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/fit/internal/losses"
	"github.com/proxlab/proxlab/toolkit/fit/internal/nonzero"
	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// units are what was done to features and targets, and how weights are taken there and back. They never change.
type units struct {
	*input
	mean, scale []float64 // what was taken from features, and what they were divided by; nil for nothing
	penalized   []int     // the features that have weights, in order; nil for all. The others are unpenalized columns
	nonzero     []int     // the features that are not 0 and alone have weights; nil for all
	flat        [][]int   // features that may move together at no cost, an unpenalized column each; nil for none
}

// model takes weights of scaled features, d×k, and unpenalized ones to those of the features as they were.
func (u *units) model(w, unpenalized []float64) *model.Linear {
	out := u.describe()
	out.Weights = make([]float64, u.d*u.k)
	if u.penalized == nil {
		nonzero.Spread(out.Weights, w, u.nonzero)
		unpenalized = u.raise(out.Weights, unpenalized)
	} else {
		for j := range u.d {
			from := &unpenalized
			if _, is := slices.BinarySearch(u.penalized, j); is {
				from = &w
			}
			out.Weights[j], *from = (*from)[0], (*from)[1:]
		}
	}
	for j, s := range u.scale {
		floats.Scale(1/s, out.Weights[j*u.k:(j+1)*u.k])
	}
	if g, ok := u.penalty.(prox.Rescaled); ok {
		g.Inside(out.Weights)
	}
	if of, ok := u.input.penalty.(constrained); ok {
		out.Violation = of.Violation(out.Weights)
	}
	if u.asked.Intercept {
		out.Intercept = u.uncentred(unpenalized, out.Weights)
	}
	u.profile(out)
	return out
}

// profile gives a model what its loss has at the minimum beside predictions.
func (in *input) profile(m *model.Linear) {
	of, ok := in.loss.(loss.Profiled)
	if !ok {
		return
	}
	f := make([]float64, in.n)
	in.features().MulVec(f, m.Weights)
	if found := of.Profile(f); m.Link == model.Cumulative {
		m.Thresholds = found
	} else {
		m.Intercept = found
	}
}

// uncentred are intercepts for features and targets as they were, each rounded once: means may be large numbers.
func (u *units) uncentred(intercept, weights []float64) []float64 {
	out := append([]float64(nil), intercept...)
	var terms, factors []float64
	for k, b := range out {
		terms, factors = terms[:0], factors[:0]
		for j, m := range u.mean {
			if v := weights[j*u.k+k]; v != 0 {
				terms, factors = append(terms, v), append(factors, -m)
			}
		}
		if u.shift != nil {
			terms, factors = append(terms, 1), append(factors, u.shift[k])
		}
		out[k] = vec.Dot2(b, factors, terms)
	}
	if losses.Link(u.asked.Loss) == model.Softmax { // a number for all classes is free: theirs sum up to 0
		floats.AddConst(-floats.Sum(out)/float64(len(out)), out)
	}
	return out
}

// from takes a model's weights to those of scaled features, with unpenalized ones behind; nil of nil.
func (u *units) from(m *model.Linear) []float64 {
	if m == nil {
		return nil
	}
	w := append([]float64(nil), m.Weights...)
	var intercept []float64
	if u.asked.Intercept {
		intercept = make([]float64, u.k)
		copy(intercept, m.Intercept)
		if u.shift != nil {
			floats.Sub(intercept, u.shift)
		}
		for j, mean := range u.mean {
			if of := w[j*u.k : (j+1)*u.k]; u.k > 1 || of[0] != 0 {
				floats.AddScaled(intercept, mean, of)
			}
		}
	}
	for j, s := range u.scale {
		floats.Scale(s, w[j*u.k:(j+1)*u.k])
	}
	if w = nonzero.Of(w, u.nonzero); u.penalized == nil {
		return append(append(w, u.lower(w)...), intercept...)
	}
	var in, apart []float64
	for j, v := range w {
		if _, is := slices.BinarySearch(u.penalized, j); is {
			in = append(in, v)
		} else {
			apart = append(apart, v)
		}
	}
	return append(append(in, apart...), intercept...)
}

// raise adds to the weights of the sets what their unpenalized columns have, and returns the other unpenalized weights.
func (u *units) raise(weights, unpenalized []float64) []float64 {
	for s, set := range u.flat {
		for _, j := range set {
			weights[j] += unpenalized[s]
		}
	}
	return unpenalized[len(u.flat):]
}

// lower takes means off the weights of the sets, and returns them.
func (u *units) lower(weights []float64) (means []float64) {
	for _, set := range u.flat {
		var sum float64
		for _, j := range set {
			sum += weights[j]
		}
		for _, j := range set {
			weights[j] -= sum / float64(len(set))
		}
		means = append(means, sum/float64(len(set)))
	}
	return means
}

// rounded is what the intercept may be off by, once it is taken back to features and targets that are not centred.
func (u *units) rounded(m *model.Linear) (off float64) {
	if u.mean == nil && u.shift == nil {
		return 0
	}
	for k, b := range m.Intercept {
		var size float64
		for j, mean := range u.mean {
			size += math.Abs(mean * m.Weights[j*u.k+k])
		}
		off = math.Max(off, 0x1p-53*math.Abs(b)+float64(u.d*u.d)*0x1p-105*size)
	}
	return off
}
