package onlinemkl

import (
	"fmt"
	"math"
	"strconv"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/reproduce"
)

const (
	name = "onlinemkl"
	eta0 = 1.0

	tableEta1       = "table1-eta0-1"
	figureC         = "accuracy-by-c"
	figureObjective = "objective"
	figureWords     = "words"
)

// Study is the study of the paper's Table 1.
var Study = reproduce.Study{
	Name:    name,
	Title:   "Online multiple kernel learning: handwriting",
	Paper:   "Martins, Figueiredo, Aguiar, Smith, Xing, Online Multiple Kernel Learning for Structured Prediction, 2010",
	IDs:     ids(),
	Modes:   []reproduce.Mode{reproduce.Literal},
	Folds:   datasets.OCRFolds,
	Run:     run,
	Tables:  tables,
	Figures: drawings,
	Judge:   judge,
	Results: results(),
}

func ids() []string {
	out := []string{tableEta1, figureC, figureObjective, figureWords}
	for _, r := range rows {
		out = append(out, r.id)
	}
	return out
}

// tables shows the table beside the paper's.
func tables(rec *reproduce.Record) []figures.Table {
	t := rec.Table(tableEta1)
	if t == nil {
		return nil
	}
	out := figures.Table{
		ID: t.ID, Title: fmt.Sprintf("%s (%s, scale %s)", t.Title, t.Mode, rec.Scale),
		Columns: []figures.Column{
			{Title: "kernel"},
			{Title: "accuracy (%)", Right: true},
			{Title: "paper", Right: true},
			{Title: "training (s)", Right: true},
			{Title: "paper", Right: true},
			{Title: "C", Right: true},
			{Title: "folds", Right: true},
			{Title: "data"},
		},
		Notes: []string{
			"Trained on one fold and tested on the other nine; mean ± standard deviation over the folds trained on.",
			"C = 1/(λm), chosen from 0.1 to 10⁴ on the test set, as the paper's text suggests: an oracle. Last model after 20 epochs.",
			"Training seconds are those of the Gram matrix and 20 epochs.",
		},
	}
	for _, r := range t.Rows {
		spec := specOf(r.ID)
		data := r.Data.String()
		if s, ok := r.Values["status"].(string); ok {
			data = s
		}
		out.Rows = append(out.Rows, []string{
			spec.title,
			plusMinus(r.Number("accuracy"), r.Number("accuracy_std")),
			plusMinus(spec.paper.accuracy, spec.paper.std),
			number(r.Number("train_seconds"), 2),
			number(spec.paper.seconds, 0),
			list(r.Numbers("C")),
			strconv.Itoa(len(r.Numbers("folds"))),
			data,
		})
	}
	return []figures.Table{out}
}

func specOf(id string) row {
	for _, r := range rows {
		if r.id == id {
			return r
		}
	}
	return row{id: id, title: id}
}

func number(v float64, digits int) string {
	if math.IsNaN(v) {
		return "–"
	}
	return strconv.FormatFloat(v, 'f', digits, 64)
}

func plusMinus(v, sd float64) string {
	if math.IsNaN(sd) {
		return number(v, 1)
	}
	return number(v, 1) + " ± " + number(sd, 1)
}

// list writes the values that occur, each once.
func list(v []float64) string {
	seen := map[float64]bool{}
	out := ""
	for _, x := range v {
		if !seen[x] {
			seen[x] = true
			if out != "" {
				out += ", "
			}
			out += strconv.FormatFloat(x, 'g', -1, 64)
		}
	}
	return out
}

// drawings are the study's figures, as far as the record has what they need.
func drawings(rec *reproduce.Record) []figures.Figure {
	var out []figures.Figure
	t := rec.Table(tableEta1)
	if t == nil {
		return nil
	}
	byC := figures.Lines{
		Meta: figures.Meta{ID: figureC, Title: "Accuracy against the regularization coefficient"},
		X:    figures.Axis{Label: "C = 1/(λm)", Log: true}, Y: figures.Axis{Label: "test accuracy per letter (%)"},
	}
	for _, r := range t.Rows {
		if acc := r.Numbers("accuracy_by_C"); acc != nil {
			byC.Subtitle = subtitle(r.Data, rec)
			byC.Series = append(byC.Series, figures.Series{Name: specOf(r.ID).title, X: r.Numbers("grid"), Y: acc, Marks: true})
		}
	}
	if len(byC.Series) > 0 {
		out = append(out, byC)
	}
	for _, r := range t.Rows {
		if f, ok := objectiveFigure(rec, r); ok {
			out = append(out, f)
		}
		if f, ok := wordsFigure(rec, r.ID); ok {
			out = append(out, f)
		}
	}
	return out
}

func subtitle(src datasets.Source, rec *reproduce.Record) string {
	return fmt.Sprintf("%s data (%s), η0 = %g, %s mode, scale %s", src.Kind, src.Name, eta0, reproduce.Literal, rec.Scale)
}

// objectiveFigure is the objective over the epochs on the first fold of a row, a curve for each C.
func objectiveFigure(rec *reproduce.Record, r reproduce.Row) (figures.Figure, bool) {
	folds := r.Numbers("folds")
	if len(folds) == 0 {
		return nil, false
	}
	c := rec.Curve(fmt.Sprintf("objective-%s-fold-%g", r.ID, folds[0]))
	if c == nil {
		return nil, false
	}
	f := figures.Lines{
		Meta: figures.Meta{
			ID:       figureObjective + "-" + r.ID,
			Title:    fmt.Sprintf("%s: objective on the training words of fold %g", specOf(r.ID).title, folds[0]),
			Subtitle: subtitle(r.Data, rec),
		},
		X: figures.Axis{Label: "epoch (passes over the training words)"},
		Y: figures.Axis{Label: "λR(θ) + mean loss (letters per word)"},
	}
	for _, name := range c.Columns[1:] {
		f.Series = append(f.Series, figures.Series{Name: name, X: c.Column("epoch"), Y: c.Column(name)})
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
		Meta:      figures.Meta{ID: t.ID, Title: t.Title, Subtitle: subtitle(t.Rows[0].Data, rec)},
		GlyphRows: datasets.LetterRows, GlyphCols: datasets.LetterCols,
	}
	for _, r := range t.Rows {
		truth, _ := r.Values["truth"].(string)
		guess, _ := r.Values["guess"].(string)
		f.Rows = append(f.Rows, glyphs(truth, guess, texts(r.Values["pixels"])))
	}
	return f, true
}

func glyphs(truth, guess string, pixels []string) []figures.Glyph {
	out := make([]figures.Glyph, 0, len(pixels))
	for i, p := range pixels {
		if i >= len(truth) || i >= len(guess) {
			break
		}
		var l datasets.Letter
		if _, err := fmt.Sscanf(p, "%16x%16x", &l.Bits[1], &l.Bits[0]); err != nil {
			break
		}
		g := figures.Glyph{Caption: guess[i : i+1], Wrong: guess[i] != truth[i]}
		if g.Wrong {
			g.Caption += " (" + truth[i:i+1] + ")"
		}
		for k := range datasets.LetterPixels {
			g.Pixels = append(g.Pixels, l.Pixel(k) == 1)
		}
		out = append(out, g)
	}
	return out
}

// texts is a list of strings, fresh or read from JSON.
func texts(v any) []string {
	switch v := v.(type) {
	case []string:
		return v
	case []any:
		var out []string
		for _, x := range v {
			s, _ := x.(string)
			out = append(out, s)
		}
		return out
	}
	return nil
}
