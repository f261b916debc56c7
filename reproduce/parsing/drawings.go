package parsing

import (
	"fmt"
	"math"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/reproduce"
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
			Subtitle: subtitle(t.Rows[0], rec, "templates of some ranks, replication 1"),
		},
		X: figures.Axis{Label: "epoch"},
		Y: figures.Axis{Label: "β = share of the norms (1)", Log: true},
	}
	for k, name := range c.Columns[1:] {
		if k < len(shownRanks) {
			name = fmt.Sprintf("%d: %s", shownRanks[k], name)
		}
		f.Series = append(f.Series, figures.Series{Name: name, X: c.Column("epoch"), Y: c.Values[k+1], Marks: true})
	}
	return f, true
}

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
	whole, _ := t.Row(keptID("all", allTemplates))
	for _, ranking := range rankings {
		if ranking == "all" {
			continue
		}
		s := figures.Series{Name: titleOf(ranking), Marks: true, Dashed: ranking == byGain.method}
		for _, k := range kept {
			r, ok := t.Row(keptID(ranking, k))
			if k == allTemplates {
				r, ok = whole, whole.ID != ""
			}
			if !ok {
				continue
			}
			s.X, s.Y = append(s.X, float64(k)), append(s.Y, r.Number("test"))
			if ranking == "random" {
				low, high := r.Number("least"), r.Number("most")
				s.Low, s.High = append(s.Low, low), append(s.High, high)
			}
		}
		f.Series = append(f.Series, s)
	}
	return f, true
}

// accuracies draws the attachment with all templates, by method and C.
func accuracies(rec *reproduce.Record, set string) (figures.Figure, bool) {
	t := rec.Table(tableAccuracy + set)
	if t == nil {
		return nil, false
	}
	f := figures.Lines{
		Meta: figures.Meta{ID: figureAccuracy + set, Title: "Parsers with all 507 templates: " + titles[set]},
		Y:    figures.Axis{Label: "test attachment (%)"},
	}
	s := figures.Series{Name: "mean ± deviation over replications", Dots: true}
	for _, r := range t.Rows {
		if math.IsNaN(r.Number("test")) {
			continue
		}
		f.Subtitle = subtitle(r, rec, "gold tags")
		s.X, s.Y = append(s.X, float64(len(f.X.Names))), append(s.Y, r.Number("test"))
		deviation := r.Number("test_std")
		if math.IsNaN(deviation) {
			deviation = 0
		}
		s.Errors = append(s.Errors, deviation)
		f.X.Names = append(f.X.Names, titleOf(r.ID))
	}
	f.Series = []figures.Series{s}
	return f, len(s.X) > 0
}
