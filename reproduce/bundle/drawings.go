package bundle

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/reproduce"
)

// drawings returns the study's figures, as far as the record has what they need.
func drawings(rec *reproduce.Record) (out []figures.Figure) {
	add := func(f figures.Figure, ok bool) {
		if ok {
			out = append(out, f)
		}
	}
	add(three(rec))
	for _, s := range sets {
		if figureOf(s) != figureThree {
			add(bestOf(rec, s))
		}
	}
	add(certified(rec))
	add(starts(rec))
	add(boundsOf(rec))
	add(folds(rec))
	return out
}

// colors of methods, the same in all figures.
func colorOf(m method) int {
	return 1 + slices.IndexFunc(methods, func(o method) bool { return o.id == m.id })
}

// sourceOf says which data a table is of.
func sourceOf(rec *reproduce.Record, table string) string {
	t := rec.Table(table)
	if t == nil || len(t.Rows) == 0 {
		return ""
	}
	return fmt.Sprintf("%s (%s)", t.Rows[0].Data.Name, t.Rows[0].Data.Kind)
}

// panel draws the best objective so far of a set at a λ.
func panel(rec *reproduce.Record, s set, lambda float64) (figures.Lines, bool) {
	c := rec.Curve(curveBest + s.id + "-" + power(lambda))
	if c == nil {
		return figures.Lines{}, false
	}
	f := figures.Lines{
		Meta: figures.Meta{Title: fmt.Sprintf("%s, λ = %g", s.title, lambda)},
		X:    figures.Axis{Label: "calls"}, Y: figures.Axis{Label: "best f so far"},
	}
	for _, m := range s.methods {
		f.Series = append(f.Series, figures.Series{
			Name: m.title, X: c.Column("call"), Y: c.Column(m.id), Color: colorOf(m), Dashed: m.id == standard.id,
		})
	}
	return f, true
}

// three is Figure 3: RNA on the left and ranking on the right, λ falling from row to row.
func three(rec *reproduce.Record) (figures.Figure, bool) {
	left, right := setOf("rna"), setOf("ndcg")
	f := figures.Panels{Meta: figures.Meta{
		ID: figureThree, Title: "Bundle methods at falling λ: folding RNA, and ranking",
		Subtitle: "scale " + string(rec.Scale),
	}}
	for k := range max(len(left.lambdas), len(right.lambdas)) {
		var row []figures.Lines
		for _, s := range []set{left, right} {
			if p, ok := panel(rec, s, s.lambdas[k]); ok {
				row = append(row, p)
			}
		}
		if f.Columns == 0 {
			f.Columns = len(row)
		}
		if len(row) == f.Columns { // or else some runs of a record are missing
			f.Panels = append(f.Panels, row...)
		}
	}
	for _, s := range []set{left, right} {
		if of := sourceOf(rec, tableCalls+s.id); of != "" {
			f.Subtitle += ", " + of
		}
	}
	return f, len(f.Panels) > 0
}

// bestOf draws the courses of another set, a panel for each λ.
func bestOf(rec *reproduce.Record, s set) (figures.Figure, bool) {
	f := figures.Panels{Meta: figures.Meta{
		ID: figureBest + s.id, Title: "Bundle methods: " + s.title,
		Subtitle: fmt.Sprintf("scale %s, %s", rec.Scale, sourceOf(rec, tableCalls+s.id)),
	}}
	for _, lambda := range s.lambdas {
		if p, ok := panel(rec, s, lambda); ok {
			f.Panels = append(f.Panels, p)
		}
	}
	f.Columns = min(2, len(f.Panels))
	return f, len(f.Panels) > 0
}

// certified draws the calls to a certified gap of 0.1 % of hinge losses.
func certified(rec *reproduce.Record) (figures.Figure, bool) {
	f := figures.Lines{
		Meta: figures.Meta{
			ID: figureCertified, Title: "Calls to a certified gap of 0.1 % of the objective",
			Subtitle: fmt.Sprintf("hinge losses, scale %s; a point that is missing was not reached", rec.Scale),
		},
		Y: figures.Axis{Label: "calls", Log: true},
	}
	points := map[string]*figures.Series{}
	for _, m := range methods {
		points[m.id] = &figures.Series{Name: m.title, Dots: true, Color: colorOf(m)}
	}
	for _, s := range sets {
		if s.kind != byHinge || rec.Table(tableCalls+s.id) == nil {
			continue
		}
		for _, lambda := range s.lambdas {
			reached := false
			for _, m := range s.methods {
				r, _ := rec.Table(tableCalls + s.id).Row(runID(lambda, m.id))
				if v := toLeastGap.In(r); !math.IsNaN(v) {
					p := points[m.id]
					p.X, p.Y, reached = append(p.X, float64(len(f.X.Names))), append(p.Y, v), true
				}
			}
			if reached {
				f.X.Names = append(f.X.Names, fmt.Sprintf("%s, %g", s.id, lambda))
			}
		}
	}
	for _, m := range methods {
		if len(points[m.id].X) > 0 {
			f.Series = append(f.Series, *points[m.id])
		}
	}
	return f, len(f.Series) > 0
}

