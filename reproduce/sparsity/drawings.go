package sparsity

import (
	"fmt"
	"math"
	"strings"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/reproduce"
)

// drawings returns the study's figures, as far as the record has what they need.
func drawings(rec *reproduce.Record) []figures.Figure {
	var out []figures.Figure
	for _, f := range []figures.Panels{
		figure2(rec, tableFigure2), figure2(rec, tableFigure2Centred), saving(rec), others(rec, tableInstances),
		others(rec, tableInstancesCentred), contractions(rec), paths(rec),
	} {
		if len(f.Panels) > 0 {
			out = append(out, f)
		}
	}
	for _, f := range []figures.Lines{figure1(rec), figure3(rec), rules(rec), projections(rec), psnrs(rec)} {
		if len(f.Series) > 0 {
			out = append(out, f)
		}
	}
	if f := pictures(rec); len(f.Rows) > 0 {
		out = append(out, f)
	}
	return out
}

func subtitle(rec *reproduce.Record, t *reproduce.Table, more string) string {
	if t == nil || len(t.Rows) == 0 {
		return ""
	}
	counts := gridOf(t).values(keyReplications)
	return fmt.Sprintf("%s data, %s, scale %s%s", t.Rows[0].Data.Kind, replications(counts), rec.Scale, more)
}

// replications names the numbers of replications that rows have, rising.
func replications(counts []float64) string {
	if len(counts) == 1 && counts[0] == 1 {
		return "one replication"
	}
	out := list(counts[:1], 0)
	if last := len(counts) - 1; last > 0 {
		out += " to " + list(counts[last:], 0)
	}
	return out + " replications"
}

func figure1(rec *reproduce.Record) figures.Lines {
	t := rec.Table(tableFigure1)
	f := figures.Lines{
		X: figures.Axis{Label: "number of tasks T", Log: true},
		Y: figures.Axis{Label: "γ = (err_S − err_M)/err_S"},
	}
	f.ID, f.Title, f.Subtitle =
		tableFigure1, "The gain of learning tasks together", subtitle(rec, t, "; bands: ± standard error")
	g := gridOf(t)
	for _, n := range g.values(keyN) {
		s := g.curve(keyTasks, gammaMean.Key, gammaSpread.Key, position{keyN: n})
		s.Name = fmt.Sprintf("n = %.0f", n)
		f.Series = append(f.Series, s)
	}
	return f
}

// curve returns a course with a band of one standard error over replications, where the record has that. The lower edge
// of the band is at least a fifth of the mean, for logarithmic axes.
func (g grid) curve(over, key, spread reproduce.Key[float64], where position) figures.Series {
	s := figures.Series{X: g.values(over), Y: g.course(over, key, where), Marks: true}
	if spread == "" {
		return s
	}
	var low, high []float64
	known := false
	counts := g.course(over, keyReplications, where)
	for k, sd := range g.course(over, spread, where) {
		se := sd / math.Sqrt(counts[k])
		known = known || se > 0
		low, high = append(low, math.Max(s.Y[k]-se, math.Min(s.Y[k], s.Y[k]/5))), append(high, s.Y[k]+se)
	}
	if known {
		s.Low, s.High = low, high
	}
	return s
}

// aspects are the rows of panels of Figure 2, each a number with its deviation, where it has one.
var aspects = []struct {
	key, spread reproduce.Key[float64]
	label       string
}{
	{keyError, errorSpread.Key, "test error"}, {keySelected, "", "features selected"}, {keyIterations, "", "iterations"},
}

// withCentred names in a title that features are centred, where they are in the table.
func withCentred(title, table string) string {
	if strings.HasSuffix(table, "-centred") {
		return title + ", features centred"
	}
	return title
}

// figure2 has a column of panels for every d, and a row for each aspect.
func figure2(rec *reproduce.Record, table string) figures.Panels {
	t := rec.Table(table)
	g := gridOf(t)
	f := figures.Panels{Columns: max(1, len(g.values(keyD)))}
	f.ID, f.Title, f.Subtitle = table, withCentred("What a strictly convex term does, by number of examples", table),
		subtitle(rec, t, "; means, bands ± standard error of the test error; μ = α/2 times the curvature; iterations with "+
			"fixed steps to a relative change of 1e-6")
	for _, a := range aspects {
		for _, d := range g.values(keyD) {
			at := position{keyD: d}
			f.Panels = append(f.Panels, overN(g, fmt.Sprintf("d = %.0f", d), a.label, a.key, a.spread, at))
		}
	}
	return f
}

