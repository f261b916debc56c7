package fit

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit/solver"

	"gonum.org/v1/gonum/stat"
)

// Nested is a way to choose a model that is to be judged whole: strengths to try, and folds to choose among them.
type Nested struct {
	// Grid are the strengths to try on the examples that an outer fold trains on, as from their own λ_max.
	Grid func(train *Prepared) (Grid, error)
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

// Nested judges a whole procedure, the choice of λ and μ by cross-validation included: on each outer fold's training
// examples it makes the grid, chooses by inner folds and learns, and judges that by the examples held out. The error of
// the chosen model in Validation is too small, as it is the least of several.
//
// Source: Stone, Cross-Validatory Choice and Assessment of Statistical Predictions, J. Royal Statistical Society B
// 1974, section 3; Varma, Simon, Bias in Error Estimation When Using Cross-Validation for Model Selection, BMC
// Bioinformatics 2006.
func (p *Prepared) Nested(ctx context.Context, outer []Fold, s Nested) (*Procedure, error) {
	if s.Grid == nil {
		return nil, errors.New("there is no grid to choose from")
	}
	if err := p.checkFolds(outer); err != nil {
		return nil, err
	}
	out := &Procedure{}
	var accuracies []float64
	for f, fold := range outer {
		accuracy, err := p.procedure(ctx, fold, s, out)
		if err != nil {
			return nil, fmt.Errorf("outer fold %d: %w", f+1, err)
		}
		accuracies = append(accuracies, accuracy)
	}
	mean, deviation := stat.MeanStdDev(out.Errors, nil)
	out.Error, out.StdError = mean, deviation/math.Sqrt(float64(len(outer))/dealings(outer))
	out.Accuracy = math.NaN()
	if p.labels != nil {
		out.Accuracy = stat.Mean(accuracies, nil)
	}
	return out, nil
}

// procedure goes through one outer fold.
func (p *Prepared) procedure(ctx context.Context, fold Fold, s Nested, out *Procedure) (accuracy float64, err error) {
	c := p.Linear
	c.Start, c.Watch, c.TimeLimit = nil, nil, 0
	train, err := c.Prepare(p.whole.pick(fold.Train))
	if err != nil {
		return 0, err
	}
	grid, err := s.Grid(train)
	if err != nil {
		return 0, err
	}
	s.Inner.Group, s.Inner.Order = selected(s.Inner.Group, fold.Train), selected(s.Inner.Order, fold.Train)
	folds, err := train.Split(s.Inner)
	if err != nil {
		return 0, err
	}
	v, err := train.Validate(ctx, grid, folds)
	if err != nil {
		return 0, err
	}
	at := v.OneStdError
	if s.Least {
		at = v.Best
	}
	models, err := train.Follow(ctx, grid.pathTo(at))
	if err != nil {
		return 0, err
	}
	m := models[len(models)-1]
	if m.Status == solver.Canceled {
		return 0, context.Canceled
	}
	e, accuracy, err := MeanError(m, p.whole.pick(fold.Test))
	if err != nil {
		return 0, err
	}
	if math.IsNaN(e) {
		return 0, errUnseen
	}
	out.Measure = v.Measure
	out.Errors, out.Inner = append(out.Errors, e), append(out.Inner, v.Error[at])
	out.Chosen = append(out.Chosen, Strength{v.Lambdas[at], v.Mus[at]})
	return accuracy, nil
}

// pathTo is the path that holds the strength at a place, up to it.
func (g Grid) pathTo(at int) []Strength {
	for _, path := range g {
		if at < len(path) {
			return path[:at+1]
		}
		at -= len(path)
	}
	panic("fit: no strength at this place")
}
