package online_test

import (
	"context"
	"errors"
	"math"
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

// plainPA is the algorithm on a dense vector for the hinge, whose subgradients are −y x: it returns the last weights,
// their mean before each round, and how many rounds were capped, and were not.
func plainPA(c float64, x *linalg.Dense, y []float64, passes int) (w, mean []float64, capped, free int) {
	n, d := x.Dims()
	w, mean = make([]float64, d), make([]float64, d)
	for range passes {
		for i := range n {
			floats.Add(mean, w)
			loss := max(0, 1-y[i]*floats.Dot(w, x.Row(i)))
			tau := loss / floats.Dot(x.Row(i), x.Row(i))
			switch {
			case tau > c:
				tau = c
				capped++
			case tau > 0:
				free++
			}
			floats.AddScaled(w, tau*y[i], x.Row(i))
			if left := 1 - y[i]*floats.Dot(w, x.Row(i)); tau < c && left > 1e-12 {
				panic("the step leaves a loss")
			}
		}
	}
	floats.Scale(1/float64(n*passes), mean)
	return w, mean, capped, free
}

// TestPassiveAggressive compares the algorithm with itself written out, for steps that are capped and that are not.
func TestPassiveAggressive(t *testing.T) {
	t.Parallel()
	s := newSVM(60, 5, 0.01, 31)
	x := linalg.ToDense(s.X)
	for c, bound := range map[float64]float64{0: 1, 0.3: 0.3} {
		run := func(ctx context.Context, x *linalg.Dense, y []float64) (*params.Explicit, solver.Result, error) {
			b := params.NewExplicit(0, x, 1)
			m := online.PassiveAggressive{C: c, Average: true}
			m.Params = params.NewModel([]params.Block{b})
			seq := m.Iterations(ctx, online.LinearOracle{A: x, Loss: loss.Hinge{Y: y}})
			res, err := solver.Run(seq, solver.MaxIter(3))
			return b, res, err
		}
		want, mean, capped, free := plainPA(bound, x, s.Y, 3)
		b, res, err := run(t.Context(), x, s.Y)
		if err != nil || res.Evals != 180 || capped == 0 || free == 0 {
			t.Fatalf("error %v after %d examples; %d steps capped, %d not", err, res.Evals, capped, free)
		}
		if got := b.Weights(); !floats.EqualApprox(got, want, 1e-10) {
			t.Errorf("C = %g: weights %v, plainly %v", c, got, want)
		}
		if got := b.Averaged().Coefficients().Data; !floats.EqualApprox(got, mean, 1e-10) {
			t.Errorf("C = %g: average %v, plainly %v", c, got, mean)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, res, err := run(ctx, x, s.Y); !errors.Is(err, context.Canceled) || res.Status != solver.Canceled {
			t.Errorf("status %v, error %v after cancellation", res.Status, err)
		}
		bad := linalg.NewDense(1, 1, []float64{math.NaN()})
		if _, _, err := run(t.Context(), bad, []float64{1}); !errors.Is(err, solver.ErrDiverged) {
			t.Errorf("error %v after a NaN", err)
		}
	}
}

// TestPassiveAggressiveShuffles: each seed has an order of its own, and the same again.
func TestPassiveAggressiveShuffles(t *testing.T) {
	t.Parallel()
	s := newSVM(30, 5, 0.01, 32)
	run := func(seed uint64) []float64 {
		b, model := s.params()
		c := online.PassiveAggressive{Shuffle: true, Seed: seed}
		c.Params = model
		if _, err := solver.Run(c.Iterations(t.Context(), s.oracle()), solver.MaxIter(2)); err != nil {
			t.Fatal(err)
		}
		return b.Weights()
	}
	if a, b, c := run(1), run(1), run(2); !floats.Equal(a, b) || floats.Equal(a, c) {
		t.Errorf("weights %v, %v, and %v with another seed", a, b, c)
	}
}

// TestPassiveAggressiveBelowZero: a loss below 0 would be stepped up.
func TestPassiveAggressiveBelowZero(t *testing.T) {
	t.Parallel()
	x := linalg.NewDense(2, 1, []float64{1, 1})
	p := params.NewModel([]params.Block{params.NewExplicit(0, x, 1)})
	seq := online.PassiveAggressive{Params: p}.Iterations(t.Context(), belowZero{online.LinearOracle{
		A: x, Loss: loss.Hinge{Y: []float64{1, -1}},
	}})
	testproblems.Says(t, seq, "example 1 is -99")
}

// belowZero is an oracle whose losses are less by 100.
type belowZero struct{ toolkit.Oracle }

func (o belowZero) Grad(i int, p toolkit.Params, u *toolkit.Update) float64 {
	return o.Oracle.Grad(i, p, u) - 100
}
