package fit

import (
	"context"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/fit/choose"
	"github.com/proxlab/proxlab/toolkit/fit/internal/moments"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
)

// trainingOn prepares learning from some of the examples, and says what there is to add to its models. Of many examples
// of a squared loss only second moments matter, about their means where there is an intercept: see central.examples.
// known are those of the examples, nil for none yet.
func (p *Prepared) trainingOn(
	c Linear, in []int, known *moments.Central,
) (train *Prepared, complete func(*model.Linear), err error) {
	if !p.compressible(len(in)) {
		train, err = c.Prepare(p.in.given.Pick(in))
		return train, func(*model.Linear) {}, err
	}
	m := known
	if m == nil {
		m = p.centralOf(in)
	}
	x, y, _ := m.Examples()
	c.Intercept = false
	train, err = c.Prepare(Data{X: x, Y: y, FeatureNames: p.in.given.FeatureNames})
	return train, func(of *model.Linear) {
		of.Offset = p.in.given.Offset != nil
		if p.Intercept {
			of.Intercept = []float64{m.Mean[p.in.d] - floats.Dot(m.Mean[:p.in.d], of.Weights)}
		}
	}, err
}

// centralOf are the central moments of some examples: of sparse ones by the problem that is made.
func (p *Prepared) centralOf(in []int) *moments.Central {
	if p.in.squares() {
		return p.in.momentsOf(context.Background(), p.in.origins(in), in).Central(p.Intercept)
	}
	return p.made.sparseMoments(in)
}

// foldMoments are second moments of what a fold trains on, and of what it is judged by; nil where the examples
// themselves are wanted.
type foldMoments struct {
	train *moments.Central
	test  *moments.Moments
}

// momentsOfFolds passes once over the examples where folds hold each out as often: what a fold trains on is then all
// but what it holds out, unless that loses digits. It is nil where moments do not do.
func (p *Prepared) momentsOfFolds(folds []choose.Fold) []foldMoments {
	if !p.in.squares() {
		return nil
	}
	out := make([]foldMoments, len(folds))
	for _, fold := range folds {
		if !p.compressible(len(fold.Train)) {
			return nil
		}
	}
	at := p.in.origins(nil)
	for f, fold := range folds {
		out[f].test = p.in.momentsOf(context.Background(), at, fold.Test)
	}
	whole := p.wholeOf(folds, out)
	for f, fold := range folds {
		var train *moments.Moments
		if whole != nil && fold.Complementary(p.in.n) {
			train = whole.Minus(out[f].test)
		}
		if train == nil || !train.Holds(whole) {
			train = p.in.momentsOf(context.Background(), p.in.origins(fold.Train), fold.Train)
		}
		out[f].train = train.Central(p.in.asked.Intercept)
	}
	return out
}

// wholeOf are the moments of all examples, where every one is held out as often; nil otherwise.
func (p *Prepared) wholeOf(folds []choose.Fold, of []foldMoments) *moments.Moments {
	times := make([]int, p.in.n)
	for _, fold := range folds {
		for _, i := range fold.Test {
			times[i]++
		}
	}
	for _, count := range times {
		if count != times[0] {
			return nil
		}
	}
	parts := make([]*moments.Moments, len(of))
	for f, part := range of {
		parts[f] = part.test
	}
	return moments.Whole(parts, times[0])
}

// judgeBy is the mean error, and accuracy, of models on what a fold holds out.
func (p *Prepared) judgeBy(
	fold choose.Fold, known foldMoments,
) func(m *model.Linear) (mean, accuracy float64, err error) {
	var held *Data
	return func(m *model.Linear) (mean, accuracy float64, err error) {
		if known.test != nil {
			if mean, ok := known.test.MeanSquaredError(m.Weights, m.Intercept); ok {
				return mean, 0, nil
			}
		}
		if held == nil {
			part := p.in.given.Pick(fold.Test)
			held = &part
		}
		return MeanError(m, *held)
	}
}

// compressible tells whether second moments of so many of the examples do.
func (p *Prepared) compressible(examples int) bool {
	return p.in.compressible(examples) && (p.made == nil || p.made.penalized == nil && p.made.nonzero == nil)
}

// sparseMoments are the central moments of some examples by products of the features as they were made ready.
func (p *problem) sparseMoments(in []int) *moments.Central {
	share, y := make([]float64, p.n), make([]float64, p.n)
	var total float64
	for _, i := range in {
		share[i] = p.share(i)
		total += share[i]
	}
	floats.Scale(1/total, share)
	targets := p.loss.(coordinate.LeastSquares) //nolint:errcheck // compressible asks
	k := p.d + 1
	out := &moments.Central{Mean: make([]float64, k), Second: make([]float64, k*k), Off: make([]float64, k),
		Sizes: make([]float64, k), Features: p.d}
	var square float64
	for i, c := range share {
		t := targets.Target(i)
		y[i] = c * t
		out.Mean[p.d] += c * t
		square += c * t * t
	}
	products := make([]float64, p.d)
	p.x.MulTransVec(products, y)
	if p.asked.Intercept {
		p.x.MulTransVec(out.Mean[:p.d], share)
	} else {
		out.Mean[p.d] = 0
	}
	scale := func(j int) float64 {
		if p.scale == nil {
			return 1
		}
		return p.scale[j]
	}
	set := func(i, j int, v float64) { out.Second[i*k+j], out.Second[j*k+i] = v, v }
	gram := linalg.GramOfColumns(p.x, share)
	for j := range p.d {
		for i := range j + 1 {
			set(j, i, scale(j)*scale(i)*(gram[j*p.d+i]-out.Mean[j]*out.Mean[i]))
		}
		set(p.d, j, scale(j)*(products[j]-out.Mean[j]*out.Mean[p.d]))
	}
	set(p.d, p.d, square-out.Mean[p.d]*out.Mean[p.d])
	for j := range p.d {
		if out.Mean[j] *= scale(j); p.mean != nil {
			out.Mean[j] += p.mean[j]
		}
	}
	if p.shift != nil {
		out.Mean[p.d] += p.shift[0]
	}
	return out
}
