package risk_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/optimize"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/risk"
	"github.com/proxlab/proxlab/toolkit/structured"
)

// logistic is ℓ_i(w) = log Σ_y exp⟨φ(y) − φ(y_i), w⟩ of all outputs, and adds s times its gradient.
func (o outputs) logistic(gradient []float64, s float64, w []float64) float64 {
	scores := make([]float64, len(o.costs))
	for k, v := range o.differences {
		scores[k] = floats.Dot(v, w)
	}
	log := floats.LogSumExp(scores)
	for k, v := range o.differences {
		floats.AddScaled(gradient, s*math.Exp(scores[k]-log), v)
	}
	return log
}

// smooth is P with logistic losses, written out, as a problem of gonum's.
func (c chains) smooth(mu float64) optimize.Problem {
	all := c.all
	evaluate := func(gradient, w []float64) float64 {
		floats.ScaleTo(gradient, mu, w)
		value := mu / 2 * floats.Dot(w, w)
		for _, o := range all {
			value += o.logistic(gradient, 1/float64(len(all)), w) / float64(len(all))
		}
		return value
	}
	return optimize.Problem{
		Func: func(w []float64) float64 { return evaluate(make([]float64, len(w)), w) },
		Grad: func(g, w []float64) { evaluate(g, w) },
	}
}

// TestLBFGSCertificate: the gap is never less than the error at the point that is reported, in which gonum's BFGS on
// the losses written out is the judge; and it falls to what rounding allows.
func TestLBFGSCertificate(t *testing.T) {
	t.Parallel()
	for seed, mu := range []float64{1, 0.1, 0.001} {
		c := newChains(uint64(seed))
		plain := c.smooth(mu)
		d := len(c.all[0].differences[0])
		res, err := optimize.Minimize(plain, make([]float64, d), &optimize.Settings{
			GradientThreshold: 1e-11, Converger: optimize.NeverTerminate{},
		}, &optimize.BFGS{})
		if res == nil {
			t.Fatal(err)
		}
		g := make([]float64, d)
		plain.Grad(g, res.X)
		lower := res.F - floats.Dot(g, g)/(2*mu)
		if res.F-lower > 1e-13 {
			t.Fatalf("the judge is %g off", res.F-lower)
		}
		m := c.model([]string{"one group", "two groups", "two groups"}[seed])
		last := math.NaN()
		for st, err := range (risk.LBFGS{Mu: mu, Params: m}).Iterations(t.Context(), &structured.CRF{Data: c.data}) {
			if err != nil {
				t.Fatal(err)
			}
			w, _ := m.Vector()
			at := plain.Func(w)
			if m.Refresh(); at-res.F > st.Gap || st.Lower > res.F || !testproblems.Near(at, st.Objective, 1e-12) {
				t.Fatalf("μ = %g, step %d: objective %.17g, in fact %.17g, gap %g, lower bound %.17g, minimum %.17g",
					mu, st.Iter, st.Objective, at, st.Gap, st.Lower, res.F)
			}
			if last = st.Gap; st.Iter == 60 {
				break
			}
		}
		if !(last < 1e-11) {
			t.Errorf("μ = %g: gap %g at the end", mu, last)
		}
	}
}

// TestLBFGSStands: where rounding allows no more θ stays, and where losses have kinks the bound holds.
func TestLBFGSStands(t *testing.T) {
	t.Parallel()
	const mu = 0.1
	c := newChains(5)
	_, upper := c.minimum(mu)
	stop := solver.Any(solver.NoDecrease(3), solver.MaxIter(100))
	seq := risk.LBFGS{Mu: mu, Params: c.model("")}.Iterations(t.Context(), &structured.CRF{Data: c.data})
	if res, err := solver.Run(seq, stop); err != nil || res.Status != solver.Stalled || !(res.Gap < 1e-12) {
		t.Errorf("smooth: status %v, gap %g, error %v", res.Status, res.Gap, err)
	}
	seq = risk.LBFGS{Mu: mu, Params: c.model("")}.Iterations(t.Context(), &structured.Hinge{Data: c.data})
	if res, err := solver.Run(seq, stop); err != nil || res.Objective-upper > res.Gap || !(res.Objective < upper+0.5) {
		t.Errorf("kinks: objective %g of %g, gap %g, error %v", res.Objective, upper, res.Gap, err)
	}
}

