package proxsvm

import (
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
)

// madeUp is a record of so many runs in which all readings of Proximal are alike. Method from of the paper stands in
// the place of method k of run r, with the paper's losses, but for a little that falls from run to run, and its passes.
func madeUp(runs int, without string, from func(k, r int) int) *reproduce.Record {
	real := datasets.Source{Kind: datasets.Real}
	table := reproduce.Table{ID: tableLiteral}
	grid, regret := reproduce.Table{ID: tableGrid}, reproduce.Table{ID: tableRegret}
	for _, s := range sets {
		if math.IsNaN(s.paper.loss[0]) || s.id == without {
			continue
		}
		v := reproduce.Values{"optimum": s.paper.loss[2] - math.Abs(s.paper.loss[1]-s.paper.loss[2])/2, "optimum_norm": 12.94}
		for k, m := range [5]string{pegasos, adaptive, proximal, anew, through} {
			loss, count, guess := make([]float64, runs), make([]float64, runs), make([]float64, runs)
			for r := range runs {
				of := from(min(k, 2), r)
				loss[r], count[r] = s.paper.loss[of]+1e-6*float64(runs-r), s.paper.passes[of]
				guess[r] = []float64{1, 1, 16}[of]
			}
			v["loss_"+m+"_seeds"], v["passes_"+m+"_seeds"], v["R_"+m+"_seeds"] = loss, count, guess
		}
		table.Rows = append(table.Rows, reproduce.Row{ID: s.id, Data: real, Values: v})
	}
	for _, id := range []string{"covtype", subset, "ijcnn1", "w8a"} {
		for i, lambda := range gridLambdas(specOf(id)) {
			v := reproduce.Values{"optimum": 0.}
			for k, m := range [5]string{pegasos, adaptive, proximal, anew, through} {
				var loss []float64
				for r := range runs {
					of := from(min(k, 2), r)
					if id == subset { // by which nothing is judged
						of = 2 - of
					}
					loss = append(loss, []float64{2, 1, 0}[of]*float64(5-i)+1)
				}
				v["loss_"+m+"_seeds"], v["test_error_"+m+"_seeds"] = loss, loss
				v["optimum"] = 1.
			}
			grid.Rows = append(grid.Rows, reproduce.Row{ID: fmt.Sprintf("%s/%g", id, lambda), Data: real, Values: v})
		}
	}
	bound := []float64{1, 1, 9}[from(2, 0)]
	regret.Rows = []reproduce.Row{{ID: "a9a", Data: real, Values: reproduce.Values{
		"pegasos": 8., "pegasos_bound": bound, "proximal": 8., "theorem1": bound, "corollary3": 8., "corollary2": bound,
	}}, {ID: subset, Data: datasets.Source{Kind: datasets.StandIn}, Values: reproduce.Values{
		"pegasos": 8., "pegasos_bound": 10 - bound, "proximal": 8., "theorem1": 10 - bound, "corollary3": 8.,
		"corollary2": 10 - bound,
	}}}
	readings, batches := table, reproduce.Table{ID: tableBatches}
	readings.ID = tableReadings
	for _, r := range table.Rows {
		if r.ID == batched {
			r.ID += "/10"
			batches.Rows = append(batches.Rows, r)
		}
	}
	return &reproduce.Record{Tables: []reproduce.Table{table, readings, grid, regret, batches}}
}

// verdicts are those of a record by id, and whether readings of one id differ.
func verdicts(t *testing.T, rec *reproduce.Record) map[string]reproduce.Verdict {
	t.Helper()
	out := map[string]reproduce.Verdict{}
	for _, c := range Study.Judge(rec) {
		if v, known := out[c.ID]; known && v != c.Verdict {
			t.Errorf("%s, %s: %s, and %s before", c.ID, c.Reading, c.Verdict, v)
		}
		out[c.ID] = c.Verdict
		if c.Verdict != reproduce.NotTestable && c.Spread == "" {
			t.Errorf("%s, %s: %s without a spread", c.ID, c.Reading, c.Verdict)
		}
	}
	return out
}

// TestClaimsOnMadeUpNumbers judges records that are as the paper has it, the other way round, and undecided.
func TestClaimsOnMadeUpNumbers(t *testing.T) {
	t.Parallel()
	same := func(k, _ int) int { return k }
	swapped := func(k, _ int) int { return []int{0, 2, 1}[k] }
	inTurn := func(k, r int) int {
		if r%2 == 0 {
			return k
		}
		return swapped(k, r)
	}
	all := []string{
		"D-P1a", "D-P1b", "D-P1c", "D-P2a", "D-P2b", "D-P2c", "D-P2d", "D-P11a", "D-P11b", "D-P11c", "D-P3a", "D-P3b",
		"D-P4a", "D-P4b", "D-P4c", "D-P5", "D-P6a", "D-P6b", "D-P6c", "D-P8", "D-P9", "D-P10",
	}
	for _, c := range []struct {
		name string
		rec  *reproduce.Record
		rest reproduce.Verdict
		but  map[string]reproduce.Verdict
	}{
		{"as the paper has it, but for rcv1", madeUp(20, "rcv1", same), reproduce.Holds, nil},
		{"as the paper has it", madeUp(20, "", same), reproduce.Holds, map[string]reproduce.Verdict{
			"D-P4b": reproduce.Fails, // Proximal is last on rcv1, at λ = 1e-7
		}},
		{"Proximal and Adaptive swapped", madeUp(20, "rcv1", swapped), reproduce.Fails, map[string]reproduce.Verdict{
			"D-P1c": reproduce.Holds, "D-P2c": reproduce.Holds, "D-P2d": reproduce.Holds,
			"D-P11c": reproduce.Holds,
		}},
		{"in turn", madeUp(20, "rcv1", inTurn), reproduce.Open, map[string]reproduce.Verdict{
			// Every other run is the paper's: one more could be so.
			"D-P1a": reproduce.Holds, "D-P1b": reproduce.Holds, "D-P2a": reproduce.Holds, "D-P2b": reproduce.Holds,
			"D-P11a": reproduce.Holds, "D-P11b": reproduce.Holds,
			"D-P1c": reproduce.Holds, "D-P2c": reproduce.Holds, "D-P2d": reproduce.Holds, "D-P11c": reproduce.Holds,
			"D-P8": reproduce.Holds, "D-P9": reproduce.Holds, "D-P10": reproduce.Holds,
		}},
		{"one run", madeUp(1, "rcv1", same), reproduce.Open, map[string]reproduce.Verdict{
			"D-P8": reproduce.Holds, "D-P9": reproduce.Holds, "D-P10": reproduce.Holds,
		}},
		{"no record", &reproduce.Record{}, reproduce.NotTestable, nil},
	} {
		want := map[string]reproduce.Verdict{}
		for _, id := range all {
			want[id] = c.rest
			if v, other := c.but[id]; other {
				want[id] = v
			}
		}
		if d := cmp.Diff(want, verdicts(t, c.rec)); d != "" {
			t.Errorf("%s:\n%s", c.name, d)
		}
	}
}
