package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// fitFlags are the flags of the command as they are given.
type fitFlags struct {
	data, target, weights, tasks string
	drop                         []string
	loss, penalty, lambda        string
	mu, mix                      float64
	groups                       string
	intercept, standardize       bool
	method                       string
	explain                      bool
	tol                          float64
	iterations                   int
	limit                        string
	seed                         uint64
	path, cv                     int
	model, warm, figures         string
	json                         bool
}

const fitLong = `Fit a linear model f(x) = Wᵀx + b to data, by minimizing

    P(W, b) = Σ_i c_i ℓ_i(Wᵀx_i + b) + λ Ω(W) + (μ/2)‖W‖²        c_i = 1/n, or weights that sum to 1

and print it with a gap that bounds P − P*.

  losses     squared      ½(f − y)²
             logistic     log(1 + exp(−yf)), the larger of two labels is y = +1
             hinge        max(0, 1 − yf)
             multinomial  log Σ_c exp(f_c) − f_y, a column of W a label
  penalties  none
             l1             ‖w‖₁                                (with --mu the elastic net)
             group          Σ_g ω_g ‖w_g‖, disjoint groups
             sparse-group   S Σ_g ω_g ‖w_g‖ + (1 − S)‖w‖₁
             overlap-group  Σ_g ω_g ‖w_g‖, groups that may overlap
             multitask      Σ_j ‖row j of W‖, a column of W a task
             trace          sum of the singular values of W

The pairs of loss and penalty that are allowed:
%s
Data: SVMlight (whatever the name ends with), CSV (.csv, .tsv), NumPy (.npy, .npz with arrays X and y), MatrixMarket (.mtx), MATLAB version 5
(.mat with arrays X and y), packed by gzip or bzip2 or not; @NAME is the training part of a registered set, @NAME:test its test part
(%s).

A column is named by the header of a CSV file, or by its number from 1; in .npz and .mat files it is the name of an array. The target, weights
and tasks may also be a .npy or .mtx file of their own.`

const fitExamples = `  proxlab data sample > houses.csv
  proxlab fit --data houses.csv --target price --drop kind --loss squared --penalty l1 --lambda 0.1max --intercept --standardize --model houses.json
  proxlab fit --data houses.csv --target price --drop kind --loss squared --penalty l1 --path 50 --cv 10 --intercept --standardize --figures out/houses
  proxlab fit --data @a9a --loss logistic --penalty l1 --lambda 0.001 --intercept --model a9a.json
  proxlab predict --model a9a.json --data @a9a:test`

func newFit() *cobra.Command {
	var f fitFlags
	cmd := &cobra.Command{
		Use:     "fit --data FILE --loss LOSS --penalty PENALTY --lambda X",
		Short:   "Fit a linear model to data, with a certificate",
		Long:    fmt.Sprintf(fitLong, fit.Pairs(), "@"+strings.Join(datasets.Registered(), ", @")),
		Example: fitExamples,
		Args:    noArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return runFit(cmd, f) },
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&f.data, "data", "", "the file, or @NAME of a registered set")
	flags.StringVar(&f.target, "target", "", "the column of targets or labels (SVMlight: the first thing of a line; .npz, .mat: y)")
	flags.StringVar(&f.weights, "weights", "", "the column of weights of the examples; they are divided by their sum")
	flags.StringVar(&f.tasks, "tasks", "", "the column of tasks, whole numbers; qid for SVMlight")
	flags.StringSliceVar(&f.drop, "drop", nil, "columns of a CSV file to leave out, separated by commas")
	flags.StringVar(&f.loss, "loss", "squared", "squared, logistic, hinge or multinomial")
	flags.StringVar(&f.penalty, "penalty", "none", "none, l1, group, sparse-group, overlap-group, multitask or trace")
	flags.StringVar(&f.lambda, "lambda", "", "λ > 0: a number, or a share of λ_max as in 0.1max")
	flags.Float64Var(&f.mu, "mu", 0, "μ ≥ 0, of the ridge (μ/2)‖W‖²")
	flags.Float64Var(&f.mix, "mix", 0.5, "S of sparse-group, from 0 (l1) to 1 (group)")
	flags.StringVar(&f.groups, "groups", "", "file of groups: one a line, numbers of features from 1, optionally w=WEIGHT; a feature in none has no group term")
	flags.BoolVar(&f.intercept, "intercept", false, "add an intercept b, which is not penalized: one number, or one for each label or task")
	flags.BoolVar(&f.standardize, "standardize", false, "divide features by their standard deviations first (without --intercept by the root of their mean squares);\nweights are reported for the features as they are")
	flags.StringVar(&f.method, "solver", "auto", "auto, or one of "+joined(fit.Methods()))
	flags.BoolVar(&f.explain, "explain", false, "say why the solver was chosen, and why not others")
	flags.Float64Var(&f.tol, "tol", 1e-6, "stop at a gap of so much of |P| (where no gap is known, at such a share of the first ‖∇P‖)")
	flags.IntVar(&f.iterations, "max-iter", 0, "the most iterations (default: by solver)")
	flags.StringVar(&f.limit, "time-limit", "", "the most time for each fit, as in 30s, 2m or a number of seconds; the best point so far is the answer")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of everything random: folds, orders of examples")
	flags.IntVar(&f.path, "path", 0, "fit so many λ, in equal ratios from λ_max down to --lambda (default 0.001max), each from the one before")
	flags.IntVar(&f.cv, "cv", 0, "add the error of so many folds of cross-validation; with --path the model kept is that of the largest λ whose\nerror is within one standard error of the least")
	flags.StringVar(&f.model, "model", "", "write the model to this file, as JSON")
	flags.StringVar(&f.warm, "warm", "", "start from the model in this file")
	flags.StringVar(&f.figures, "figures", "", "draw the course of the solver, the path and the cross-validation into this folder")
	flags.BoolVar(&f.json, "json", false, "print one JSON object on one line, with --path one for each λ")
	return cmd
}

