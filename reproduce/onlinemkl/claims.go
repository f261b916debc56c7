package onlinemkl

import (
	"fmt"
	"math"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
)

// claim is a sentence of the paper about Table 1, and how to judge it on a table with the rows it needs.
type claim struct {
	id, where, statement, paper string
	needs                       []string
	judge                       func(value func(row, key string) float64) (ours string, holds bool)
}

// upper and lower are the rows of the two blocks of the table.
var (
	upper = []string{"linear", "quadratic", "gaussian", "average-lqg", "mkl-lqg"}
	lower = []string{"linear", "spline", "average-lb", "mkl-lb"}
)

const accuracyKey, secondsKey = "accuracy", "train_seconds"

var claims = []claim{
	{
		id: "D-M1", where: "section 4, Table 1", needs: upper, paper: "87.5 against 85.5",
		statement: "MKL(L,Q,G) is at least 2.0 points above every other row of its block",
		judge: func(v func(string, string) float64) (string, bool) {
			best := math.Max(math.Max(v("linear", accuracyKey), v("quadratic", accuracyKey)),
				math.Max(v("gaussian", accuracyKey), v("average-lqg", accuracyKey)))
			mkl := v("mkl-lqg", accuracyKey)
			return fmt.Sprintf("%.2f against %.2f", mkl, best), mkl-best >= 2
		},
	},
	{
		id: "D-M2", where: "section 4, Table 1", needs: upper, paper: "87.5, 84.3 and 85.5",
		statement: "MKL(L,Q,G) is at least 3 points above the average kernel, which is no better than the best single one",
		judge: func(v func(string, string) float64) (string, bool) {
			mkl, avg := v("mkl-lqg", accuracyKey), v("average-lqg", accuracyKey)
			single := math.Max(v("linear", accuracyKey), math.Max(v("quadratic", accuracyKey), v("gaussian", accuracyKey)))
			return fmt.Sprintf("%.2f, %.2f and %.2f", mkl, avg, single), mkl-avg >= 3 && avg <= single
		},
	},
	{
		id: "D-M3", where: "Table 1", needs: upper, paper: "87.5 > 85.5 > {84.3, 84.1} > 72.8",
		statement: "the order is MKL > Q > {average, G} > L",
		judge: func(v func(string, string) float64) (string, bool) {
			m, q, a, g, l := v("mkl-lqg", accuracyKey), v("quadratic", accuracyKey), v("average-lqg", accuracyKey),
				v("gaussian", accuracyKey), v("linear", accuracyKey)
			return fmt.Sprintf("%.2f, %.2f, {%.2f, %.2f}, %.2f", m, q, a, g, l), m > q && q > math.Max(a, g) &&
				math.Min(a, g) > l
		},
	},
	{
		id:    "D-M4",
		where: "section 4, Table 1",
		needs: lower,
		paper: "85.2 against 83.0, 75.4 and 72.8",
		statement: "MKL(L,B1) is at least 2 points above the average and about 10 (here: at least 8) above both single " +
			"kernels",
		judge: func(v func(string, string) float64) (string, bool) {
			m, a, s, l :=
				v("mkl-lb", accuracyKey), v("average-lb", accuracyKey), v("spline", accuracyKey), v("linear", accuracyKey)
			return fmt.Sprintf("%.2f against %.2f, %.2f and %.2f", m, a, s, l), m-a >= 2 && m-math.Max(s, l) >= 8
		},
	},
	{
		id:        "D-M5",
		where:     "section 4",
		needs:     append(append([]string{}, upper...), lower...),
		paper:     "85.2 and 87.5 in 15 s and 279 s",
		statement: "sparse-kernel MKL is within 2.5 points of the best MKL in at most a tenth of its time",
		judge: func(v func(string, string) float64) (string, bool) {
			a, b, s, t := v("mkl-lb", accuracyKey), v("mkl-lqg", accuracyKey), v("mkl-lb", secondsKey), v("mkl-lqg", secondsKey)
			return fmt.Sprintf("%.2f and %.2f in %.2f s and %.2f s", a, b, s, t), b-a <= 2.5 && 10*s <= t
		},
	},
	{
		id:    "D-M6",
		where: "Table 1",
		needs: upper,
		paper: "279 s, 118 s and 123 s",
		statement: "MKL takes at most 2.5 times as long as one dense kernel, and the average about as long (here: within " +
			"1.5 times) as one",
		judge: func(v func(string, string) float64) (string, bool) {
			m, a, g := v("mkl-lqg", secondsKey), v("average-lqg", secondsKey), v("gaussian", secondsKey)
			return fmt.Sprintf("%.2f s, %.2f s and %.2f s", m, a, g), m <= 2.5*g && a <= 1.5*g && g <= 1.5*a
		},
	},
}

// judge decides every claim on every form of Table 1 that the record has, or on table1-eta0-1 if it has none. A claim
// whose rows are missing is not testable.
func judge(rec *reproduce.Record) []reproduce.Claim {
	var out []reproduce.Claim
	for _, id := range []string{tableEta1, tablePaperRule, tableBest, tableHeldOut} {
		table := rec.Table(id)
		if table == nil && (id != tableEta1 || len(rec.Tables) > 0) {
			continue
		}
		for _, c := range claims {
			out = append(out, c.on(id, table))
		}
	}
	return out
}

// on judges the claim on one table.
func (c claim) on(id string, table *reproduce.Table) reproduce.Claim {
	v := reproduce.Claim{
		ID: c.id, Study: name, Table: id, Where: c.where, Statement: c.statement, PaperValue: c.paper,
		Ours: "rows missing", Verdict: reproduce.NotTestable,
	}
	var kind datasets.Kind
	for _, need := range c.needs {
		r, ok := table.Row(need)
		if !ok || math.IsNaN(r.Number(accuracyKey)) {
			return v
		}
		kind = r.Data.Kind
	}
	var holds bool
	v.Ours, holds = c.judge(func(id, key string) float64 {
		r, _ := table.Row(id)
		return r.Number(key)
	})
	v.Data, v.Verdict = kind, reproduce.Fails
	if holds {
		v.Verdict = reproduce.Holds
	}
	return v
}
