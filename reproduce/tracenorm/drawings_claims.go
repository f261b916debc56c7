package tracenorm

import (
	"fmt"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/reproduce"
)

// stepsFigure is the id of the figure on the step of Prox++.
const stepsFigure = "prox-steps"

// stepsPanel is a panel of the figures on the step of Prox++: a curve over iterations or time.
type stepsPanel struct{ where, what, title string }

// proxSteps draws the literal method against Prox++ with each reading of its step: at high correlation and on two
// sets, then at low correlation.
func proxSteps(rec *reproduce.Record) (out []figures.Panels) {
	sets, _ := setsOf(rec)
	titles := map[string]string{conjoint2: conjoint2, pictures: pictures}
	for _, s := range sets {
		titles[s.id] = s.title
	}
	high := figures.Panels{Columns: 3, Meta: figures.Meta{ID: stepsFigure, Title: onSets("The step of Prox++", sets)}}
	high.Subtitle = fmt.Sprintf("regularization: synthetic classes, ρ = 0.9; scale %s", rec.Scale)
	low := figures.Panels{Columns: 2, Meta: figures.Meta{ID: stepsFigure + "-rho-0.1", Title: "The step of Prox++"}}
	low.Subtitle = fmt.Sprintf("synthetic classes, ρ = 0.1; scale %s", rec.Scale)
	for _, f := range []struct {
		figures.Panels
		panels []stepsPanel
	}{
		{high, []stepsPanel{
			{"light-0.9", "iterations", lightTitle}, {"light-0.9", "time", lightTitle},
			{conjoint2, "accuracy", titles[conjoint2]},
			{"heavy-0.9", "iterations", heavyTitle}, {"heavy-0.9", "time", heavyTitle},
			{pictures, "accuracy", titles[pictures]},
		}},
		{low, []stepsPanel{{"light-0.1", "time", lightTitle}, {"heavy-0.1", "time", heavyTitle}}},
	} {
		for _, p := range f.panels {
			if c := rec.Curve(p.where + "-" + p.what); c != nil {
				f.Panels.Panels = append(f.Panels.Panels, p.draw(f.ID, c))
			}
		}
		if len(f.Panels.Panels) > 0 {
			out = append(out, f.Panels)
		}
	}
	return out
}

// draw makes the panel of its curve.
func (p stepsPanel) draw(id string, c *reproduce.Curve) figures.Lines {
	label := secondsLabel
	if p.what == "iterations" {
		label = "iteration"
	}
	return figures.Lines{
		Meta: figures.Meta{ID: id, Title: p.title},
		X:    figures.Axis{Label: label, Log: true}, Y: figures.Axis{Label: "relative accuracy", Log: true},
		Series: curves(c, []string{literal, proxH, proxTrue, proxThin, rescaling, alternate}),
	}
}

const (
	lightTitle = "light regularization"
	heavyTitle = "heavy regularization"
)

const secondsLabel = "processor time (s)"

// verdictsOn says the verdicts on some claims, by reading.
func verdictsOn(rec *reproduce.Record, ids ...string) string {
	var out strings.Builder
	for _, id := range ids {
		var parts []string
		for _, c := range rec.Claims {
			if c.ID == id && c.Reading != "" {
				parts = append(parts, fmt.Sprintf("%s %s", c.Reading, c.Verdict))
			}
		}
		if len(parts) > 0 {
			fmt.Fprintf(&out, "%s: %s; ", id, strings.Join(parts, ", "))
		}
	}
	return out.String()
}

// staircase draws the literal method's own course over iterations and time, with the iterations of Step 4 marked.
func staircase(rec *reproduce.Record) figures.Panels {
	f := figures.Panels{Columns: 2}
	f.ID, f.Title = "staircase", "ContR1D: Steps 3 and 4, synthetic classes, ρ = 0.9"
	f.Subtitle = fmt.Sprintf("Ψ at the λ asked for; first replication, scale %s", rec.Scale)
	for k, where := range highCorrelation {
		c := rec.Curve(where + "-staircase")
		if c == nil || c.Column(literal+cpuSuffix) == nil {
			continue
		}
		for _, x := range []struct{ column, label string }{{"iteration", "iteration"}, {literal + cpuSuffix, secondsLabel}} {
			f.Panels = append(f.Panels, figures.Lines{
				Meta: figures.Meta{ID: f.ID, Title: []string{lightTitle, heavyTitle}[k]},
				X:    figures.Axis{Label: x.label}, Y: figures.Axis{Label: "relative accuracy", Log: true},
				Series: stairsOf(c, x.column),
			})
		}
	}
	return f
}

