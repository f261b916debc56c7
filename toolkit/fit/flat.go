package fit

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// setFlat finds the sets, where no ridge is on the weights.
func (p *Prepared) setFlat() {
	if g, ok := p.penalty.(Flat); ok && p.Mu == 0 && p.k == 1 {
		p.flat, p.penalty = g.Flat(p.d)
	}
}

// indicator is 1 on a set, else 0.
func indicator(set []int, d int) []float64 {
	out := make([]float64, d)
	for _, j := range set {
		out[j] = 1
	}
	return out
}

// raise adds to the weights of the sets what their unpenalized columns have, and returns the other unpenalized weights.
func (p *Prepared) raise(weights, unpenalized []float64) []float64 {
	for s, set := range p.flat {
		for _, j := range set {
			weights[j] += unpenalized[s]
		}
	}
	return unpenalized[len(p.flat):]
}

// lower takes means off the weights of the sets, and returns them.
func (p *Prepared) lower(weights []float64) (means []float64) {
	for _, set := range p.flat {
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

// raising is what the objective may change by where sums of weights and their means are rounded: by slopes times
// columns, and by the penalty, which an ulp of every weight is in twice at most.
func (r *run) raising(w []float64) float64 {
	p := r.p
	if p.flat == nil {
		return 0
	}
	gradient := make([]float64, len(w))
	r.problem.ValueGrad(gradient, w)
	var most float64
	for s, b := range r.problem.UnpenalizedWeights(w)[:len(p.flat)] {
		for _, j := range p.flat[s] {
			most = math.Max(most, math.Abs(b)+math.Abs(w[j]))
		}
	}
	ulps := indicator(nil, len(w))
	floats.AddConst(0x1p-52*most, ulps)
	var change float64
	for j, u := range ulps {
		change += u * math.Abs(gradient[j])
		if j%2 == 1 { // the worst change of a penalty of differences
			ulps[j] = -u
		}
	}
	return change + r.problem.Lambda*r.problem.Penalty.Value(ulps)
}

// rescale gives bounds in the units of the scaled features.
func (p *Prepared) rescale() {
	g, ok := p.penalty.(Rescaled)
	if !ok || p.scale == nil {
		return
	}
	scale := make([]float64, 0, p.d*p.k)
	for _, s := range p.scale {
		for range p.k {
			scale = append(scale, s)
		}
	}
	p.penalty = g.WithScale(scale)
}
