package fit

import (
	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"

	"github.com/proxlab/proxlab/toolkit/model"
)

// Examples are worth compressing where they are so many times as many as features, of which there are at most so many.
const (
	compressFrom = 8
	mostFeatures = 1000
)

// trainingOn prepares learning from some of the examples, and says what there is to add to its models. Of many examples
// of a squared loss only second moments matter, about their means where there is an intercept: see central.examples.
// known are those of the examples, nil for none yet.
func (p *Prepared) trainingOn(
	c Linear, in []int, known *central,
) (train *Prepared, complete func(*model.Linear), err error) {
	if !p.compressible(len(in)) {
		train, err = c.Prepare(p.whole.pick(in))
		return train, func(*model.Linear) {}, err
	}
	m := known
	if m == nil {
		m = p.centralOf(in)
	}
	part, _ := m.examples()
	part.FeatureNames = p.whole.FeatureNames
	c.Intercept = false
	train, err = c.Prepare(part)
	return train, func(of *model.Linear) {
		if p.Intercept {
			of.Intercept = []float64{m.mean[p.d] - floats.Dot(m.mean[:p.d], of.Weights)}
		}
	}, err
}

// centralOf are the central moments of some examples.
func (p *Prepared) centralOf(in []int) *central {
	if p.squares() {
		return p.momentsOf(p.origins(in), in).central(p.Intercept)
	}
	return p.sparseMoments(in)
}

// compressible tells whether second moments of so many of the examples do.
func (p *Prepared) compressible(examples int) bool {
	_, squares := p.bound.(coordinate.LeastSquares)
	return squares && p.k == 1 && p.tasks == nil && p.penalized == nil && p.n == len(p.whole.Y) &&
		p.d <= mostFeatures && examples >= compressFrom*(p.d+1)
}

// sparseMoments are the central moments of some examples by products of the features as they were made ready.
func (p *Prepared) sparseMoments(in []int) *central {
	share, y := make([]float64, p.n), make([]float64, p.n)
	var total float64
	for _, i := range in {
		share[i] = p.share(i)
		total += share[i]
	}
	floats.Scale(1/total, share)
	targets := p.bound.(coordinate.LeastSquares) //nolint:errcheck // compressible asks
	k := p.d + 1
	out := &central{mean: make([]float64, k), second: make([]float64, k*k), off: make([]float64, k),
		sizes: make([]float64, k)}
	var square float64
	for i, c := range share {
		t := targets.Target(i)
		y[i] = c * t
		out.mean[p.d] += c * t
		square += c * t * t
	}
	products := make([]float64, p.d)
	p.x.MulTransVec(products, y)
	if p.Intercept {
		p.x.MulTransVec(out.mean[:p.d], share)
	} else {
		out.mean[p.d] = 0
	}
	scale := func(j int) float64 {
		if p.scale == nil {
			return 1
		}
		return p.scale[j]
	}
	set := func(i, j int, v float64) { out.second[i*k+j], out.second[j*k+i] = v, v }
	gram := linalg.GramOfColumns(p.x, share)
	for j := range p.d {
		for i := range j + 1 {
			set(j, i, scale(j)*scale(i)*(gram[j*p.d+i]-out.mean[j]*out.mean[i]))
		}
		set(p.d, j, scale(j)*(products[j]-out.mean[j]*out.mean[p.d]))
	}
	set(p.d, p.d, square-out.mean[p.d]*out.mean[p.d])
	for j := range p.d {
		if out.mean[j] *= scale(j); p.mean != nil {
			out.mean[j] += p.mean[j]
		}
	}
	if p.shift != nil {
		out.mean[p.d] += p.shift[0]
	}
	return out
}
