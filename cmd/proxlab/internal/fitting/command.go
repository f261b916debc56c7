// Package fitting has the command fit.
package fitting

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/intervals"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/times"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/topics"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/words"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/spf13/cobra"
)

// fitFlags are the flags of the command as they are given.
type fitFlags struct {
	data, target, weights, tasks string
	drop                         []string
	loss, lambda                 string
	penalties                    []string
	of                           words.Penalties // that penalties say
	penalty                      string          // all of them, as it is shown
	several                      words.Grid      // those of several strengths
	mu                           float64
	parameters                   words.LossFlags
	queries                      string
	times                        times.Flags
	rareLabels                   string
	findTheta                    bool
	conformal                    intervals.Flags
	trials                       words.TrialFlags
	structure                    words.StructureFlags
	offsets                      words.OffsetFlags
	intercept, standardize       bool
	method                       string
	explain                      bool
	tol                          float64
	iterations                   int
	limit                        string
	seed                         uint64
	path, cv                     int
	choosing                     choosing
	model, warm, figures, report string
	memory                       string
	passes                       Given
	json                         bool
	format                       string
	zeroBased, noPolish          bool
	positive, classWeight        string
	choose                       string
	encodeFlags
}

// newFit is the command fit with these flags.
func newFit(f *fitFlags, byPasses passes) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "fit --data FILE --loss LOSS --penalty PENALTY --lambda X",
		Short:   "Fit a linear model to data, with a certificate",
		Long:    fmt.Sprintf(topics.Long, topics.List()),
		Example: topics.Examples, Annotations: map[string]string{ui.HasTopics: "all"},
		Args: ui.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return runFit(cmd, *f, byPasses) },
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&f.data, "data", "", "the file, 'parts/*.csv' of one table, - for the standard input, or @NAME of a "+
		"registered set")
	ui.InputFlags(flags, &f.format, &f.zeroBased)
	flags.StringVar(&f.target, "target", "",
		"the column of targets or labels; several as a,b,c; SVMlight: the first thing of a line, .npz and .mat: y")
	flags.StringVar(&f.weights, "weights", "", "the column of weights of the examples; they are divided by their sum")
	f.offsets.Add(flags)
	flags.StringVar(&f.tasks, "tasks", "", "the column of tasks, whole numbers; qid for SVMlight")
	flags.StringSliceVar(&f.drop, "drop", nil, "columns of a CSV file to leave out, separated by commas")
	f.encodeFlags.add(flags)
	flags.StringVar(&f.loss, "loss", "squared", "see proxlab help losses; "+strings.Join(words.LossWords(), ", "))
	f.parameters.Add(cmd)
	flags.BoolVar(&f.findTheta, "find-theta", false,
		"find θ of negative-binomial by maximum likelihood, fits and θ in turns")
	f.trials.Add(flags)
	f.times.Add(flags)
	flags.StringVar(&f.rareLabels, "rare-labels", "", words.RareHelp)
	flags.StringVar(&f.queries, "queries", "", words.QueriesHelp)
	flags.StringVar(&f.positive, "positive", "", "of two labels the one that is y = +1 (default: the larger)")
	flags.StringVar(&f.classWeight, "class-weight", "", "multiply the weights of examples by those of their labels: "+
		"balanced gives every label the same sum; else a file with a label and its weight on each line")
	flags.StringArrayVar(&f.penalties, "penalty", []string{"none"},
		"`Ω`, a penalty: see proxlab help penalties; "+strings.Join(words.PenaltyWords(), ", "))
	flags.Lookup("penalty").DefValue = "none" // and no [] in the help
	flags.StringVar(&f.lambda, "lambda", "", "λ > 0: a number, or a share of λ_max as in 0.1max")
	flags.Float64Var(&f.mu, "mu", 0, "μ ≥ 0, of the ridge (μ/2)‖W‖²")
	f.structure.Add(flags)
	flags.BoolVar(&f.intercept, "intercept", false,
		"add an intercept b, which is not penalized: one number, or one for each label or task")
	flags.BoolVar(&f.standardize, "standardize", false,
		"divide features by their standard deviations first; without --intercept by the root of their mean squares, "+
			"unless shifts of predictions do not change the loss; weights are reported for the features as they are")
	flags.StringVar(&f.method, "solver", "auto", "auto, or one of "+strings.Join(solvers()[1:], ", "))
	flags.BoolVar(&f.explain, "explain", false, "say why the solver was chosen, and why not others")
	flags.Float64Var(&f.tol, "tol", 1e-6,
		"stop at a gap of so much of |P| (where no gap is known, at such a share of the first ‖∇P‖); with a penalty the "+
			"solver then goes on towards a ten-thousandth of it, for at most half as many iterations more, or ten, so that "+
			"weights that are 0 in the solution are 0")
	flags.BoolVar(&f.noPolish, "no-polish", false, "stop at --tol itself")
	flags.IntVar(&f.iterations, "max-iter", 0, "the most iterations (default: by solver)")
	flags.StringVar(&f.limit, "time-limit", "",
		"the most time for each fit, as in 30s, 2m or a number of seconds; the best point so far is the answer")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of everything random: folds, orders of examples")
	flags.IntVar(&f.path, "path", 0, "fit so many λ from λ_max down to --lambda (default 0.001max); in equal ratios, "+
		"each from the one before; without a penalty so many μ, from the trace of XᵀX/n times the loss's curvature "+
		"(at most one degree of freedom is left there) down to --mu (default a millionth of it)")
	flags.IntVar(&f.cv, "cv", 0, "add the error of so many folds of cross-validation; with --path the model kept is "+
		"that of --choose")
	flags.StringVar(&f.choose, "choose", chooseOneStdError, "the model of a path with --cv that is kept: 1se, of the "+
		"largest λ whose error is within one standard error of the least, or least, of the least error")
	f.choosing.register(flags)
	f.conformal.Add(flags)
	flags.StringVar(&f.model, "model", "", "write the model to this file, as JSON")
	flags.StringVar(&f.warm, "warm", "", "start from the model in this file")
	flags.StringVar(&f.figures, "figures", "",
		"draw the course of the solver, the path and the cross-validation into this folder")
	flags.StringVar(&f.report, "report", "", "write a page with all of it, report.html, into this folder")
	f.registerPasses(flags)
	flags.BoolVar(&f.json, "json", false, "print one JSON object on one line, with --path one for each λ")
	offerFit(cmd)
	ui.Foremost(flags, "data", "target", "categories", "loss", "penalty", "lambda", "mu", "intercept", "standardize",
		"path", "cv", "model", "figures", "json")
	return cmd
}

