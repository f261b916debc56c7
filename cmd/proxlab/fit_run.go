package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/toolkit/encode"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// fitting is a fit under way.
type fitting struct {
	cmd     *cobra.Command
	flags   fitFlags
	problem fit.Linear
	ready   *fit.Prepared // the problem with its data
	frame   *datasets.Frame
	data    fit.Data
	encode  encode.Options
	most    float64 // λ_max; NaN without a penalty
	course  []solver.Progress
	saved   string // where the model goes
}

func runFit(cmd *cobra.Command, f fitFlags) error {
	r := &fitting{cmd: cmd, flags: f, most: math.NaN()}
	if err := r.settings(); err != nil {
		return usageError{err}
	}
	if err := r.outputs(); err != nil {
		return err
	}
	if err := r.load(); err != nil {
		return err
	}
	if err := r.lambda(); err != nil {
		return usageError{err}
	}
	if f.explain {
		text, err := r.problem.Explain(r.data)
		if err != nil {
			return err
		}
		fmt.Fprint(cmd.ErrOrStderr(), text)
	}
	if f.path > 0 {
		return r.path()
	}
	return r.one()
}

// load reads the data, the groups and the model to start from.
func (r *fitting) load() (err error) {
	f, ctx := r.flags, r.cmd.Context()
	r.frame, err = datasets.ReadFrame(ctx, f.data, datasets.FrameOptions{
		Target: f.target, Weights: f.weights, Task: f.tasks, TextLabels: f.loss != "squared", Drop: f.drop,
		Encode: r.encode, Decimal: f.decimal,
	})
	if err != nil {
		return err
	}
	r.noticeData()
	r.data = fit.Data{X: r.frame.X, Y: r.frame.Y, Task: r.frame.Task, Weights: r.frame.Weights,
		FeatureNames: r.frame.Features, LabelNames: r.frame.Labels}
	_, d := r.data.X.Dims()
	s := structure{mix: f.mix}
	switch f.groups {
	case "":
	case columnGroups:
		s.groups, s.weights = groupsOf(r.frame)
	default:
		if s.groups, s.weights, err = datasets.LoadGroups(ctx, f.groups, d); err != nil {
			return err
		}
	}
	r.problem.Penalty = penalties[f.penalty](s)
	if f.warm != "" {
		if r.problem.Start, err = loadModel(f.warm); err != nil {
			return err
		}
	}
	if err := checkMemory(r.problem, r.data); err != nil {
		return err
	}
	r.ready, err = r.problem.Prepare(r.data)
	return err
}

// lambda reads --lambda, which may be a share of λ_max.
func (r *fitting) lambda() (err error) {
	if r.problem.Penalty == nil {
		if r.flags.lambda != "" {
			r.notice("without a penalty --lambda has no meaning and is ignored; --mu is the ridge's")
		}
		return nil
	}
	if r.most, err = r.ready.LambdaMax(); err != nil {
		return err
	}
	text := r.flags.lambda
	if text == "" {
		text = "0.001max"
	}
	share, relative := strings.CutSuffix(text, "max")
	v, err := strconv.ParseFloat(share, 64)
	if err != nil || !(v > 0) || math.IsInf(v, 1) {
		return fmt.Errorf("--lambda %q: a positive number is due, or a share of λ_max as in 0.1max", r.flags.lambda)
	}
	if relative {
		v *= r.most
	}
	r.ready.Lambda = v
	if !(v > 0) {
		return errors.New("λ_max is 0: the features say nothing of the targets, and W = 0 is the solution for every λ")
	}
	return nil
}

func (r *fitting) notice(format string, args ...any) {
	fmt.Fprintf(r.cmd.ErrOrStderr(), "note: "+format+"\n", args...)
}

// watch shows progress on a terminal, and keeps it for the figure.
func (r *fitting) watch(title string) (stop func()) {
	line := newStatusLine(r.cmd.ErrOrStderr())
	r.course = nil
	r.ready.Watch = func(p solver.Progress) {
		r.course = append(r.course, p)
		line.show(func() string {
			return fmt.Sprintf("%s: iteration %d, objective %.6g, gap %.1e, %.0f s",
				title, p.Iter, p.Objective, p.Gap, p.Elapsed.Seconds())
		})
	}
	return line.close
}

