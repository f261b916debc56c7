package online_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
	"github.com/proxlab/proxlab/toolkit/solver/online"
	"github.com/proxlab/proxlab/toolkit/structured"
)

// TestGamesOnOtherLosses plays on the logistic loss and on chains.
func TestGamesOnOtherLosses(t *testing.T) {
	t.Parallel()
	s := newSVM(200, 5, 0.02, 10)
	block, model := s.params()
	l := loss.Logistic{Y: s.Y}
	optimistic := online.OptimisticProximal{Game: online.Game{Lambda: s.Mu}}
	optimistic.Params = model
	seq := optimistic.Iterations(t.Context(), online.LinearOracle{A: s.X, Loss: l})
	if _, err := solver.Run(seq, solver.MaxIter(300)); err != nil {
		t.Fatal(err)
	}
	p := solver.NewProblem(s.X, l, prox.Ridge{Mu: s.Mu})
	if gap := p.Gap(block.Weights()); gap > 0.02 {
		t.Errorf("logistic: gap %g", gap)
	}
	x := linalg.NewDense(4, 2, []float64{1, 0, 0, 1, 1, 1, -1, 0})
	emission, transition := params.NewExplicit(0, x, 3), params.NewExplicit(1, linalg.Identity(3), 3)
	chain := params.NewModel([]params.Block{emission}, []params.Block{transition})
	hinge := &structured.Hinge{Data: testproblems.SmallSequences()}
	ridge := online.OnNorms(prox.Ridge{Mu: 0.01})
	before := testproblems.Must(online.RegularizedRisk(hinge, chain, ridge))
	batches := online.ProximalSubgradient{Game: online.Game{Lambda: 0.01, Batch: 2, Shuffle: true}}
	batches.Params = chain
	if _, err := solver.Run(batches.Iterations(t.Context(), hinge), solver.MaxIter(200)); err != nil {
		t.Fatal(err)
	}
	if after := testproblems.Must(online.RegularizedRisk(hinge, chain, ridge)); after > before/3 {
		t.Errorf("chains: objective %g, at 0 %g", after, before)
	}
}

// onVector runs the online proximal method with any penalty on a problem's weights, and fills in objective and gap.
func onVector(t *testing.T, p *solver.Problem, passes int) (trace []solver.Progress, x []float64, err error) {
	t.Helper()
	a := p.A.(linalg.Rows)
	block := params.NewExplicit(0, a, 1)
	oracle := online.LinearOracle{A: a, Loss: p.Loss.(toolkit.Separable)}
	c := online.Proximal{Rate: online.InvSqrt{Eta0: 0.05}, Shuffle: true, Seed: 1}
	c.Params = params.NewModel([]params.Block{block})
	c.Terms = []online.Term{online.OnVector(p.Regularizer())}
	seq := c.Iterations(t.Context(), oracle)
	for st, err := range seq {
		x = block.Weights()
		st.Objective, st.Gap = p.Objective(x), p.Gap(x)
		trace = append(trace, *st.Report())
		if err != nil || st.Iter == passes {
			return trace, x, err
		}
	}
	return trace, x, nil
}

// TestProximalOnTheLasso: with A = diag(2, 1, 3), coordinate j solves min (1/6)(a x − y)² + λ|x|, so that
// x_j = soft(a y/3, λ)/(a²/3).
func TestProximalOnTheLasso(t *testing.T) {
	t.Parallel()
	a := linalg.NewDense(3, 3, []float64{2, 0, 0, 0, 1, 0, 0, 0, 3})
	p := solver.NewProblem(a, loss.Squared{Y: []float64{4, 0.1, -6}}, prox.L1{Lambda: 0.5})
	want := []float64{(8.0/3 - 0.5) / (4.0 / 3), 0, -(6 - 0.5) / 3}
	trace, x, err := onVector(t, p, 30000)
	if err != nil || !floats.EqualApprox(x, want, 2e-3) {
		t.Errorf("weights %v, not %v; error %v", x, want, err)
	}
	best := p.Objective(want)
	for _, q := range trace {
		if q.Gap < q.Objective-best-1e-12 {
			t.Fatalf("pass %d: gap %g below the error %g", q.Iter, q.Gap, q.Objective-best)
		}
	}
}

// atLeast is a penalty of a user's own, the indicator of x ≥ low.
type atLeast struct{ low float64 }

func (g atLeast) Value(x []float64) float64 {
	if floats.Min(x) < g.low {
		return math.Inf(1)
	}
	return 0
}

func (g atLeast) Prox(dst, v []float64, _ float64) float64 {
	for j, x := range v {
		dst[j] = max(x, g.low)
	}
	return 0
}

// pseudoHuber is a loss of a user's own, √(1 + (f − y)²) − 1.
type pseudoHuber struct{ y []float64 }

func (l pseudoHuber) Len() int           { return len(l.y) }
func (l pseudoHuber) Weight(int) float64 { return 1 / float64(len(l.y)) }
func (l pseudoHuber) Curvature() float64 { return 1 / float64(len(l.y)) }

func (l pseudoHuber) Conjugate(i int, u float64) float64 {
	return 1 - math.Sqrt(max(0, 1-u*u)) + u*l.y[i]
}

func (l pseudoHuber) At(i int, f float64) (value, slope float64) {
	r := f - l.y[i]
	s := math.Sqrt(1 + r*r)
	return s - 1, r / s
}

// TestAUsersOwnLossAndPenalty compares with FISTA.
func TestAUsersOwnLossAndPenalty(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 8))
	a := linalg.NewDense(40, 5, testproblems.Normal(rng, 200, 1))
	p := solver.NewProblem(a, pseudoHuber{testproblems.Normal(rng, 40, 2)}, atLeast{-0.05})
	seq := gradient.FISTA{}.Iterations(t.Context(), p)
	res, err := solver.Run(seq, solver.MaxIter(500))
	if err != nil {
		t.Fatal(err)
	}
	_, x, err := onVector(t, p, 5000)
	if got := p.Objective(x); err != nil || !testproblems.Near(got, res.Objective, 1e-4) {
		t.Errorf("objective %.10g, by FISTA %.10g, error %v", got, res.Objective, err)
	}
}
