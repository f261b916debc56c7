package main

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/toolkit/fit"
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
	encodeFlags
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
Data: SVMlight (whatever the name ends with), CSV (.csv, .tsv), NumPy (.npy, .npz with arrays X and y), MatrixMarket
(.mtx), MATLAB version 5 (.mat with arrays X and y), packed by gzip or bzip2 or not; @NAME is the training part of a
registered set, @NAME:test its test part
(%s).

A column is named by the header of a CSV file, or by its number from 1; in .npz and .mat files it is the name of an
array. The target, weights and tasks may also be a .npy or .mtx file of their own.
` + encodeHelp

const fitExamples = `  proxlab data sample > houses.csv
  proxlab fit --data houses.csv --target price --drop kind --loss squared --penalty l1 --lambda 0.1max \
    --intercept --standardize --model houses.json
  proxlab fit --data houses.csv --target price --drop kind --loss squared --penalty l1 --path 50 --cv 10 \
    --intercept --standardize --figures out/houses
  proxlab fit --data @a9a --loss logistic --penalty l1 --lambda 0.001 --intercept --model a9a.json
  proxlab predict --model a9a.json --data @a9a:test`

func newFit() *cobra.Command {
	var f fitFlags
	cmd := &cobra.Command{
		Use:     "fit --data FILE --loss LOSS --penalty PENALTY --lambda X",
		Short:   "Fit a linear model to data, with a certificate",
		Long:    fmt.Sprintf(fitLong, pairs, "@"+strings.Join(datasets.Registered(), ", @")),
		Example: fitExamples,
		Args:    noArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return runFit(cmd, f) },
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&f.data, "data", "", "the file, or @NAME of a registered set")
	flags.StringVar(&f.target, "target", "",
		"the column of targets or labels (SVMlight: the first thing of a line; .npz, .mat: y)")
	flags.StringVar(&f.weights, "weights", "", "the column of weights of the examples; they are divided by their sum")
	flags.StringVar(&f.tasks, "tasks", "", "the column of tasks, whole numbers; qid for SVMlight")
	flags.StringSliceVar(&f.drop, "drop", nil, "columns of a CSV file to leave out, separated by commas")
	f.encodeFlags.add(flags)
	flags.StringVar(&f.loss, "loss", "squared", "squared, logistic, hinge or multinomial")
	flags.StringVar(&f.penalty, "penalty", "none", "none, l1, group, sparse-group, overlap-group, multitask or trace")
	flags.StringVar(&f.lambda, "lambda", "", "λ > 0: a number, or a share of λ_max as in 0.1max")
	flags.Float64Var(&f.mu, "mu", 0, "μ ≥ 0, of the ridge (μ/2)‖W‖²")
	flags.Float64Var(&f.mix, "mix", 0.5, "S of sparse-group, from 0 (l1) to 1 (group)")
	flags.StringVar(&f.groups, "groups", "",
		"file of groups: one a line, numbers of features from 1, optionally w=WEIGHT; a feature in none has no group "+
			"term; or columns: the features of each column are one, with the root of their number as weight")
	flags.BoolVar(&f.intercept, "intercept", false,
		"add an intercept b, which is not penalized: one number, or one for each label or task")
	flags.BoolVar(&f.standardize, "standardize", false,
		"divide features by their standard deviations first (without --intercept by the root of their mean "+
			"squares);\nweights are reported for the features as they are")
	flags.StringVar(&f.method, "solver", "auto", "auto, or one of "+joined(fit.Methods()))
	flags.BoolVar(&f.explain, "explain", false, "say why the solver was chosen, and why not others")
	flags.Float64Var(&f.tol, "tol", 1e-6,
		"stop at a gap of so much of |P| (where no gap is known, at such a share of the first ‖∇P‖)")
	flags.IntVar(&f.iterations, "max-iter", 0, "the most iterations (default: by solver)")
	flags.StringVar(&f.limit, "time-limit", "",
		"the most time for each fit, as in 30s, 2m or a number of seconds; the best point so far is the answer")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of everything random: folds, orders of examples")
	flags.IntVar(&f.path, "path", 0, "fit so many λ, in equal ratios from λ_max down to --lambda (default 0.001max), "+
		"each from the one before")
	flags.IntVar(&f.cv, "cv", 0, "add the error of so many folds of cross-validation; with --path the model kept is "+
		"that of the largest λ whose\nerror is within one standard error of the least")
	flags.StringVar(&f.model, "model", "", "write the model to this file, as JSON")
	flags.StringVar(&f.warm, "warm", "", "start from the model in this file")
	flags.StringVar(&f.figures, "figures", "",
		"draw the course of the solver, the path and the cross-validation into this folder")
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

// settings takes from the flags all that needs no data, and checks it.
func (r *fitting) settings() (err error) {
	f := r.flags
	c := &r.problem
	if f.data == "" {
		return errors.New("--data is missing: a file, or @NAME of a registered set")
	}
	var known bool
	if c.Loss, known = losses[f.loss]; !known {
		return wordError("loss", f.loss, lossWords)
	}
	if _, known = penalties[f.penalty]; !known {
		return wordError("penalty", f.penalty, penaltyWords)
	}
	c.Method = fit.Method(f.method)
	if c.Method != fit.Auto && !slices.Contains(fit.Methods(), c.Method) {
		return fmt.Errorf("--solver %q is none of auto, %s", f.method, joined(fit.Methods()))
	}
	c.Mu, c.Intercept, c.Standardize, c.Tol, c.MaxIter, c.Seed =
		f.mu, f.intercept, f.standardize, f.tol, f.iterations, f.seed
	if c.TimeLimit, err = parseLimit(f.limit); err != nil {
		return err
	}
	if err := f.check(); err != nil {
		return err
	}
	if r.encode, err = f.options(); err != nil {
		return err
	}
	return r.pair()
}

// check tests the flags' values, and that they go together.
func (f *fitFlags) check() error {
	none := f.penalty == "none"
	switch {
	case !(f.tol > 0) || math.IsInf(f.tol, 1):
		return fmt.Errorf("--tol %g: it must be positive and finite", f.tol)
	case f.path < 0 || f.cv < 0 || f.cv == 1:
		return errors.New("--path takes a number of λ, --cv at least two folds")
	case f.path > 0 && none:
		return errors.New("--path needs a penalty: without one there is no λ")
	case grouped(f.penalty) && f.groups == "":
		return fmt.Errorf("--penalty %s needs --groups FILE", f.penalty)
	case !grouped(f.penalty) && f.groups != "":
		return fmt.Errorf("--groups go with group, sparse-group and overlap-group, not with %s", f.penalty)
	case !(f.mix >= 0 && f.mix <= 1):
		return fmt.Errorf("--mix %g: S must be between 0 and 1", f.mix)
	case !none && f.lambda == "" && f.path == 0:
		return fmt.Errorf("--penalty %s needs --lambda: a number, or a share of λ_max as in 0.1max; --path tries several",
			f.penalty)
	}
	return nil
}

// pair tells whether the loss goes with the penalty, as far as the flags show.
func (r *fitting) pair() error {
	f, why := r.flags, ""
	switch {
	case f.loss == "hinge" && f.penalty != "none":
		why = "the hinge loss goes with none"
	case grouped(f.penalty) && (f.tasks != "" || f.loss == "multinomial"):
		why = "groups are of the features of one output"
	case (f.penalty == "multitask" || f.penalty == "trace") && f.tasks == "" && f.loss != "multinomial":
		why = "it needs tasks, or the multinomial loss"
	case f.loss == "multinomial" && f.tasks != "":
		why = "it has several outputs of its own, and does not go with tasks"
	case f.penalty == "none" && f.loss != "squared" && !(f.mu > 0):
		why = "without a penalty this loss may have no minimum: it needs μ > 0"
	default:
		return nil
	}
	return fmt.Errorf("%s with %s: %s; the pairs are\n%s", f.loss, f.penalty, why, pairs)
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
