package fit

import (
	"math"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// standardize centres features where there is an intercept, and scales them where that is asked: the first changes no
// solution, and helps solvers and the certificate. A sparse column is centred where more than half of it, by weight, is
// not 0: it then takes at most twice the memory, and the mean of others is at most their standard deviation.
func (p *Prepared) standardize() {
	if p.compressed != nil {
		p.compressed.standardize(p)
		return
	}
	if !p.Standardize && !p.Intercept {
		return
	}
	centre := make([]float64, p.d)
	if p.Intercept {
		centre = p.centres()
		for _, m := range centre {
			if m != 0 {
				p.mean = centre
			}
		}
		if p.mean != nil {
			p.x = p.centred(centre)
		}
	}
	if !p.Standardize {
		return
	}
	mean, square := make([]float64, p.d), make([]float64, p.d)
	linalg.ForEach(p.x, func(i, j int, v float64) {
		mean[j] += p.share(i) * v
		square[j] += p.share(i) * v * v
	})
	p.scale = make([]float64, p.d)
	for j := range p.scale {
		if p.Intercept {
			square[j] -= mean[j] * mean[j] // what is left of a mean that is rounded, or of a sparse column
		}
		p.scale[j] = math.Sqrt(math.Max(0, square[j]))
		if !(p.scale[j] > 1e-12*math.Max(math.Abs(mean[j]), math.Abs(centre[j]))) { // constant
			p.scale[j] = 1
		}
	}
	p.x, p.norms = linalg.DivideColumns(p.x, p.scale), nil
}

// centred are the features less their means: a view where the method goes through few columns.
func (p *Prepared) centred(mean []float64) linalg.Map {
	norm, ok := p.penalty.(toolkit.BlockNorm)
	coordinates := p.Method.chosen() || p.Method.FewColumns
	if ok && coordinates && isSquares(p.bound) && p.k == 1 && p.c == nil && !p.Standardize && p.norms != nil {
		groups, _ := norm.Blocks(p.d)
		view, norms, ok := linalg.CentredView(p.x, mean, p.norms)
		if ok && groups == nil {
			p.norms = norms
			return view
		}
	}
	p.norms = nil
	return linalg.CenterColumns(p.x, mean)
}

// centres are what to take from the columns: their means, exactly those of constants, or 0 for sparse columns at most
// half of which is not 0. Means are those of differences to a first value.
func (p *Prepared) centres() []float64 {
	if mean, ok := linalg.DenseMeans(p.x, p.share); ok {
		return mean
	}
	mean, filled := make([]float64, p.d), make([]float64, p.d)
	low, high := make([]float64, p.d), make([]float64, p.d)
	for j := range low {
		low[j], high[j] = math.Inf(1), math.Inf(-1)
	}
	linalg.ForEach(p.x, func(i, j int, v float64) {
		mean[j] += p.share(i) * v
		if v != 0 {
			filled[j] += p.share(i)
		}
		low[j], high[j] = math.Min(low[j], v), math.Max(high[j], v)
	})
	for j := range mean {
		if filled[j] > 0.5 {
			mean[j] = math.Min(math.Max(mean[j], low[j]), high[j])
		} else {
			mean[j] = 0
		}
	}
	return mean
}

// centreTargets takes their mean from the targets of a squared loss with an intercept, for each output: that changes no
// solution, and no small objective is a difference of large numbers.
func (p *Prepared) centreTargets(y []float64) []float64 {
	k := max(1, len(p.tasks))
	column := func(i int) int {
		if p.column == nil {
			return 0
		}
		return p.column[i]
	}
	p.shift = make([]float64, k)
	weight, low, high := make([]float64, k), make([]float64, k), make([]float64, k)
	first := make([]float64, k)
	for i, v := range y {
		t := column(i)
		if weight[t] == 0 {
			first[t], low[t], high[t] = v, v, v
		}
		weight[t] += p.share(i)
		p.shift[t] += p.share(i) * (v - first[t])
		low[t], high[t] = math.Min(low[t], v), math.Max(high[t], v)
	}
	for t := range p.shift {
		p.shift[t] = math.Min(math.Max(first[t]+p.shift[t]/weight[t], low[t]), high[t])
	}
	out := make([]float64, len(y))
	for i, v := range y {
		out[i] = v - p.shift[column(i)]
	}
	return out
}

// withOnes are the features as they were, with a column of ones for the intercept.
func (p *Prepared) withOnes() linalg.Map {
	if !p.Intercept {
		return p.data.X
	}
	ones := linalg.NewDense(1, p.n, nil)
	for i := range ones.Data {
		ones.Data[i] = 1
	}
	return linalg.AppendColumns(p.data.X, ones)
}