// overN draws a panel of one curve for each α over n.
func overN(g grid, title, label string, key, spread reproduce.Key[float64], where position) figures.Lines {
	p := figures.Lines{
		Meta: figures.Meta{Title: title},
		X:    figures.Axis{Label: "examples n", Log: true},
		Y:    figures.Axis{Label: label, Log: true},
	}
	for _, alpha := range g.values(keyAlpha) {
		at := position{keyAlpha: alpha}
		for k, v := range where {
			at[k] = v
		}
		s := g.curve(keyN, key, spread, at)
		s.Name = fmt.Sprintf("α = %g", alpha)
		p.Series = append(p.Series, s)
	}
	return p
}

// others draws the same for the other penalties, a column each.
func others(rec *reproduce.Record, table string) figures.Panels {
	t := rec.Table(table)
	var f figures.Panels
	if t == nil || len(t.Rows) == 0 {
		return f
	}
	f.ID, f.Title = table, withCentred("The same for other penalties", table)
	f.Subtitle = subtitle(rec, t, fmt.Sprintf("; d = %.0f", keyD.In(t.Rows[0])))
	for _, a := range aspects {
		f.Columns = 0
		for _, in := range instances {
			if g := gridOf(t).of(keyInstance, in.id); len(g.rows) > 0 {
				f.Columns++
				f.Panels = append(f.Panels, overN(g, in.title, a.label, a.key, a.spread, nil))
			}
		}
	}
	return f
}

// figure3 has a curve for every d and each of the two forms of the adaptive step.
func figure3(rec *reproduce.Record) figures.Lines {
	t := rec.Table(tableFigure3)
	f := figures.Lines{
		X: figures.Axis{Label: "examples n", Log: true},
		Y: figures.Axis{Label: "iterations, fixed/adaptive", Log: true},
	}
	f.ID, f.Title, f.Subtitle = tableFigure3, "Fixed over adaptive steps, as printed and corrected",
		subtitle(rec, t, "; to 1e-6; bands: ± standard error")
	g := gridOf(t)
	for k, d := range g.values(keyD) {
		for _, rule := range []string{printed, adaptive} {
			s := g.curve(keyN, ratiosOf(rule).ratio.Key, ratiosOf(rule).spread.Key, position{keyD: d})
			s.Name, s.Color, s.Dashed = fmt.Sprintf("d = %.0f, %s", d, figure3Titles[rule]), k+1, rule == adaptive
			f.Series = append(f.Series, s)
		}
	}
	return f
}

// rules shows the iterations of all step rules at the largest d.
func rules(rec *reproduce.Record) figures.Lines {
	t := rec.Table(tableRules)
	g := gridOf(t)
	f := figures.Lines{X: figures.Axis{Label: "examples n", Log: true}, Y: figures.Axis{Label: "iterations", Log: true}}
	if len(g.rows) == 0 {
		return f
	}
	d := g.values(keyD)
	last := d[len(d)-1]
	f.ID, f.Title, f.Subtitle =
		tableRules, "Iterations by step rule", subtitle(rec, t, fmt.Sprintf("; d = %.0f; to 1e-6", last))
	for _, rule := range ruleOrder {
		part := g.of(keyRule, rule).where(func(r reproduce.Row) bool { return keyD.In(r) == last })
		f.Series = append(f.Series, figures.Series{
			Name:   ruleTitles[rule],
			X:      part.values(keyN),
			Y:      part.course(keyN, keyIterations, nil),
			Marks:  true,
			Dashed: rule == printed || rule == backtrack || rule == momentum,
		})
	}
	return f
}

// paths shows the test error along each penalty's path, for both structures.
func paths(rec *reproduce.Record) figures.Panels {
	f := figures.Panels{Columns: 2}
	f.ID, f.Title, f.Subtitle = "paths", "Penalties that know the structure",
		fmt.Sprintf("synthetic data, one replication, scale %s; regularization falls to the right", rec.Scale)
	for _, truth := range []string{interval, beginning} {
		errors := figures.Lines{
			Meta: figures.Meta{Title: map[string]string{
				interval:  "features 21 to 30 relevant",
				beginning: "the first ten relevant",
			}[truth]},
			X: figures.Axis{Label: "λ_max/λ", Log: true},
			Y: figures.Axis{Label: "test error", Log: true},
		}
		selected := figures.Lines{Meta: errors.Meta, X: errors.X, Y: figures.Axis{Label: "features selected"}}
		for _, penalty := range penaltyOrder {
			c := rec.Curve("path-" + truth + "-" + penalty)
			if c == nil {
				continue
			}
			var x []float64
			for _, s := range c.Column("share") {
				x = append(x, 1/s)
			}
			errors.Series = append(errors.Series, figures.Series{Name: penaltyTitles[penalty], X: x, Y: c.Column("test_error")})
			selected.Series = append(selected.Series,
				figures.Series{Name: penaltyTitles[penalty], X: x, Y: c.Column("selected")})
		}
		if len(errors.Series) > 0 {
			f.Panels = append(f.Panels, errors, selected)
		}
	}
	return f
}
