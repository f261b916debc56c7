package params_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/solver/online"
)

var _ online.Averager = (*params.Hashed)(nil)

// TestHashedAverage compares the average with the plain mean of the tables, through steps, scalings, tables that are
// rescaled and resets. What a slot holds, and what is added up of it, is rounded to 24 bits.
func TestHashedAverage(t *testing.T) {
	t.Parallel()
	h := params.NewHashed(0, arcs(), 4)
	rng := rand.New(rand.NewPCG(81, 82))
	for again := range 2 {
		h.StartAverage()
		sums := make([][]float64, h.Groups())
		for k := range sums {
			sums[k] = make([]float64, 16)
		}
		const rounds = 1000
		for round := range rounds {
			h.Tick()
			for k, sum := range sums {
				for s, v := range dense(h.Table(k)) {
					sum[s] += float64(v) / rounds
				}
			}
			var u toolkit.Update
			u.Add(0, rng.IntN(20), 0, rng.NormFloat64())
			u.Add(0, rng.IntN(20), 0, rng.NormFloat64())
			h.Add(1, &u)
			for k := range h.Groups() {
				switch {
				case round%400 == 399:
					h.Scale(k, 0)
				case round%200 == 150:
					h.Scale(k, 1e-9)
				case k > 0: // of the first, no scale ever changes else
					h.Scale(k, 0.8+0.3*rng.Float64())
				}
			}
		}
		mean := h.Averaged()
		for k, want := range sums {
			var squared float64
			for s, got := range dense(mean.Table(k)) {
				if math.Abs(float64(got)-want[s]) > 2e-6*max(1, math.Abs(want[s])) {
					t.Errorf("template %d, slot %d: average %g, plainly %g", k, s, got, want[s])
				}
				squared += want[s] * want[s]
			}
			if math.Abs(mean.Norm(k)-math.Sqrt(squared)) > 1e-6 {
				t.Errorf("template %d of average %d: norm %g, plainly %g", k, again, mean.Norm(k), math.Sqrt(squared))
			}
		}
	}
	if want := 4*4*16 + 4*4*16; h.Bytes() != want {
		t.Errorf("%d bytes, not %d", h.Bytes(), want)
	}
	h.StartAverage()
	mustPanic(t, "no rounds", func() { h.Averaged() })
}

// TestHashedTables: a store made of another's tables is the same, and so is one over other rows.
func TestHashedTables(t *testing.T) {
	t.Parallel()
	a := arcs()
	h := params.NewHashed(0, a, 6)
	rng := rand.New(rand.NewPCG(83, 84))
	var u toolkit.Update
	for range 20 {
		u.Add(0, rng.IntN(20), 0, rng.NormFloat64())
	}
	h.Add(1, &u)
	var tables []*params.Slots
	for k := range h.Groups() {
		h.Scale(k, 0.5+rng.Float64())
		tables = append(tables, h.Table(k))
	}
	back := params.HashedFrom(0, a, tables)
	over := h.Over(arcs())
	want, got, shared := make([]float64, 20), make([]float64, 20), make([]float64, 20)
	h.ScoreRows(want, 0, 0, 20)
	back.ScoreRows(got, 0, 0, 20)
	over.ScoreRows(shared, 0, 0, 20)
	for r, w := range want {
		if math.Abs(got[r]-w) > 1e-6 || shared[r] != w {
			t.Errorf("row %d: score %g, of the tables %g, over other rows %g", r, w, got[r], shared[r])
		}
	}
	for k := range h.Groups() {
		if math.Abs(back.Norm(k)-h.Norm(k)) > 1e-6 || over.Norm(k) != h.Norm(k) || !back.Table(k).Equal(tables[k]) {
			t.Errorf("template %d: norms %g, %g, %g", k, h.Norm(k), back.Norm(k), over.Norm(k))
		}
	}
	h.Scale(1, 0) // both see it
	if over.Norm(1) != 0 {
		t.Error("a store over other rows has weights of its own")
	}
	for what, bad := range map[string][]*params.Slots{
		"few": tables[:2], "none": {}, "sizes": append(slices.Clone(tables[:3]), params.NewSlots(32)),
		"odd": {params.NewSlots(3), params.NewSlots(3), params.NewSlots(3), params.NewSlots(3)},
	} {
		mustPanic(t, what, func() { params.HashedFrom(0, a, bad) })
	}
	mustPanic(t, "templates", func() { h.Over(arcsBy("any", "N")) })
}
