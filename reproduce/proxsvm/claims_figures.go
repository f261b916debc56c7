package proxsvm

import (
	"fmt"
	"math"

	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/evidence"
)

// setsOfFigures are those on which Figures 1 and 2 are judged.
var setsOfFigures = []struct {
	reproduce.Reading
	ids []string
}{
	{
		reproduce.Reading{
			Name: "covtype", Rank: reproduce.Stated,
			Reason: "The figures are of combined and covtype, of which covtype is judged: of combined no checksum is known.",
		},
		[]string{"covtype"},
	},
	{
		reproduce.Reading{
			Name: "other sets", Rank: reproduce.Inferred,
			Reason: "The sentence may be meant of any set with a small λ_best, of which ijcnn1 and w8a are in Table 1 too.",
		},
		besideFigures,
	},
}

// rowsOnGrid are the ids of the rows of some sets.
func rowsOnGrid(ids []string) (rows []string) {
	for _, id := range ids {
		for _, lambda := range gridLambdas(specOf(id)) {
			rows = append(rows, fmt.Sprintf("%s/%g", id, lambda))
		}
	}
	return rows
}

// besideFigures are sets that the paper's figures do not have.
var besideFigures = []string{"ijcnn1", "w8a"}

// gridRow is what the methods ended with at one λ of a set, by run; the third is Proximal under a reading.
type gridRow struct {
	lambda, optimum float64
	loss, test      [3][]float64
}

// ofFigures is the sentence on Figures 1 and 2, under every reading of Algorithm 3, on the paper's sets and on others.
func ofFigures() (out []reproduce.Criterion) {
	for _, c := range []struct {
		id, figure, paper, rule, what string
		lambdas                       int                                 // from λ_best up, of which each is judged
		seen                          func(rows []gridRow, i, k int) bool // at λ number i, in run k
	}{
		{
			"D-P6a", figureCurves, "by eye, the training losses of Figure 1",
			"“a comfortable advantage”: on every set and at each of λ_best, 10 λ_best and 100 λ_best, " + inMostRuns +
				"Proximal's training loss after 100 passes is at most half as far above the optimum as the lesser of the others",
			"at most half as far", 3, func(rows []gridRow, i, k int) bool {
				r := rows[i]
				return 2*(r.loss[2][k]-r.optimum) <= min(r.loss[0][k], r.loss[1][k])-r.optimum
			},
		},
		{
			"D-P6b", figureErrors, "by eye, the test errors of Figure 2",
			"“a comfortable advantage”: on every set and at each of λ_best, 10 λ_best and 100 λ_best, " + inMostRuns +
				"Proximal's test error after 100 passes is below that of both others",
			"below both", 3, func(rows []gridRow, i, k int) bool {
				r := rows[i]
				return r.test[2][k] < min(r.test[0][k], r.test[1][k])
			},
		},
		{
			"D-P6c", figureCurves, "by eye, from the top row of Figure 1 to the bottom row",
			"“especially for small λ_best”: on every set, " + inMostRuns + "what the lesser of the others ends above Proximal " +
				"in training loss, after 100 passes, is more at λ_best than at 10 λ_best, and more there than at 100 λ_best",
			"more than at ten times the λ", 2, func(rows []gridRow, i, k int) bool {
				ahead := func(r gridRow) float64 { return min(r.loss[0][k], r.loss[1][k]) - r.loss[2][k] }
				return ahead(rows[i]) > ahead(rows[i+1])
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
			for _, sets := range setsOfFigures {
				criterion.Judge = func(t *reproduce.Table, _ *reproduce.Record) reproduce.Finding {
					var runs []evidence.Runs
					for _, id := range sets.ids {
						rows, n := gridOf(t, id, r.method)
						for i := range rows[:min(len(rows), c.lambdas)] {
							runs = append(runs, evidence.Runs{
								Name: fmt.Sprintf("%s at %.0e", id, rows[i].lambda),
								Seen: each(n, func(k int) bool { return c.seen(rows, i, k) }),
							})
						}
					}
					return evidence.MostRuns(c.what, len(runs), runs...)
				}
				criterion.Needs = rowsOnGrid(sets.ids)
				out = append(out, criterion.Under(reproduce.Reading{
					Name: r.Name + "; " + sets.Name, Rank: r.Rank.Weaker(sets.Rank), Reason: sets.Reason + " " + r.Reason,
				}))
			}
		}
	}
	return out
}

// gridOf reads the three rows of a set, from λ_best up, and how many runs they have; none where one is missing.
func gridOf(t *reproduce.Table, id, method string) (rows []gridRow, runs int) {
	runs = math.MaxInt
	for _, lambda := range gridLambdas(specOf(id)) {
		r, ok := t.Row(fmt.Sprintf("%s/%g", id, lambda))
		if !ok {
			return nil, 0
		}
		g := gridRow{lambda: lambda, optimum: optimum.In(r)}
		for k, m := range [3]string{pegasos, adaptive, method} {
			g.loss[k], g.test[k] = losses.runs(m).In(r), testErrors.runs(m).In(r)
			runs = min(runs, len(g.loss[k]), len(g.test[k]))
		}
		rows = append(rows, g)
	}
	return rows, runs
}
