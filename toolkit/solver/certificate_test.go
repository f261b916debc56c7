package solver_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// ownState is a state of one's own that knows nothing of progress.
type ownState struct{ solver.Progress }

// TestZeroProgressIsUnknown: a state that fills in nothing is not converged.
func TestZeroProgressIsUnknown(t *testing.T) {
	t.Parallel()
	for name, stop := range map[string]solver.Stop{
		"RelGap": solver.RelGap(1e-2), "AbsGap": solver.AbsGap(1e-2), "SmallResidual": solver.SmallResidual(1e-2),
	} {
		seq := func(yield func(*ownState, error) bool) {
			s := &ownState{}
			for s.Iter < 10 {
				if s.Iter++; !yield(s, nil) {
					return
				}
			}
		}
		res, err := solver.Run(seq, solver.Any(stop, solver.MaxIter(5)))
		if err != nil || res.Status != solver.IterationLimit || res.Iter != 5 {
			t.Errorf("%s: %s after %d iterations, error %v", name, res.Status, res.Iter, err)
		}
		known := solver.Progress{Gap: solver.Known(0), Residual: solver.Known(0)}
		if stop(&known) != solver.Converged || solver.RelGap(0)(&known) != solver.Converged {
			t.Errorf("%s: what is known to be 0 is not converged", name)
		}
	}
}

// TestGapIsNeverZero: at a minimum known exactly, P and D agree to all digits, and the gap is what rounding allows.
func TestGapIsNeverZero(t *testing.T) {
	t.Parallel()
	x := linalg.NewDense(2, 2, []float64{1, 0, 0, 1})
	p := solver.NewProblem(x, loss.Squared{Y: []float64{1, -3}}, prox.L1{Lambda: 0.25})
	w := []float64{0.5, -2.5} // y less 2λ
	if gap := p.Gap(w); !(gap > 0 && gap < 1e-13) {
		t.Errorf("gap %g at the minimum", gap)
	}
	if r := (solver.Rounding{}); r.GapAbove(1, 1) != math.SmallestNonzeroFloat64 {
		t.Errorf("a gap of 0 is reported as %g", r.GapAbove(1, 1))
	}
}

// TestGapOfWrongBounds: a bound above the objective tells that something is wrong, and nothing of a minimum.
func TestGapOfWrongBounds(t *testing.T) {
	t.Parallel()
	x := linalg.NewDense(2, 2, []float64{1, 0, 0, 1})
	p := solver.NewProblem(x, loss.Squared{Y: []float64{1, -3}}, generous{prox.L1{Lambda: 0.25}})
	for _, w := range [][]float64{{0.5, -2.5}, {0.6, -2.4}} {
		if gap := p.Gap(w); !math.IsNaN(gap) {
			t.Errorf("gap %g with a conjugate that is too small", gap)
		}
	}
	for _, lower := range []float64{2, 1 + 1e-8, math.Inf(1)} {
		if gap := (solver.Rounding{}).GapAbove(1, lower); !math.IsNaN(gap) {
			t.Errorf("gap %g of 1 with the bound %g", gap, lower)
		}
	}
}

// generous is an ℓ1 norm whose conjugate is too small.
type generous struct{ prox.L1 }

func (generous) Conjugate([]float64) float64 { return -1 }

// TestGapOfLargeTargets: without an intercept nothing centres targets of 1e9, and P − D has no digits left.
func TestGapOfLargeTargets(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(4, 5))
	x, y := linalg.NewDense(30, 3, testproblems.Normal(rng, 90, 1)), testproblems.Normal(rng, 30, 1)
	for i := range y {
		x.Row(i)[0] = 1
		y[i] += 1e9
	}
	p := solver.NewProblem(x, loss.Squared{Y: y}, nil).WithRidge(1e-20)
	w := []float64{1e9, 0, 0} // far from the minimum, by some of the two other weights
	better := []float64{1e9, 0, 0}
	column := make([]float64, 30)
	linalg.Column(column, x, 1)
	var above, square float64
	for i, v := range column {
		above += v * (y[i] - 1e9)
		square += v * v
	}
	better[1] = above / square
	if gap, excess := p.Gap(w), p.Objective(w)-p.Objective(better); gap < excess {
		t.Errorf("gap %g, and a point is %g better", gap, excess)
	}
}

// TestUnpenalizedFromFarAway: the best intercept is found where all losses start straight, or overflow.
func TestUnpenalizedFromFarAway(t *testing.T) {
	t.Parallel()
	const n = 40
	rng := rand.New(rand.NewPCG(1, 9))
	signs, classes := make([]float64, n), make([]int, n)
	for i := range signs {
		classes[i] = rng.IntN(2)
		signs[i] = float64(2*classes[i] - 1)
	}
	ones := linalg.NewDense(1, n, nil)
	for i := range ones.Data {
		ones.Data[i] = 1
	}
	for name, l := range map[string]toolkit.Loss{
		"logistic": loss.Logistic{Y: signs}, "exponential": loss.Exponential{Y: signs},
		"multinomial": loss.Multinomial{Y: classes, K: 2},
	} {
		var want float64
		for _, far := range []float64{0, 300, -2000, 1e6} {
			if name == "exponential" && far == 1e6 {
				continue // whose slopes overflow on both sides
			}
			x := linalg.NewDense(n, 1, nil)
			for i := range n {
				x.Data[i] = far + float64(i%3)
			}
			p := solver.NewProblem(x, l, nil).WithRidge(1).WithUnpenalized(ones)
			w := make([]float64, p.Dim())
			w[0] = 1
			value := p.Value(w)
			if far == 0 {
				want = value
			}
			if !testproblems.Near(value, want, 1e-9) {
				t.Errorf("%s: the loss is %g with features near %g, %g with features near 0", name, value, far, want)
			}
		}
	}
}

// TestStopsWhereRoundingForbidsMore: a tolerance below what rounding allows ends as stalled, and not never.
func TestStopsWhereRoundingForbidsMore(t *testing.T) {
	t.Parallel()
	p := solver.Progress{Objective: 1, Gap: 3e-10, Rounding: 2.9e-10}
	for name, stop := range map[string]solver.Stop{"RelGap": solver.RelGap(1e-10), "AbsGap": solver.AbsGap(1e-10)} {
		if why := stop(&p); why != solver.Stalled {
			t.Errorf("%s: %q", name, why)
		}
	}
	p.Gap = 1e-9
	if why := solver.AbsGap(1e-10)(&p); why != "" {
		t.Errorf("%q where the gap still falls", why)
	}
	if p.Rounding = math.NaN(); p.Left() != p.Gap {
		t.Errorf("%g is left where rounding is not known", p.Left())
	}
}

// TestImbalanceIsNoRounding: what is left of the slopes in unpenalized weights is in the gap, and not in what rounding
// may hide, below which no iteration comes.
func TestImbalanceIsNoRounding(t *testing.T) {
	t.Parallel()
	s := solver.Unknown()
	solver.Rounding{Terms: 10, Sum: 1, Imbalance: 1e-3}.Fill(&s, 1, 1)
	if !(s.Gap >= 1e-3) || !(s.Rounding > 0 && s.Rounding < 1e-12) || !(s.Left() > 0.9e-3) {
		t.Errorf("a gap of %g, of which %g are rounding", s.Gap, s.Rounding)
	}
}