// stairsOf are the course and its points after Step 4, over a column.
func stairsOf(c *reproduce.Curve, over string) []figures.Series {
	course := figures.Series{Name: "Ψ", X: c.Column(over), Y: c.Column("accuracy"), Color: colors[literal]}
	after := figures.Series{Name: "after Step 4", Marks: true, Color: 1, Dashed: true}
	for i, kind := range c.Column("restricted") {
		if kind == 1 {
			after.X, after.Y = append(after.X, course.X[i]), append(after.Y, course.Y[i])
		}
	}
	if len(after.X) == 0 {
		return []figures.Series{course}
	}
	return []figures.Series{course, after}
}

// testErrors draws the test error at the end, split by split.
func testErrors(rec *reproduce.Record) figures.Panels {
	sets, data := setsOf(rec)
	f := figures.Panels{Columns: len(sets)}
	f.ID, f.Title = "test-errors", onSets("Test error by split", sets)
	f.Subtitle = dataLine(sets, data) + ", scale " + string(rec.Scale)
	t := rec.Table(tableFigure2)
	for _, s := range sets {
		panel := figures.Lines{
			Meta: figures.Meta{ID: f.ID, Title: s.title},
			X:    figures.Axis{Label: "split"}, Y: figures.Axis{Label: "test error (%)"},
		}
		add := func(name string, color int, errors []float64) {
			if len(errors) == 0 {
				return
			}
			series := figures.Series{Name: name, Y: errors, Marks: true, Color: color}
			for k := range errors {
				series.X = append(series.X, float64(k+1))
			}
			panel.Series = append(panel.Series, series)
		}
		for _, m := range []string{literal, proxThin, rescaling, alternate} {
			if r, ok := t.Row(s.id + "/" + m); ok && r.Status() == "" {
				add(methodTitles[m], colors[m], eachTestError.In(r))
			}
		}
		if r, ok := t.Row(s.id + "/" + alternate); ok && r.Status() == "" && len(slices.Compact(slices.Clone(s.low))) == 1 {
			add(fmt.Sprintf("AM, mean of starts of rank %d", s.low[0]), 5, low.means.In(r))
		}
		if len(panel.Series) > 0 {
			f.Panels = append(f.Panels, panel)
		}
	}
	return f
}

// ranks draws the rank over the iterations on the first split, and the literal method's number of atoms.
func ranks(rec *reproduce.Record) figures.Panels {
	sets, data := setsOf(rec)
	f := figures.Panels{Columns: len(sets)}
	f.ID, f.Title = "ranks", onSets("Ranks", sets)
	f.Subtitle = dataLine(sets, data) + ", first split, scale " + string(rec.Scale)
	for _, s := range sets {
		panel := figures.Lines{
			Meta: figures.Meta{ID: f.ID, Title: s.title},
			X:    figures.Axis{Label: "iteration", Log: true}, Y: figures.Axis{Label: "rank", Log: true},
		}
		for _, m := range []string{literal, rescaling} {
			c := rec.Curve(s.id + "-ranks-" + m)
			if c == nil {
				continue
			}
			series := figures.Series{Name: methodTitles[m], X: c.Column("iteration"), Y: c.Column("rank"), Color: colors[m]}
			panel.Series = append(panel.Series, series)
			if m == literal {
				series.Name, series.Y, series.Dashed = "its atoms", c.Column("atoms"), true
				panel.Series = append(panel.Series, series)
			}
		}
		if len(panel.Series) > 0 {
			f.Panels = append(f.Panels, panel)
		}
	}
	return f
}
