package toolkit_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
)

// solve runs a solver on a problem for some iterations and returns the progress of every state and the last point.
type solve func(ctx context.Context, p *solver.Problem, x0 []float64, iterations int) ([]solver.Progress, []float64, error)

// solvers holds every solver, with the iterations within which it must reach the tolerance on the tiny lasso.
var solvers = map[string]struct {
	solve      solve
	iterations int
	tol        float64
}{
	"FISTA":             {fista(gradient.FISTA{CheckEvery: 1}), 200, 1e-10},
	"FISTA/no-momentum": {fista(gradient.FISTA{CheckEvery: 1, NoMomentum: true}), 2000, 1e-10},
	"FISTA/no-restart":  {fista(gradient.FISTA{CheckEvery: 1, NoRestart: true}), 4000, 1e-8},
	"FISTA/backtracked": {fista(gradient.FISTA{CheckEvery: 1, Lipschitz: 1e-3}), 200, 1e-10},

	// the curvature of the tiny lasso is between 1/3 and 3
	"IterativeProjection/safe":       {projected(gradient.SafeStep(3, 0)), 400, 1e-10},
	"IterativeProjection/optimal":    {projected(gradient.OptimalStep(3, 1./3, 0)), 400, 1e-10},
	"IterativeProjection/Barzilai":   {projected(gradient.BarzilaiBorwein{Start: 3}), 100, 1e-10},
	"IterativeProjection/second":     {projected(gradient.BarzilaiBorwein{Start: 3, Second: true}), 100, 1e-10},
	"IterativeProjection/alternate":  {projected(gradient.BarzilaiBorwein{Start: 3, Alternate: true}), 100, 1e-10},
	"IterativeProjection/printed":    {projected(gradient.BarzilaiBorwein{Start: 3, Printed: true}), 100, 1e-10},
	"IterativeProjection/backtracks": {projected(gradient.Backtracking{Start: 0.01}), 400, 1e-10},
	"IterativeProjection/safeguards": {projected(gradient.Safeguarded{Rule: gradient.BarzilaiBorwein{Start: 3}, Min: 1. / 3, Max: 3}), 100, 1e-10},
}

func projected(rule gradient.StepRule) solve {
	return func(ctx context.Context, p *solver.Problem, x0 []float64, iterations int) (trace []solver.Progress, x []float64, err error) {
		c := gradient.IterativeProjection{Step: rule, CheckEvery: 1}
		for st, e := range c.Iterations(ctx, p, p.Regularizer(), x0) {
			trace, x = append(trace, *st.Report()), st.X(x)
			if err = e; e != nil || st.Iter == iterations {
				return
			}
		}
		return
	}
}

func fista(c gradient.FISTA) solve {
	return func(ctx context.Context, p *solver.Problem, x0 []float64, iterations int) (trace []solver.Progress, x []float64, err error) {
		for st, e := range c.Iterations(ctx, p, p.Regularizer(), x0) {
			trace, x = append(trace, *st.Report()), st.X(x)
			if err = e; e != nil || st.Iter == iterations {
				return
			}
		}
		return
	}
}

// tinyLasso has the known solution x* = (1 − λ/a, 0, …) by construction: see its test.
func tinyLasso() (p *solver.Problem, xstar []float64) {
	// A = diag(2, 1, 3)/1, y = (4, 0.1, -6): coordinate j solves min c/2 (a x − y)² + λ|x| with c = 1/3:
	// x = soft(c a y, λ)/(c a²).
	a := linalg.NewDense(3, 3, []float64{2, 0, 0, 0, 1, 0, 0, 0, 3})
	return solver.NewProblem(a, loss.Squared{Y: []float64{4, 0.1, -6}}, prox.L1{Lambda: 0.5}),
		[]float64{(8.0/3 - 0.5) / (4.0 / 3), 0, -(6 - 0.5) / 3}
}

func TestSolversOnTheTinyLasso(t *testing.T) {
	t.Parallel()
	for name, s := range solvers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, xstar := tinyLasso()
			x0 := []float64{5, -5, 5}
			trace, x, err := s.solve(t.Context(), p, x0, s.iterations)
			if err != nil {
				t.Fatal(err)
			}
			if !floats.Equal(x0, []float64{5, -5, 5}) {
				t.Errorf("x0 was changed to %v", x0)
			}
			if !floats.EqualApprox(x, xstar, s.tol) {
				t.Errorf("after %d iterations at %v, the solution is %v", s.iterations, x, xstar)
			}
			last := trace[len(trace)-1]
			if want := p.Objective(x); !near(last.Objective, want, 1e-12) {
				t.Errorf("reports objective %g, at its point it is %g", last.Objective, want)
			}
			if want := p.Gap(x); !near(last.Gap, want, 1e-12) {
				t.Errorf("reports gap %g, at its point it is %g", last.Gap, want)
			}
			best := p.Objective(xstar)
			for _, q := range trace {
				if q.Gap < q.Objective-best-1e-12 {
					t.Fatalf("iteration %d: gap %g below the error %g", q.Iter, q.Gap, q.Objective-best)
				}
			}
			_, again, _ := s.solve(t.Context(), p, x0, s.iterations)
			if !floats.Equal(x, again) {
				t.Errorf("a second run ends at %v, the first at %v", again, x)
			}
		})
	}
}

