package model

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// listing is a quadratic that lists the columns its Gram matrices are of.
type listing struct {
	Quadratic
	of [][]int
}

func (c *listing) Gram(columns []int) []float64 {
	c.of = append(c.of, slices.Clone(columns))
	return c.Quadratic.Gram(columns)
}

// TestSharedGram: Newton steps on one support, of rounds of passes one after the other, make its Gram matrix once.
func TestSharedGram(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 94))
	const n, d = 60, 12
	b := &Blocks{N: n, From: []int{0}, Penalized: d, Single: true}
	a := linalg.NewDense(d, n, testproblems.Normal(rng, n*d, 1))
	for j := range d {
		b.Add(1, Column{A: a, Row: j, Hi: n, WeightAt: j})
	}
	m := NewLeastSquares(*b, slices.Repeat([]float64{1. / n}, n), nil).Model(
		testproblems.Normal(rng, n, 1), 1e-3, 0, make([]float64, d))
	loss, set, steps := &listing{Quadratic: m.Loss}, vec.UpTo(d), 0
	m.Loss = loss
	for range 6 {
		m.spent = 1e9
		m.Passes(t.Context(), set, wholePasses)
		if m.spent < 1e9 {
			steps++
		}
	}
	if steps < 3 || len(loss.of) >= steps {
		t.Errorf("%d Newton steps made %d Gram matrices", steps, len(loss.of))
	}
	for i := 1; i < len(loss.of); i++ {
		if slices.Equal(loss.of[i], loss.of[i-1]) {
			t.Errorf("that of columns %v is made twice", loss.of[i])
		}
	}
	if gap := m.Gap(set); !(gap <= 1e-12*m.Objective()) {
		t.Errorf("the gap is %g of %g", gap, m.Objective())
	}
}
