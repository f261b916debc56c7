package bundle

import (
	"fmt"
	"math"
	"testing"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
)

// numbers are those of a run at a λ: the first call below f(w_1), the last objective, and the calls to 0.1 %.
type numbers struct{ first, last, certified float64 }

// like are numbers of each method at the k-th λ of a set by which all claims hold.
func like(k int, m method) numbers {
	switch m.id {
	case standard.id:
		return numbers{[]float64{30, math.NaN(), math.NaN()}[k], 0.8 + 0.05*float64(k), 500}
	case stabilized.id:
		return numbers{8, 0.7, 100}
	}
	return numbers{15, 0.75, 990}
}

// record makes a record of made-up numbers.
func record(of func(set string, k int, m method) numbers) *reproduce.Record {
	rec := &reproduce.Record{}
	add := func(table string, rows ...reproduce.Row) {
		for i := range rows {
			rows[i].Data = datasets.Source{Kind: datasets.Real}
		}
		rec.Tables = append(rec.Tables, reproduce.Table{ID: table, Rows: rows})
	}
	for _, s := range sets {
		var rows []reproduce.Row
		for k, lambda := range s.lambdas {
			for _, m := range s.methods {
				n := of(s.id, k, m)
				rows = append(rows, reproduce.Row{ID: runID(lambda, m.id), Values: reproduce.Values{
					"lambda": lambda, "method": m.id, "f1": 1., "first": n.first, "f_last": n.last,
					string(toLeastGap.Key): n.certified,
				}})
			}
		}
		add(tableCalls+s.id, rows...)
	}
	for _, id := range []string{"rna", "ndcg", "hinge"} {
		var rows []reproduce.Row
		for _, m := range []method{restarting, stabilized} {
			for k, start := range []float64{0.1, 1, 10} {
				rows = append(rows, reproduce.Row{ID: fmt.Sprintf("%s/%g", m.id, start), Values: reproduce.Values{
					"method": m.id, "start": start, "f1": 1., "best": 0.7 + 0.004*float64(k),
				}})
			}
		}
		add(tableStarts+id, rows...)
	}
	add(tableTheory, reproduce.Row{ID: "rna/1", Values: reproduce.Values{
		"calls": 80, "most": 0.1, "kept3": 80, "broken3": 0, "kept5": 80, "broken5": 0, "proposition3": 3., "theorem5": 9.,
	}})
	return rec
}

// judged are the verdicts on a record, by id, reading and table.
func judged(rec *reproduce.Record) map[string]reproduce.Claim {
	out := map[string]reproduce.Claim{}
	for _, c := range Study.Judge(rec) {
		out[c.ID+" "+c.Reading+" "+c.Table] = c
	}
	return out
}

// TestClaims on numbers that hold, each spoiled in turn.
func TestClaims(t *testing.T) {
	t.Parallel()
	all := judged(record(func(_ string, k int, m method) numbers { return like(k, m) }))
	if len(all) != 1+1+2+6+2+3+9+4 {
		t.Errorf("%d claims are judged", len(all))
	}
	for id, c := range all {
		if c.Verdict != reproduce.Holds || c.Spread == "" || c.Ours == "" {
			t.Errorf("%s: %+v", id, c)
		}
	}
	of := func(id string, changed method, change func(k int, n *numbers)) func(string, int, method) numbers {
		return func(set string, k int, m method) numbers {
			n := like(k, m)
			if set == id && m.id == changed.id {
				change(k, &n)
			}
			return n
		}
	}
	late := func(k int, n *numbers) { n.first = []float64{16, 8, 8}[k] }
	never := func(k int, n *numbers) { n.first = []float64{15, 15, math.NaN()}[k] }
	less := func(k int, n *numbers) { n.last += []float64{0, 0, 0.08}[k] }
	for id, numbersOf := range map[string]func(string, int, method) numbers{
		"D-P7 R guessed calls-rna":         of("rna", restarting, never),
		"D-B8 R guessed calls-rna":         of("rna", restarting, func(_ int, n *numbers) { n.last = 0.8 }),
		"D-B9 R guessed calls-ndcg":        of("ndcg", restarting, less),
		"D-B9 R guessed calls-mq2008-ndcg": of("mq2008-ndcg", restarting, late),
		"D-B10 R guessed calls-hinge":      of("hinge", restarting, func(_ int, n *numbers) { n.first = 4 }),
		"D-B10 R guessed calls-pairs":      of("pairs", standard, func(_ int, n *numbers) { n.first = 2 }),
		"D-P13  calls-w8a":                 of("w8a", stabilized, func(_ int, n *numbers) { n.last = 0.7501 }),
		"D-B14 R guessed calls-a9a":        of("a9a", restarting, func(_ int, n *numbers) { n.certified = 1001 }),
		"D-B14 R guessed calls-ijcnn1":     of("ijcnn1", restarting, func(_ int, n *numbers) { n.certified = math.NaN() }),
	} {
		if c := judged(record(numbersOf))[id]; c.Verdict != reproduce.Fails {
			t.Errorf("%s: %+v", id, c)
		}
	}
}

// TestClaimsOnOtherTables spoils the tables of bounds and of first guesses.
func TestClaimsOnOtherTables(t *testing.T) {
	t.Parallel()
	make := func() *reproduce.Record {
		return record(func(_ string, k int, m method) numbers { return like(k, m) })
	}
	for _, c := range []struct {
		id, table, row, key string
		value               float64
		want                reproduce.Verdict
	}{
		{"D-B11a", tableTheory, "rna/1", "broken3", 1, reproduce.Fails},
		{"D-B11a", tableTheory, "rna/1", "kept3", 79, reproduce.Open},
		{"D-B11b", tableTheory, "rna/1", "broken5", 80, reproduce.Fails},
		{"D-B11b", tableTheory, "rna/1", "broken3", 80, reproduce.Holds},
		{"D-P12", tableStarts + "rna", "restarting/10", "best", 0.7101, reproduce.Fails},
		{"D-P12", tableStarts + "ndcg", "restarting/0.1", "best", 0.69, reproduce.Fails},
		{"D-P12", tableStarts + "hinge", "stabilized/0.1", "best", 0.1, reproduce.Holds},
	} {
		rec := make()
		row, ok := rec.Table(c.table).Row(c.row)
		if !ok {
			t.Fatalf("no row %s", c.row)
		}
		row.Values[c.key] = c.value
		if got := judged(rec)[c.id+"  "+c.table]; got.Verdict != c.want {
			t.Errorf("%s with %s = %g: %+v", c.id, c.key, c.value, got)
		}
	}
}