func TestSolversStopWithTheirContext(t *testing.T) {
	t.Parallel()
	for name, s := range solvers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, _ := tinyLasso()
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			if _, _, err := s.solve(ctx, p, make([]float64, 3), 10); !errors.Is(err, context.Canceled) {
				t.Errorf("error %v, not that of the context", err)
			}
		})
	}
}

func TestSolversReportNaN(t *testing.T) {
	t.Parallel()
	for name, s := range solvers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := linalg.NewDense(2, 2, []float64{1, math.NaN(), 0, 1})
			p := solver.NewProblem(a, loss.Squared{Y: []float64{1, 2}}, prox.L1{Lambda: 0.1})
			if _, _, err := s.solve(t.Context(), p, make([]float64, 2), 100); !errors.Is(err, solver.ErrDiverged) {
				t.Errorf("error %v, not ErrDiverged", err)
			}
		})
	}
}

// TestFISTAAgreesWithPlainProximalGradient compares objectives with a long run written out plainly, on every pair of smooth
// loss and regularizer, and checks that the gap bounds the error at every check.
func TestFISTAAgreesWithPlainProximalGradient(t *testing.T) {
	t.Parallel()
	for lossName, create := range losses {
		for regName, reg := range regularizers {
			t.Run(lossName+"/"+regName, func(t *testing.T) {
				t.Parallel()
				rng := rand.New(rand.NewPCG(5, 6))
				a := linalg.NewDense(30, 12, randomVector(rng, 360, 1))
				p := solver.NewProblem(a, create(randomVector(rng, 30, 1), nil), reg.make(0.05, 12))
				if math.IsInf(p.Loss.Curvature(), 1) {
					return // not smooth: not FISTA's
				}
				iterations := 20000
				if _, slow := p.Penalty.(toolkit.IterativeProx); slow {
					iterations = 1000
				}
				want := plainProximalGradient(p, iterations)
				trace, x, err := fista(gradient.FISTA{})(t.Context(), p, make([]float64, 12), 500)
				if err != nil || !near(p.Objective(x), want, 1e-10) {
					t.Fatalf("objective %.15g, plain proximal gradient %.15g, error %v", p.Objective(x), want, err)
				}
				for _, q := range trace {
					if q.Gap < q.Objective-want-1e-12 {
						t.Fatalf("iteration %d: gap %g below the error %g", q.Iter, q.Gap, q.Objective-want)
					}
				}
			})
		}
	}
}

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

// A regularizer and a loss of a user's own, made of nothing but the contract.

// boundedBelow is the indicator of x ≥ Low.
type boundedBelow struct{ Low float64 }

func (g boundedBelow) Value(x []float64) float64 {
	for _, v := range x {
		if v < g.Low {
			return math.Inf(1)
		}
	}
	return 0
}

func (g boundedBelow) Prox(dst, v []float64, _ float64) float64 {
	for j, x := range v {
		dst[j] = max(x, g.Low)
	}
	return 0
}

// pseudoHuber is √(1 + (f − y)²) − 1.
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

func TestAUsersOwnLossAndRegularizer(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 8))
	a := linalg.NewDense(40, 5, randomVector(rng, 200, 1))
	p := solver.NewProblem(a, pseudoHuber{randomVector(rng, 40, 2)}, boundedBelow{-0.05})
	want := plainProximalGradient(p, 20000)
	for name, s := range map[string]struct {
		solve      solve
		iterations int
		tol        float64
	}{
		"FISTA": {fista(gradient.FISTA{}), 200, 1e-10},
	} {
		_, x, err := s.solve(t.Context(), p, make([]float64, 5), s.iterations)
		if got := p.Objective(x); err != nil || !near(got, want, s.tol) {
			t.Errorf("%s: objective %.10g, plain proximal gradient %.10g, error %v", name, got, want, err)
		}
	}
	var _ toolkit.Proxable = boundedBelow{}
	var _ toolkit.Separable = pseudoHuber{}
}
