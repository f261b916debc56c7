package tracenorm

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
	for _, rho := range []float64{0.9, 0.1} {
		if f := figure1(rec, rho); len(f.Panels) > 0 {
			out = append(out, f)
		}
	}
	if f := staircase(rec); len(f.Series) > 0 {
		out = append(out, f)
	}
	if f := figure2(rec); len(f.Panels) > 0 {
		out = append(out, f)
	}
	if f := spread(rec); len(f.Panels) > 0 {
		out = append(out, f)
	}
	if f := paths(rec); len(f.Panels) > 0 {
		out = append(out, f)
	}
	if f := balls(rec); len(f.Series) > 0 {
		out = append(out, f)
	}
	return out
}

// anyTable returns the first of some tables that the record has.
func anyTable(rec *reproduce.Record, ids ...string) *reproduce.Table {
	for _, id := range ids {
		if t := rec.Table(id); t != nil && len(t.Rows) > 0 {
			return t
		}
	}
	return nil
}

// curves returns the series of a curve, one for each method.
func curves(c *reproduce.Curve) (out []figures.Series) {
	for _, m := range c.Columns {
		if title, ok := methodTitles[m]; ok {
			out = append(out, figures.Series{Name: title, X: timesOf(c, m), Y: c.Column(m), Color: colors[m]})
		}
	}
	return out
}

// figure1 has four panels: light regularization against iterations and processor time, then heavy.
func figure1(rec *reproduce.Record, rho float64) figures.Panels {
	f := figures.Panels{Columns: 2}
	f.ID, f.Title =
		fmt.Sprintf("figure1-rho-%g", rho), fmt.Sprintf("Trace-norm regularization, feature correlation ρ = %g", rho)
	for _, p := range panels {
		if p.correlation != rho {
			continue
		}
		amount, share, n := "light", math.NaN(), 0.
		if p.heavy {
			amount = "heavy"
		}
		t := anyTable(rec, tableFigure1, tableFigure1Sound)
		if t == nil {
			return f
		}
		for _, r := range t.Rows {
			if r.Text("panel") == p.id {
				share, n = r.Number("share"), math.Max(n, r.Number("replications"))
				f.Subtitle = fmt.Sprintf("%s data, %.0f features, %.0f classes, %s, scale %s; accuracy (f − f*)/f*, geometric mean",
					r.Data.Kind, r.Number("features"), r.Number("outputs"), replications(n), rec.Scale)
			}
		}
		for _, axis := range []struct{ id, label string }{{"iterations", "iteration"}, {"time", "processor time (s)"}} {
			c := rec.Curve(p.id + "-" + axis.id)
			if c == nil {
				continue
			}
			f.Panels = append(f.Panels, figures.Lines{
				Meta: figures.Meta{ID: f.ID, Title: fmt.Sprintf("%s, λ = %.2g λ_max", amount, share)},
				X:    figures.Axis{Label: axis.label, Log: true}, Y: figures.Axis{Label: "relative accuracy", Log: true},
				Series: curves(c),
			})
		}
	}
	return f
}

func replications(n float64) string {
	if n == 1 {
		return "one replication"
	}
	return fmt.Sprintf("%.0f replications", n)
}

// staircase draws the literal method's own course, with the iterations of Step 4 marked.
func staircase(rec *reproduce.Record) figures.Lines {
	f := figures.Lines{X: figures.Axis{Label: "iteration"}, Y: figures.Axis{Label: "relative accuracy", Log: true}}
	f.ID, f.Title = "staircase", "ContR1D (literal): Steps 3 and 4"
	f.Subtitle = fmt.Sprintf("synthetic data, ρ = 0.9, heavy regularization, first replication, scale %s", rec.Scale)
	c := rec.Curve("heavy-0.9-staircase")
	if c == nil {
		return f
	}
	course := figures.Series{Name: "objective", X: c.Column("iteration"), Y: c.Column("accuracy"), Color: colors[literal]}
	var steps figures.Series
	for i, kind := range c.Column("restricted") {
		if kind == 1 {
			steps.X, steps.Y = append(steps.X, course.X[i]), append(steps.Y, course.Y[i])
		}
	}
	steps.Name, steps.Marks, steps.Color, steps.Dashed = "after Step 4", true, 1, true
	f.Series = append(f.Series, course)
	if len(steps.X) > 0 {
		f.Series = append(f.Series, steps)
	}
	return f
}

// setsOf returns the sets that a record has curves of, with titles and data.
func setsOf(rec *reproduce.Record) (out []column, data map[string]string) {
	data = map[string]string{}
	for _, s := range protocolOf(rec.Config).sets {
		if rec.Curve(s.id+"-accuracy") == nil {
			continue
		}
		out = append(out, s)
		t := anyTable(rec, tableFigure2, tableFigure2Sound)
		if t == nil {
			continue
		}
		for _, r := range t.Rows {
			if r.Text("set") == s.id {
				data[s.id] = fmt.Sprintf("%s: %s (%s)", s.title, r.Data.Name, r.Data.Kind)
			}
		}
	}
	return out, data
}

