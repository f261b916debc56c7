package params_test

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/params"
)

// TestVector: it is the storage of explicit blocks, with their lazy scales applied, block after block, also after
// another model of the same blocks was a vector.
func TestVector(t *testing.T) {
	t.Parallel()
	x, z := linalg.NewDense(1, 2, []float64{1, 2}), linalg.NewDense(1, 1, []float64{4})
	b, c, d := params.NewExplicit(0, x, 1), params.NewExplicit(1, z, 2), params.NewExplicit(2, z, 1)
	m := params.NewModel([]params.Block{b}, []params.Block{c, d})
	m.Add(1, &toolkit.Update{Parts: []toolkit.Part{{Value: 1}, {Family: 1, Col: 1, Value: 2}, {Family: 2, Value: 1}}})
	m.Scale(0, 0.5)
	m.Scale(1, 0.25)
	w, ok := m.Vector()
	if !ok || !floats.Equal(w, []float64{0.5, 1, 0, 2, 1}) {
		t.Fatalf("vector %v, %v", w, ok)
	}
	if other, ok := params.NewModel([]params.Block{c}).Vector(); !ok || !floats.Equal(other, []float64{0, 2}) {
		t.Errorf("vector of one of its blocks %v, %v", other, ok)
	}
	m.Scale(0, 2)
	w, _ = m.Vector()
	first, _ := m.GroupVector(0)
	second, ok := m.GroupVector(1)
	if !ok || !floats.Equal(w, []float64{1, 2, 0, 2, 1}) || !floats.Equal(first, w[:2]) || !floats.Equal(second, w[2:]) {
		t.Fatalf("then vector %v, groups %v and %v", w, first, second)
	}
	second[1] = 3
	m.Refresh()
	if b.SquaredNorm() != 5 || c.SquaredNorm() != 9 || !floats.Equal(c.Weights(), []float64{0, 3}) || w[3] != 3 {
		t.Errorf("squared norms %g and %g, weights %v after a change of the storage",
			b.SquaredNorm(), c.SquaredNorm(), c.Weights())
	}
}

// TestNoVector: what is none is said, and the groups that are vectors are found.
func TestNoVector(t *testing.T) {
	t.Parallel()
	x := linalg.NewDense(1, 2, []float64{1, 2})
	b := params.NewExplicit(0, x, 1)
	for what, c := range map[string]struct {
		m      *params.Model
		groups []bool
	}{
		"a block twice in a group": {params.NewModel([]params.Block{b, b}), []bool{false}},
		"a block in two groups":    {params.NewModel([]params.Block{b}, []params.Block{b}), []bool{false, false}},
		"a kernel's group": {
			params.NewModel([]params.Block{params.NewKernel(0, gram(x), 1)}, []params.Block{b}), []bool{false, true},
		},
	} {
		if _, ok := c.m.Vector(); ok {
			t.Errorf("%s: the model is a vector", what)
		}
		for k, want := range c.groups {
			if _, ok := c.m.GroupVector(k); ok != want {
				t.Errorf("%s: group %d is a vector: %v", what, k, ok)
			}
		}
		mustPanic(t, what, func() { c.m.AddToVector(make([]float64, 2), 1, &toolkit.Update{}) })
	}
}

// TestAddToVector: it does to a vector what Add does to the model.
func TestAddToVector(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(35, 36))
	x := linalg.NewDense(5, 3, testproblems.Normal(rng, 15, 1))
	m := params.NewModel(
		[]params.Block{params.NewExplicit(0, x, 2), params.NewExplicit(1, linalg.Identity(2), 2)},
		[]params.Block{params.NewExplicit(0, x, 2)},
	)
	v := make([]float64, 6+4+6)
	for range 50 {
		var u toolkit.Update
		u.Add(0, rng.IntN(5), rng.IntN(2), rng.NormFloat64())
		u.Add(1, rng.IntN(2), rng.IntN(2), rng.NormFloat64())
		m.Add(0.3, &u)
		m.AddToVector(v, 0.3, &u)
	}
	if w, ok := m.Vector(); !ok || m.Blocks() != 3 || !floats.EqualApprox(w, v, 1e-12) {
		t.Errorf("vector %v of %d blocks, and %v", w, m.Blocks(), v)
	}
}