// TestLBFGSEnds: with its context, at a NaN, and where it is told nonsense or the parameters are no vector.
func TestLBFGSEnds(t *testing.T) {
	t.Parallel()
	c := newChains(1)
	oracle := &structured.CRF{Data: c.data}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	res, err := solver.Run(risk.LBFGS{Mu: 1, Params: c.model("")}.Iterations(ctx, oracle), solver.MaxIter(1))
	if !errors.Is(err, context.Canceled) || res.Status != solver.Canceled {
		t.Errorf("status %v, error %v after cancellation", res.Status, err)
	}
	testproblems.Says(t, risk.LBFGS{Params: c.model("")}.Iterations(t.Context(), oracle), "μ = 0")
	negative := risk.LBFGS{Params: c.model(""), Mu: 1, Memory: -1}
	testproblems.Says(t, negative.Iterations(t.Context(), oracle), "memory of -1")
	testproblems.Says(t, risk.LBFGS{Mu: 1, Params: c.model("kernel")}.Iterations(t.Context(), oracle), "one dense vector")
	testproblems.Says(t, risk.LBFGS{Mu: 1, Params: plain{c.model("")}}.Iterations(t.Context(), oracle), "one dense vector")
	c.x.Data[3] = math.NaN()
	_, err = solver.Run(risk.LBFGS{Mu: 1, Params: c.model("")}.Iterations(t.Context(), oracle), solver.MaxIter(5))
	if !errors.Is(err, solver.ErrDiverged) {
		t.Errorf("error %v after a NaN", err)
	}
}

// plain are parameters that can do no more than they must, and do not tell their precision.
type plain struct{ toolkit.Params }

// TestFrankWolfeOfAnyParameters: by parameters that only do what they must, as of numbers of 24 bits, the gap is larger
// by what rounding may hide, and the points are the same.
func TestFrankWolfeOfAnyParameters(t *testing.T) {
	t.Parallel()
	c := newChains(3)
	run := func(p toolkit.Params) solver.Result {
		seq := risk.BlockFrankWolfe{Mu: 0.1, Params: p}.Iterations(t.Context(), &structured.Hinge{Data: c.data})
		return testproblems.Must(solver.Run(seq, solver.MaxIter(10)))
	}
	exact, unknown := run(c.model("")), run(plain{c.model("")})
	if exact.Objective != unknown.Objective || !(unknown.Rounding > 10*exact.Rounding) {
		t.Errorf("objectives %g and %g, rounding %g and %g",
			exact.Objective, unknown.Objective, exact.Rounding, unknown.Rounding)
	}
	for want, p := range map[[2]float64]interface{ Precision() (float64, int) }{
		{0x1p-53, 5}: c.model(""), {0x1p-53, 18}: c.model("kernel"), {0x1p-53, 3}: params.NewModel([]params.Block{
			params.NewExplicit(0, linalg.NewDense(1, 3, nil), 2),
		}),
	} {
		if unit, terms := p.Precision(); unit != want[0] || terms != int(want[1]) {
			t.Errorf("unit %g and %d terms, not %v", unit, terms, want)
		}
	}
}

// TestTrees: dependency trees go through both methods as chains do.
func TestTrees(t *testing.T) {
	t.Parallel()
	data := testproblems.Must(structured.NewTrees([]int{0, 3, 7}, []int{2, 0, 2, 3, 4, 0, 3}, true))
	_, rows := data.Rows(1)
	x := linalg.NewDense(rows, 4, testproblems.Normal(rand.New(rand.NewPCG(65, 66)), 4*rows, 1))
	for name, run := range map[string]func(p toolkit.Params) solver.Seq[*risk.State]{
		"hinge": func(p toolkit.Params) solver.Seq[*risk.State] {
			steps := risk.BlockFrankWolfe{Params: p, Mu: 0.5, Pairwise: true}
			return steps.Iterations(t.Context(), &structured.TreeHinge{Data: data})
		},
		"CRF": func(p toolkit.Params) solver.Seq[*risk.State] {
			return risk.LBFGS{Mu: 0.5, Params: p}.Iterations(t.Context(), &structured.TreeCRF{Data: data})
		},
	} {
		m := params.NewModel([]params.Block{params.NewExplicit(structured.Arc, x, 1)})
		res, err := solver.Run(run(m), solver.Any(solver.RelGap(1e-6), solver.MaxIter(2000)))
		if err != nil || res.Status != solver.Converged || m.Norm(0) == 0 {
			t.Errorf("%s: %s, objective %g, gap %g, error %v", name, res.Status, res.Objective, res.Gap, err)
		}
	}
}
