package proxsvm

import (
	"fmt"
	"math"
	"slices"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/reproduce"
)

// runsFigure draws Table 1 run by run: of every set at hand the losses and the passes of all runs in rising order,
// beside the paper's one run; and those with several examples a round.
func runsFigure(rec *reproduce.Record) (figures.Figure, bool) {
	t := rec.Table(tableReadings)
	if t == nil {
		return nil, false
	}
	f := figures.Panels{
		Meta: figures.Meta{
			ID: figureTable1, Title: "Table 1, run by run" + others(t),
			Subtitle: fmt.Sprintf("in rising order; runs that never beat w = 0 have no passes; scale %s", rec.Scale),
		},
		Columns: 2,
	}
	for _, r := range t.Rows {
		if s, known := shown(r); known {
			f.Panels = append(f.Panels, panelsOfRuns(r, played, s.paper)...)
		}
	}
	if b := rec.Table(tableBatches); b != nil {
		for _, r := range b.Rows {
			s := specOf(ofSet.In(r))
			r.ID = fmt.Sprintf("%s, k = %.0f", s.id, batch.In(r))
			f.Panels = append(f.Panels, panelsOfRuns(r, methods[:], s.paper)...)
		}
	}
	return f, len(f.Panels) > 0
}

// shown tells whether a row with numbers is in the figure: of a set that the paper has, or of the synthetic one.
func shown(r reproduce.Row) (set, bool) {
	s := specOf(r.ID)
	return s, r.Status() == "" && (!math.IsNaN(s.paper.loss[0]) || s.id == synthetic.id)
}

// others says that the synthetic set is drawn in the place of the paper's.
func others(t *reproduce.Table) string {
	if _, ok := t.Row(synthetic.id); ok {
		return ": " + synthetic.id + " for the paper's sets"
	}
	return ""
}

// panelsOfRuns draws the losses above the optimum and the passes of a row.
func panelsOfRuns(r reproduce.Row, of []string, p paper) []figures.Lines {
	return []figures.Lines{
		panelOfRuns(r, of, losses, p.loss, optimum.In(r)), panelOfRuns(r, of, passesTo99, p.passes, 0),
	}
}

// panelOfRuns draws what the methods reached on a set above a base in rising order, over the share of runs.
func panelOfRuns(r reproduce.Row, of []string, what measure, paper [3]float64, base float64) figures.Lines {
	if math.IsNaN(base) {
		base = 0
	}
	p := figures.Lines{
		Meta: figures.Meta{Title: r.ID},
		X:    figures.Axis{Label: "share of runs"},
		Y:    figures.Axis{Label: map[string]string{"loss": "least P(w) − P*", "passes": "passes"}[what.name], Log: true},
	}
	for i, m := range of {
		v := slices.Clone(what.runs(m).In(r))
		n := float64(len(v))
		v = slices.DeleteFunc(v, math.IsNaN)
		slices.Sort(v)
		s := figures.Series{Name: methodTitles[m], Y: v, Marks: true, Color: i + 1}
		for k := range v {
			s.X, s.Y[k] = append(s.X, (float64(k)+0.5)/n), v[k]-base
		}
		p.Series = append(p.Series, s)
	}
	for k, v := range paper {
		if !math.IsNaN(v) {
			p.Series = append(p.Series, figures.Series{
				Name: "the paper's " + [3]string{"Pegasos", "Adaptive", "Proximal"}[k], X: []float64{0, 1},
				Y: []float64{v - base, v - base}, Dashed: true, Color: k + 1,
			})
		}
	}
	return p
}

// turning are the sets of the figure of the readings, as far as there are any.
var turning = []string{"w8a", "a9a", subset, synthetic.id}

// readingsFigure draws what turns on the reading of Algorithm 3: over λ the loss above the optimum, and R at the end
// beside the optimum's norm, with the range over runs.
func readingsFigure(rec *reproduce.Record) (figures.Figure, bool) {
	t := rec.Table(tableSweep)
	if t == nil {
		return nil, false
	}
	f := figures.Panels{
		Meta: figures.Meta{
			ID: figureReadAs, Title: "What a restart does, over λ",
			Subtitle: fmt.Sprintf("medians over runs and their range; dashed: ‖w*‖; scale %s", rec.Scale),
		},
		Columns: 2,
	}
	for _, id := range turning {
		rows := slices.DeleteFunc(slices.Clone(t.Rows), func(r reproduce.Row) bool { return ofSet.In(r) != id })
		if len(rows) == 0 {
			continue
		}
		f.Panels = append(f.Panels, overLambda(rows, id, losses, "P(w) − P*"),
			overLambda(rows, id, guesses, "R"))
	}
	return f, len(f.Panels) > 0
}

// overLambda draws what is measured of the methods over λ: losses above the optimum.
func overLambda(rows []reproduce.Row, id string, what measure, label string) figures.Lines {
	p := figures.Lines{
		Meta: figures.Meta{Title: id}, X: figures.Axis{Label: "log10 λ"}, Y: figures.Axis{Label: label, Log: true},
	}
	for i, m := range allMethods {
		if what.name == guesses.name && (m == pegasos || m == adaptive) {
			continue
		}
		s := figures.Series{Name: methodTitles[m], Marks: true, Color: i + 1}
		for _, r := range rows {
			base := 0.
			if what.name == losses.name {
				base = optimum.In(r)
			}
			runs := what.runs(m).In(r)
			if len(runs) == 0 {
				continue
			}
			s.X, s.Y = append(s.X, math.Log10(keyLambda.In(r))), append(s.Y, what.median(m).In(r)-base)
			s.Low, s.High = append(s.Low, slices.Min(runs)-base), append(s.High, slices.Max(runs)-base)
		}
		p.Series = append(p.Series, s)
	}
	if what.name == guesses.name {
		norm := figures.Series{Dashed: true, Color: 7}
		for _, r := range rows {
			norm.X = append(norm.X, math.Log10(keyLambda.In(r)))
			norm.Y = append(norm.Y, atBest.In(r))
		}
		p.Series = append(p.Series, norm)
	}
	return p
}

// regretFigure draws the regret after every pass beside its bounds.
func regretFigure(rec *reproduce.Record) (figures.Figure, bool) {
	t := rec.Table(tableRegret)
	if t == nil {
		return nil, false
	}
	f := figures.Panels{
		Meta:    figures.Meta{ID: figureRegret, Title: t.Title, Subtitle: fmt.Sprintf("dashed: bounds; scale %s", rec.Scale)},
		Columns: 2,
	}
	for _, r := range t.Rows {
		c := rec.Curve(tableRegret + "-" + r.ID)
		if c == nil {
			continue
		}
		p := figures.Lines{
			Meta: figures.Meta{Title: fmt.Sprintf("%s, λ = %.0e", r.ID, keyLambda.In(r))},
			X:    figures.Axis{Label: "rounds", Log: true}, Y: figures.Axis{Label: "regret", Log: true},
		}
		for i, name := range regretColumns {
			p.Series = append(p.Series, figures.Series{
				Name: name, X: c.Column("rounds"), Y: c.Column(name), Color: i + 1, Dashed: name[0] != 'A',
			})
		}
		f.Panels = append(f.Panels, p)
	}
	return f, len(f.Panels) > 0
}
