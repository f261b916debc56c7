package fitting

import (
	"bytes"
	"fmt"
	"math"
	"slices"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/models"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/report"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/toolkit/fit/choose"
	"github.com/proxlab/proxlab/toolkit/model"
)

// draw writes the figures of a fit, and its report, where they are asked for; the model at keep is the answer.
func (r *fitting) draw(models []*model.Linear, v *choose.Validation, keep int) error {
	if r.flags.figures == "" && r.flags.report == "" {
		return nil
	}
	list := r.list(models, v)
	if r.flags.report != "" {
		if err := r.report(models, v, keep, list); err != nil {
			return err
		}
	}
	switch {
	case r.flags.figures == "":
		return nil
	case len(list) == 0:
		r.notice("there is nothing to draw: one iteration, and no path")
		return nil
	}
	return ui.WriteFigures(r.cmd, r.flags.figures, list)
}

// report writes a page of what is printed and drawn, and of what made it.
func (r *fitting) report(all []*model.Linear, v *choose.Validation, keep int, list []figures.Figure) error {
	title := fmt.Sprintf("%s: %s", Name(ui.DataName(r.flags.data)), models.About(all[keep]))
	page := report.Page{Title: title, Figures: list}.Of(r.frame, all[keep], r.notes)
	var answer bytes.Buffer
	out, asJSON := r.cmd.OutOrStdout(), r.flags.json
	r.cmd.SetOut(&answer)
	r.flags.json = false
	err := r.say(all, v, keep)
	r.cmd.SetOut(out)
	r.flags.json = asJSON
	if err != nil {
		return err
	}
	page.Answer = answer.String()
	path, err := page.Write(r.cmd.Context(), r.flags.report)
	if err == nil {
		r.notice("%s", report.Say(path))
	}
	return err
}

// say prints a model, or a path.
func (r *fitting) say(models []*model.Linear, v *choose.Validation, keep int) error {
	if r.flags.many() {
		return r.printPath(models, v, keep)
	}
	return r.print(models[0], v, 0)
}

// list are the figures of a fit: the solver's course, and for a path the weights and, with folds, the error.
func (r *fitting) list(models []*model.Linear, v *choose.Validation) (list []figures.Figure) {
	about := fmt.Sprintf("%s: %s, %s loss, %s", Name(ui.DataName(r.flags.data)), r.size(models[0]), models[0].Loss,
		r.flags.penaltyText(models))
	if len(models) == 1 && len(r.course) > 1 {
		list = append(list, r.courseFigure(about))
	}
	if path := r.keptPath(models); len(path) > 1 {
		list = append(list, r.pathFigure(path, about+r.flags.alongside(r.found.kept)))
	}
	if v != nil && len(v.Lambdas) > 1 {
		list = append(list, r.validationFigure(models, v, about))
	}
	return append(list, r.foundFigures(models, about)...)
}

// courseFigure draws the gap, or the residual where there is none, iteration by iteration.
func (r *fitting) courseFigure(about string) figures.Figure {
	gap := figures.Series{Name: "bound of P − P*"}
	for _, p := range r.course {
		gap.X = append(gap.X, float64(p.Iter))
		y := p.Gap
		if math.IsInf(y, 1) {
			y = math.NaN()
		}
		gap.Y = append(gap.Y, y)
	}
	label := "duality gap"
	if !slices.ContainsFunc(gap.Y, func(v float64) bool { return !math.IsNaN(v) }) {
		gap.Name, label = "‖∇P‖", "residual"
		for k, p := range r.course {
			gap.Y[k] = p.Residual
		}
	}
	return figures.Lines{
		Meta: figures.Meta{ID: "course", Title: "The solver's course", Subtitle: about}, X: figures.Axis{Label: "iteration"},
		Y: figures.Axis{Label: label, Log: true}, Series: []figures.Series{gap},
	}
}

// pathFigure draws the weights over λ, or the norms of features' weights where there are several outputs.
func (r *fitting) pathFigure(models []*model.Linear, about string) figures.Figure {
	first := models[0]
	quantity := "weight"
	if first.Outputs > 1 {
		quantity = "norm of a feature's weights"
	}
	lambdas, strength := r.flags.axis(models)
	var weights [][]float64
	for _, m := range models {
		if m.Outputs == 1 {
			weights = append(weights, m.Weights)
		} else {
			weights = append(weights, rowNorms(m))
		}
	}
	names := make([]string, first.Features)
	for j := range names {
		names[j] = featureName(first, j)
	}
	meta := figures.Meta{ID: "path", Title: "Regularization path: the largest weights", Subtitle: about}
	f := figures.WeightPath(meta, quantity, lambdas, names, weights)
	f.X.Label = strength
	return f
}
