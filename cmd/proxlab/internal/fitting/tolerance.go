package fitting

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/models"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/toolkit/fit/choose"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// The words of --choose.
const (
	chooseOneStdError = "1se"
	chooseLeast       = "least"
)

// checkLabels tests the flags about labels, and the choice.
func (f *fitFlags) checkLabels(chooses bool) error {
	if err := ui.CheckFormat(f.format); err != nil {
		return err
	}
	switch {
	case f.choose != "" && f.choose != chooseOneStdError && f.choose != chooseLeast:
		return ui.WordError("choose", f.choose, []string{chooseOneStdError, chooseLeast})
	case chooses && (!f.many() || f.cv == 0):
		return errors.New("--choose is among the models of --path, by --cv: give both")
	case f.positive != "" && f.loss != "logistic" && f.loss != "hinge":
		return fmt.Errorf("--positive is for losses of two labels, logistic and hinge, not for %s", f.loss)
	case f.classWeight != "" && f.loss == "squared":
		return errors.New("--class-weight is for losses of labels, not for squared")
	}
	return nil
}

// chosen is the place of the model that --choose keeps.
func (r *fitting) chosen(v *choose.Validation) int {
	if r.flags.choose == chooseLeast {
		return v.Best
	}
	return v.OneStdError
}

// warnEmpty says where the model kept has no weights at all.
func (r *fitting) warnEmpty(models []*model.Linear, v *choose.Validation, keep int) {
	if models[keep].Nonzeros() > 0 {
		return
	}
	if least := models[v.Best]; least.Nonzeros() > 0 {
		r.notice("the model chosen is empty, all its weights are 0: no other is better by more than a standard error; "+
			"--choose %s keeps %s with %d weights", chooseLeast, r.flags.at(models, v.Best), least.Nonzeros())
		return
	}
	r.notice("the model chosen is empty, all its weights are 0: no other has a smaller error on the examples held out")
}

// ended tells of the last model where it is not what was asked for; an interrupt is an error, and so is a model of the
// path that stopped before the tolerance.
func (r *fitting) ended(all ...*model.Linear) error {
	m := all[len(all)-1]
	switch {
	case m.Status == solver.Converged && r.problem.Penalty != nil && m.Lambda >= r.most:
		r.notice("λ = %.6g is at least λ_max = %.6g: W = 0 is the solution", m.Lambda, r.most)
	case m.Status == solver.Converged:
	case m.Status == solver.Stalled && !strings.Contains(m.Why, model.ByRounding):
		r.notice("--tol %g was not reached: %s gained nothing more at %s; --standardize, a --mu, or another "+
			"--solver may help", r.flags.tol, m.Method, models.Reached(m))
	case m.Status == solver.Stalled:
		r.notice("--tol %g was not reached: rounding allows no smaller gap than %.1e%s", r.flags.tol, m.Gap,
			models.ShareText(m, ", which is %.1e of the objective"))
	case math.IsNaN(m.Gap):
		r.notice("stopped (%s) before a gap was known", m.Status)
	default:
		r.notice("stopped (%s) at %s", m.Status, models.Reached(m))
	}
	if m.Status == solver.Canceled {
		return context.Canceled
	}
	missed := 0
	for _, m := range all {
		if m.Status != solver.Converged {
			missed++
		}
	}
	if missed > 0 && len(all) > 1 {
		r.notice("%d of %d models of the path stopped before the tolerance", missed, len(all))
	}
	if missed > 0 {
		return ui.ErrTolerance
	}
	return nil
}

// parseLimit reads 30s, 2m, or a number of seconds.
func parseLimit(text string) (time.Duration, error) {
	if text == "" {
		return 0, nil
	}
	d, err := time.ParseDuration(text)
	if seconds, e := strconv.ParseFloat(text, 64); e == nil {
		d, err = time.Duration(seconds*float64(time.Second)), nil
	}
	if err != nil || d <= 0 {
		return 0, fmt.Errorf("--time-limit %q: a time as in 30s, 2m or 0.5 is due", text)
	}
	return d, nil
}
