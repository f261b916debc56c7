package fit

import (
	"math"

	"github.com/proxlab/proxlab/toolkit/linalg"

	"github.com/proxlab/proxlab/toolkit/fit/choose"
	"github.com/proxlab/proxlab/toolkit/model"

	"gonum.org/v1/gonum/floats"
)

// foldMoments are second moments of what a fold trains on, and of what it is judged by; nil where the examples
// themselves are wanted.
type foldMoments struct {
	train *central
	test  *moments
}

// momentsOfFolds passes once over the examples where folds hold each out as often: what a fold trains on is then all
// but what it holds out, unless that loses digits. It is nil where moments do not do.
func (p *Prepared) momentsOfFolds(folds []choose.Fold) []foldMoments {
	if !p.squares() {
		return nil
	}
	out := make([]foldMoments, len(folds))
	for _, fold := range folds {
		if !p.compressible(len(fold.Train)) {
			return nil
		}
	}
	at := p.origins(nil)
	for f, fold := range folds {
		out[f].test = p.momentsOf(at, fold.Test)
	}
	whole := p.wholeOf(folds, out)
	for f, fold := range folds {
		var train *moments
		if whole != nil && complementary(fold, p.n) {
			train = whole.minus(out[f].test)
		}
		if train == nil || !train.holds(whole) {
			train = p.momentsOf(p.origins(fold.Train), fold.Train)
		}
		out[f].train = train.central(p.Intercept)
	}
	return out
}

// wholeOf are the moments of all examples, where every one is held out as often; nil otherwise.
func (p *Prepared) wholeOf(folds []choose.Fold, of []foldMoments) *moments {
	times := make([]int, p.n)
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
	out := *of[0].test
	out.gram = make([]float64, len(out.gram))
	for _, part := range of {
		floats.AddScaled(out.gram, 1/float64(times[0]), part.test.gram)
		out.terms = max(out.terms, part.test.terms)
	}
	out.terms += len(folds)
	return &out
}

// complementary tells whether a fold trains on all that it does not hold out.
func complementary(fold choose.Fold, n int) bool {
	seen := make([]bool, n)
	for _, rows := range [][]int{fold.Train, fold.Test} {
		for _, i := range rows {
			if seen[i] {
				return false
			}
			seen[i] = true
		}
	}
	return len(fold.Train)+len(fold.Test) == n
}

// judgeBy is the mean error, and accuracy, of models on what a fold holds out.
func (p *Prepared) judgeBy(fold choose.Fold, known foldMoments) func(m *model.Linear) (mean, accuracy float64, err error) {
	var held *Data
	return func(m *model.Linear) (mean, accuracy float64, err error) {
		if known.test != nil {
			if mean, ok := known.test.error(m); ok {
				return mean, 0, nil
			}
		}
		if held == nil {
			part := p.whole.pick(fold.Test)
			held = &part
		}
		return MeanError(m, *held)
	}
}

// mostTestShare is how much of a mean squared error may be rounding of moments.
const mostTestShare = 1e-8

// error is the mean squared error of a model, vᵀGv/Σc with v = (w, −1, b + ⟨s, w⟩ − t); ok is false where rounding is
// too much of it.
func (m *moments) error(of *model.Linear) (mean float64, ok bool) {
	size, d := m.d+2, m.d
	v := append(append(make([]float64, 0, size), of.Weights...), -1, -m.at[d])
	if of.Intercept != nil {
		v[d+1] = linalg.Dot2(of.Intercept[0], append(of.Weights[:d:d], -1), m.at)
	}
	var reach float64
	for j, x := range v {
		mean += x * floats.Dot(m.gram[j*size:(j+1)*size], v)
		reach += math.Abs(x) * math.Sqrt(m.gram[j*(size+1)])
	}
	return mean / m.weight(), roundings(2*m.terms+4*size)*reach*reach <= mostTestShare*mean
}
