package fit

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
)

// Examples are worth compressing where they are so many times as many as features, of which there are at most so many.
const (
	compressFrom = 8
	mostFeatures = 1000
)

// trainingOn prepares learning from some of the examples, and says what there is to add to its models. Of many examples
// of a squared loss only second moments matter: with M those of (X y), about their means where there is an intercept,
// and M = L Lᵀ,
//
//	Σ_i c_i ½(⟨x_i, w⟩ + b − y_i)² = ½‖X'w − y'‖²,      (X' y') = Lᵀ, b = ȳ − ⟨x̄, w⟩,
//
// for all w: d + 1 examples say the same, up to rounding.
func (p *Prepared) trainingOn(c Linear, in []int) (train *Prepared, complete func(*model.Linear), err error) {
	if !p.compressible(len(in)) {
		train, err = c.Prepare(p.whole.pick(in))
		return train, func(*model.Linear) {}, err
	}
	m := p.moments(in)
	l := linalg.CholeskyOfGram(m.second, p.d+1)
	part := Data{X: linalg.NewDense(p.d+1, p.d, nil), Y: make([]float64, p.d+1), FeatureNames: p.whole.FeatureNames}
	x := linalg.ToDense(part.X)
	root := math.Sqrt(float64(p.d + 1)) // each weighs 1/(d + 1)
	for j := range p.d {
		for i := range j + 1 {
			x.Row(i)[j] = root * l.At(j, i)
		}
	}
	floats.ScaleTo(part.Y, root, l.Row(p.d))
	c.Intercept = false
	train, err = c.Prepare(part)
	return train, func(of *model.Linear) {
		if p.Intercept {
			of.Intercept = []float64{m.target - floats.Dot(m.mean, of.Weights)}
		}
	}, err
}

// compressible tells whether second moments of so many of the examples do.
func (p *Prepared) compressible(examples int) bool {
	_, squares := p.bound.(coordinate.LeastSquares)
	return squares && p.k == 1 && p.tasks == nil && p.penalized == nil && p.n == len(p.whole.Y) &&
		p.d <= mostFeatures && examples >= compressFrom*(p.d+1)
}

// moments are the means of features and target, 0 without an intercept, and the second moments of both about them.
type moments struct {
	mean   []float64
	target float64
	second []float64
}

func (p *Prepared) moments(in []int) moments {
	share, y := make([]float64, p.n), make([]float64, p.n)
	var total float64
	for _, i := range in {
		share[i] = p.share(i)
		total += share[i]
	}
	floats.Scale(1/total, share)
	targets := p.bound.(coordinate.LeastSquares) //nolint:errcheck // compressible asks
	out := moments{mean: make([]float64, p.d), second: make([]float64, (p.d+1)*(p.d+1))}
	var square float64
	for i, c := range share {
		t := targets.Target(i)
		y[i] = c * t
		out.target += c * t
		square += c * t * t
	}
	products := make([]float64, p.d)
	p.x.MulTransVec(products, y)
	if p.Intercept {
		p.x.MulTransVec(out.mean, share)
	} else {
		out.target = 0
	}
	scale := func(j int) float64 {
		if p.scale == nil {
			return 1
		}
		return p.scale[j]
	}
	gram := linalg.GramOfColumns(p.x, share)
	for j := range p.d {
		for k := range j + 1 {
			out.second[j*(p.d+1)+k] = scale(j) * scale(k) * (gram[j*p.d+k] - out.mean[j]*out.mean[k])
		}
		out.second[p.d*(p.d+1)+j] = scale(j) * (products[j] - out.mean[j]*out.target)
	}
	out.second[p.d*(p.d+2)] = square - out.target*out.target
	for j := range out.mean {
		if out.mean[j] *= scale(j); p.mean != nil {
			out.mean[j] += p.mean[j]
		}
	}
	if p.shift != nil {
		out.target += p.shift[0]
	}
	return out
}
