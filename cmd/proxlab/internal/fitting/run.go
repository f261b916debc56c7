package fitting

import (
	"cmp"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/models"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/words"
	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/encode"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/fit/choose"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/spf13/cobra"
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
	most    float64                                    // λ_max; NaN without a penalty
	least   *float64                                   // what it is at least, where that is less; nil where not
	sum     func(strengths []float64) toolkit.Proxable // the penalties, those of several strengths with these
	course  []solver.Progress
	found   findings
	saved   string // where the model goes
	notes   []string
	memory  float64 // what a fit by passes over blocks may use
}

func runFit(cmd *cobra.Command, f fitFlags, byPasses passes) error {
	r := &fitting{cmd: cmd, flags: f, most: math.NaN()}
	if err := r.settings(); err != nil {
		return ui.Usage(err)
	}
	f = r.flags
	if err := r.outputs(); err != nil {
		return err
	}
	if done, err := r.larger(byPasses); done || err != nil {
		return err
	}
	if err := r.load(); err != nil {
		return err
	}
	if err := r.lambda(); err != nil {
		return ui.Usage(err)
	}
	if f.explain {
		text, err := r.problem.Explain(r.data)
		if err != nil {
			return err
		}
		fmt.Fprint(cmd.ErrOrStderr(), text)
	}
	if f.many() {
		return r.path()
	}
	return r.one()
}

// load reads the data, the groups and the model to start from.
func (r *fitting) load() (err error) {
	f, ctx := r.flags, r.cmd.Context()
	o := datasets.FrameOptions{
		Target: f.targets()[0], Weights: f.weights, Task: f.tasks, TextLabels: words.Labels(r.problem.Loss),
		Drop: f.drop, Only: f.only,
		Format: datasets.Format(f.format), ZeroBased: f.zeroBased,
		Keep: slices.Compact(slices.Concat(f.times.Columns(), words.NonEmpty(f.queryColumn(),
			f.offsets.Column(), f.trials.Column), f.targets()[1:], words.NonEmpty(f.foldColumn(), f.choosing.foldOrder))),
		Encode: r.encode, Decimal: f.decimal, Separator: f.separator, Encoding: f.encoding,
	}
	if r.frame, err = ui.ReadData(r.cmd, f.data, o); err != nil {
		return r.wordTargets(o, err)
	}
	if err = cmp.Or(r.rareLabels(), r.positive(), f.parameters.Order(r.frame, f.loss)); err != nil {
		return err
	}
	r.noticeData()
	r.data = fit.Data{X: r.frame.X, Y: r.frame.Y, Task: r.frame.Task, Weights: r.frame.Weights,
		FeatureNames: r.frame.Features, LabelNames: r.frame.Labels}
	if note := words.LeakNote(r.data.X, r.data.Y, r.data.FeatureNames); note != "" {
		r.notice("%s", note)
	}
	r.hintIntercept()
	if err := cmp.Or(r.classWeights(), r.beside(), r.flags.conformal.Hold(r.frame, &r.data, f.seed)); err != nil {
		return err
	}
	s, err := f.structure.Load(ctx, f.of, r.frame, r.data, words.Outputs(f.loss, r.data))
	if err != nil {
		return err
	}
	r.sum = func(strengths []float64) toolkit.Proxable { return f.of.With(strengths...).Make(s) }
	r.problem.Penalty, r.problem.Constraints = f.of.Make(s), s.Sets()
	if f.warm != "" {
		if r.problem.Start, err = models.LoadModel(r.cmd.Context(), f.warm); err != nil {
			return err
		}
	}
	if err := checkMemory(r.problem, r.data); err != nil {
		return err
	}
	r.ready, err = r.problem.PrepareUntil(ctx, r.data)
	return err
}

// lambda reads --lambda, which may be a share of λ_max.
func (r *fitting) lambda() (err error) {
	if r.flags.penalty == "none" {
		if r.flags.lambda != "" {
			r.notice("without a penalty --lambda has no meaning and is ignored; --mu is the ridge's")
		}
		return nil
	}
	if f := r.flags; f.composed() && f.path == 0 && !strings.HasSuffix(f.lambda, "max") { // it takes fits to find out
		r.ready.Lambda, err = f.lambdaOf(math.NaN())
		return err
	}
	least, most, err := r.ready.LambdaMaxBetween(r.cmd.Context())
	if err != nil {
		return err
	}
	if r.most = most; most > least*(1+boundShown) {
		r.least = &least
		r.notice("λ_max is between %.5g and %.5g: the loss has kinks, and no more was found out; the larger one is taken",
			least, most)
	}
	r.ready.Lambda, err = r.flags.lambdaOf(r.most)
	return err
}

func (r *fitting) notice(format string, args ...any) {
	r.notes = append(r.notes, fmt.Sprintf(format, args...))
	fmt.Fprintf(r.cmd.ErrOrStderr(), "note: %s\n", r.notes[len(r.notes)-1])
}

