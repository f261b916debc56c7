package params_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/params"
)

// dense are all numbers of a table.
func dense(table *params.Slots) []float32 {
	out := make([]float32, table.Len())
	for s, v := range table.All() {
		out[s] = v
	}
	return out
}

// TestSlots compares with a plain slice, from no slot set to nearly all.
func TestSlots(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(101, 102))
	for _, size := range []int{1, 2, 63, 64, 65, 1000} {
		slots, plain := params.NewSlots(size), make([]float32, size)
		for range 3 * size {
			s, v := rng.IntN(size), float32(rng.IntN(4))
			slots.Set(s, v)
			plain[s] = v
		}
		last := -1
		for s := range slots.All() {
			if s <= last {
				t.Fatalf("%d slots: %d follows %d", size, s, last)
			}
			last = s
		}
		copied := slots.Clone()
		alike := copied.Equal(slots)
		slots.Set(0, 9)
		if got := dense(copied); !alike || copied.Equal(slots) || !slices.Equal(got, plain) || slots.At(0) != 9 {
			t.Errorf("%d slots: %v, plainly %v", size, got, plain)
		}
		for s, v := range plain {
			if copied.At(s) != v {
				t.Errorf("%d slots: %g in slot %d, plainly %g", size, copied.At(s), s, v)
			}
		}
	}
}

// TestMemoryOfFewWords: tables take the memory of what was learned, and what is learned does not depend on how they are
// kept: beside more sentences, which are not learned from, all slots have memory.
func TestMemoryOfFewWords(t *testing.T) {
	t.Parallel()
	const bits, list = 12, "h.p m.p dir\nm.w\nh.p h.p+1 m.p dist\nh.p b.p m.p dir"
	some := []string{"N V N A", "A B C D E", "V N"}
	wide := slices.Clone(some)
	for range 230 {
		wide = append(wide, "N V N A D E F G H I")
	}
	few, all := params.NewHashed(0, arcsBy(list, some...), bits), params.NewHashed(0, arcsBy(list, wide...), bits)
	rows := 16 + 25 + 4
	rng := rand.New(rand.NewPCG(103, 104))
	for turn := range 3 {
		few.StartAverage()
		all.StartAverage()
		for range 300 {
			var u toolkit.Update
			u.Add(0, rng.IntN(rows), 0, rng.NormFloat64())
			u.Add(0, rng.IntN(rows), 0, rng.NormFloat64())
			k, c := rng.IntN(4), float64(rng.IntN(40))/20
			for _, h := range []*params.Hashed{few, all} {
				h.Tick()
				h.Add(1, &u)
				h.Scale(k, c) // 0 now and then
			}
		}
		one, other := make([]float64, rows), make([]float64, rows)
		few.ScoreRows(one, 0, 0, rows)
		all.ScoreRows(other, 0, 0, rows)
		for k := range 4 {
			if !few.Table(k).Equal(all.Table(k)) || few.Norm(k) != all.Norm(k) ||
				!few.AveragedTable(k).Equal(all.AveragedTable(k)) {
				t.Errorf("turn %d: the tables of template %d differ", turn, k)
			}
		}
		if !slices.Equal(one, other) || math.IsNaN(one[0]) {
			t.Errorf("turn %d: scores %v and %v", turn, one, other)
		}
	}
	if whole := 4 * 8 << bits; few.Bytes() > whole/20 || all.Bytes() != whole {
		t.Errorf("%d bytes for %d words, and %d beside more; %d are those of all slots", few.Bytes(),
			len(strings.Fields(strings.Join(some, " "))), all.Bytes(), whole)
	}
}
