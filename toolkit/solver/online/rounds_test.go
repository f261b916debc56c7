package online_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/online"
)

// Matrices of a user's own: one that gives its entries, and one that does not.
type (
	ownSparse struct{ *linalg.CSR }
	onlyRows  struct{ linalg.Rows }
)

// TestRoundsOfOwnMatrices: a sparse matrix of one's own is played on as a *linalg.CSR is, to the last bit, and other
// matrices end at the same place.
func TestRoundsOfOwnMatrices(t *testing.T) {
	t.Parallel()
	s := newSVM(60, 6, 0.01, 12)
	run := func(a linalg.Rows) []float64 {
		t.Helper()
		b := params.NewExplicit(0, a, 1)
		oracle := online.LinearOracle{A: a, Loss: loss.Hinge{Y: s.Y}}
		c := online.OptimisticProximal{Game: online.Game{Lambda: s.Mu, Seed: 1}}
		c.Params = params.NewModel([]params.Block{b})
		seq := c.Iterations(t.Context(), oracle)
		if _, err := solver.Run(seq, solver.MaxIter(5)); err != nil {
			t.Fatal(err)
		}
		return b.Weights()
	}
	want := run(s.X)
	if got := run(ownSparse{s.X}); !floats.Equal(got, want) {
		t.Errorf("a sparse matrix of one's own: weights %v, not %v", got, want)
	}
	for name, a := range map[string]linalg.Rows{"rows alone": onlyRows{s.X}, "dense": linalg.ToDense(s.X)} {
		if got := run(a); !floats.EqualApprox(got, want, 1e-9) {
			t.Errorf("%s: weights %v, not %v", name, got, want)
		}
	}
}

// TestRoundsWithoutGradient: with λ = 0 and examples without features there is nothing to step along, and nothing to
// divide by.
func TestRoundsWithoutGradient(t *testing.T) {
	t.Parallel()
	x := &linalg.CSR{R: 2, C: 2, Ptr: []int{0, 0, 0}}
	b := params.NewExplicit(0, x, 1)
	oracle := online.LinearOracle{A: x, Loss: loss.Hinge{Y: []float64{1, -1}}}
	c := online.ProximalSubgradient{Game: online.Game{Radius: 1}}
	c.Params = params.NewModel([]params.Block{b})
	seq := c.Iterations(t.Context(), oracle)
	if _, err := solver.Run(seq, solver.MaxIter(3)); err != nil || !floats.Equal(b.Weights(), []float64{0, 0}) {
		t.Errorf("weights %v, error %v", b.Weights(), err)
	}
}

// TestGameStopsWithinAPass: a context that ends is noticed before the pass does, in linear and in general rounds, and
// the parameters are those of the last round.
func TestGameStopsWithinAPass(t *testing.T) {
	t.Parallel()
	s := newSVM(1000, 4, 0.01, 13)
	for name, a := range map[string]linalg.Rows{"linear": s.X, "general": onlyRows{s.X}} {
		ctx, cancel := context.WithCancel(t.Context())
		o := online.LinearOracle{A: a, Loss: stopping{loss.Hinge{Y: s.Y}, new(int), cancel}}
		b, model := s.params()
		for st, err := range (online.Subgradient{Game: online.Game{Lambda: s.Mu, Params: model}}).Iterations(ctx, o) {
			if !errors.Is(err, context.Canceled) || st.Evals < 100 || st.Evals > 164 || st.Iter != 0 {
				t.Fatalf("%s: error %v after %d examples and %d passes", name, err, st.Evals, st.Iter)
			}
			if got := floats.Norm(b.Weights(), 2); got == 0 || !testproblems.Near(got, st.Norm, 1e-9) {
				t.Errorf("%s: weights of norm %g, the last round's have %g", name, got, st.Norm)
			}
		}
	}
}

// stopping ends a context at its hundredth value.
type stopping struct {
	toolkit.Separable
	count *int
	stop  func()
}

func (l stopping) At(i int, f float64) (value, slope float64) {
	if *l.count++; *l.count == 100 {
		l.stop()
	}
	return l.Separable.At(i, f)
}

// TestRoundsOfSeveralBlocks: the columns of A may be weighed by blocks in another order; their vector is not that of A.
func TestRoundsOfSeveralBlocks(t *testing.T) {
	t.Parallel()
	s := newSVM(60, 6, 0.01, 14)
	block := func(which ...int) *params.Explicit {
		return params.NewExplicit(0, linalg.ToCSR(linalg.SelectColumns(s.X, which)), 1)
	}
	whole, late, early := block(0, 1, 2, 3, 4, 5), block(4, 5), block(0, 1, 2, 3)
	for _, m := range []*params.Model{
		params.NewModel([]params.Block{whole}), params.NewModel([]params.Block{late, early}),
	} {
		seq := online.Subgradient{Game: online.Game{Lambda: s.Mu, Seed: 1, Params: m}}.Iterations(t.Context(), s.oracle())
		if _, err := solver.Run(seq, solver.MaxIter(3)); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := slices.Concat(early.Weights(), late.Weights()), whole.Weights(); !floats.EqualApprox(got, want, 1e-9) {
		t.Errorf("weights %v of two blocks, %v of one", got, want)
	}
}
