package params_test

import (
	"math"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/params"
)

// TestTables: a store made of another's tables gives the scores that it gives, and can be reset.
func TestTables(t *testing.T) {
	t.Parallel()
	a := arcs()
	h := params.NewHashed(0, a, 4)
	h.Add(0.7, &toolkit.Update{Parts: []toolkit.Part{{Row: 1, Value: 1}, {Row: 4, Value: -2}, {Row: 9, Value: 3}}})
	h.Scale(1, 0.3)
	before := make([]float64, 13)
	h.ScoreRows(before, 0, 0, 13)
	norm := h.Norm(1)
	var tables [][]float32
	for k := range h.Groups() {
		tables = append(tables, h.Table(k))
	}
	again := params.HashedFrom(0, a, tables)
	after := make([]float64, 13)
	again.ScoreRows(after, 0, 0, 13)
	for r, v := range before {
		if math.Abs(v-after[r]) > 1e-6 {
			t.Errorf("row %d has score %g, and had %g", r, after[r], v)
		}
	}
	if got := again.Norm(1); math.Abs(got-norm) > 1e-6 || norm == 0 {
		t.Errorf("norm %g, and was %g", got, norm)
	}
	for k := range again.Groups() {
		again.Scale(k, 0)
		for s, v := range tables[k] {
			if v != 0 {
				t.Fatalf("template %d, slot %d is %g after a reset", k, s, v)
			}
		}
	}
	for what, tables := range map[string][][]float32{
		"none": nil, "two": tables[:2], "of three": {make([]float32, 3), make([]float32, 3), make([]float32, 3)},
		"of two lengths": {tables[0], tables[1], tables[2][:4]},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("tables %s are taken for those of three templates", what)
				}
			}()
			params.HashedFrom(0, a, tables)
		}()
	}
}
