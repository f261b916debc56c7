package sparsity

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/reproduce"
)

// The claims are judged each as worded, and where the wording fails, what holds.
var claims = []reproduce.Criterion{
	{
		ID: "D-S1", Table: tableFigure1, Where: "section 5.2, Figure 1", Paper: "γ > 0, growing",
		Statement: "γ = (err_S − err_M)/err_S is positive and grows with the number of tasks, for every n",
		Judge: plainly(onCourses("n", "tasks", "gamma", 0, func(gamma []float64) bool {
			return gamma[0] > 0 && rising(gamma)
		})),
	},
	{
		ID: "D-S1-ends", Table: tableFigure1, Where: "section 5.2, Figure 1", Paper: "larger",
		Statement: "the gain is larger when the number of tasks is large (judged: γ positive everywhere, and for every n " +
			"larger for the most tasks than for the fewest)",
		Judge: plainly(onCourses("n", "tasks", "gamma", 0, func(gamma []float64) bool {
			return floats.Min(gamma) > 0 && gamma[len(gamma)-1] > gamma[0]
		})),
	},
	{
		ID: "D-S2", Table: tableFigure1, Where: "section 5.2, Figure 1", Paper: "larger",
		Statement: "the gain is larger with small training sets (judged: γ at the least n above γ at the largest, for " +
			"every number of tasks)",
		Judge: plainly(onCourses("tasks", "n", "gamma", 0, lessAtTheEnd)),
	},
	{
		ID: "D-S2-many", Table: tableFigure1, Where: "section 5.2, Figure 1", Paper: "larger",
		Statement: "the gain is larger with small training sets (judged: γ at the least n above γ at the largest, for " +
			"every number of tasks of four or more)",
		Judge: plainly(onCourses("tasks", "n", "gamma", 4, lessAtTheEnd)),
	},
	{
		ID: "D-S3", Table: tableFigure2, Where: "section 5.3, Figure 2", Paper: "overlapping",
		Statement: "the test errors of all μ are essentially overlapping (judged: means within 10 % of those of μ = 0, for " +
			"all α to 0.1)",
		Judge: plainly(errorsOverlap("error", 0.1)),
	},
	{
		ID: "D-S3-small", Table: tableFigure2, Where: "section 5.3, Figure 2", Paper: "overlapping",
		Statement: "the test errors of small μ are essentially overlapping (judged: the same, for α = 0.001)",
		Judge:     plainly(errorsOverlap("error", 0.001)),
	},
	{
		ID: "D-S3-plain", Table: tableFigure2, Where: "section 5.3, Figure 2", Paper: "not said",
		Statement: "without the debiasing step as well (judged: as D-S3, on the sparse model's own errors)",
		Judge:     plainly(errorsOverlap("plain_error", 0.1)),
	},
	{
		ID: "D-S4", Table: tableFigure2, Where: "section 5.3", Paper: "reduced",
		Statement: "with very small samples the perturbation reduces sparsity (judged: at the least n, for every d, more " +
			"features selected at the largest α than at μ = 0)",
		Judge: plainly(selectsMore),
	},
	{
		ID: "D-S4-n", Table: tableFigure2, Where: "section 5.3", Paper: "negligible",
		Statement: "that effect decreases with n and is essentially negligible even when n ≪ d (judged: for every d, at " +
			"most as many more features at the largest n as at the least, and at most one more at α = 0.001 wherever n ≤ d/4)",
		Judge: plainly(shrinksWithN),
	},
	{
		ID: "D-S5", Table: tableFigure2, Where: "section 5.3, Figure 2", Paper: "clear",
		Statement: "larger α need fewer iterations (judged: mean iterations fall with α for every d and n)",
		Judge:     plainly(iterationsFall("alpha", "n")),
	},
	{
		ID: "D-S5-n", Table: tableFigure2, Where: "section 5.3, Figure 2", Paper: "decreases",
		Statement: "the number of iterations decreases as the number of points increases (judged: mean iterations fall " +
			"with n for every d and α)",
		Judge: plainly(iterationsFall("n", "alpha")),
	},
	{
		ID: "D-S5-d", Table: tableFigure2, Where: "section 5.3", Paper: "substantially",
		Statement: "when n ≪ d a small μ substantially reduces the burden (judged: at the largest d, α = 0.001 takes at " +
			"most half the iterations of μ = 0, for all n ≤ d/8)",
		Judge: plainly(savesAtOnce),
	},
	{
		ID: "D-S6", Table: tableFigure3, Where: "section 5.4, Figure 3", Paper: "> 1",
		Statement: "the ratio of fixed to adaptive iterations is always greater than one (judged: in every replication)",
		Judge:     plainly(ratioAboveOne("ratio_least")),
	},
	{
		ID: "D-S6-guarded", Table: tableFigure3, Where: "section 5.4, Figure 3", Paper: "> 1",
		Statement: "the ratio of fixed to adaptive iterations is always greater than one (judged: in every replication, " +
			"with a safeguard)",
		Judge: plainly(ratioAboveOne("guarded_least")),
	},
	{
		ID: "D-S6-size", Table: tableFigure3, Where: "section 5.4, Figure 3", Paper: "10 to 100s",
		Statement: "it ranges from the order of tens to the order of hundreds (judged: least mean above 5, largest above " +
			"100)",
		Judge: plainly(ratioTens),
	},
	{
		ID: "D-S6-d", Table: tableFigure3, Where: "section 5.4, Figure 3", Paper: "grows",
		Statement: "adaptive steps help more the more input variables there are (judged: the mean ratio over n grows with " +
			"d)",
		Judge: plainly(ratioGrows),
	},
	{
		ID: "D-S7", Table: tableFigure3, Where: "section 5.4, Figure 3", Paper: "flat",
		Statement: "over n the ratio is approximately constant or decreases slightly (judged: for every d, from the least " +
			"to the largest n it changes by a factor between 1/2 and 1.25)",
		Judge: plainly(onCourses("d", "n", "ratio", 0, func(ratio []float64) bool {
			change := ratio[len(ratio)-1] / ratio[0]
			return change <= 1.25 && change >= 0.5
		})),
	},
	{
		ID: "D-S8", Table: tableInstances, Where: "section 5", Paper: "shared",
		Statement: "all the other learning algorithms share the same properties (judged for lasso, elastic net and group " +
			"lasso: iterations fall with α for every n, and the test errors at α = 0.001 are within 10 % of those at μ = 0)",
		Judge: plainly(sameForOthers),
	},
	{
		ID: "D-S9", Table: tableTheory, Where: "Proposition 1, Corollary 1, section 5.3", Paper: "≤ L_σ",
		Statement: "the map contracts by L_σ = (a − b)/(a + b + 4μ), which is (1 + α)⁻¹ for b = 0, " +
			"and ‖f* − f^p‖ ≤ L^p/(1 − L) ‖f¹ − f⁰‖",
		Judge: plainly(contracts),
	},
	{
		ID: "D-S10", Table: tableTheory, Where: "Theorem 2", Paper: "monotone", Needs: []string{"projection-1"},
		Statement: "with η ≤ ‖JJᵀ‖⁻¹ the iteration lowers ‖Jᵀv − g/λ‖ in every step and converges to the projection",
		Judge:     plainly(decreases),
	},
}

