package model

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// pairsOf are blocks of one and of two columns of a matrix.
func pairsOf(columns *linalg.Dense) *Blocks {
	b := &Blocks{N: columns.C, From: []int{0}}
	at := func(j int) Column { return Column{A: columns, Row: j, Hi: columns.C, WeightAt: j} }
	for j := 0; j < columns.R; j++ {
		if j%3 == 0 && j+1 < columns.R {
			b.Add(1.5, at(j), at(j+1))
			j++
			continue
		}
		b.Add(0.5+float64(j%2), at(j))
	}
	b.Penalized = b.Count()
	return b
}

// TestPasses: passes that go over the blocks alone that are not 0 about the last one over all come to the same weights
// as those that ask all blocks, and with extrapolation to the minimum.
func TestPasses(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 94))
	b := pairsOf(linalg.NewDense(60, 40, testproblems.Normal(rng, 60*40, 1)))
	weights := slices.Repeat([]float64{1. / 40}, b.N)
	of, y := NewLeastSquares(*b, weights, nil), testproblems.Normal(rng, b.N, 1)
	start := testproblems.Normal(rng, len(b.Columns), 1)
	at := func() *Model { return of.Model(y, 0.15, 0, slices.Clone(start)) }
	m, plain, set := at(), at(), vec.UpTo(b.Count())
	m.Plain = true
	m.Passes(t.Context(), set, InnerPasses)
	for k := range InnerPasses {
		for _, g := range set {
			if k%wholePasses == 0 || plain.IsActive(g) {
				plain.Update(g)
			}
		}
	}
	if !slices.Equal(m.W, plain.W) || len(m.live) == b.Count() || len(m.live) == 0 {
		t.Errorf("%d blocks of %d are passed over; weights %v, by asking all %v", len(m.live), b.Count(), m.W, plain.W)
	}
	m = at()
	m.Passes(t.Context(), set, 20*InnerPasses)
	if gap := m.Gap(set); !(gap <= 1e-12*m.Objective()) {
		t.Errorf("after %d passes the gap is %g, of %g", 20*InnerPasses, gap, m.Objective())
	}
}

// TestAccelerate: passes over correlated columns that extrapolate come nearer to the minimum on these than as many
// that do not, and others stay 0.
func TestAccelerate(t *testing.T) {
	t.Parallel()
	const n, d = 60, 20
	rng := rand.New(rand.NewPCG(2, 94))
	a, common := linalg.NewDense(d, n, testproblems.Normal(rng, n*d, 1)), testproblems.Normal(rng, n, 1)
	b := Blocks{N: n, From: []int{0}, Penalized: d}
	for j := range d {
		floats.Add(a.Row(j), common)
		b.Add(1, Column{a, j, 0, n, j})
	}
	of, y := NewLeastSquares(b, slices.Repeat([]float64{1}, n), nil), testproblems.Normal(rng, n, 9)
	m, plain := of.Model(y, 10, 0, make([]float64, d)), of.Model(y, 10, 0, make([]float64, d))
	live := vec.UpTo(d - 1)
	for range 6 {
		for range wholePasses {
			for _, g := range live {
				plain.Update(g)
			}
		}
		m.accelerate(t.Context(), live)
	}
	if got, by := m.Gap(live), plain.Gap(live); !(got < 0.2*by) || m.IsActive(d-1) || m.Evals != 6*wholePasses {
		t.Errorf("after %d passes the gap is %g, by plain ones %g", m.Evals, got, by)
	}
}

// TestTallOfSparse: a factor as large as all columns does not pay where these have few numbers, as those of one feature
// by its levels; it does where they are dense, or not so many.
func TestTallOfSparse(t *testing.T) {
	t.Parallel()
	const n = 2400
	for _, c := range []struct {
		levels int
		dense  bool
		want   bool
	}{{240, false, false}, {240, true, true}, {60, false, true}} {
		var columns linalg.Rows
		if columns = linalg.NewDense(c.levels, n, nil); !c.dense {
			ptr, col, val := make([]int, 1), make([]int32, 0, n), make([]float64, 0, n)
			for j := range c.levels {
				for i := j; i < n; i += c.levels {
					col, val = append(col, int32(i)), append(val, 1)
				}
				ptr = append(ptr, len(col))
			}
			columns = linalg.NewCSR(c.levels, n, ptr, col, val)
		}
		b := &Blocks{N: n, From: []int{0}}
		for j := range c.levels {
			b.Add(1, Column{A: columns, Row: j, Hi: n, WeightAt: j})
		}
		if got := b.Tall(); got != c.want {
			t.Errorf("%d columns, dense %v: %v", c.levels, c.dense, got)
		}
	}
}

// TestProgress: a set of which the gap does not fall is at an end after so many looks, and its target is not met.
func TestProgress(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(4, 94))
	b := pairsOf(linalg.NewDense(12, 40, testproblems.Normal(rng, 12*40, 1)))
	weights, y := slices.Repeat([]float64{1. / 40}, b.N), testproblems.Normal(rng, b.N, 1)
	m, set := NewLeastSquares(*b, weights, nil).Model(y, 0.05, 0, make([]float64, len(b.Columns))), vec.UpTo(b.Count())
	gap, p := m.Gap(set), NewProgress()
	looks := 1
	for ; !p.Ends(m, set, gap/2); looks++ {
	}
	if p.Met || looks != innerStalled+1 {
		t.Errorf("after %d looks met: %v", looks, p.Met)
	}
	if !p.Ends(m, set, gap) || !p.Met {
		t.Error("a target that is met is none")
	}
}