// one fits for one λ.
func (r *fitting) one() error {
	stop := r.watch("fit")
	m, err := r.ready.Fit(r.cmd.Context())
	stop()
	if err != nil {
		return err
	}
	var v *fit.Validation
	if r.flags.cv > 0 && m.Status != solver.Canceled {
		if v, err = r.validate([]float64{r.ready.Lambda}); err != nil {
			return err
		}
	}
	if err := r.write(m); err != nil {
		return err
	}
	if r.flags.figures != "" {
		if err := r.draw([]*model.Linear{m}, v); err != nil {
			return err
		}
	}
	if err := r.print(m, v, 0); err != nil {
		return err
	}
	return r.ended(m)
}

// validate runs the folds.
func (r *fitting) validate(lambdas []float64) (*fit.Validation, error) {
	line := newStatusLine(r.cmd.ErrOrStderr())
	line.show(func() string { return fmt.Sprintf("cross-validation: %d folds", r.flags.cv) })
	v, err := r.ready.CrossValidate(r.cmd.Context(), lambdas, r.flags.cv)
	line.close()
	if err == nil && v.Converged < v.Fits {
		r.notice("%d of %d models of the folds stopped before the tolerance", v.Fits-v.Converged, v.Fits)
	}
	return v, err
}

// path fits for many λ.
func (r *fitting) path() error {
	if r.flags.path > 1 && r.ready.Lambda >= r.most {
		return usageError{fmt.Errorf("--lambda %g is not below λ_max = %g: from there on W = 0 is the solution, and there "+
			"is no path", r.ready.Lambda, r.most)}
	}
	lambdas := fromTo(r.most, r.ready.Lambda, r.flags.path)
	stop := r.watch("path")
	models, err := r.ready.Path(r.cmd.Context(), lambdas)
	stop()
	if err != nil {
		return err
	}
	last := models[len(models)-1]
	var v *fit.Validation
	keep := len(models) - 1
	if r.flags.cv > 0 && last.Status != solver.Canceled {
		if v, err = r.validate(lambdas); err != nil {
			return err
		}
		keep = v.OneStdError
	}
	if err := r.write(models[keep]); err != nil {
		return err
	}
	if r.flags.figures != "" {
		if err := r.draw(models, v); err != nil {
			return err
		}
	}
	if err := r.printPath(models, v, keep); err != nil {
		return err
	}
	return r.ended(last)
}

// fromTo returns count values in equal ratios.
func fromTo(most, least float64, count int) []float64 {
	out := make([]float64, count)
	for k := range out {
		out[k] = least
		if k < count-1 {
			out[k] = most * math.Pow(least/most, float64(k)/float64(count-1))
		}
	}
	return out
}

// write writes the model where that was asked for.
func (r *fitting) write(m *model.Linear) error {
	if r.flags.model == "" {
		return nil
	}
	m.Target, m.Encoder = r.frame.Target, r.frame.Encoder
	m.Made = map[string]string{
		"command": commandLine(),
		"data":    r.frame.Source.Name,
		"sha256":  r.frame.Source.SHA256,
		"kind":    string(r.frame.Source.Kind),
		"go":      runtime.Version(),
	}
	if r.saved = r.flags.model; m.Status == solver.Canceled {
		r.saved = besideBetter(r.saved, r.flags.inputs())
	}
	if r.saved != r.flags.model {
		r.notice("the model in %s was not interrupted and stays; this one goes to %s", r.flags.model, r.saved)
	}
	if err := saveModel(r.cmd.Context(), r.saved, m); err != nil {
		return fmt.Errorf("--model: %w", err)
	}
	return nil
}

// ended tells of a model that is not what was asked for; after an interrupt it is an error.
func (r *fitting) ended(m *model.Linear) error {
	switch {
	case m.Status == solver.Converged && r.problem.Penalty != nil && m.Lambda >= r.most:
		r.notice("λ = %.6g is at least λ_max = %.6g: W = 0 is the solution", m.Lambda, r.most)
	case m.Status == solver.Converged:
	case m.Status == solver.Stalled:
		r.notice("--tol %g was not reached: rounding allows no smaller gap than %.1e, which is %.1e of the objective",
			r.flags.tol, m.Gap, m.Gap/math.Abs(m.Objective))
	default:
		r.notice("stopped (%s) at a gap of %.1e, which is %.1e of the objective",
			m.Status, m.Gap, m.Gap/math.Abs(m.Objective))
	}
	if m.Status == solver.Canceled {
		return context.Canceled
	}
	return nil
}