// judge says what was found on a table, and whether the claim holds.
type judge = func(t *reproduce.Table, rec *reproduce.Record) (ours string, holds bool)

// onCourses judges whether a number's courses along a column are right for every value, from the least on, of another.
func onCourses(over, along, key string, least float64, right func([]float64) bool) judge {
	return func(t *reproduce.Table, _ *reproduce.Record) (string, bool) {
		g := gridOf(t).where(func(r reproduce.Row) bool { return r.Number(over) >= least })
		if len(g.rows) == 0 {
			return "", false
		}
		holds := true
		var ours []string
		for _, v := range g.values(over) {
			course := g.course(along, key, map[string]float64{over: v})
			holds = holds && right(course)
			ours = append(ours, fmt.Sprintf("%s = %.0f: %s", over, v, list(course, 3)))
		}
		return fmt.Sprintf("over %s = %s; %s", along, list(g.values(along), 0), strings.Join(ours, "; ")), holds
	}
}

func lessAtTheEnd(course []float64) bool { return course[0] > course[len(course)-1] }

// overlap is how far mean errors may be apart.
const overlap = 0.1

// errorsOverlap judges a kind of error for α up to most.
func errorsOverlap(key string, most float64) judge {
	return func(t *reproduce.Table, _ *reproduce.Record) (string, bool) {
		worst, at, near, all := 0., "", 0, 0
		eachAlpha(gridOf(t), func(row, base reproduce.Row) {
			if row.Number("alpha") > most {
				return
			}
			all++
			apart := row.Number(key)/base.Number(key) - 1
			if math.Abs(apart) <= overlap {
				near++
			}
			if math.Abs(apart) > math.Abs(worst) {
				worst = apart
				at = fmt.Sprintf("d = %.0f, n = %.0f, α = %g", row.Number("d"), row.Number("n"), row.Number("alpha"))
			}
		})
		return fmt.Sprintf("%d of %d means within 10 %%; the furthest %+.0f %% (%s)", near, all, 100*worst, at),
			near == all && all > 0
	}
}

// eachAlpha visits the rows of α > 0 with that of α = 0 and the same d and n.
func eachAlpha(g grid, visit func(row, base reproduce.Row)) {
	for _, r := range g.rows {
		if r.Number("alpha") == 0 {
			continue
		}
		if base, ok := g.at(map[string]float64{"alpha": 0, "d": r.Number("d"), "n": r.Number("n")}); ok {
			visit(r, base)
		}
	}
}

// plainly makes a finding of what was found and whether the claim holds.
func plainly(judge func(*reproduce.Table, *reproduce.Record) (string, bool)) func(
	*reproduce.Table, *reproduce.Record,
) reproduce.Finding {
	return func(t *reproduce.Table, rec *reproduce.Record) reproduce.Finding {
		ours, holds := judge(t, rec)
		return reproduce.Decided(ours, holds, "")
	}
}
