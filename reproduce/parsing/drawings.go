package parsing

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/toolkit/templates"
)

// drawings returns the study's figures, as far as the record has what they need.
func drawings(rec *reproduce.Record) (out []figures.Figure) {
	for _, set := range setIDs {
		for _, draw := range []func(*reproduce.Record, string) (figures.Figure, bool){left, right, accuracies} {
			if f, ok := draw(rec, set); ok {
				out = append(out, f)
			}
		}
	}
	return out
}

func subtitle(r reproduce.Row, rec *reproduce.Record, more string) string {
	return fmt.Sprintf("%s data (%s), %s, scale %s", r.Data.Kind, r.Data.Name, more, rec.Scale)
}

// left draws the weights of some templates along the epochs.
func left(rec *reproduce.Record, set string) (figures.Figure, bool) {
	c, t := rec.Curve(curveWeights+set), rec.Table(tableEpochs+set)
	if c == nil || t == nil || len(t.Rows) == 0 {
		return nil, false
	}
	f := figures.Lines{
		Meta: figures.Meta{
			ID: figureLeft + set, Title: "Weights of templates along the epochs of MKL: " + titles[set],
			Subtitle: subtitle(t.Rows[0], rec, "some of the 507 by their rank after the last epoch, replication 1"),
		},
		X: figures.Axis{Label: "epoch", Ticks: c.Column("epoch")},
		Y: figures.Axis{Label: "β = share of the norms (1)", Log: true},
	}
	for k, name := range c.Columns[1:] {
		if t, err := templates.Parse(name); err == nil && k < len(shownRanks) && slices.Contains(drawnRanks, shownRanks[k]) {
			f.Series = append(f.Series, figures.Series{
				Name: fmt.Sprintf("%d: %s", shownRanks[k], t.InWords()), X: c.Column("epoch"), Y: c.Values[k+1], Marks: true,
			})
		}
	}
	return f, true
}

// drawnRanks are those of shownRanks that a figure has room for, with what their templates say.
var drawnRanks = []int{1, 16, 64, 107, 307, 407, 494}

// right draws the attachment on test sentences over the number of templates kept.
func right(rec *reproduce.Record, set string) (figures.Figure, bool) {
	t := rec.Table(tableKept + set)
	if t == nil {
		return nil, false
	}
	rankings, kept := axes(t)
	if len(rankings) == 0 {
		return nil, false
	}
	f := figures.Lines{
		Meta: figures.Meta{
			ID: figureRight + set, Title: "Plain SVMs on the templates kept: " + titles[set],
			Subtitle: subtitle(t.Rows[0], rec, "mean over replications; band: from the least to the most of random draws"),
		},
		X: figures.Axis{Label: "templates kept (of 507)", Log: true},
		Y: figures.Axis{Label: "test attachment (%)"},
	}
	for _, ranking := range rankings {
		base, _ := strings.CutSuffix(ranking, forRanking)
		if slices.Contains(drawn, base) {
			f.Series = append(f.Series, overKept(t, ranking, kept))
		}
	}
	return f, true
}

// overKept is the curve of a ranking, which ends where all templates are kept; those of one method share a color.
func overKept(t *reproduce.Table, ranking string, kept []int) figures.Series {
	base, best := strings.CutSuffix(ranking, forRanking)
	s := figures.Series{Name: titleOf(ranking), Marks: true, Color: slices.Index(drawn, base) + 1}
	s.Dashed = !best && slices.ContainsFunc(methods, func(m method) bool { return m.id == base })
	for _, k := range kept {
		by := ranking
		if k == allTemplates {
			by = "all"
		}
		r, ok := t.Row(keptID(by, k))
		if !ok {
			continue
		}
		s.X, s.Y = append(s.X, float64(k)), append(s.Y, test.In(r))
		if ranking == "random" {
			low, high := least.In(r), most.In(r)
			if by == "all" { // whatever is drawn, it is all
				low, high = test.In(r), test.In(r)
			}
			s.Low, s.High = append(s.Low, low), append(s.High, high)
		}
	}
	return s
}

// drawn are the rankings in the order of their colors.
var drawn = []string{mkl.id, svm.id, l21.id, byGain.method, "random"}

// accuracies draws the attachment with all templates, by method and how it was set.
func accuracies(rec *reproduce.Record, set string) (figures.Figure, bool) {
	t := rec.Table(tableAccuracy + set)
	if t == nil {
		return nil, false
	}
	f := figures.Lines{
		Meta: figures.Meta{ID: figureAccuracy + set, Title: "Parsers with all 507 templates: " + titles[set]},
		Y:    figures.Axis{Label: "test attachment (%)"},
	}
	for _, m := range methods {
		f.X.Names = append(f.X.Names, m.title)
	}
	for shift, how := range choices {
		s := figures.Series{Name: how.title + ", ± deviation over replications", Dots: true}
		for k, m := range methods {
			r, _ := t.Row(m.id + how.suffix)
			if math.IsNaN(test.In(r)) {
				continue
			}
			f.Subtitle = subtitle(r, rec, "gold tags")
			s.X, s.Y = append(s.X, float64(k)+0.2*float64(shift)-0.1), append(s.Y, test.In(r))
			deviation := testSpread.In(r)
			if math.IsNaN(deviation) {
				deviation = 0
			}
			s.Errors = append(s.Errors, deviation)
		}
		f.Series = append(f.Series, s)
	}
	printed := figures.Series{Name: "the paper's, on another treebank", Rings: true}
	for k, m := range methods {
		if v := papers[m.id]; v > 0 {
			printed.X, printed.Y = append(printed.X, float64(k)), append(printed.Y, v)
		}
	}
	f.Series = append(f.Series, printed)
	return f, len(f.Series[0].X) > 0
}
