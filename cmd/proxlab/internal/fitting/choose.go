package fitting

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/models"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/words"
	"github.com/proxlab/proxlab/toolkit/fit/choose"
	"github.com/proxlab/proxlab/toolkit/fit/inference"
	"github.com/proxlab/proxlab/toolkit/fit/judging"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/spf13/pflag"
)

// choosing are the flags of strengths to try, of folds, and of what tells how good a choice is.
type choosing struct {
	ratios, mus, relax   []float64
	repeats, nested      int
	foldBy, foldOrder    string
	criterion, by        string
	ebicGamma            float64
	stability, threshold float64
	intervals            float64
}

var criteria = []string{"aic", "bic", "ebic"}

func (c *choosing) register(flags *pflag.FlagSet) {
	flags.Float64SliceVar(&c.ratios, "l1-ratio", nil, "with --path, for each of these r a path of λ with "+
		"μ = λ(1 − r)/r: the elastic net's l1_ratio in scikit-learn and α in glmnet, whose strength is λ + μ here")
	flags.Float64SliceVar(&c.mus, "mu-path", nil,
		"with --path, for each of these μ a path of λ; without a penalty the μ of the path itself")
	flags.Lookup("l1-ratio").DefValue, flags.Lookup("mu-path").DefValue = "", "" // and no [] in the help
	flags.Float64SliceVar(&c.relax, "relax", nil, "shares ρ of a fit without penalty on the features that are selected: "+
		"the model is (1 − ρ) times that of the penalty and ρ times this one. 1 undoes the shrinkage; with --path "+
		"several may be tried, as 0,0.5,1")
	flags.Lookup("relax").DefValue = ""
	flags.StringVar(&c.by, "choose-by", "", "what folds judge by, in place of the mean loss: "+
		strings.Join(judging.Words(), ", "))
	flags.IntVar(&c.repeats, "repeats", 1, "deal the folds of --cv anew so many times")
	flags.StringVar(&c.foldBy, "fold-by", "", "the column of what folds must not divide, as patients: examples of one "+
		"value are learnt from or judged by together")
	flags.StringVar(&c.foldOrder, "fold-order", "", "the column of times, numbers or dates as 2026-01-31: folds learn "+
		"from the past and are judged by what comes next")
	flags.StringVar(&c.criterion, "criterion", "", "keep the model of the path with the least aic, bic or ebic")
	flags.Float64Var(&c.ebicGamma, "ebic-gamma", 1, "with --criterion ebic, its γ from 0, which is bic, to 1")
	flags.Float64Var(&c.stability, "stability", 0,
		"select features that enter early on most halves of the data, with so many expected by mistake at most")
	flags.Float64Var(&c.threshold, "threshold", 0.75, "with --stability, the share of halves that makes a feature stable")
	flags.IntVar(&c.nested, "nested", 0, "with --path and --cv, judge the whole choice by so many outer folds")
	flags.Float64Var(&c.intervals, "intervals", 0, "confidence intervals of the weights at this level, as 0.95: "+
		"without a penalty the classical ones of squared and logistic loss, with l1 those of the debiased lasso")
}

// grid are the strengths to try on some examples, and how much their models are relaxed.
func (r *fitting) grid(p choose.Learner) (choose.Grid, error) {
	out, err := r.strengths(p)
	if relax := r.flags.choosing.relax; err == nil && relax != nil {
		out = choose.Relaxed(out, relax)
	}
	return out, err
}

// strengths are those of the grid.
func (r *fitting) strengths(p choose.Learner) (choose.Grid, error) {
	f, c := r.flags, r.flags.choosing
	switch {
	case f.sums():
		return f.several.Paths(f.mu, r.sum), nil
	case f.several != nil:
		return choose.Grid{choose.LambdaPath(f.several[0].Values, f.mu)}, nil
	}
	if f.ridgePath() {
		mus := slices.Clone(c.mus)
		if mus == nil {
			top, err := p.MuMax()
			if err != nil {
				return nil, err
			}
			least := f.mu
			if least == 0 {
				least = leastRidge * top
			}
			mus = fromTo(top, least, f.path)
		}
		slices.Sort(mus)
		slices.Reverse(mus)
		return choose.Grid{choose.RidgePath(mus)}, nil
	}
	top, least := r.most, r.ready.Lambda
	if p != r.ready { // an outer fold has a path of its own, of the same shape
		_, most, err := p.LambdaMaxBetween(r.cmd.Context())
		if err != nil {
			return nil, err
		}
		if !(most > 0) || math.IsInf(most, 1) {
			return nil, fmt.Errorf("λ_max is %g on the examples of an outer fold: there is no path", most)
		}
		top, least = most, least*most/r.most
	}
	if f.path > 1 && least >= top {
		return nil, fmt.Errorf("--lambda %g is not below λ_max = %g: from there on W = 0 is the solution, and there "+
			"is no path", least, top)
	}
	lambdas := fromTo(top, least, f.path)
	if c.ratios != nil {
		return choose.ElasticNet(lambdas, c.ratios), nil
	}
	if c.mus == nil {
		return choose.Grid{choose.LambdaPath(lambdas, f.mu)}, nil
	}
	var out choose.Grid
	for _, mu := range c.mus {
		out = append(out, choose.LambdaPath(lambdas, mu))
	}
	return out, nil
}

// leastRidge is the last μ of a path, as a share of the first.
const leastRidge = 1e-6

// follow fits for every strength of a grid.
func (r *fitting) follow(grid choose.Grid) (out []*model.Linear, err error) {
	stop := r.watch("path")
	defer stop()
	for _, path := range grid {
		along, err := r.ready.Follow(r.cmd.Context(), path)
		if out = append(out, along...); err != nil {
			return out, models.SoFar(err, out...)
		}
	}
	return out, nil
}

