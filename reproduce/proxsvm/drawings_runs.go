package proxsvm

import (
	"fmt"
	"math"
	"slices"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/reproduce"
)

// runsFigure draws Table 1 as it comes out in many runs: of every set at hand the losses above the optimum and the
// passes, the median of each method with the range of its runs, beside the paper's one run; and those with several
// examples a round.
func runsFigure(rec *reproduce.Record) (figures.Figure, bool) {
	t := rec.Table(tableReadings)
	if t == nil {
		return nil, false
	}
	var drawn []drawnSet
	for _, r := range t.Rows {
		if s, known := shown(r); known {
			drawn = append(drawn, drawnSet{r, s.id, s.paper, played})
		}
	}
	if b := rec.Table(tableBatches); b != nil {
		for _, r := range b.Rows {
			s := specOf(ofSet.In(r))
			drawn = append(drawn, drawnSet{r, fmt.Sprintf("%s, k = %.0f", s.id, batch.In(r)), s.paper, methods[:]})
		}
	}
	return figures.Panels{
		Meta: figures.Meta{
			ID: figureTable1, Title: "Table 1, run by run" + others(t),
			Subtitle: "points: medians over runs, bars: from the least to the most; no passes where most runs never beat " +
				"w = 0; scale " + string(rec.Scale),
		},
		Columns: 1,
		Panels: []figures.Lines{
			panelOfRuns(drawn, losses, "least P(w) − P*"), panelOfRuns(drawn, passesTo99, "passes"),
		},
	}, len(drawn) > 0
}

// drawnSet is a set in the figure of runs: its row, its name and the paper's numbers, and the methods that were run.
type drawnSet struct {
	reproduce.Row
	name  string
	paper paper
	of    []string
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

// panelOfRuns draws what the methods reached on each set, and rings of the same color for the paper's numbers.
func panelOfRuns(drawn []drawnSet, what measure, label string) figures.Lines {
	p := figures.Lines{Y: figures.Axis{Label: label, Log: true}}
	printed := make([]figures.Series, 3)
	for i, m := range played {
		s := figures.Series{Name: methodTitles[m], Dots: true, Bars: true, Color: i + 1}
		for at, d := range drawn {
			least, middle, most := rangeOf(d, what, m)
			if !math.IsNaN(middle) {
				s.X, s.Y = append(s.X, float64(at)+0.14*float64(i-2)), append(s.Y, middle)
				s.Low, s.High = append(s.Low, least), append(s.High, most)
			}
		}
		if len(s.X) > 0 {
			p.Series = append(p.Series, s)
		}
	}
	for at, d := range drawn {
		p.X.Names = append(p.X.Names, d.name)
		base, by := baseOf(d, what), d.paper.loss
		if what.name == passesTo99.name {
			by = d.paper.passes
		}
		for k, v := range by {
			printed[k].X = append(printed[k].X, float64(at)+0.14*float64(k-2))
			printed[k].Y = append(printed[k].Y, v-base)
		}
	}
	for k, s := range printed {
		s.Name, s.Rings, s.Color = "the paper's one run, in the color of its method", true, k+1
		p.Series = append(p.Series, s)
	}
	return p
}

// rangeOf are the least, the median and the most of the runs of a method; NaN where it was not run, or where half of
// the runs or more have no number.
func rangeOf(d drawnSet, what measure, method string) (least, middle, most float64) {
	v := slices.Clone(what.runs(method).In(d.Row))
	runs := len(v)
	v = slices.DeleteFunc(v, math.IsNaN)
	if !slices.Contains(d.of, method) || 2*len(v) <= runs {
		return math.NaN(), math.NaN(), math.NaN()
	}
	base := baseOf(d, what)
	return slices.Min(v) - base, what.median(method).In(d.Row) - base, slices.Max(v) - base
}

// baseOf is the optimum for losses, as far as it is known.
func baseOf(d drawnSet, what measure) float64 {
	if v := optimum.In(d.Row); what.name == losses.name && !math.IsNaN(v) {
		return v
	}
	return 0
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
