package sparsity

import (
	"fmt"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/reproduce"
)

// The figures that the paper has not.
const (
	figureSaving      = "saving"      // iterations saved against the error added, for raw and centred features
	figureContraction = "contraction" // Proposition 1, measured
	figureProjection  = "projection"  // Theorem 2, measured
)

// saving draws what μ saves against what it costs: from the point (1, 1) of μ = 0 a curve over α for every n, a panel
// for each d, one color for raw features and one for centred ones.
func saving(rec *reproduce.Record) figures.Panels {
	t := rec.Table(tableFigure2)
	var f figures.Panels
	f.ID, f.Title, f.Subtitle = figureSaving, "Saving and harm: features raw and centred", subtitle(rec, t,
		"; for each n a curve over α from (1, 1) at μ = 0: iterations fall by the factor to the right, the mean error grows "+
			"by that upwards")
	for _, d := range gridOf(t).values(keyD) {
		p := figures.Lines{
			Meta: figures.Meta{Title: fmt.Sprintf("d = %.0f", d)},
			X:    figures.Axis{Label: "iterations saved (×)", Log: true},
			Y:    figures.Axis{Label: "test error (×)"},
		}
		for k, table := range []string{tableFigure2, tableFigure2Centred} {
			g := gridOf(rec.Table(table))
			for i, n := range g.values(keyN) {
				s := harmOver(g.line(keyAlpha, position{keyD: d, keyN: n}))
				s.Color, s.Dashed = k+1, k > 0
				if i == 0 {
					s.Name = []string{raw.Name, centred.Name}[k]
				}
				p.Series = append(p.Series, s)
			}
		}
		f.Panels = append(f.Panels, p)
	}
	f.Columns = len(f.Panels)
	return f
}

// harmOver returns the errors over the iterations of a course, both in units of the first.
func harmOver(course []reproduce.Row) figures.Series {
	s := figures.Series{Marks: true}
	for _, r := range course {
		s.X = append(s.X, keyIterations.In(course[0])/keyIterations.In(r))
		s.Y = append(s.Y, keyError.In(r)/keyError.In(course[0]))
	}
	return s
}

// contractions draws the lengths of steps and the distances to the limit, each with its bound.
func contractions(rec *reproduce.Record) figures.Panels {
	f := figures.Panels{Columns: 2}
	f.ID, f.Title, f.Subtitle = figureContraction, "The contraction, measured",
		fmt.Sprintf("synthetic data, one replication, scale %s; dashed: the paper's bounds", rec.Scale)
	x := figures.Axis{Label: "iteration p", Log: true}
	steps := figures.Lines{
		Meta: figures.Meta{Title: "steps"}, X: x, Y: figures.Axis{Label: "length of a step over that before"},
	}
	distances := figures.Lines{
		Meta: figures.Meta{Title: "distances to the limit"}, X: x,
		Y: figures.Axis{Label: "distance over the first step", Log: true},
	}
	for k, alpha := range paperAlphas[1:] {
		c := rec.Curve(fmt.Sprintf("contraction-%g", alpha))
		if c == nil {
			continue
		}
		draw := func(p *figures.Lines, column, name string) {
			p.Series = append(p.Series, figures.Series{
				Name: name, X: c.Column("iteration"), Y: c.Column(column), Color: k + 1, Dashed: name == "",
			})
		}
		name := fmt.Sprintf("α = %g", alpha)
		draw(&steps, "ratio", name)
		draw(&steps, "factor", "")
		draw(&distances, "distance", name)
		draw(&distances, "bound", "")
	}
	if len(steps.Series) > 0 {
		f.Panels = append(f.Panels, steps, distances)
	}
	return f
}

// projections draws how the iteration of Theorem 2 comes to the projection.
func projections(rec *reproduce.Record) figures.Lines {
	f := figures.Lines{
		X: figures.Axis{Label: "iteration q", Log: true}, Y: figures.Axis{Label: "distance from the projection", Log: true},
	}
	f.ID, f.Title, f.Subtitle = figureProjection, "The projection, measured",
		fmt.Sprintf("synthetic data, one replication, scale %s; over the projection's norm", rec.Scale)
	for _, times := range projectionTimes {
		if c := rec.Curve(fmt.Sprintf("projection-%g", times)); c != nil {
			f.Series = append(f.Series, figures.Series{
				Name: fmt.Sprintf("η = %g/‖JJᵀ‖", times), X: c.Column("iteration"), Y: c.Column("distance"),
			})
		}
	}
	return f
}