func joined[T ~string](items []T) string {
	names := make([]string, len(items))
	for i, v := range items {
		names[i] = string(v)
	}
	return strings.Join(names, ", ")
}

// fitting is a fit under way.
type fitting struct {
	cmd     *cobra.Command
	flags   fitFlags
	problem fit.Linear
	frame   *datasets.Frame
	data    fit.Data
	most    float64 // λ_max; NaN without a penalty
	course  []solver.Progress
}

func runFit(cmd *cobra.Command, f fitFlags) error {
	r := &fitting{cmd: cmd, flags: f, most: math.NaN()}
	if err := r.settings(); err != nil {
		return usageError{err}
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

// settings are those that need no data.
func (r *fitting) settings() (err error) {
	f := r.flags
	c := &r.problem
	if f.data == "" {
		return errors.New("--data is missing: a file, or @NAME of a registered set")
	}
	if c.Loss, err = fit.ParseLoss(f.loss); err != nil {
		return fmt.Errorf("--%w", err)
	}
	if c.Penalty, err = fit.ParsePenalty(f.penalty); err != nil {
		return fmt.Errorf("--%w", err)
	}
	c.Method = fit.Method(f.method)
	if c.Method != fit.Auto && !slices.Contains(fit.Methods(), c.Method) {
		return fmt.Errorf("--solver %q is none of auto, %s", f.method, joined(fit.Methods()))
	}
	c.Mu, c.Intercept, c.Standardize, c.Tol, c.MaxIter, c.Seed = f.mu, f.intercept, f.standardize, f.tol, f.iterations, f.seed
	if c.Penalty == fit.SparseGroup {
		c.Mix = f.mix
	}
	if c.TimeLimit, err = parseLimit(f.limit); err != nil {
		return err
	}
	grouped := c.Penalty == fit.Group || c.Penalty == fit.SparseGroup || c.Penalty == fit.OverlapGroup
	switch {
	case !(f.tol > 0) || math.IsInf(f.tol, 1):
		return fmt.Errorf("--tol %g: it must be positive and finite", f.tol)
	case f.path < 0 || f.cv < 0 || f.cv == 1:
		return errors.New("--path takes a number of λ, --cv at least two folds")
	case f.path > 0 && c.Penalty == fit.NoPenalty:
		return errors.New("--path needs a penalty: without one there is no λ")
	case grouped && f.groups == "":
		return fmt.Errorf("--penalty %s needs --groups FILE", c.Penalty)
	case !grouped && f.groups != "":
		return fmt.Errorf("--groups go with group, sparse-group and overlap-group, not with %s", c.Penalty)
	case c.Penalty != fit.NoPenalty && f.lambda == "" && f.path == 0:
		return fmt.Errorf("--penalty %s needs --lambda: a number, or a share of λ_max as in 0.1max; --path tries several", c.Penalty)
	}
	if !grouped {
		return c.Check(f.tasks != "")
	}
	c.Groups = [][]int{{0}} // read later
	err = c.Check(f.tasks != "")
	c.Groups = nil
	return err
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

// load reads the data, the groups and the model to start from.
func (r *fitting) load() (err error) {
	f, ctx := r.flags, r.cmd.Context()
	r.frame, err = datasets.ReadFrame(ctx, f.data, datasets.FrameOptions{
		Target: f.target, Weights: f.weights, Task: f.tasks, TextLabels: r.problem.Loss != fit.Squared, Drop: f.drop,
	})
	if err != nil {
		return err
	}
	r.data = fit.Data{X: r.frame.X, Y: r.frame.Y, Task: r.frame.Task, Weights: r.frame.Weights, Features: r.frame.Features, Labels: r.frame.Labels}
	_, d := r.data.X.Dims()
	if f.groups != "" {
		if r.problem.Groups, r.problem.GroupWeights, err = datasets.LoadGroups(ctx, f.groups, d); err != nil {
			return err
		}
	}
	if f.warm != "" {
		if r.problem.Start, err = loadModel(f.warm); err != nil {
			return err
		}
	}
	return checkMemory(r.problem, r.data)
}

// lambda reads --lambda, which may be a share of λ_max.
func (r *fitting) lambda() (err error) {
	if r.problem.Penalty == fit.NoPenalty {
		if r.flags.lambda != "" {
			r.notice("without a penalty --lambda has no meaning and is ignored; --mu is the ridge's")
		}
		return nil
	}
	if r.most, err = r.problem.LambdaMax(r.data); err != nil {
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
	r.problem.Lambda = v
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
	r.problem.Watch = func(p solver.Progress) {
		r.course = append(r.course, p)
		line.show(func() string {
			return fmt.Sprintf("%s: iteration %d, objective %.6g, gap %.1e, %.0f s", title, p.Iter, p.Objective, p.Gap, p.Elapsed.Seconds())
		})
	}
	return line.close
}

// one fits for one λ.
func (r *fitting) one() error {
	stop := r.watch("fit")
	m, err := r.problem.Fit(r.cmd.Context(), r.data)
	stop()
	if err != nil {
		return err
	}
	var v *fit.Validation
	if r.flags.cv > 0 && m.Status != solver.Canceled {
		if v, err = r.validate([]float64{r.problem.Lambda}); err != nil {
			return err
		}
	}
	if err := r.write(m); err != nil {
		return err
	}
	if r.flags.figures != "" {
		if err := r.draw([]*fit.LinearModel{m}, v); err != nil {
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
	v, err := r.problem.CrossValidate(r.cmd.Context(), r.data, lambdas, r.flags.cv)
	line.close()
	if err == nil && v.Converged < v.Fits {
		r.notice("%d of %d models of the folds stopped before the tolerance", v.Fits-v.Converged, v.Fits)
	}
	return v, err
}

// path fits for many λ.
func (r *fitting) path() error {
	if r.flags.path > 1 && r.problem.Lambda >= r.most {
		return usageError{fmt.Errorf("--lambda %g is not below λ_max = %g: from there on W = 0 is the solution, and there is no path", r.problem.Lambda, r.most)}
	}
	lambdas := fromTo(r.most, r.problem.Lambda, r.flags.path)
	stop := r.watch("path")
	models, err := r.problem.Path(r.cmd.Context(), r.data, lambdas)
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

// fromTo are count values in equal ratios.
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
func (r *fitting) write(m *fit.LinearModel) error {
	if r.flags.model == "" {
		return nil
	}
	m.Target = r.frame.Target
	m.Made = map[string]string{"command": commandLine(), "data": r.frame.Source.Name, "sha256": r.frame.Source.SHA256, "go": runtime.Version()}
	if err := saveModel(r.flags.model, m); err != nil {
		return fmt.Errorf("--model: %w", err)
	}
	return nil
}

// ended tells of a model that is not what was asked for; after an interrupt it is an error.
func (r *fitting) ended(m *fit.LinearModel) error {
	switch {
	case m.Status == solver.Converged && m.Penalty != fit.NoPenalty && m.Lambda >= r.most:
		r.notice("λ = %.6g is at least λ_max = %.6g: W = 0 is the solution", m.Lambda, r.most)
	case m.Status == solver.Converged:
	case m.Status == solver.Stalled:
		r.notice("--tol %g was not reached: rounding allows no smaller gap than %.1e, which is %.1e of the objective", r.flags.tol, m.Gap, m.Gap/math.Abs(m.Objective))
	default:
		r.notice("stopped (%s) at a gap of %.1e, which is %.1e of the objective", m.Status, m.Gap, m.Gap/math.Abs(m.Objective))
	}
	if m.Status == solver.Canceled {
		return context.Canceled
	}
	return nil
}
