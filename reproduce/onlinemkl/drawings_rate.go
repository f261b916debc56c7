package onlinemkl

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/reproduce"
)

// rateFigure draws the accuracy of the upper block over η0.
func rateFigure(rec *reproduce.Record) (figures.Figure, bool) {
	t := rec.Table(tableRates)
	f := figures.Lines{
		Meta: figures.Meta{ID: figureRates, Title: "Accuracy by learning rate, at the best C"},
		X:    figures.Axis{Label: "η0, of the rate η0/√t", Log: true}, Y: figures.Axis{Label: "test accuracy per letter (%)"},
	}
	for _, id := range upper {
		s := figures.Series{Name: short(id), Marks: true}
		for _, eta0 := range rates {
			r, ok := t.Row(fixedWay + short64(eta0))
			if mean, _ := reproduce.MeanSpread(reached(id).In(r)); ok && mean > 0 {
				s.X, s.Y = append(s.X, eta0), append(s.Y, mean)
				f.Subtitle = subtitle(r.Data, rec, fmt.Sprintf("literal mode, mean of %d folds", len(reached(id).In(r))))
			}
		}
		if len(s.X) > 0 {
			f.Series = append(f.Series, s)
		}
	}
	return f, len(f.Series) > 0
}

// marginFigure draws the margin of MKL above the other rows by the C at which the rule is run once, beside what the
// claim asks for and what is left where the rule is run for every C.
func marginFigure(rec *reproduce.Record) (figures.Figure, bool) {
	t := rec.Table(tableRates)
	f := figures.Lines{
		Meta: figures.Meta{ID: figureMargin, Title: "Margin of MKL by the C at which the paper's rule picks η0"},
		X:    figures.Axis{Label: "C = 1/(λm) at which the rule is run once", Log: true},
		Y:    figures.Axis{Label: "MKL above them (points of accuracy)"},
	}
	for _, id := range upper {
		if id == "linear" || id == regretRow { // L is far below all
			continue
		}
		s := figures.Series{Name: short(id), Marks: true}
		for _, c := range grid {
			r, _ := t.Row(onceWay + short64(c))
			mean := above(reached(regretRow).In(r), reached(id).In(r)).Mean
			if mean == mean {
				s.X, s.Y = append(s.X, c), append(s.Y, mean)
				f.Subtitle = subtitle(r.Data, rec, fmt.Sprintf("literal mode, best C, mean of %d folds",
					len(reached(id).In(r))))
			}
		}
		if len(s.X) > 0 {
			f.Series = append(f.Series, s)
		}
	}
	if len(f.Series) == 0 {
		return f, false
	}
	level := func(name string, at float64) {
		f.Series = append(f.Series, figures.Series{
			Name: name, X: []float64{grid[0], slices.Max(grid)}, Y: []float64{at, at}, Dashed: true,
		})
	}
	every, _ := t.Row(everyWay)
	level("Q, every C", aboveQ(every))
	level("2 points", 2)
	return f, true
}

// secondsFigure draws the training seconds of a form of Table 1, with the least and the most over the folds.
func secondsFigure(rec *reproduce.Record, t reproduce.Table) (figures.Figure, bool) {
	f := figures.Bars{
		Meta: figures.Meta{ID: figureSeconds + t.ID[len("table1"):], Title: "Time of training, as in " + t.ID},
		Y:    figures.Axis{Label: "processor seconds"}, Series: []string{"ours"},
	}
	for _, r := range t.Rows {
		if mean, deviation := reproduce.MeanSpread(trainedOnFolds.In(r)); mean == mean {
			f.Subtitle = subtitle(r.Data, rec, fmt.Sprintf("%s mode, C = %g, mean ± deviation of %d folds", t.Mode,
				timedAt.In(r), len(trainedOnFolds.In(r))))
			f.Bars = append(f.Bars, figures.Bar{
				Label: short(r.ID), Values: []float64{mean}, Errors: []float64{orZero(deviation)},
			})
		}
	}
	return f, len(f.Bars) > 0
}

// moreFoldsFigure draws the margin of MKL above Q on every fold, in ascending order.
func moreFoldsFigure(rec *reproduce.Record) (figures.Figure, bool) {
	t := rec.Table(tableMoreFolds)
	mkl, _ := t.Row(regretRow)
	q, _ := t.Row("quadratic")
	a, b := ofFolds.In(mkl), ofFolds.In(q)
	mean := above(a, b).Mean
	if mean != mean {
		return nil, false
	}
	margins := make([]float64, len(a))
	floats.SubTo(margins, a, b)
	slices.Sort(margins)
	ends := []float64{1, float64(len(a))}
	s := figures.Series{Name: "of each fold", Y: margins, Marks: true}
	for i := range margins {
		s.X = append(s.X, float64(i+1))
	}
	return figures.Lines{
		Meta: figures.Meta{
			ID: figureMoreFolds, Title: "Margin of MKL above Q, fold by fold",
			Subtitle: subtitle(mkl.Data, rec, "literal mode, η0 by the rule at C = 1, best C"),
		},
		X: figures.Axis{Label: "folds, in the order of the margin"}, Y: figures.Axis{Label: "points of accuracy"},
		Series: []figures.Series{
			s, {Name: "mean", X: ends, Y: []float64{mean, mean}}, {Name: "2 points", X: ends, Y: []float64{2, 2}, Dashed: true},
		},
	}, true
}
