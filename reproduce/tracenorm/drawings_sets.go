package tracenorm

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/reproduce"
)

// spread shows the test errors of alternating minimization from its random starts, and at low ranks.
func spread(rec *reproduce.Record) figures.Panels {
	sets, data := setsOf(rec)
	f := figures.Panels{Columns: len(sets)}
	f.ID, f.Title = "am-starts", onSets("Starts of AM", sets)
	f.Subtitle = dataLine(sets, data) + ", first split, scale " + string(rec.Scale)
	for _, s := range sets {
		c := rec.Curve(s.id + "-error")
		if c == nil {
			continue
		}
		panel := figures.Lines{
			Meta: figures.Meta{ID: f.ID, Title: s.title},
			X:    figures.Axis{Label: "processor time (s)", Log: true}, Y: figures.Axis{Label: "test error (%)"},
		}
		add := func(id, name string, first bool, color int) {
			if !first { // one entry of the legend for all of them
				name = ""
			}
			if y := c.Column(id); y != nil {
				panel.Series = append(panel.Series, figures.Series{Name: name, X: timesOf(c, id), Y: y, Color: color})
			}
		}
		for k := range max(1, s.starts) {
			add(startID(k+1), fmt.Sprintf("random starts, full rank or %d", alternatingRank), k == 0, 1)
		}
		for k := range s.low {
			add(lowID(k+1), "random starts of low rank", k == 0, 2)
		}
		if len(s.low) > 0 {
			panel.Title += ", low: " + strings.Trim(fmt.Sprint(slices.Compact(slices.Clone(s.low))), "[]")
		}
		if len(panel.Series) > 0 {
			f.Panels = append(f.Panels, panel)
		}
	}
	return f
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
			if keySet.In(r) == s.id {
				sources = append(sources, fmt.Sprintf("%s: %s (%s)", s.title, r.Data.Name, r.Data.Kind))
				sets = append(sets, s.standIn(r.Data))
				break
			}
		}
	}
	f.Columns = len(sets)
	f.ID, f.Title, f.Subtitle = tablePath, onSets("Paths", sets), strings.Join(sources, "; ")+", scale "+
		string(rec.Scale)
	for _, row := range []struct {
		key   reproduce.Key[float64]
		label string
	}{{keyRank, "rank"}, {keyTestError, "test error (%)"}} {
		for _, s := range sets {
			series := figures.Series{Name: "mean of the splits", Marks: true}
			for _, r := range t.Rows {
				if keySet.In(r) == s.id {
					series.X, series.Y = append(series.X, keyShare.In(r)), append(series.Y, row.key.In(r))
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
	f := figures.Lines{X: figures.Axis{Label: "a"}, Y: figures.Axis{Label: "b"}, Equal: true}
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
