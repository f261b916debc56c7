package proxsvm

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/reproduce"
)

// drawings returns the study's figures, as far as the record has what they need.
func drawings(rec *reproduce.Record) []figures.Figure {
	var out []figures.Figure
	add := func(f figures.Figure, ok bool) {
		if ok {
			out = append(out, f)
		}
	}
	add(runsFigure(rec))
	add(readingsFigure(rec))
	add(gridFigure(rec, figureCurves, "loss"))
	add(gridFigure(rec, figureErrors, "error"))
	out = append(out, sweepFigures(rec)...)
	add(regretFigure(rec))
	add(certificateFigure(rec))
	return out
}

func subtitle(src datasets.Source, rec *reproduce.Record, more string) string {
	return fmt.Sprintf("%s data (%s), %s, scale %s", src.Kind, src.Name, more, rec.Scale)
}

// gridFigure draws 3 × n panels: a column for each set, λ falling from 100 λ_best to λ_best.
func gridFigure(rec *reproduce.Record, id, what string) (figures.Figure, bool) {
	t := rec.Table(tableGrid)
	if t == nil {
		return nil, false
	}
	var drawn []set
	var kind datasets.Kind
	for _, setID := range gridSets {
		s := specOf(setID)
		if rec.Curve(curveID(what, s.id, gridLambdas(s)[0])) != nil {
			drawn = append(drawn, s)
			if r, ok := t.Row(fmt.Sprintf("%s/%g", s.id, s.lambda)); ok {
				kind = r.Data.Kind
			}
		}
	}
	f := figures.Panels{
		Meta: figures.Meta{
			ID: id,
			Title: map[string]string{"loss": "Learning curves", "error": "Test errors"}[what] + " as λ falls" +
				standIns(drawn),
			Subtitle: fmt.Sprintf("%s data, medians over runs, scale %s", kind, rec.Scale),
		},
		Columns: len(drawn),
	}
	for k := 2; k >= 0; k-- {
		for _, s := range drawn {
			lambda := gridLambdas(s)[k]
			if c := rec.Curve(curveID(what, s.id, lambda)); c != nil {
				row, _ := t.Row(fmt.Sprintf("%s/%g", s.id, lambda))
				panel := gridPanel(c, optimum.In(row))
				panel.Meta = figures.Meta{ID: id, Title: fmt.Sprintf("%s, λ = %.0e", s.id, lambda)}
				f.Panels = append(f.Panels, panel)
			}
		}
	}
	return f, len(f.Panels) > 0
}

// gridPanel draws a curve of the grid: test errors, or losses above the optimum, as far as that is known.
func gridPanel(c *reproduce.Curve, optimum float64) figures.Lines {
	p := figures.Lines{X: figures.Axis{Label: "pass"}, Y: figures.Axis{Label: "test error (%)"}}
	if strings.HasPrefix(c.ID, "loss") {
		p.Y = figures.Axis{Label: "P(w) − P*", Log: true}
	}
	if !p.Y.Log || math.IsNaN(optimum) {
		optimum = 0
	}
	for i, m := range played {
		if y := slices.Clone(c.Column(m)); y != nil {
			floats.AddConst(-optimum, y)
			p.Series = append(p.Series, figures.Series{Name: methodTitles[m], X: c.Column("pass"), Y: y, Color: i + 1})
		}
	}
	return p
}

// standIns says which sets of the paper's Figures 1 and 2 are not drawn, and what stands in their places.
func standIns(drawn []set) string {
	var missing, others []string
	for _, id := range []string{"combined", "covtype"} {
		if !slices.ContainsFunc(drawn, func(s set) bool { return s.id == id }) {
			missing = append(missing, id)
		}
	}
	for _, s := range drawn {
		if s.id != "combined" && s.id != "covtype" {
			others = append(others, s.id)
		}
	}
	if len(missing) == 0 {
		return ""
	}
	return fmt.Sprintf(": %s for %s", strings.Join(others, ", "), strings.Join(missing, " and "))
}

// sweepFigures are, for every set whose optima are known, how far above them the best losses are over λ.
func sweepFigures(rec *reproduce.Record) []figures.Figure {
	t := rec.Table(tableSweep)
	if t == nil {
		return nil
	}
	var out []figures.Figure
	for _, id := range sweepSets {
		f := figures.Lines{
			Meta: figures.Meta{ID: "sweep-" + id, Title: "Best training loss in 100 passes, above the optimum: " + id},
			X:    figures.Axis{Label: "λ", Log: true}, Y: figures.Axis{Label: "P(w) − P*", Log: true},
		}
		for i, m := range allMethods {
			s := figures.Series{Name: methodTitles[m], Color: i + 1, Marks: true}
			for _, r := range t.Rows {
				if v := losses.median(m).In(r) - optimum.In(r); ofSet.In(r) == id && !math.IsNaN(v) {
					f.Subtitle = subtitle(r.Data, rec, "medians over runs")
					s.X, s.Y = append(s.X, keyLambda.In(r)), append(s.Y, v)
				}
			}
			if len(s.X) > 0 {
				f.Series = append(f.Series, s)
			}
		}
		if len(f.Series) > 0 {
			out = append(out, f)
		}
	}
	return out
}

// certificateFigure draws the duality gap of the averaged iterate and its distance to the optimum.
func certificateFigure(rec *reproduce.Record) (figures.Figure, bool) {
	t, c := rec.Table(tableCertificate), rec.Curve(tableCertificate)
	if t == nil || c == nil || len(t.Rows) == 0 {
		return nil, false
	}
	f := figures.Lines{
		Meta: figures.Meta{
			ID:       tableCertificate,
			Title:    t.Title,
			Subtitle: subtitle(t.Rows[0].Data, rec, fmt.Sprintf("λ = %g", certified.lambda)),
		},
		X: figures.Axis{Label: "pass", Log: true},
		Y: figures.Axis{Label: "units of the objective", Log: true},
	}
	for _, name := range c.Columns[1:] {
		f.Series = append(f.Series, figures.Series{Name: name, X: c.Column("pass"), Y: c.Column(name)})
	}
	return f, true
}
