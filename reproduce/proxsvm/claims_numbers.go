package proxsvm

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/evidence"
)

// batched is the set on which k tells most of Adaptive.
const batched = "w8a"

// oneARound and tenARound are readings of k.
var (
	oneARound = reproduce.Reading{
		Name: "k = 1", Rank: reproduce.Ours,
		Reason: "“Mini-batch size k” is an input of Algorithm 3, and Pegasos “randomly samples a subset A_t of fixed size " +
			"k”; which k was run is not said. All other claims are judged with one example a round.",
	}
	tenARound = reproduce.Reading{
		Name: "k = 10", Rank: reproduce.Ours, Reason: "The paper does not say k; ten examples a round are as usual as one.",
	}
)

// numbersOfTable1 are the rows of Table 1 whose sets are known for certain: of the others at hand the paper does not
// say which class is set against the rest, which examples are held out, or how features are scaled. Every method is
// judged by itself.
func numbersOfTable1() (out []reproduce.Criterion) {
	for _, row := range []struct{ id, set, statement string }{
		{"D-P1", "a9a", "a9a 32,561 16281 123 10⁻⁴ 0.3537 0.3531 0.3533 28 19 18"},
		{"D-P2", "w8a", "w8a 49,749 14951 300 10⁻⁸ 1.5146 0.1391 0.1292 n/a 45 13"},
		{"D-P11", "ijcnn1", "ijcnn1 35,000 91701 22 10⁻⁷ 0.3582 0.2088 0.1857 89 98 3"},
	} {
		s := specOf(row.set)
		of := func(suffix, name string, k int, method string) reproduce.Criterion {
			printed := figures4(s.paper.loss[k])
			rule := "the paper's loss is in the 95 % prediction interval of one more run of ours"
			if passes := s.paper.passes[k]; !math.IsNaN(passes) {
				printed += fmt.Sprintf(" in %.0f passes", passes)
				rule = "the paper's loss and its passes are both in the 95 % prediction interval of one more run of ours"
			}
			return reproduce.Criterion{
				ID: row.id + suffix, Where: "Table 1", Statement: row.statement, Paper: name + " " + printed,
				Rule: name + " on " + row.set + ": " + rule, Figure: figureTable1, Table: tableLiteral,
				Needs: []string{row.set}, Judge: printedBy(s.id, s.paper, k, method),
			}
		}
		out = append(out, under(func(r reading) reproduce.Criterion { return of("a", "Proximal", 2, r.method) })...)
		b := of("b", "Adaptive", 1, adaptive)
		if row.set != batched {
			out = append(out, b)
		} else {
			out = append(out, b.Under(oneARound))
			b.Needs, b.Judge = []string{batched + "/10"}, printedBy(batched+"/10", s.paper, 1, adaptive)
			out = append(out, b.On(tableBatches).Under(tenARound))
		}
		out = append(out, of("c", "Pegasos", 0, pegasos))
	}
	return append(out, reproduce.Criterion{
		ID: "D-P2d", Where: "Table 1", Paper: "Pegasos n/a", Figure: figureTable1, Table: tableLiteral,
		Needs: []string{"w8a"},
		Statement: "n/a is reported for cases where the optimizer failed to find a better objective than the starting " +
			"parameter set. … w8a 49,749 14951 300 10⁻⁸ 1.5146 0.1391 0.1292 n/a 45 13",
		Rule: inMostRuns + "Pegasos on w8a is never below the loss at w = 0 after a pass",
		Judge: func(t *reproduce.Table, _ *reproduce.Record) reproduce.Finding {
			all := reachedOn(t, proximal, func(s set) bool { return s.id == "w8a" })
			return evidence.MostRuns("never below", 1, inRuns(all, neverBelow)...)
		},
	})
}

// neverBelow tells that Pegasos was never below the loss at w = 0.
func neverBelow(a reached, k int) bool { return math.IsNaN(a.passes[0][k]) }

// figures4 writes a loss as the paper does.
func figures4(v float64) string { return strings.TrimPrefix(fmt.Sprintf("%.4f", v), "0") }

// printedBy judges the paper's loss, and its passes where there are any, of method k by the runs of ours.
func printedBy(
	row string, printed paper, k int, method string,
) func(*reproduce.Table, *reproduce.Record) reproduce.Finding {
	return func(t *reproduce.Table, _ *reproduce.Record) reproduce.Finding {
		r, _ := t.Row(row)
		losses, counts := losses.runs(method).In(r), passesTo99.runs(method).In(r)
		if len(losses) == 0 {
			return reproduce.Finding{}
		}
		ours := fmt.Sprintf("median %s, %s to %s", figures4(reproduce.Median(losses)), figures4(floats.Min(losses)),
			figures4(floats.Max(losses)))
		numbers := []evidence.Number{{Name: "loss", Paper: printed.loss[k], Half: 0.00005, Runs: losses}}
		if !math.IsNaN(printed.passes[k]) && !slices.ContainsFunc(counts, math.IsNaN) {
			ours += fmt.Sprintf("; in %s passes, %s to %s", count(reproduce.Median(counts)), count(floats.Min(counts)),
				count(floats.Max(counts)))
			numbers = append(numbers, evidence.Number{Name: "passes", Paper: printed.passes[k], Half: 0.5, Runs: counts})
		}
		return evidence.OneMore(ours, numbers...)
	}
}
