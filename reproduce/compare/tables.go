package compare

import (
	"fmt"
	"math"
	"strconv"

	"github.com/proxlab/proxlab/figures/table"
)

// Tables are those of a comparison: means of methods on data sets, differences, and pairs of ranks.
func (s *Scores) Tables() []table.Table {
	out := []table.Table{s.pivot()}
	if t := s.differencesTable(); len(t.Rows) > 0 {
		out = append(out, t)
	}
	return append(out, s.Ranks().tables()...)
}

// pivot has a row a method and a column a data set.
func (s *Scores) pivot() table.Table {
	t := table.Table{
		ID: "means", Title: s.Measure, Columns: []table.Column{{Title: s.Method}},
		Notes: []string{"Means with half the width of their intervals of 95 %."},
	}
	best := table.Least
	if s.Higher {
		best = table.Most
	}
	for _, d := range s.Data {
		t.Columns = append(t.Columns, table.Column{Title: d, Right: true, Best: best})
	}
	t.Columns = append(t.Columns, table.Column{Title: "runs", Right: true})
	for m, name := range s.Methods {
		line, runs, draws := []string{name}, 0, [][]float64{nil}
		for d := range s.Data {
			x := s.Mean(m, d)
			line = append(line, table.PlusMinus(x.Mean, (x.High-x.Low)/2))
			runs += x.N
			draws = append(draws, s.byDraw(m, d))
		}
		t.Rows, t.Draws = append(t.Rows, append(line, strconv.Itoa(runs))), append(t.Draws, append(draws, nil))
	}
	return t
}

func (s *Scores) differencesTable() table.Table {
	t := table.Table{
		ID: "differences", Title: fmt.Sprintf("%s above that of %s", s.Measure, s.Methods[s.reference()]),
		Columns: []table.Column{
			{Title: s.Method}, {Title: "data"}, {Title: "difference", Right: true}, {Title: "interval", Right: true},
			{Title: "runs", Right: true}, {Title: "so it is"}, {Title: "would decide", Right: true},
		},
		Notes: []string{"Draw by draw; the intervals are of 95 % for all together (Bonferroni)."},
	}
	for _, x := range s.Differences() {
		between := "–"
		if !math.IsInf(x.Low, 0) && !math.IsNaN(x.Low) {
			between = fmt.Sprintf("%s to %s", table.Short(x.Low), table.Short(x.High))
		}
		t.Rows = append(t.Rows, []string{
			x.Method, x.Data, table.Short(x.Mean), between, strconv.Itoa(x.N), x.says(), known(x.Needed),
		})
	}
	return t
}

// known writes a number of which 0 is none.
func known(n int) string {
	if n == 0 {
		return "–"
	}
	return strconv.Itoa(n)
}

func (r Ranks) tables() []table.Table {
	if len(r.Methods) == 0 {
		return nil
	}
	means := table.Table{
		ID: "ranks", Title: "Mean ranks", Columns: []table.Column{{Title: "method"}, {Title: "mean rank", Right: true}},
		Notes: []string{
			fmt.Sprintf("Over %d blocks. Friedman's χ² = %.4g, p = %.2g; Iman and Davenport's F = %.4g, p = %.2g. Nemenyi's "+
				"critical difference at 5 %% is %.3g.", r.Blocks, r.ChiSquare, r.P, r.F, r.PF, r.Critical),
		},
	}
	for i, name := range r.Methods {
		means.Rows = append(means.Rows, []string{name, fmt.Sprintf("%.3f", r.Mean[i])})
	}
	pairs := table.Table{ID: "pairs", Title: "Pairs of mean ranks", Columns: []table.Column{
		{Title: "better"}, {Title: "than"}, {Title: "standard errors", Right: true}, {Title: "p by Holm", Right: true},
		{Title: "would decide", Right: true},
	}}
	for _, p := range r.Pairs {
		pairs.Rows = append(pairs.Rows, []string{
			p.A, p.B, fmt.Sprintf("%.2f", p.Z), fmt.Sprintf("%.2g", p.Holm), known(p.Needed),
		})
	}
	return []table.Table{means, pairs}
}
