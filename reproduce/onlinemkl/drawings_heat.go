package onlinemkl

import (
	"fmt"
	"math"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/reproduce"
)

// accuraciesOf returns the least and the largest accuracy of all rows over C and η0, for one scale of colors.
func accuraciesOf(t *reproduce.Table) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, r := range t.Rows {
		for _, eta0 := range rates {
			for _, a := range accuraciesAt(eta0).In(r) {
				lo, hi = math.Min(lo, a), math.Max(hi, a)
			}
		}
	}
	return lo, hi
}

// heatFigure draws a row's accuracy over C and η0, in colors from lo to hi.
func heatFigure(rec *reproduce.Record, r reproduce.Row, lo, hi float64) (figures.Figure, bool) {
	f := figures.Heat{
		Meta: figures.Meta{
			ID:       figureHeat + "-" + r.ID,
			Title:    specOf(r.ID).title + ": test accuracy per letter (%)",
			Subtitle: subtitle(r.Data, rec, fmt.Sprintf("literal mode, mean of %d folds", len(folds.In(r)))),
		},
		X: figures.Axis{Label: "C = 1/(λm)"}, Y: figures.Axis{Label: "η0"}, Digits: 1,
		Low: lo, High: hi,
	}
	cs := tried.In(r)
	for _, c := range cs {
		f.Columns = append(f.Columns, fmt.Sprintf("%g", c))
	}
	for _, eta0 := range rates {
		if a := accuraciesAt(eta0).In(r); len(a) == len(cs) && a != nil {
			f.RowsUp = append(f.RowsUp, fmt.Sprintf("%g", eta0))
			f.Values = append(f.Values, a)
		}
	}
	return f, len(f.Values) > 0
}
