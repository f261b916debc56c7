package onlinemkl

import (
	"fmt"
	"math"
	"slices"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/dataset"
	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/reproduce"
)

// The figures of the study; those of one row have its id behind a hyphen.
const (
	figureRows      = "accuracy-by-row"
	figureHeat      = "heat"
	figureObjective = "objective"
	figureHeldOut   = "heldout-accuracy"
	figureBeta      = "beta"
	figureWords     = "words"
	figureRates     = "accuracy-by-learning-rate"
	figureMargin    = "margin-by-rule"
	figureSeconds   = "training-seconds"
	figureMoreFolds = "margin-more-folds"
)

// drawings returns the study's figures, as far as the record has what they need.
func drawings(rec *reproduce.Record) []figures.Figure {
	var out []figures.Figure
	add := func(f figures.Figure, ok bool) {
		if ok {
			out = append(out, f)
		}
	}
	for _, t := range rec.Tables {
		if slices.Contains(forms, t.ID) {
			add(rowsFigure(rec, t))
			add(secondsFigure(rec, t))
		}
	}
	add(rateFigure(rec))
	add(marginFigure(rec))
	add(moreFoldsFigure(rec))
	add(objectiveFigure(rec))
	add(heldOutFigure(rec))
	for _, r := range rows {
		add(betaFigure(rec, r))
	}
	if best := rec.Table(tableBest); best != nil {
		lo, hi := accuraciesOf(best)
		for _, r := range best.Rows {
			add(heatFigure(rec, r, lo, hi))
		}
	}
	add(regretFigure(rec))
	for _, r := range rows {
		add(wordsFigure(rec, r.id))
	}
	return out
}

func subtitle(src datasets.Source, rec *reproduce.Record, more string) string {
	return fmt.Sprintf("%s data (%s), %s, scale %s", src.Kind, src.Name, more, rec.Scale)
}

// rowsFigure draws the accuracies of a table with their deviations over folds, beside the paper's.
func rowsFigure(rec *reproduce.Record, t reproduce.Table) (figures.Figure, bool) {
	f := figures.Lines{
		Meta: figures.Meta{ID: figureRows + t.ID[len("table1"):], Title: t.Title},
		Y:    figures.Axis{Label: "test accuracy per letter (%)"},
	}
	ours := figures.Series{Name: "ours, ± deviation over folds", Dots: true}
	paper := figures.Series{Name: "the paper's", Rings: true}
	beside := func(s *figures.Series, shift, accuracy, deviation float64) {
		s.X, s.Y = append(s.X, float64(len(f.X.Names))+shift), append(s.Y, accuracy)
		s.Errors = append(s.Errors, orZero(deviation))
	}
	for _, r := range t.Rows {
		if math.IsNaN(accuracyOf.In(r)) {
			continue
		}
		f.Subtitle = subtitle(r.Data, rec, string(t.Mode)+" mode")
		beside(&ours, -0.12, accuracyOf.In(r), accuracyStd.In(r))
		beside(&paper, 0.12, paperAccuracy.In(r), paperStd.In(r))
		if r.Data.Kind != datasets.Real {
			paper.Name = "the paper's, on real handwriting"
		}
		f.X.Names = append(f.X.Names, short(r.ID))
	}
	f.Series = []figures.Series{ours, paper}
	return f, len(f.X.Names) > 0
}

// shortNames of the rows, for axes and legends.
var shortNames = map[string]string{
	"linear":      "L",
	"quadratic":   "Q",
	"gaussian":    "G",
	"average-lqg": "avg",
	"mkl-lqg":     "MKL",
	"spline":      "B1",
	"average-lb":  "avg B1",
	"mkl-lb":      "MKL B1",
}

func short(id string) string {
	if s, ok := shortNames[id]; ok {
		return s
	}
	return id
}

func orZero(v float64) float64 {
	if math.IsNaN(v) {
		return 0
	}
	return v
}

// firstCurve returns a row's curve on the first fold of the record.
func firstCurve(rec *reproduce.Record, what, row string) *reproduce.Curve {
	fold := foldsOf(rec.Config)[0]
	return rec.Curve(fmt.Sprintf("%s-%s-fold-%d", what, row, fold))
}

// source of the record's first row.
func sourceOf(rec *reproduce.Record) datasets.Source {
	for _, t := range rec.Tables {
		if len(t.Rows) > 0 {
			return t.Rows[0].Data
		}
	}
	return datasets.Source{}
}

// objectiveFigure draws the objective over the epochs at C = 100, a curve for each row.
func objectiveFigure(rec *reproduce.Record) (figures.Figure, bool) {
	return overEpochs(rec, "objective", fmt.Sprintf("C = %g", grid[shownC]), figures.Lines{
		Meta: figures.Meta{
			ID:       figureObjective,
			Title:    fmt.Sprintf("Objective on the training words of fold %d at C = %g", foldsOf(rec.Config)[0], grid[shownC]),
			Subtitle: subtitle(sourceOf(rec), rec, "η0 = 1, literal mode"),
		},
		Y: figures.Axis{Label: "λR(θ) + mean loss (letters per word)", Log: true},
	})
}

