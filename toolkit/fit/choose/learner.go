// Package choose finds how strong a penalty is to be, and says how good the choice is: folds of the examples,
// cross-validation over paths of strengths, that of the whole procedure, and the features that most halves of the
// examples select.
package choose

import (
	"context"
	"iter"

	"github.com/proxlab/proxlab/toolkit/model"
)

// Learner learns linear models from examples, of which folds are made: fit.Prepared is one.
type Learner interface {
	// Problem says what there is to choose for. It is an error where examples cannot be dealt out.
	Problem() (Problem, error)
	// LambdaMaxBetween, as most, and MuMax are where paths of λ and of μ begin.
	LambdaMaxBetween(ctx context.Context) (least, most float64, err error)
	MuMax() (float64, error)
	// Along learns for the strengths of a path, each from the model before; after a model that was canceled it ends.
	Along(ctx context.Context, path []Strength) iter.Seq2[*model.Linear, error]
	// On is the same for some of the examples alone.
	On(rows []int) (Learner, error)
	// Judge is the mean error of a model on some of the examples, and the accuracy of its labels in percent.
	Judge(m *model.Linear, rows []int) (mean, accuracy float64, err error)
	// Trials are Along and Judge for what folds train on and hold out, prepared together: Trial is for a fold, and for
	// paths that begin at a μ.
	Trials(folds []Fold) (Trial func(fold int, mu float64) (Trial, error))
}

// Outside is a Learner of some examples of another, by features that it has learnt from them: JudgeOutside is Judge on
// examples of the other, with these features.
type Outside interface {
	JudgeOutside(m *model.Linear, rows []int) (mean, accuracy float64, err error)
}

// Trial learns from what a fold trains on, and judges by what it holds out.
type Trial interface {
	Along(ctx context.Context, path []Strength) iter.Seq2[*model.Linear, error]
	Judge(m *model.Linear) (mean, accuracy float64, err error)
}

// Problem is what there is to choose for.
type Problem struct {
	Examples  int       // also those of weight 0
	Features  int       // of an example
	Weights   []float64 // of examples; nil for 1
	Tasks     []int64   // of examples; nil for one
	Labels    []float64 // of examples; nil where targets are numbers
	Name      func(label float64) string
	Penalized bool // without a penalty there is no λ
	Mu        float64
	Measure   string // what the error is
	Seed      uint64
}

// counts tells whether example i has weight.
func (p *Problem) counts(i int) bool { return p.Weights == nil || p.Weights[i] > 0 }

// weighty is how many examples have weight.
func (p *Problem) weighty() (count int) {
	for i := range p.Examples {
		if p.counts(i) {
			count++
		}
	}
	return count
}

// Fold says by the rows of Data which examples a model learns from, and which it is judged by.
type Fold struct{ Train, Test []int }

// Complementary tells whether a fold learns from all of n examples that it is not judged by.
func (f Fold) Complementary(n int) bool {
	seen := make([]bool, n)
	for _, rows := range [][]int{f.Train, f.Test} {
		for _, i := range rows {
			if seen[i] {
				return false
			}
			seen[i] = true
		}
	}
	return len(f.Train)+len(f.Test) == n
}