// splits are the folds that flags ask for.
func (r *fitting) splits(folds int) (choose.Splits, error) {
	c := r.flags.choosing
	out := choose.Splits{Folds: folds, Repeats: c.repeats}
	var err error
	switch {
	case r.flags.foldColumn() != "":
		out.Group = words.Numbered(r.dealt())
	case c.foldOrder != "":
		if out.Order, err = words.Times(r.dealt()); err != nil {
			err = fmt.Errorf("--fold-order %s: %w", c.foldOrder, err)
		}
		out.Order = slices.Repeat(out.Order, len(r.flags.targets()))
		return out, err
	}
	out.Group = r.flags.targets().Together(len(r.frame.Y), out.Group)
	return out, err
}

// foldColumn is the column whose values folds keep together: documents of a query stay so without being asked.
func (f *fitFlags) foldColumn() string {
	if f.choosing.foldBy == "" && f.choosing.foldOrder == "" {
		return f.queryColumn()
	}
	return f.choosing.foldBy
}

// queryColumn is the column of queries; "" where nothing is ranked.
func (f *fitFlags) queryColumn() string {
	if !words.Ranks(f.loss) {
		return ""
	}
	return cmp.Or(f.queries, "qid")
}

// dealt is the column that folds go by, which is kept behind that of events or queries.
func (r *fitting) dealt() []string { return r.frame.Kept[len(r.frame.Kept)-1] }

// folds deals examples.
func (r *fitting) folds(count int) ([]choose.Fold, error) {
	splits, err := r.splits(count)
	if err != nil {
		return nil, err
	}
	out, err := choose.Split(r.ready, splits)
	if errors.Is(err, choose.ErrAlone) && r.data.Task == nil {
		err = fmt.Errorf("%w; --rare-labels drop leaves such out, and pool makes one label of them", err)
	}
	return out, err
}

// findings tell how good a choice is.
type findings struct {
	criteria  []*inference.Criteria // by model of the path
	stable    *choose.Stable
	procedure *choose.Procedure
	intervals *inference.Intervals
	kept      int // the place of the model on the path
}

// byCriterion finds the model of the least criterion, where one is asked for.
func (r *fitting) byCriterion(models []*model.Linear, keep int) (int, error) {
	word := r.flags.choosing.criterion
	if word == "" {
		return keep, nil
	}
	least := math.Inf(1)
	for k, m := range models {
		c, err := r.ready.Criteria(r.cmd.Context(), m)
		if err != nil {
			return 0, err
		}
		c.EBIC = c.Extended(r.flags.choosing.ebicGamma)
		r.found.criteria = append(r.found.criteria, c)
		if v := criterionOf(c, word); v < least {
			least, keep = v, k
		}
	}
	if math.IsInf(least, 1) {
		return 0, fmt.Errorf("--criterion %s: every model of the path meets the data exactly: let it end at a larger λ or μ",
			word)
	}
	return keep, nil
}

func criterionOf(c *inference.Criteria, word string) float64 {
	return map[string]float64{"aic": c.AIC, "bic": c.BIC, "ebic": c.EBIC}[word]
}

// look finds out about the model that is kept what flags ask for.
func (r *fitting) look(m *model.Linear, grid choose.Grid) (err error) {
	if m.Status == solver.Canceled {
		return nil
	}
	c, ctx := r.flags.choosing, r.cmd.Context()
	line := ui.NewStatusLine(r.cmd.ErrOrStderr())
	defer line.Close()
	if c.stability > 0 {
		line.Show(func() string { return "stability selection" })
		r.found.stable, err = choose.Stability{Errors: c.stability, Threshold: c.threshold}.Select(ctx, r.ready)
		if err != nil {
			return fmt.Errorf("--stability: %w", err)
		}
	}
	if c.intervals > 0 {
		line.Show(func() string { return "intervals" })
		if r.found.intervals, err = r.flags.conformal.OfWeights(ctx, r.ready, m, c.intervals); err != nil {
			return fmt.Errorf("--intervals: %w", err)
		}
	}
	if c.nested > 0 && grid != nil {
		line.Show(func() string { return "nested cross-validation" })
		r.found.procedure, err = r.nested(ctx)
	}
	return err
}

// nested judges the choice from the path by outer folds, dealt as the inner ones are, but once.
func (r *fitting) nested(ctx context.Context) (*choose.Procedure, error) {
	inner, err := r.splits(r.flags.cv)
	if err != nil {
		return nil, err
	}
	outer := inner
	outer.Folds, outer.Repeats = r.flags.choosing.nested, 1
	folds, err := choose.Split(r.ready, outer)
	if err != nil {
		return nil, fmt.Errorf("--nested: %w", err)
	}
	nested := choose.Nested{Grid: r.grid, Inner: inner, Least: r.flags.choose == chooseLeast}
	of, err := words.FoldLearner(ctx, r.ready, r.frame, r.data, r.flags.choosing.by, r.flags.parameters.Depth())
	if err != nil {
		return nil, err
	}
	return nested.Judge(ctx, of, folds)
}

// validated runs the folds of a path. Where they are interrupted the path is kept without them, and its last model is
// as one that was.
func (r *fitting) validated(grid choose.Grid, models []*model.Linear) (*choose.Validation, error) {
	v, err := r.validate(grid)
	if err == nil || r.cmd.Context().Err() == nil {
		return v, err
	}
	r.withoutFolds(models)
	return nil, nil
}

// withoutFolds says that folds were interrupted.
func (r *fitting) withoutFolds(models []*model.Linear) {
	r.notice("the folds were interrupted: the path is shown without them, and the model of its last strength is kept")
	stopped := *models[len(models)-1]
	stopped.Status = solver.Canceled
	models[len(models)-1] = &stopped
}