// heldOutFigure draws the accuracy on held-out words over the epochs.
func heldOutFigure(rec *reproduce.Record) (figures.Figure, bool) {
	return overEpochs(rec, "heldout", "accuracy", figures.Lines{
		Meta: figures.Meta{
			ID:       figureHeldOut,
			Title:    fmt.Sprintf("Accuracy on held-out words of fold %d at C = %g", foldsOf(rec.Config)[0], grid[shownC]),
			Subtitle: subtitle(sourceOf(rec), rec, "η0 = 1, trained on nine tenths of the fold"),
		},
		Y: figures.Axis{Label: "accuracy per letter (%)"},
	})
}

var epochAxis = figures.Axis{Label: "epoch (passes over the training words)"}

// overEpochs adds a column of every row's curve to a figure.
func overEpochs(rec *reproduce.Record, what, column string, f figures.Lines) (figures.Figure, bool) {
	f.X = epochAxis
	for _, r := range rows {
		if c := firstCurve(rec, what, r.id); c != nil {
			f.Series = append(f.Series, figures.Series{
				Name: short(r.id), X: c.Column("epoch"), Y: c.Column(column), Dashed: r.usesSpline(),
			})
		}
	}
	return f, len(f.Series) > 0
}

// betaFigure draws the share of each group over the epochs.
func betaFigure(rec *reproduce.Record, r row) (figures.Figure, bool) {
	c := firstCurve(rec, "beta", r.id)
	if c == nil {
		return nil, false
	}
	f := figures.Lines{
		Meta: figures.Meta{
			ID: figureBeta + "-" + r.id,
			Title: fmt.Sprintf("%s: weights of the groups on fold %d at C = %g",
				r.title, foldsOf(rec.Config)[0], grid[shownC]),
			Subtitle: subtitle(sourceOf(rec), rec, "η0 = 1, literal mode"),
		},
		X: epochAxis,
		Y: figures.Axis{Label: "β = share of the norms (1)"},
	}
	for _, name := range c.Columns[1:] {
		f.Series = append(f.Series, figures.Series{Name: name, X: c.Column("epoch"), Y: c.Column(name), Marks: true})
	}
	return f, true
}

// regretFigure draws the regret of every learning rate with its bound, in the same colour.
func regretFigure(rec *reproduce.Record) (figures.Figure, bool) {
	t := rec.Table(tableRegret)
	if t == nil || len(t.Rows) == 0 {
		return nil, false
	}
	f := figures.Lines{
		Meta: figures.Meta{
			ID:       tableRegret,
			Title:    t.Title,
			Subtitle: subtitle(t.Rows[0].Data, rec, "C = 1; bands: the bracket; dashed: bounds"),
		},
		X: figures.Axis{Label: "T (rounds, one word each)", Log: true},
		Y: figures.Axis{Label: "regret (letters)", Log: true},
	}
	for i, rule := range regretRules {
		c := rec.Curve(tableRegret + "-" + rule.id)
		if c == nil {
			continue
		}
		regret := figures.Series{
			Name: rule.title, X: c.Column("rounds"), Y: c.Column("regret"), Color: i + 1, Marks: true,
		}
		if high := c.Column("regret at most"); high != nil {
			regret.Low, regret.High = regret.Y, high
		}
		f.Series = append(f.Series, regret,
			figures.Series{Name: "its bound", X: c.Column("rounds"), Y: c.Column("bound"), Color: i + 1, Dashed: true},
		)
	}
	return f, true
}

// wordsFigure shows sample words with the letters read.
func wordsFigure(rec *reproduce.Record, id string) (figures.Figure, bool) {
	t := rec.Table(figureWords + "-" + id)
	if t == nil || len(t.Rows) == 0 {
		return nil, false
	}
	f := figures.Glyphs{
		Meta: figures.Meta{
			ID:       t.ID,
			Title:    t.Title,
			Subtitle: subtitle(t.Rows[0].Data, rec, "η0 = 1, best C, literal mode"),
		},
		GlyphRows: dataset.LetterRows,
		GlyphCols: dataset.LetterCols,
	}
	for _, r := range t.Rows {
		f.Rows = append(f.Rows, glyphs(keyTruth.In(r), keyGuess.In(r), keyPixels.In(r)))
	}
	return f, true
}

func glyphs(truth, guess string, pixels []string) []figures.Glyph {
	out := make([]figures.Glyph, 0, len(pixels))
	for i, p := range pixels {
		if i >= len(truth) || i >= len(guess) {
			break
		}
		var l dataset.Letter
		if _, err := fmt.Sscanf(p, "%16x%16x", &l.Bits[1], &l.Bits[0]); err != nil {
			break
		}
		g := figures.Glyph{Caption: guess[i : i+1], Wrong: guess[i] != truth[i]}
		if g.Wrong {
			g.Caption += " (" + truth[i:i+1] + ")"
		}
		for k := range dataset.LetterPixels {
			g.Pixels = append(g.Pixels, l.Pixel(k) == 1)
		}
		out = append(out, g)
	}
	return out
}