// solvers are the words of --solver, auto first.
func solvers() []string {
	out := []string{fit.Auto.Name}
	for _, m := range fit.Methods() {
		out = append(out, m.Name)
	}
	return out
}

// settings takes from the flags all that needs no data, and checks it.
func (r *fitting) settings() (err error) {
	f := r.flags
	if r.encode, err = f.encodeFlags.columns(&f.target, &f.drop, &f.intercept, &f.offsets); err != nil {
		return err
	}
	r.flags = f
	c := &r.problem
	if f.data == "" {
		return errors.New("--data is missing: a file, - for the standard input, or @NAME of a registered set")
	}
	var known bool
	if c.Loss, known = f.parameters.Of(f.loss); !known {
		return ui.WordError("loss", f.loss, words.LossWords())
	}
	if err := f.parameters.Check(r.cmd, f.loss); err != nil {
		return err
	}
	if err := r.flags.parsePenalties(); err != nil {
		return err
	}
	f = r.flags
	if c.Method, err = fit.MethodNamed(f.method); err != nil {
		return fmt.Errorf("--solver: %w", err)
	}
	c.NoPolish = f.noPolish
	c.Mu, c.Intercept, c.Standardize, c.Tol, c.MaxIter, c.Seed =
		f.mu, f.intercept, f.standardize, f.tol, f.iterations, f.seed
	if c.TimeLimit, err = parseLimit(f.limit); err != nil {
		return err
	}
	if err := f.check(); err != nil {
		return err
	}
	if err := f.checkTheta(r.cmd.Flags().Changed("theta")); err != nil {
		return err
	}
	if err := f.checkLabels(r.cmd.Flags().Changed("choose")); err != nil {
		return err
	}
	if f.ridgePath() {
		c.Mu = 1 // any that is positive, until the path says which
	}
	return r.pair()
}

