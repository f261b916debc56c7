package gradient_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
)

// TestFISTAAgreesWithPlainProximalGradient compares objectives with a long run written out plainly, on every pair of
// smooth loss and penalty, and checks that the gap bounds the error at every check.
func TestFISTAAgreesWithPlainProximalGradient(t *testing.T) {
	t.Parallel()
	for lossName, loss := range testproblems.Losses {
		for name, penalty := range testproblems.Penalties {
			t.Run(lossName+"/"+name, func(t *testing.T) {
				t.Parallel()
				rng := rand.New(rand.NewPCG(5, 6))
				a := linalg.NewDense(30, 12, testproblems.Normal(rng, 360, 1))
				p := solver.NewProblem(a, loss(testproblems.Normal(rng, 30, 1), nil), penalty(0.05, 12))
				if math.IsInf(p.Loss.Curvature(), 1) {
					return // not smooth: not FISTA's
				}
				iterations := 20000
				if _, slow := p.Penalty.(toolkit.IterativeProx); slow {
					iterations = 1000
				}
				agree(t, p, iterations, 500, 1e-10)
			})
		}
	}
}

// TestFISTAOnOnesOwnLossAndPenalty: they are made of nothing but the contract.
func TestFISTAOnOnesOwnLossAndPenalty(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 8))
	a := linalg.NewDense(40, 5, testproblems.Normal(rng, 200, 1))
	own := testproblems.PseudoHuber{Y: testproblems.Normal(rng, 40, 2)}
	agree(t, solver.NewProblem(a, own, testproblems.BoundedBelow{Low: -0.05}), 20000, 200, 1e-10)
}

// TestFISTAReportsTheGapOfItsPoint, to rounding, at every iteration.
func TestFISTAReportsTheGapOfItsPoint(t *testing.T) {
	t.Parallel()
	p, _ := testproblems.TinyLasso()
	for st, err := range (gradient.FISTA{CheckEvery: 1, Start: []float64{5, -5, 5}}).Iterations(t.Context(), p) {
		if err != nil {
			t.Fatal(err)
		}
		if want := p.Gap(st.X(nil)); !testproblems.Near(st.Gap, want, 1e-12) {
			t.Errorf("iteration %d reports the gap %g, at its point it is %g", st.Iter, st.Gap, want)
		}
		if st.Iter == 100 {
			break
		}
	}
}

// agree compares FISTA with plain steps.
func agree(t *testing.T, p *solver.Problem, plain, iterations int, tol float64) {
	t.Helper()
	want := plainProximalGradient(p, plain)
	var x []float64
	for st, err := range (gradient.FISTA{}).Iterations(t.Context(), p) {
		if err != nil {
			t.Fatal(err)
		}
		if st.Gap < st.Objective-want-1e-12 {
			t.Fatalf("iteration %d: gap %g below the error %g", st.Iter, st.Gap, st.Objective-want)
		}
		if x = st.X(x); st.Iter == iterations {
			if there := p.Objective(x); !testproblems.Near(st.Objective, there, 1e-12) {
				t.Errorf("reports objective %g, at its point it is %g", st.Objective, there)
			}
			break
		}
	}
	if got := p.Objective(x); !testproblems.Near(got, want, tol) {
		t.Fatalf("objective %.15g, plain proximal gradient %.15g", got, want)
	}
}

// plainProximalGradient is the objective after steps of 1/(curvature · ‖A‖²_F), written out.
func plainProximalGradient(p *solver.Problem, iterations int) float64 {
	r, c := p.A.Dims()
	var frobenius float64
	for i := range r {
		frobenius += p.A.(linalg.Rows).DotRows(i, i)
	}
	gamma := 1 / (p.Loss.Curvature() * frobenius)
	w, f, g, u := make([]float64, c), make([]float64, r), make([]float64, c), make([]float64, r)
	for range iterations {
		p.A.MulVec(f, w)
		for i := range f {
			_, s := p.Loss.(toolkit.Separable).At(i, f[i])
			u[i] = p.Loss.Weight(i) * s
		}
		p.A.MulTransVec(g, u)
		floats.AddScaled(w, -gamma, g)
		p.Regularizer().Prox(w, w, gamma)
	}
	return p.Objective(w)
}

// TestDualVariablesGoOn: where a prox is found by iteration, FISTA and IterativeProjection start it from the dual
// variables of the one before, to their own tolerance, and come to the point that a Regularizer leads to; a second run
// gives the same bits.
func TestDualVariablesGoOn(t *testing.T) {
	t.Parallel()
	const n, d = 40, 24
	rng := rand.New(rand.NewPCG(62, 63))
	p, a, _ := leastSquares(rng, n, d, prox.Overlap{Lambda: 0.03, Groups: testproblems.Chained(d)})
	g := &recorded{IterativeProx: p.Penalty.(toolkit.IterativeProx)}
	stop := solver.MaxIter(100)
	project := gradient.IterativeProjection{Step: gradient.SafeStep(a, 0), ProxTol: 1e-12}
	for name, c := range map[string]struct {
		run func(reg toolkit.Proxable) (solver.Result, error)
		tol float64
	}{
		"FISTA": {func(reg toolkit.Proxable) (solver.Result, error) {
			return solver.Run(gradient.FISTA{}.Iterations(t.Context(), gradient.Composite{F: p, G: reg, D: d}), stop)
		}, 1e-14},
		"IterativeProjection": {func(reg toolkit.Proxable) (solver.Result, error) {
			return solver.Run(project.Iterations(t.Context(), gradient.Composite{F: p, G: reg, D: d}), stop)
		}, 1e-12},
	} {
		*g = recorded{IterativeProx: g.IterativeProx}
		raw, err := c.run(g)
		if err != nil || g.calls < 100 || g.cold != 1 || g.tol != c.tol {
			t.Errorf("%s: %d calls, %d of them from zeros, to %g, error %v", name, g.calls, g.cold, g.tol, err)
		}
		reg := p.Regularizer()
		first, err := c.run(reg)
		if again, _ := c.run(reg); err != nil || !floats.Equal(first.X, again.X) {
			t.Errorf("%s: a second run is %g from the first, error %v", name, floats.Distance(first.X, again.X, 2), err)
		}
		if !floats.EqualApprox(first.X, raw.X, 1e-5) || !testproblems.Near(first.Objective, raw.Objective, 1e-10) {
			t.Errorf("%s: objective %.15g, with the penalty itself %.15g", name, first.Objective, raw.Objective)
		}
	}
}

// recorded counts the calls of an iterative prox, and those that start from zeros.
type recorded struct {
	toolkit.IterativeProx
	calls, cold int
	tol         float64 // the last
}

func (r *recorded) Prox(_, _ []float64, _ float64) float64 { panic("a prox without dual variables") }

func (r *recorded) ProxTo(dst, dual, v []float64, gamma, tol float64) (value, gap float64) {
	if r.calls++; floats.Norm(dual, 2) == 0 {
		r.cold++
	}
	r.tol = tol
	return r.IterativeProx.ProxTo(dst, dual, v, gamma, tol)
}
