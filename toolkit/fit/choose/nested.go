package choose

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"

	"github.com/proxlab/proxlab/toolkit/model"
)

// Nested is a way to choose a model that is to be judged whole: strengths to try, and folds to choose among them.
type Nested struct {
	// Grid are the strengths to try on the examples that an outer fold trains on, as from their own λ_max.
	Grid func(train Learner) (Grid, error)
	// Inner are the folds that choose; its groups and times are of all examples.
	Inner Splits
	// Least keeps the model of least error, and not the simplest within one standard error of it.
	Least bool
}

// Procedure is what a whole procedure does, outer fold by outer fold.
type Procedure struct {
	Measure string
	// Error is the mean over outer folds of the mean error on what a fold holds out, which had no part in the choice, and
	// StdError its standard error, as in Validation.
	Error, StdError float64
	Accuracy        float64    // in percent; NaN where targets are numbers
	Errors, Inner   []float64  // by outer fold: the error, and what the inner folds took it for
	Chosen          []Strength // by outer fold
}

// Judge judges a whole procedure, the choice of λ and μ by cross-validation included: on each outer fold's training
// examples it makes the grid, chooses by inner folds and learns, and judges that by the examples held out. The error of
// the chosen model in Validation is too small, as it is the least of several.
//
// Source: Stone, Cross-Validatory Choice and Assessment of Statistical Predictions, J. Royal Statistical Society B
// 1974, section 3; Varma, Simon, Bias in Error Estimation When Using Cross-Validation for Model Selection, BMC
// Bioinformatics 2006.
func (s Nested) Judge(ctx context.Context, of Learner, outer []Fold) (*Procedure, error) {
	if s.Grid == nil {
		return nil, errors.New("there is no grid to choose from")
	}
	p, err := of.Problem()
	if err != nil {
		return nil, err
	}
	if err := p.check(outer); err != nil {
		return nil, err
	}
	out := &Procedure{}
	var accuracies []float64
	for f, fold := range outer {
		accuracy, err := s.procedure(ctx, of, fold, out)
		if err != nil {
			return nil, fmt.Errorf("outer fold %d: %w", f+1, err)
		}
		accuracies = append(accuracies, accuracy)
	}
	mean, deviation := stat.MeanStdDev(out.Errors, nil)
	out.Error, out.StdError = mean, deviation/math.Sqrt(float64(len(outer))/dealings(outer))
	out.Accuracy = math.NaN()
	if p.Labels != nil {
		out.Accuracy = stat.Mean(accuracies, nil)
	}
	return out, nil
}

// procedure goes through one outer fold.
func (s Nested) procedure(ctx context.Context, of Learner, fold Fold, out *Procedure) (accuracy float64, err error) {
	train, err := of.On(fold.Train)
	if err != nil {
		return 0, err
	}
	grid, err := s.Grid(train)
	if err != nil {
		return 0, err
	}
	folds, err := Split(train, s.Inner.on(fold.Train))
	if err != nil {
		return 0, err
	}
	v, err := Validate(ctx, train, grid, folds)
	if err != nil {
		return 0, err
	}
	at := v.OneStdError
	if s.Least {
		at = v.Best
	}
	var m *model.Linear
	for next, err := range train.Along(ctx, grid.pathTo(at)) {
		if err != nil {
			return 0, err
		}
		m = next
	}
	judge := of.Judge
	if o, ok := train.(Outside); ok {
		judge = o.JudgeOutside
	}
	e, accuracy, err := judge(m, fold.Test)
	if err != nil {
		return 0, err
	}
	if math.IsNaN(e) {
		return 0, errUnseen
	}
	all, _ := grid.flat()
	out.Measure = v.Measure
	out.Errors, out.Inner = append(out.Errors, e), append(out.Inner, v.Error[at])
	out.Chosen = append(out.Chosen, all[at])
	return accuracy, nil
}

// on are the groups and times of some examples.
func (s Splits) on(rows []int) Splits {
	if group := s.Group; group != nil {
		s.Group = make([]int, len(rows))
		for k, i := range rows {
			s.Group[k] = group[i]
		}
	}
	if order := s.Order; order != nil {
		s.Order = make([]float64, len(rows))
		for k, i := range rows {
			s.Order[k] = order[i]
		}
	}
	return s
}