// short is a title for narrow panels.
func (s set) short() string {
	return map[kind]string{folding: "RNA", byNDCG: "NDCG", byPairs: "pairs", byHinge: "hinge"}[s.kind]
}

// starts draws what other first guesses do.
func starts(rec *reproduce.Record) (figures.Figure, bool) {
	f := figures.Panels{Meta: figures.Meta{
		ID: figureStarts, Title: "Other first guesses: the radius R₀, or the weight u₀",
	}}
	for _, s := range sets {
		t := rec.Table(tableStarts + s.id)
		if t == nil {
			continue
		}
		p := figures.Lines{
			X: figures.Axis{Label: "first guess, of its own", Log: true}, Y: figures.Axis{Label: "best objective"},
		}
		for _, m := range []method{restarting, stabilized} {
			line := figures.Series{Name: m.title, Marks: true, Color: colorOf(m)}
			for _, r := range t.Rows {
				if methodID.In(r) == m.id {
					line.X, line.Y = append(line.X, guess.In(r)), append(line.Y, best.In(r))
					p.Title = fmt.Sprintf("%s, λ = %g", s.short(), keyLambda.In(r))
					f.Subtitle = fmt.Sprintf("after %.0f calls, scale %s; 1 is the methods' own", keyCalls.In(r), rec.Scale)
				}
			}
			if len(line.X) > 0 {
				p.Series = append(p.Series, line)
			}
		}
		if len(p.Series) > 0 {
			f.Panels = append(f.Panels, p)
		}
	}
	f.Columns = min(3, len(f.Panels))
	return f, len(f.Panels) > 0
}

// boundsOf draws Algorithm 4 beside its bounds.
func boundsOf(rec *reproduce.Record) (figures.Figure, bool) {
	f := figures.Panels{Meta: figures.Meta{
		ID: figureTheory, Title: "Algorithm 4 beside what is proved of it",
		Subtitle: fmt.Sprintf("R = 1/√λ, scale %s", rec.Scale),
	}}
	for _, s := range sets {
		c := rec.Curve(curveTheory + s.id)
		if c == nil {
			continue
		}
		p := figures.Lines{
			Meta: figures.Meta{Title: fmt.Sprintf("%s, λ = %g", s.short(), s.startAt)},
			X:    figures.Axis{Label: "calls", Log: true}, Y: figures.Axis{Label: "above the minimum", Log: true},
		}
		for k, name := range []string{"best objective, at most", "Proposition 3", "Theorem 5"} {
			p.Series = append(p.Series, figures.Series{Name: name, X: c.Column("call"), Y: c.Values[k+1], Dashed: k > 0})
		}
		f.Panels = append(f.Panels, p)
	}
	f.Columns = min(3, len(f.Panels))
	return f, len(f.Panels) > 0
}

// folds draws the cross-validation of folding.
func folds(rec *reproduce.Record) (figures.Figure, bool) {
	t := rec.Table(tableFolds)
	if t == nil {
		return nil, false
	}
	f := figures.Bars{
		Meta: figures.Meta{
			ID: figureFolds, Title: "RNA folding in two-fold cross-validation",
			Subtitle: fmt.Sprintf("%s, scale %s; ± deviation over splits", sourceOf(rec, tableFolds), rec.Scale),
		},
		Y: figures.Axis{Label: "share of pairs (1)"}, Series: []string{"sensitivity", "PPV", "F₁"},
	}
	for _, r := range t.Rows {
		if math.IsNaN(f1.mean.In(r)) {
			continue
		}
		bar := figures.Bar{Label: keyQuoted.In(r)}
		if bar.Label == "" {
			bar.Label = strings.ReplaceAll(keyTraining.In(r), "/", " ") + ", " + decodedBy.In(r)
		}
		for _, of := range []agreement{sensitivity, ppv, f1} {
			bar.Values = append(bar.Values, of.mean.In(r))
			sd := of.dev.In(r)
			if math.IsNaN(sd) {
				sd = 0
			}
			bar.Errors = append(bar.Errors, sd)
		}
		f.Bars = append(f.Bars, bar)
	}
	return f, len(f.Bars) > 0
}
