// Package intervals has what fit learns, and predict says, of intervals of predictions.
package intervals

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/words"
	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/toolkit/conformal"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/fit/choose"
	"github.com/proxlab/proxlab/toolkit/fit/inference"
	"github.com/proxlab/proxlab/toolkit/fit/intervals"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// Flags say how intervals are learnt.
type Flags struct {
	way      string
	selected bool
	held     *fit.Data // what split holds out; nil for none
}

// Add adds the flag.
func (f *Flags) Add(flags *pflag.FlagSet) {
	flags.StringVar(&f.way, "conformal", "", "learn intervals of predictions, for predict --interval: cv+ by the folds "+
		"of --cv (10), split by a third of the examples, which nothing else learns from, or jackknife+, a fit an example")
	flags.BoolVar(&f.selected, "selected", false, "with --intervals, l1 and the squared loss: those of the features that "+
		"are selected, given that they are, for a λ that was not chosen by the data")
}

// Given tells whether intervals are asked for.
func (f *Flags) Given() bool { return f.way != "" }

// The share of the examples that split holds out is 1/heldOut. Models of folds hold mostNumbers at most, 80 MB.
const heldOut, mostNumbers = 3, 1e7

// Asked is what else is asked of a fit.
type Asked struct {
	Model, Order, By string
	Repeats          int
	Tasks, Grid      bool    // of several strengths of a sum
	Many             bool    // models
	Level            float64 // of intervals of weights; 0 for none
}

// Check refuses what does not go with intervals.
func (f *Flags) Check(of Asked) error {
	switch {
	case f.selected && of.Level == 0:
		return errors.New("--selected says which --intervals are meant: give their level")
	case f.selected && of.Many:
		return errors.New("--selected is for one λ that the data have not chosen: leave --path out")
	case f.way == "":
		return nil
	case !slices.Contains(conformal.Words(), f.way):
		return ui.WordError("conformal", f.way, conformal.Words())
	case of.Model == "":
		return fmt.Errorf("--conformal %s is for predict: give the model a file by --model", f.way)
	case of.Order != "":
		return errors.New("--conformal goes without --fold-order: intervals promise something of examples in no order")
	case of.By != "" && f.way != conformal.CrossPlus:
		return fmt.Errorf("--conformal %s goes without --fold-by: cv+ leaves groups out as folds do", f.way)
	case of.Repeats > 1 && f.way == conformal.CrossPlus:
		return errors.New("--conformal cv+ has each example in one fold: leave --repeats out")
	case of.Tasks:
		return errors.New("--conformal is for one target: leave --tasks and further targets out")
	case of.Grid:
		return errors.New("--conformal goes along λ: give each penalty one strength")
	}
	return nil
}

// Hold holds examples out by split, which are dealt by a seed, and takes them from a frame and its data.
func (f *Flags) Hold(frame *datasets.Frame, data *fit.Data, seed uint64) error {
	if f.way != conformal.Split {
		return nil
	}
	if frame.Base != nil {
		return errors.New("--conformal split goes without splines and bins, whose knots are of all examples: take cv+")
	}
	n := len(data.Y)
	order := rand.New(rand.NewPCG(seed, 31)).Perm(n)
	rows, stay := order[:n/heldOut], order[n/heldOut:]
	slices.Sort(rows)
	slices.Sort(stay)
	if len(rows) == 0 {
		return fmt.Errorf("--conformal split holds a third of the examples out, and there are %d", n)
	}
	held := data.Pick(rows)
	f.held = &held
	*data = data.Pick(stay)
	words.LeaveOut(frame, rows)
	return nil
}

// OfWeights are intervals of the weights of a model: of those selected, where these are asked for.
func (f *Flags) OfWeights(
	ctx context.Context, p *fit.Prepared, m *model.Linear, level float64,
) (*inference.Intervals, error) {
	if f.selected {
		return p.Selected(ctx, m, level, 0)
	}
	return p.Intervals(ctx, m, level)
}

// Learn learns what intervals of a model are made of. Folds are dealt by Split, count of them.
func (f *Flags) Learn(
	ctx context.Context, p *fit.Prepared, data fit.Data, m *model.Linear, at choose.Strength,
	split func(count int) ([]choose.Fold, error), cv int,
) (err error) {
	if f.way == "" || m.Status == solver.Canceled {
		return nil
	}
	if f.way == conformal.Split {
		m.Conformal, err = intervals.Split(m, *f.held)
		return wrapped(err)
	}
	count := cv
	switch {
	case f.way == conformal.JackknifePlus:
		count = len(data.Y)
	case cv == 0:
		count = defaultFolds
	}
	if float64(count)*float64(m.Features+1) > mostNumbers {
		return fmt.Errorf("--conformal %s keeps %d models of %d weights, which is too much: cv+ keeps one a fold", f.way,
			count, m.Features)
	}
	folds, err := split(count)
	if err == nil {
		m.Conformal, err = intervals.Cross(ctx, p, data, at, folds)
	}
	return wrapped(err)
}

// defaultFolds are those of cv+ without --cv.
const defaultFolds = 10

func wrapped(err error) error {
	if err != nil {
		return fmt.Errorf("--conformal: %w", err)
	}
	return nil
}

// shownLevel is that of the width that is printed.
const shownLevel = 0.9

// Say prints what was learnt.
func Say(w io.Writer, c *conformal.Calibration) {
	if c == nil {
		return
	}
	ui.Say(w, "intervals by %s, of %d errors", c.Way, len(c.Errors))
	if conformal.Least(shownLevel) <= len(c.Errors) {
		_, width := (&conformal.Calibration{Way: conformal.Split, Errors: c.Errors}).Interval(shownLevel, 0, nil)
		ui.Say(w, ": about ± %s at 90 %%", figures.Number(width, 4))
	}
	ui.Say(w, "; %s\n", strings.TrimSpace(promise(c)))
}

// promise is what is certain of intervals at a level.
func promise(c *conformal.Calibration) string {
	if c.Way == conformal.Split {
		return "90 % of new targets are within, at least, in the mean over data"
	}
	return "90 % of new targets are within by experience, 80 % for certain, in the mean over data"
}
