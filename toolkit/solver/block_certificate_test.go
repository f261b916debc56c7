package solver_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// TestBlockDual compares with the group lasso's own polar, and with R*(v) = max_w ⟨v, w⟩ − R(w) at w = prox_{R/μ}(v/μ).
func TestBlockDual(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 4))
	for range 20 {
		g := prox.L21{Lambda: 0.1 + rng.Float64(), Groups: testproblems.Pairs(6)}
		v := testproblems.Normal(rng, 6, 1)
		for _, mu := range []float64{0, 0.3} {
			dual := solver.BlockDual{Mu: mu}
			for _, group := range g.Groups {
				var square float64
				for _, j := range group {
					square += v[j] * v[j]
				}
				dual.Add(math.Sqrt(square), g.Lambda)
			}
			scale, conjugate := dual.Scale()
			wantScale, want := 1/math.Max(1, g.Polar(v)), 0.
			if mu > 0 {
				w := floats.ScaleTo(make([]float64, 6), 1/mu, v)
				value := g.Prox(w, w, 1/mu)
				wantScale, want = 1, floats.Dot(v, w)-value-mu/2*floats.Dot(w, w)
			}
			if !testproblems.Near(scale, wantScale, 1e-14) || math.Abs(conjugate-want) > 1e-12 {
				t.Errorf("μ = %g: scale %g and R* = %g, not %g and %g", mu, scale, conjugate, wantScale, want)
			}
		}
	}
	if scale, conjugate := new(solver.BlockDual).Scale(); scale != 1 || conjugate != 0 {
		t.Errorf("without blocks: scale %g, R* = %g", scale, conjugate)
	}
}

// TestLowerBound: what is known stays, NaN is no bound, and one's own dual point is preferred where it is as good.
func TestLowerBound(t *testing.T) {
	t.Parallel()
	var l solver.LowerBound
	if !math.IsInf(l.Value(), -1) {
		t.Errorf("nothing is known, and the bound is %g", l.Value())
	}
	r := solver.Rounding{Terms: 1 << 20, Sum: 10}
	p := solver.Progress{Objective: 5}
	if l.Fill(&p, 3, r); p.Gap != 2+r.Bound() || p.Rounding != r.Bound() || l.Value() != 3-r.Bound() {
		t.Errorf("gap %g with a rounding of %g, bound %g", p.Gap, p.Rounding, l.Value())
	}
	if l.Fill(&p, 1, r); p.Gap != 5-(3-r.Bound())+r.Bound() || p.Rounding != 2*r.Bound() {
		t.Errorf("by the best so far: gap %g with a rounding of %g", p.Gap, p.Rounding)
	}
	if l.Raise(math.NaN()); l.Value() != 3-r.Bound() {
		t.Errorf("NaN makes the bound %g", l.Value())
	}
}
