package fit

import (
	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/fit/internal/check"
	"github.com/proxlab/proxlab/toolkit/linalg"

	"github.com/proxlab/proxlab/toolkit/model"
)

// model takes weights of scaled features, d×k, and unpenalized ones to those of the features as they were.
func (p *Prepared) model(w, unpenalized []float64) *model.Linear {
	out := &model.Linear{
		Loss: check.NameOf(
			p.Loss,
		), Penalty: check.NameOf(p.Penalty), Features: p.d, Outputs: p.k, Examples: p.n, Weights: make([]float64, p.d*p.k),
		Labels: p.labels, Tasks: p.tasks, Standardized: p.Standardize,
		FeatureNames: p.data.FeatureNames, LabelNames: p.labelNames, Known: p.Loss,
	}
	out.Link = linkOf(p.Loss)
	if l, ok := p.Loss.(Parametric); ok {
		parameter := l.Parameter()
		out.Parameter = &parameter
	}
	if p.penalized == nil {
		copy(out.Weights, w)
		unpenalized = p.raise(out.Weights, unpenalized)
	} else {
		apart := 0
		next := 0
		for j := range p.d {
			if next < len(p.penalized) && p.penalized[next] == j {
				out.Weights[j] = w[next]
				next++
				continue
			}
			out.Weights[j] = unpenalized[apart]
			apart++
		}
		unpenalized = unpenalized[apart:]
	}
	if p.scale != nil {
		for j, s := range p.scale {
			floats.Scale(1/s, out.Weights[j*p.k:(j+1)*p.k])
		}
	}
	if p.Intercept {
		out.Intercept = p.uncentred(unpenalized, out.Weights)
	}
	return out
}

// uncentred are intercepts for features and targets as they were, each rounded once: means may be large numbers.
func (p *Prepared) uncentred(intercept, weights []float64) []float64 {
	out, ones := append([]float64(nil), intercept...), make([]float64, len(p.mean)+1)
	for k, b := range out {
		terms := make([]float64, 0, len(p.mean)+1)
		for j, m := range p.mean {
			ones[j] = -m
			terms = append(terms, weights[j*p.k+k])
		}
		if p.shift != nil {
			ones[len(terms)] = p.shift[k]
			terms = append(terms, 1)
		}
		out[k] = linalg.Dot2(b, ones[:len(terms)], terms)
	}
	return out
}

// start is the internal form of the model to start from; nil for none.
func (p *Prepared) start() []float64 {
	if p.Start == nil {
		return nil
	}
	return p.from(p.Start)
}

// from takes a model's weights to those of scaled features, with unpenalized ones behind.
func (p *Prepared) from(m *model.Linear) []float64 {
	w := append([]float64(nil), m.Weights...)
	var intercept []float64
	if p.Intercept {
		intercept = make([]float64, p.k)
		copy(intercept, m.Intercept)
		if p.shift != nil {
			floats.Sub(intercept, p.shift)
		}
		for j, mean := range p.mean {
			floats.AddScaled(intercept, mean, w[j*p.k:(j+1)*p.k])
		}
	}
	for j, s := range p.scale {
		floats.Scale(s, w[j*p.k:(j+1)*p.k])
	}
	if p.penalized == nil {
		return append(append(w, p.lower(w)...), intercept...)
	}
	var in, apart []float64
	next := 0
	for j := range p.d {
		if next < len(p.penalized) && p.penalized[next] == j {
			in = append(in, w[j])
			next++
			continue
		}
		apart = append(apart, w[j])
	}
	return append(append(in, apart...), intercept...)
}
