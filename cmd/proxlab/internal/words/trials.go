package words

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/spf13/pflag"
)

// TrialFlags name the column of trials, of which the target counts the successes.
type TrialFlags struct{ Column string }

// Add adds the flag.
func (f *TrialFlags) Add(flags *pflag.FlagSet) {
	flags.StringVar(&f.Column, "trials", "", "with binomial, the column of trials, of which the target counts the "+
		"successes: an example counts as often (default: the target is the share of successes)")
}

// Check tests that the loss takes it.
func (f *TrialFlags) Check(loss string) error {
	if f.Column != "" && loss != "binomial" {
		return fmt.Errorf("--trials goes with the binomial loss, and not with %s", loss)
	}
	return nil
}

// Divide makes shares of the successes that are the targets, and weights of the trials, which a frame has as a column
// that is kept.
func (f *TrialFlags) Divide(frame *datasets.Frame, of *fit.Data, data string, kept int) error {
	if f.Column == "" || of.Y == nil {
		return nil
	}
	shares, weights := make([]float64, len(of.Y)), make([]float64, len(of.Y))
	for i, word := range frame.Kept[kept] {
		m, err := strconv.ParseFloat(strings.TrimSpace(word), 64)
		if err != nil || !(m > 0) || math.IsInf(m, 1) {
			return fmt.Errorf("%s: --trials %q is %q for example %d: a number above 0 is due", ui.DataName(data),
				Name(f.Column), Name(word), i+1)
		}
		if y := of.Y[i]; !(y >= 0 && y <= m) {
			return fmt.Errorf("%s: example %d has %g successes of %g trials", ui.DataName(data), i+1, y, m)
		}
		shares[i], weights[i] = of.Y[i]/m, m
		if of.Weights != nil {
			weights[i] *= of.Weights[i]
		}
	}
	of.Y, of.Weights = shares, weights
	return nil
}

const trialsMade = "trials"

// Remember says in a model by which column it has learnt.
func (f *TrialFlags) Remember(made map[string]string) {
	if f.Column != "" {
		made[trialsMade] = f.Column
	}
}

// Recall tells whether predictions of a model may be judged: successes need the trials that they are of.
func (f *TrialFlags) Recall(m *model.Linear) (judged bool, err error) {
	if f.Column != "" && m.Made[trialsMade] == "" {
		return false, errors.New("--trials is for a model that has learnt with trials")
	}
	return f.Column != "" || m.Made[trialsMade] == "", nil
}
