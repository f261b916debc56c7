package onlinemkl

import (
	"fmt"
	"math"

	"github.com/proxlab/proxlab/reproduce"
)

// upper and lower are the rows of the two blocks of the table.
var (
	upper = []string{"linear", "quadratic", "gaussian", "average-lqg", "mkl-lqg"}
	lower = []string{"linear", "spline", "average-lb", "mkl-lb"}
)

const accuracyKey, secondsKey = "accuracy", "train_seconds"

// ofTable1 are the claims, about any form of Table 1.
var ofTable1 = []reproduce.Criterion{
	{
		ID: "D-M1", Where: "section 4, Table 1", Needs: upper, Paper: "87.5 against 85.5",
		Statement: "MKL(L,Q,G) is at least 2.0 points above every other row of its block",
		Judge: judged(func(v func(row, key string) float64) (string, bool) {
			best := math.Max(math.Max(v("linear", accuracyKey), v("quadratic", accuracyKey)),
				math.Max(v("gaussian", accuracyKey), v("average-lqg", accuracyKey)))
			mkl := v("mkl-lqg", accuracyKey)
			return fmt.Sprintf("%.2f against %.2f", mkl, best), mkl-best >= 2
		}),
	},
	{
		ID: "D-M2", Where: "section 4, Table 1", Needs: upper, Paper: "87.5, 84.3 and 85.5",
		Statement: "MKL(L,Q,G) is at least 3 points above the average kernel, which is no better than the best single one",
		Judge: judged(func(v func(row, key string) float64) (string, bool) {
			mkl, avg := v("mkl-lqg", accuracyKey), v("average-lqg", accuracyKey)
			single := math.Max(v("linear", accuracyKey), math.Max(v("quadratic", accuracyKey), v("gaussian", accuracyKey)))
			return fmt.Sprintf("%.2f, %.2f and %.2f", mkl, avg, single), mkl-avg >= 3 && avg <= single
		}),
	},
	{
		ID: "D-M3", Where: "Table 1", Needs: upper, Paper: "87.5 > 85.5 > {84.3, 84.1} > 72.8",
		Statement: "the order is MKL > Q > {average, G} > L",
		Judge: judged(func(v func(row, key string) float64) (string, bool) {
			m, q, a, g, l := v("mkl-lqg", accuracyKey), v("quadratic", accuracyKey), v("average-lqg", accuracyKey),
				v("gaussian", accuracyKey), v("linear", accuracyKey)
			return fmt.Sprintf("%.2f, %.2f, {%.2f, %.2f}, %.2f", m, q, a, g, l), m > q && q > math.Max(a, g) &&
				math.Min(a, g) > l
		}),
	},
	{
		ID:    "D-M4",
		Where: "section 4, Table 1",
		Needs: lower,
		Paper: "85.2 against 83.0, 75.4 and 72.8",
		Statement: "MKL(L,B1) is at least 2 points above the average and about 10 (here: at least 8) above both single " +
			"kernels",
		Judge: judged(func(v func(row, key string) float64) (string, bool) {
			m, a, s, l :=
				v("mkl-lb", accuracyKey), v("average-lb", accuracyKey), v("spline", accuracyKey), v("linear", accuracyKey)
			return fmt.Sprintf("%.2f against %.2f, %.2f and %.2f", m, a, s, l), m-a >= 2 && m-math.Max(s, l) >= 8
		}),
	},
	{
		ID: "D-M5", Timed: true,
		Where:     "section 4",
		Needs:     append(append([]string{}, upper...), lower...),
		Paper:     "85.2 and 87.5 in 15 s and 279 s",
		Statement: "sparse-kernel MKL is within 2.5 points of the best MKL in at most a tenth of its time",
		Judge: judged(func(v func(row, key string) float64) (string, bool) {
			a, b, s, t := v("mkl-lb", accuracyKey), v("mkl-lqg", accuracyKey), v("mkl-lb", secondsKey), v("mkl-lqg", secondsKey)
			return fmt.Sprintf("%.2f and %.2f in %.2f s and %.2f s", a, b, s, t), b-a <= 2.5 && 10*s <= t
		}),
	},
	{
		ID: "D-M6", Timed: true,
		Where: "Table 1",
		Needs: upper,
		Paper: "279 s, 118 s and 123 s",
		Statement: "MKL takes at most 2.5 times as long as one dense kernel, and the average about as long (here: within " +
			"1.5 times) as one",
		Judge: judged(func(v func(row, key string) float64) (string, bool) {
			m, a, g := v("mkl-lqg", secondsKey), v("average-lqg", secondsKey), v("gaussian", secondsKey)
			return fmt.Sprintf("%.2f s, %.2f s and %.2f s", m, a, g), m <= 2.5*g && a <= 1.5*g && g <= 1.5*a
		}),
	},
}

// judged gives a judge the numbers of the rows. Where one is missing, the claim is not testable.
func judged(
	judge func(value func(row, key string) float64) (string, bool),
) func(*reproduce.Table, *reproduce.Record) reproduce.Finding {
	return func(t *reproduce.Table, _ *reproduce.Record) reproduce.Finding {
		missing := false
		ours, holds := judge(func(id, key string) float64 {
			r, _ := t.Row(id)
			v := r.Number(key)
			missing = missing || math.IsNaN(v)
			return v
		})
		if missing {
			return reproduce.Finding{}
		}
		return reproduce.Decided(ours, holds, "")
	}
}

// claims are judged on every form of the table.
func claims() (out []reproduce.Criterion) {
	for _, form := range forms {
		for _, c := range ofTable1 {
			out = append(out, c.On(form))
		}
	}
	return out
}