// parsePenalties reads --penalty, and what it says of λ: c, where one penalty has the strength c; 1, where all of a sum
// have some. Else λ multiplies the sum.
func (f *fitFlags) parsePenalties() (err error) {
	if f.of, f.lambda, err = words.ParseAt(f.penalties, f.lambda, f.path); err != nil {
		return err
	}
	if f.structure.Map != "" {
		f.of = f.of.OfMap()
	}
	f.penalty, f.several = f.of.String(), f.of.Several()
	word, strength, single := f.of.Single()
	switch {
	case f.several != nil && (f.path > 0 || f.lambda != ""):
		return fmt.Errorf("--penalty %s says the strengths that are tried: leave --path and --lambda out", f.penalty)
	case len(f.several) > 2 || !f.of.Given() && f.several != nil:
		return fmt.Errorf("--penalty %s: one or two penalties may have several strengths, and the others need one", f.penalty)
	case single && strength > 0 && f.lambda != "":
		return fmt.Errorf("--penalty %s and --lambda %s both say λ: give one of them", f.penalty, f.lambda)
	case single && strength > 0:
		f.penalty, f.lambda = word, strconv.FormatFloat(strength, 'g', -1, 64)
		f.of, err = words.ParsePenalties([]string{word})
	case !single && f.of.Given() && f.lambda == "" && f.path == 0:
		f.lambda = "1"
	}
	if count := f.several.Count(); count > mostPath {
		return fmt.Errorf("--penalty %s: a grid has at most %d models, and this has %d", f.penalty, mostPath, count)
	}
	return err
}

// sums tells whether the grid is of strengths of a sum: those of one penalty are λ.
func (f *fitFlags) sums() bool {
	_, _, single := f.of.Single()
	return f.several != nil && !single
}

// paths is how many paths a grid has.
func (f *fitFlags) paths() int {
	if f.sums() && len(f.several) > 1 {
		return len(f.several[1].Values)
	}
	return max(1, len(f.choosing.ratios), len(f.choosing.mus))
}

// targets are the columns of --target.
func (f *fitFlags) targets() words.Targets { return words.TargetsOf(f.target) }

// ridgePath tells whether the path is one of μ.
func (f *fitFlags) ridgePath() bool { return f.penalty == "none" && f.many() }

// many tells whether there is more than one model to fit.
func (f *fitFlags) many() bool {
	return f.path > 0 || f.several != nil || f.penalty == "none" && f.choosing.mus != nil
}

// A path has at most so many λ, and folds are dealt anew at most so often.
const (
	mostPath    = 10_000
	mostRepeats = 10_000
)

// check tests the flags' values, and that they go together.
func (f *fitFlags) check() error {
	none := f.penalty == "none"
	switch {
	case !(f.tol > 0) || math.IsInf(f.tol, 1):
		return fmt.Errorf("--tol %g: it must be positive and finite", f.tol)
	case f.path < 0 || f.cv < 0 || f.cv == 1:
		return errors.New("--path takes a number of λ, --cv at least two folds")
	case f.path > mostPath:
		return fmt.Errorf("--path %d: a path has at most %d λ: all its models are kept, and nearer ones hardly differ",
			f.path, mostPath)
	case !none && f.lambda == "" && f.path == 0:
		return fmt.Errorf("--penalty %s needs --lambda: a number, or a share of λ_max as in 0.1max; --path tries several",
			f.penalty)
	}
	err := errors.Join(f.structure.Check(f.of, f.standardize), f.offsets.Check(f.loss), f.trials.Check(f.loss),
		f.targets().Check(f.loss, f.tasks, f.trials.Column), f.conformal.Check(intervals.Asked{
			Model: f.model, Order: f.choosing.foldOrder, By: f.choosing.foldBy, Repeats: f.choosing.repeats, Many: f.many(),
			Tasks: f.tasks != "" || f.targets().Several(), Grid: f.sums(), Level: f.choosing.intervals,
		}))
	if err != nil {
		return err
	}
	return f.checkChoosing()
}

// pair tells whether the loss goes with the penalty, as far as the flags show.
func (r *fitting) pair() error {
	f, l := r.flags, r.problem.Loss
	_, ranked := l.(loss.Ranked)
	_, timed := l.(loss.Timed)
	var why error
	switch {
	case !timed && f.times.Given() != "":
		why = fmt.Errorf("%s goes with the cox loss", f.times.Given())
	case !ranked && f.queries != "":
		why = errors.New("--queries goes with the losses pairwise and ndcg")
	default:
		why = words.Setting{
			Loss: l, Penalty: f.of, Tasks: f.tasks != "" || f.targets().Several(), Intercept: f.intercept, Mu: r.problem.Mu,
			Constrained: f.structure.Constrains(f.of),
		}.Why()
	}
	if why != nil {
		return fmt.Errorf("%s with %s: %w; the pairs are\n%s", f.loss, f.penalty, why, words.Pairs)
	}
	return nil
}
