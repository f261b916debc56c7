package onlinemkl

import (
	"slices"
	"strconv"
	"strings"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/reproduce"
)

// How much of the margin of MKL is the learning rate: the table learning-rate has the upper block under every way to
// choose η0, with C the best on the test folds each time.

// way is one way to choose η0.
type way struct {
	id, title string
	selection
}

const (
	fixedWay = "fixed-" // with η0
	onceWay  = "once-"  // with C
	everyWay = "every-c"
)

// ways are the rows of the table: each η0, the rule run once at each C, the rule run for every C, the best.
func ways() (out []way) {
	for _, eta0 := range rates {
		out = append(out, way{fixedWay + short64(eta0), "η0 = " + short64(eta0), fixedRate(eta0)})
	}
	for _, c := range grid {
		out = append(out, way{onceWay + short64(c), "rule once, at C = " + short64(c), ruleOnce(c)})
	}
	return append(out,
		way{everyWay, "rule for every C", selections[tableRuleEvery]},
		way{"best", "best on the test folds", selections[tableBest]})
}

func short64(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// addRateRows adds the rows of the table: of every way the accuracies by fold, and what was picked.
func (s *study) addRateRows() {
	for _, w := range ways() {
		s.Row(tableRates, w.id, func() (datasets.Source, reproduce.Values) {
			var source datasets.Source
			values := reproduce.Values{}
			for _, r := range s.rows {
				var accuracies, chosen []float64
				for _, fold := range foldsOf(s.Config) {
					if ch, ok := s.cells.choose(w.selection, cell{fold: fold, row: r.id, variant: literal.ID}); ok {
						accuracies, chosen = append(accuracies, ch.accuracy()), append(chosen, ch.Eta0)
						source = ch.Source
					}
				}
				if slices.Contains(upper, r.id) && len(accuracies) > 0 {
					values[string(reached(r.id))], values[string(picked(r.id))] = accuracies, chosen
				}
			}
			if len(values) == 0 {
				return source, nil
			}
			return source, values
		})
	}
}

func ratesLayout() reproduce.Layout {
	return reproduce.Layout{
		ID: tableRates, Title: "Handwriting: the learning rate, and what it makes of the margin of MKL",
		Scale: reproduce.Paper,
		Notes: []string{
			"C chosen on the test folds in every line; mean over the folds.",
			"The rule is the paper's: the η0 from 0.01 to 10 of the least objective after 5 epochs. It is run for each kernel " +
				"and fold, once at the C named, or for every C.",
			"The margin is that of MKL above Q, fold by fold; mean ± standard error.",
		},
		Show: func(f *figures.Table, t *reproduce.Table) {
			titles := []string{"η0 chosen", "η0 of L, Q, G, avg", "of MKL"}
			for _, id := range upper {
				titles = append(titles, short(id))
			}
			f.Columns = figures.Columns(1, append(titles, "margin", "data")...)
			for _, w := range ways() {
				if r, ok := t.Row(w.id); ok {
					f.Rows = append(f.Rows, w.line(r))
				}
			}
		},
	}
}

// line is the table's line of a way.
func (w way) line(r reproduce.Row) []string {
	var others, accuracies []string
	for _, id := range upper {
		if id != regretRow {
			if picked := list(picked(id).In(r)); picked != "" && !slices.Contains(others, picked) {
				others = append(others, picked)
			}
		}
		mean, _ := reproduce.MeanSpread(reached(id).In(r))
		accuracies = append(accuracies, figures.Number(mean, 2))
	}
	out := append([]string{w.title, strings.Join(others, "; "), list(picked(regretRow).In(r))}, accuracies...)
	return append(out, above(reached(regretRow).In(r), reached("quadratic").In(r)).Text(), r.Data.String())
}
