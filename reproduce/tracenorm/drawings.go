package tracenorm

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/datasets"
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
	for _, f := range proxSteps(rec) {
		out = append(out, f)
	}
	if f := staircase(rec); len(f.Panels) > 0 {
		out = append(out, f)
	}
	for _, f := range []figures.Panels{figure2(rec), testErrors(rec), spread(rec), ranks(rec), paths(rec)} {
		if len(f.Panels) > 0 {
			out = append(out, f)
		}
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

// ofTheFigures are the methods in Figures 1 and 2; the steps of Prox++ have one of their own.
var ofTheFigures = []string{literal, sound, proxThin, proxGram, proxFree, rescaling, alternate}

// curves returns the series of a curve, one for each of some methods.
func curves(c *reproduce.Curve, methods []string) (out []figures.Series) {
	for _, m := range c.Columns {
		if title, ok := methodTitles[m]; ok && slices.Contains(methods, m) {
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
			if keyPanel.In(r) == p.id {
				share, n = keyShare.In(r), math.Max(n, keyReplications.In(r))
				f.Subtitle = fmt.Sprintf("%s data, %.0f features, %.0f classes, %s, scale %s; accuracy (f − f*)/f*, geometric mean",
					r.Data.Kind, features.In(r), outputs.In(r), replications(n), rec.Scale)
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
				Series: curves(c, ofTheFigures),
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

// setsOf returns the sets that a record has curves of, with titles that name what stands in for the paper's data, and
// the data.
func setsOf(rec *reproduce.Record) (out []column, data map[string]string) {
	data = map[string]string{}
	for _, s := range protocolOf(rec.Config).sets {
		if rec.Curve(s.id+"-accuracy") == nil {
			continue
		}
		if t := anyTable(rec, tableFigure2, tableFigure2Sound); t != nil {
			for _, r := range t.Rows {
				if keySet.In(r) == s.id {
					data[s.id] = fmt.Sprintf("%s: %s (%s)", s.title, r.Data.Name, r.Data.Kind)
					s = s.standIn(r.Data)
					break
				}
			}
		}
		out = append(out, s)
	}
	return out, data
}

// standIn returns the set with a title that names the data, where they are not the paper's.
func (s column) standIn(data datasets.Source) column {
	if data.Kind != datasets.Real {
		s.title = fmt.Sprintf("%s for %s", data.Name, s.title)
	}
	return s
}

// onSets ends a title with what is in the place of the paper's data.
func onSets(title string, sets []column) string {
	var parts []string
	for _, s := range sets {
		if strings.Contains(s.title, " for ") {
			parts = append(parts, s.title)
		}
	}
	switch len(parts) {
	case 0:
		return title
	case 3:
		return title + ": synthetic data for all three sets"
	}
	return title + ": " + strings.Join(parts, ", ")
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
		"figure2", onSets("Accuracy and test error", sets), dataLine(sets, data)+", scale "+string(rec.Scale)
	for _, row := range []struct {
		id, label string
		log       bool
	}{{"accuracy", "relative accuracy", true}, {"error", "test error (%)", false}} {
		for _, s := range sets {
			if c := rec.Curve(s.id + "-" + row.id); c != nil {
				f.Panels = append(f.Panels, figures.Lines{
					Meta: figures.Meta{ID: f.ID, Title: s.title},
					X:    figures.Axis{Label: "processor time (s)", Log: true}, Y: figures.Axis{Label: row.label, Log: row.log},
					Series: curves(c, ofTheFigures),
				})
			}
		}
	}
	return f
}
