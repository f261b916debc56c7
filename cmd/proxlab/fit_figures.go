package main

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"

	"github.com/google/renameio/v2"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/toolkit/fit"
)

// draw writes the figures of a fit: the solver's course, and for a path the weights and, with folds, the error.
func (r *fitting) draw(models []*fit.LinearModel, v *fit.Validation) error {
	about := fmt.Sprintf("%s: %s, %s loss, %s", r.flags.data, size(models[0]), models[0].Loss, models[0].Penalty)
	var list []figures.Figure
	if len(models) == 1 && len(r.course) > 1 {
		list = append(list, r.courseFigure(about))
	}
	if len(models) > 1 {
		list = append(list, pathFigure(models, about))
	}
	if v != nil && len(v.Lambdas) > 1 {
		list = append(list, validationFigure(v, about))
	}
	if len(list) == 0 {
		r.notice("there is nothing to draw: one iteration, and no path")
		return nil
	}
	if err := os.MkdirAll(r.flags.figures, 0o777); err != nil {
		return fmt.Errorf("--figures: %w", err)
	}
	for _, f := range list {
		for _, ext := range []string{".png", ".html"} {
			var b bytes.Buffer
			err := figures.Write(&b, f, ext)
			path := filepath.Join(r.flags.figures, f.About().ID+ext)
			if err == nil {
				err = renameio.WriteFile(path, b.Bytes(), 0o666)
			}
			if err != nil {
				return fmt.Errorf("--figures: %s: %w", path, err)
			}
		}
		r.notice("figure: %s", filepath.Join(r.flags.figures, f.About().ID+".png"))
	}
	return nil
}

// courseFigure is the gap, or the residual where there is none, iteration by iteration.
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

// drawn is how many weights a figure of a path has: those that become largest.
const drawn = 12

// pathFigure is the weights over λ.
func pathFigure(models []*fit.LinearModel, about string) figures.Figure {
	first := models[0]
	largest := make([]float64, first.Features)
	for _, m := range models {
		for j, v := range rowNorms(m) {
			largest[j] = math.Max(largest[j], v)
		}
	}
	order := make([]int, first.Features)
	for j := range order {
		order[j] = j
	}
	slices.SortStableFunc(order, func(i, j int) int {
		if largest[i] > largest[j] {
			return -1
		}
		return 1
	})
	label := "weight"
	if first.Outputs > 1 {
		label = "norm of a feature's weights"
	}
	f := figures.Lines{
		Meta: figures.Meta{ID: "path", Title: fmt.Sprintf("Regularization path: the %d largest weights", min(drawn, first.Features)), Subtitle: about},
		X:    figures.Axis{Label: "λ", Log: true}, Y: figures.Axis{Label: label},
	}
	for _, j := range order[:min(drawn, len(order))] {
		s := figures.Series{Name: featureName(first, j)}
		for _, m := range models {
			v := rowNorms(m)[j]
			if m.Outputs == 1 {
				v = m.Weights[j]
			}
			s.X, s.Y = append(s.X, m.Lambda), append(s.Y, v)
		}
		f.Series = append(f.Series, s)
	}
	return f
}

// validationFigure is the error over λ with its standard errors, and both choices.
func validationFigure(v *fit.Validation, about string) figures.Figure {
	mean := figures.Series{Name: fmt.Sprintf("mean of %d folds", len(v.Errors[0])), X: v.Lambdas, Y: v.Error}
	above, below := figures.Series{Name: "± one standard error", Dashed: true, Color: 2}, figures.Series{Name: "", Dashed: true, Color: 2}
	for k, e := range v.Error {
		above.X, below.X = append(above.X, v.Lambdas[k]), append(below.X, v.Lambdas[k])
		above.Y, below.Y = append(above.Y, e+v.StdError[k]), append(below.Y, e-v.StdError[k])
	}
	mark := func(name string, k, color int) figures.Series {
		return figures.Series{Name: name, X: []float64{v.Lambdas[k]}, Y: []float64{v.Error[k]}, Marks: true, Color: color}
	}
	return figures.Lines{
		Meta: figures.Meta{ID: "validation", Title: "Cross-validation", Subtitle: about}, X: figures.Axis{Label: "λ", Log: true},
		Y:      figures.Axis{Label: v.Measure},
		Series: []figures.Series{mean, above, below, mark("chosen: one standard error", v.OneStdError, 3), mark("least error", v.Best, 4)},
	}
}