func dataLine(sets []column, data map[string]string) string {
	var parts []string
	for _, s := range sets {
		parts = append(parts, data[s.id])
	}
	return strings.Join(parts, "; ")
}

// figure2 has a column for each set: accuracy above, test error below.
func figure2(rec *reproduce.Record) figures.Panels {
	sets, data := setsOf(rec)
	f := figures.Panels{Columns: len(sets)}
	f.ID, f.Title, f.Subtitle =
		"figure2", "Optimization and test error against processor time", dataLine(sets, data)+", scale "+string(rec.Scale)
	for _, row := range []struct {
		id, label string
		log       bool
	}{{"accuracy", "relative accuracy", true}, {"error", "test error (%)", false}} {
		for _, s := range sets {
			if c := rec.Curve(s.id + "-" + row.id); c != nil {
				f.Panels = append(f.Panels, figures.Lines{
					Meta: figures.Meta{ID: f.ID, Title: s.title},
					X:    figures.Axis{Label: "processor time (s)", Log: true}, Y: figures.Axis{Label: row.label, Log: row.log},
					Series: curves(c),
				})
			}
		}
	}
	return f
}

// spread shows the test errors of alternating minimization from its random starts.
func spread(rec *reproduce.Record) figures.Panels {
	sets, data := setsOf(rec)
	f := figures.Panels{Columns: len(sets)}
	f.ID, f.Title = "am-starts", "Alternating minimization from random starts, first split"
	f.Subtitle = dataLine(sets, data) + ", scale " + string(rec.Scale)
	for _, s := range sets {
		c := rec.Curve(s.id + "-error")
		if c == nil {
			continue
		}
		panel := figures.Lines{
			Meta: figures.Meta{ID: f.ID, Title: s.title},
			X:    figures.Axis{Label: "processor time (s)", Log: true}, Y: figures.Axis{Label: "test error (%)"},
		}
		for k := 1; c.Column(startID(k)) != nil; k++ {
			id := startID(k)
			panel.Series = append(panel.Series, figures.Series{Name: startName(k), X: timesOf(c, id), Y: c.Column(id)})
		}
		if len(panel.Series) > 0 {
			f.Panels = append(f.Panels, panel)
		}
	}
	return f
}

// startName names a random start of alternating minimization, from 1, by the rank it was given.
func startName(k int) string {
	if k < 2 {
		return fmt.Sprintf("rank %d or full", alternatingRank)
	}
	return fmt.Sprintf("start %d, rank %d", k, startRanks[(k-2)%len(startRanks)])
}

// paths shows rank and test error against λ.
func paths(rec *reproduce.Record) figures.Panels {
	t := rec.Table(tablePath)
	if t == nil {
		return figures.Panels{}
	}
	var sets []column
	var f figures.Panels
	var sources []string
	for _, s := range protocolOf(rec.Config).sets {
		for _, r := range t.Rows {
			if r.Text("set") == s.id {
				sets = append(sets, s)
				sources = append(sources, fmt.Sprintf("%s: %s (%s)", s.title, r.Data.Name, r.Data.Kind))
				break
			}
		}
	}
	f.Columns = len(sets)
	f.ID, f.Title, f.Subtitle = tablePath, "Regularization paths", strings.Join(sources, "; ")+", scale "+string(rec.Scale)
	for _, row := range []struct{ key, label string }{{"rank", "rank"}, {"test_error", "test error (%)"}} {
		for _, s := range sets {
			series := figures.Series{Name: "mean of the splits", Marks: true}
			for _, r := range t.Rows {
				if r.Text("set") == s.id {
					series.X, series.Y = append(series.X, r.Number("share")), append(series.Y, r.Number(row.key))
				}
			}
			f.Panels = append(f.Panels, figures.Lines{
				Meta: figures.Meta{ID: f.ID, Title: s.title},
				X:    figures.Axis{Label: "λ/λ_max", Log: true}, Y: figures.Axis{Label: row.label},
				Series: []figures.Series{series},
			})
		}
	}
	return f
}

// balls draws the gauge picture: unit balls, a matrix W, and the ray to it.
func balls(rec *reproduce.Record) figures.Lines {
	f := figures.Lines{X: figures.Axis{Label: "a"}, Y: figures.Axis{Label: "b"}}
	f.ID, f.Title = tableGauges, "Unit balls of three gauges on matrices [[a, b], [b, a]]"
	f.Subtitle = "from the atoms: Ω(W) is the length of the ray to W over that to a ball's edge"
	c := rec.Curve(tableGauges)
	if c == nil {
		return f
	}
	for k, g := range gaugeSpecs {
		s := figures.Series{Name: g.title, Color: k + 1}
		for i, angle := range c.Column("angle") {
			r := c.Column(g.id)[i]
			s.X, s.Y = append(s.X, r*math.Cos(angle)), append(s.Y, r*math.Sin(angle))
		}
		f.Series = append(f.Series, s)
	}
	f.Series = append(f.Series, figures.Series{
		Name:   "ray to W",
		X:      []float64{0, pictured[0]},
		Y:      []float64{0, pictured[1]},
		Dashed: true,
		Marks:  true,
	})
	return f
}
