package model

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// TestNewtonShared: of columns that several outputs share, and that are nearly dependent, passes with Newton steps come
// to where passes alone come, in a tenth as many; blocks that are not shared by all are not taken for such.
func TestNewtonShared(t *testing.T) {
	t.Parallel()
	const n, d, outputs = 20, 12, 5
	at := func(mu float64) *Model {
		rng := rand.New(rand.NewPCG(4, 132))
		columns := linalg.NewDense(d, n, testproblems.Normal(rng, n*d, 1))
		for i := range columns.Data {
			columns.Data[i] += 3 * float64(i%n%3)
		}
		b := Blocks{N: n * outputs, From: []int{0}}
		for j := range d {
			block := make([]Column, outputs)
			for o := range block {
				block[o] = Column{A: columns, Row: j, Lo: o * n, Hi: (o + 1) * n, WeightAt: j*outputs + o}
			}
			b.Add(1+0.1*float64(j%2), block...)
		}
		b.Penalized = d
		y := testproblems.Normal(rng, b.N, 1)
		return NewLeastSquares(b, slices.Repeat([]float64{1. / n}, b.N), nil).Model(y, 0.05, mu, make([]float64, d*outputs))
	}
	for _, mu := range []float64{0, 1e-3} {
		m, plain := at(mu), at(mu)
		plain.Plain = true
		set := vec.UpTo(d)
		if m.Shared(set) != outputs {
			t.Fatalf("shared by %d", m.Shared(set))
		}
		target := 1e-9 * m.Objective()
		for k, one := range []*Model{m, plain} {
			if err := one.Solve(t.Context(), set, target, 20*MaxInnerPasses); err != nil || !(one.Gap(set) <= 2*target) {
				t.Fatalf("μ = %g, model %d: %v, a gap of %g, not %g", mu, k, err, one.Gap(set), target)
			}
		}
		if got, want := m.Objective(), plain.Objective(); !(math.Abs(got-want) <= 3*target) {
			t.Errorf("μ = %g: %.12g, by passes %.12g", mu, got, want)
		}
		if m.Evals*10 > plain.Evals {
			t.Errorf("μ = %g: %d passes, %d without", mu, m.Evals, plain.Evals)
		}
		if m.Penalized--; m.Shared(set) != 0 {
			t.Error("a block that is not penalized is taken for one that is")
		}
	}
}
