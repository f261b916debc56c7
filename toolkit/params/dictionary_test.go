package params_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

// TestDictionary: a dictionary of all features holds what a store with a slot for each does, and one with a cut knows
// those alone that rows have often enough, counted here one by one.
func TestDictionary(t *testing.T) {
	t.Parallel()
	a := arcs()
	var rows []int
	for r := range 20 {
		rows = append(rows, r)
	}
	all := params.NewDictionary(a, rows, 1)
	create := func() toolkit.Params { return params.NewIndexed(0, all) }
	if err := toolkittest.Params(create, []toolkittest.Family{{Rows: 20, Cols: 1}}, toolkittest.Tol(1e-5)); err != nil {
		t.Error(err)
	}
	var u toolkit.Update
	rng := rand.New(rand.NewPCG(91, 92))
	for range 15 {
		u.Add(0, rng.IntN(20), 0, rng.NormFloat64())
	}
	some, wide := rows[3:17], params.NewHashed(0, a, 14)
	wide.Add(1, &u)
	var tables [][]float32
	for k := range a.Templates() {
		tables = append(tables, dense(wide.Table(k)))
	}
	for least := 1; least <= 4; least++ {
		d := params.NewDictionary(a, some, least)
		h := params.NewIndexed(0, d)
		h.Add(1, &u)
		got := make([]float64, 20)
		h.Over(arcs()).ScoreRows(got, 0, 0, 20)
		known, places := 0, 0
		for k := range a.Templates() {
			known += len(often(a, some, least, k))
			places += d.Size(k)
		}
		if d.Len() != known || d.Bytes() != 4*places || known == 0 {
			t.Errorf("features seen %d times: %d in %d bytes, counted %d", least, d.Len(), d.Bytes(), known)
		}
		for r := range 20 {
			var want float64
			for k := range a.Templates() {
				features := often(a, some, least, k)
				for _, f := range a.SlotsOf(nil, run(r), k, 32, r-a.Rows()[run(r)]) {
					if features[f] {
						want += float64(tables[k][f>>18]) / 2
					}
				}
			}
			if math.Abs(got[r]-want) > 1e-6 {
				t.Errorf("features seen %d times, row %d: score %g, by a slot for each %g", least, r, got[r], want)
			}
		}
	}
}

// run is the sentence of a row of arcs.
func run(row int) int {
	if row < 16 {
		return 0
	}
	return 2
}

// often are the features that rows have so many times.
func often(x params.Templates, rows []int, least, k int) map[uint32]bool {
	seen, out := map[uint32]int{}, map[uint32]bool{}
	for _, r := range rows {
		for _, f := range x.SlotsOf(nil, run(r), k, 32, r-x.Rows()[run(r)]) {
			if seen[f]++; seen[f] >= least {
				out[f] = true
			}
		}
	}
	return out
}
