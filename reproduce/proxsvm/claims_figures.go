package proxsvm

import (
	"fmt"
	"math"
	"strings"

	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/evidence"
)

// The sets on which Figures 1 and 2 are judged.
var (
	ofTheFigures   = []string{"combined", "covtype", "covtype-subset"}
	besideFigures  = []string{"ijcnn1", "w8a"}
	reasonOfSubset = "The figures are of combined and covtype, which are not at hand; 20,000 examples of covtype are"
	reasonOfOthers = "The sentence may be meant of any set with a small λ_best, of which ijcnn1 and w8a are in Table 1"
)

// gridRow is what the methods ended with at one λ of a set, by run; the third is Proximal under a reading.
type gridRow struct {
	optimum    float64
	loss, test [3][]float64
}

// ofFigures is the sentence on Figures 1 and 2, under every reading of Algorithm 3, on the paper's sets and on others.
func ofFigures() (out []reproduce.Criterion) {
	for _, c := range []struct {
		id, figure, paper, rule string
		seen                    func(rows []gridRow, k int) bool
	}{
		{
			"D-P6a", figureCurves, "by eye, the training losses of Figure 1",
			"“a comfortable advantage”: " + seenInARun + "after 100 passes, at λ_best, 10 λ_best and 100 λ_best alike, " +
				"Proximal's training loss is at most half as far above the optimum as the lesser of the others",
			func(rows []gridRow, k int) bool {
				return each(rows, func(r gridRow) bool {
					return 2*(r.loss[2][k]-r.optimum) <= min(r.loss[0][k], r.loss[1][k])-r.optimum
				})
			},
		},
		{
			"D-P6b", figureErrors, "by eye, the test errors of Figure 2",
			"“a comfortable advantage”: " + seenInARun + "after 100 passes, at λ_best, 10 λ_best and 100 λ_best alike, " +
				"Proximal's test error is below that of both others",
			func(rows []gridRow, k int) bool {
				return each(rows, func(r gridRow) bool { return r.test[2][k] < min(r.test[0][k], r.test[1][k]) })
			},
		},
		{
			"D-P6c", figureCurves, "by eye, from the top row of Figure 1 to the bottom row",
			"“especially for small λ_best”: " + seenInARun + "what the lesser of the others ends above Proximal in training " +
				"loss, after 100 passes, grows from 100 λ_best to 10 λ_best, and from there to λ_best",
			func(rows []gridRow, k int) bool {
				ahead := func(r gridRow) float64 { return min(r.loss[0][k], r.loss[1][k]) - r.loss[2][k] }
				return ahead(rows[0]) > ahead(rows[1]) && ahead(rows[1]) > ahead(rows[2])
			},
		},
	} {
		criterion := reproduce.Criterion{
			ID: c.id, Table: tableGrid, Figure: c.figure, Where: experiments + ", Figures 1 and 2", Paper: c.paper,
			Rule: c.rule,
			Statement: "As shown, the proximal algorithm enjoys a comfortable advantage over the other methods, especially " +
				"for small λ_best.",
		}
		for _, r := range ofAlgorithm3 {
			criterion.Judge = onSets(ofTheFigures, r.method, c.seen)
			out = append(out, criterion.Under(andSets(r.Reading, "covtype", reasonOfSubset)))
			criterion.Judge = onSets(besideFigures, r.method, c.seen)
			out = append(out, criterion.Under(andSets(r.Reading, "other sets", reasonOfOthers)))
		}
	}
	return out
}

// andSets is a reading of Algorithm 3 together with one of the sets.
func andSets(r reproduce.Reading, sets, reason string) reproduce.Reading {
	return reproduce.Reading{Name: r.Name + "; " + sets, Reason: reason + "; " + r.Reason}
}

// onSets judges the grid of some sets: a run has to be as seen says on all of them.
func onSets(
	ids []string, method string, seen func(rows []gridRow, k int) bool,
) func(*reproduce.Table, *reproduce.Record) reproduce.Finding {
	return func(t *reproduce.Table, _ *reproduce.Record) reproduce.Finding {
		var parts []string
		var all []bool
		for _, id := range ids {
			rows, runs := gridOf(t, id, method)
			if runs == 0 {
				continue
			}
			hits := 0
			on := make([]bool, runs)
			for k := range on {
				if on[k] = seen(rows, k); on[k] {
					hits++
				}
			}
			parts = append(parts, fmt.Sprintf("%s %d of %d", id, hits, runs))
			all = both(all, on)
		}
		return evidence.MostRuns(strings.Join(parts, ", ")+" runs", all)
	}
}

// gridOf reads the three rows of a set, from λ_best up, and how many runs they have; 0 where one is missing.
func gridOf(t *reproduce.Table, id, method string) (rows []gridRow, runs int) {
	s, runs := specOf(id), math.MaxInt
	for _, lambda := range gridLambdas(s) {
		r, ok := t.Row(fmt.Sprintf("%s/%g", id, lambda))
		if !ok {
			return nil, 0
		}
		g := gridRow{optimum: r.Number("optimum")}
		for k, m := range [3]string{pegasos, adaptive, method} {
			g.loss[k], g.test[k] = r.Numbers("loss_"+m+"_seeds"), r.Numbers("test_error_"+m+"_seeds")
			runs = min(runs, len(g.loss[k]), len(g.test[k]))
		}
		rows = append(rows, g)
	}
	return rows, runs
}

// both tells of every run that two sets have whether it was seen on both; nil stands for no set so far.
func both(a, b []bool) []bool {
	if a == nil {
		return b
	}
	out := make([]bool, min(len(a), len(b)))
	for k := range out {
		out[k] = a[k] && b[k]
	}
	return out
}

// each tells whether all rows are as is says.
func each(rows []gridRow, is func(r gridRow) bool) bool {
	for _, r := range rows {
		if !is(r) {
			return false
		}
	}
	return true
}