// watch shows progress on a terminal, and keeps it for the figure.
func (r *fitting) watch(title string) (stop func()) {
	line := ui.NewStatusLine(r.cmd.ErrOrStderr())
	r.course = nil
	r.ready.Watch = func(p solver.Progress) {
		r.course = append(r.course, p)
		line.Show(func() string {
			return fmt.Sprintf("%s: iteration %d, objective %.6g, gap %.1e, %.0f s",
				title, p.Iter, p.Objective, p.Gap, p.Elapsed.Seconds())
		})
	}
	return line.Close
}

// one fits for one λ.
func (r *fitting) one() error {
	if err := r.theta(); err != nil {
		return err
	}
	stop := r.watch("fit")
	at := choose.Strength{Lambda: r.ready.Lambda, Mu: r.ready.Mu}
	if relax := r.flags.choosing.relax; relax != nil {
		at.Relax = relax[0]
	}
	m, err := r.ready.Relaxed(r.cmd.Context(), at.Relax)
	stop()
	if err := models.SoFar(err, m); err != nil {
		return err
	}
	var v *choose.Validation
	if r.flags.cv > 0 && m.Status != solver.Canceled {
		if v, err = r.validate(choose.Grid{{at}}); err != nil {
			return err
		}
	}
	if err := r.finish(m, at); err != nil {
		return err
	}
	if err := r.look(m, nil); err != nil {
		return err
	}
	if err := r.draw([]*model.Linear{m}, v, 0); err != nil {
		return err
	}
	if err := r.print(m, v, 0); err != nil {
		return err
	}
	return r.ended(m)
}

// validate runs the folds.
func (r *fitting) validate(grid choose.Grid) (*choose.Validation, error) {
	f, ctx := r.flags, r.cmd.Context()
	folds, err := r.folds(f.cv)
	if err != nil {
		return nil, err
	}
	of, err := words.FoldLearner(ctx, r.ready, r.frame, r.data, f.choosing.by, f.parameters.Depth())
	if err != nil {
		return nil, err
	}
	line := ui.NewStatusLine(r.cmd.ErrOrStderr())
	line.Show(func() string { return fmt.Sprintf("cross-validation: %d folds", len(folds)) })
	v, err := choose.Validate(ctx, of, grid, folds)
	line.Close()
	if err == nil && v.Converged < v.Fits {
		r.notice("%d of %d models of the folds stopped before the tolerance", v.Fits-v.Converged, v.Fits)
	}
	return v, err
}

// path fits for many λ, μ, or both.
func (r *fitting) path() error {
	grid, err := r.grid(r.ready)
	if err != nil {
		return ui.Usage(err)
	}
	models, err := r.follow(grid)
	if err != nil {
		return err
	}
	last := models[len(models)-1]
	var v *choose.Validation
	keep := len(models) - 1
	if last.Status != solver.Canceled {
		if r.flags.cv > 0 {
			if v, err = r.validated(grid, models); err != nil {
				return err
			}
			last = models[len(models)-1]
		}
		if v != nil {
			keep = r.chosen(v)
			if r.flags.choosing.criterion == "" {
				r.warnEmpty(models, v, keep)
			}
		}
		if keep, err = r.byCriterion(models, keep); err != nil && last.Status != solver.Canceled {
			return err
		}
	}
	r.found.kept = keep
	if err := r.finish(models[keep], slices.Concat(grid...)[keep]); err != nil {
		return err
	}
	if last.Status != solver.Canceled {
		if err := r.look(models[keep], grid); err != nil {
			return err
		}
	}
	if err := r.draw(models, v, keep); err != nil {
		return err
	}
	if err := r.printPath(models, v, keep); err != nil {
		return err
	}
	return r.ended(models...)
}

// write writes the model where that was asked for.
func (r *fitting) write(m *model.Linear) error {
	if r.flags.model == "" {
		return nil
	}
	m.Target, m.Encoder = r.frame.Target, r.frame.Encoder
	m.Made = map[string]string{
		"command": ui.CommandLine(), "data": r.frame.Source.Name, "sha256": r.frame.Source.SHA256,
		"kind": string(r.frame.Source.Kind), "go": runtime.Version(),
	}
	r.flags.offsets.Remember(m.Made)
	r.flags.trials.Remember(m.Made)
	r.flags.targets().Remember(m.Made)
	if err := r.flags.times.Remember(m, r.data); err != nil {
		return err
	}
	if r.frame.ZeroBased {
		m.Made[ui.IndicesMade] = ui.FromNil
	}
	if r.saved = r.flags.model; m.Status == solver.Canceled {
		r.saved = models.BesideBetter(r.saved, r.flags.inputs())
	}
	if r.saved != r.flags.model {
		r.notice("the model in %s was not interrupted and stays; this one goes to %s", r.flags.model, r.saved)
	}
	if err := models.SaveModel(r.cmd.Context(), r.saved, m); err != nil {
		return fmt.Errorf("--model: %w", err)
	}
	return nil
}
