package gradient_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
)

// leastSquares is a random problem with the largest and the smallest eigenvalue of its Hessian.
func leastSquares(rng *rand.Rand, n, d int, g toolkit.Proxable) (p *solver.Problem, a, b float64) {
	x := linalg.NewDense(n, d, testproblems.Normal(rng, n*d, 1))
	p = solver.NewProblem(x, loss.Squared{Y: testproblems.Normal(rng, n, 2)}, g)
	var gram mat.SymDense
	gram.SymOuterK(1/float64(n), mat.NewDense(n, d, x.Data).T())
	var eigen mat.EigenSym
	eigen.Factorize(&gram, false)
	values := eigen.Values(nil)
	return p, values[d-1], math.Max(0, values[0])
}

// TestContraction: with a fixed σ, two steps in a row shrink by L_σ at least, and the distance to the end is bounded a
// priori by L^p/(1 − L) times the first step.
func TestContraction(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(20, 21))
	for range 10 {
		n, d := 10+rng.IntN(20), 3+rng.IntN(12)
		const mu = 0.1
		p, a, b := leastSquares(rng, n, d, prox.Ridge{Mu: mu, Inner: prox.L1{Lambda: 0.05}})
		for _, rule := range []gradient.FixedStep{gradient.SafeStep(a, mu), gradient.OptimalStep(a, b, mu)} {
			factor := gradient.Contraction(float64(rule), a, b, mu)
			if !(factor < 1) {
				t.Fatalf("σ = %g does not contract: %g", float64(rule), factor)
			}
			points := visit(t, p, rule, testproblems.Normal(rng, d, 1))
			end, first := points[len(points)-1], floats.Distance(points[1], points[0], 2)
			for k := 1; k+1 < len(points); k++ {
				before, after := floats.Distance(points[k], points[k-1], 2), floats.Distance(points[k+1], points[k], 2)
				if after > factor*before+1e-12 {
					t.Fatalf("steps of %g and %g: L = %g", before, after, factor)
				}
				bound := math.Pow(factor, float64(k)) / (1 - factor) * first
				if far := floats.Distance(points[k], end, 2); far > bound+1e-9 {
					t.Fatalf("iterate %d is %g from the end, bound %g", k, far, bound)
				}
			}
		}
	}
}

// visit takes 3,000 iterations on a lasso with a ridge, and returns x0 and the iterates. Each state must report the
// objective and the gap at its point.
func visit(t *testing.T, p *solver.Problem, rule gradient.StepRule, x0 []float64) [][]float64 {
	t.Helper()
	points := [][]float64{x0}
	c := gradient.IterativeProjection{Start: x0, Step: rule, CheckEvery: 1}
	for st, err := range c.Iterations(t.Context(), gradient.WithRidge{P: p}) {
		if err != nil {
			t.Fatal(err)
		}
		points = append(points, st.X(nil))
		if want := p.Objective(st.X(nil)); !testproblems.Near(st.Objective, want, 1e-12) {
			t.Fatalf("reports objective %g, at its point it is %g", st.Objective, want)
		}
		if want := p.Gap(st.X(nil)); !testproblems.Near(st.Gap, want, 1e-12) {
			t.Fatalf("reports gap %g, at its point it is %g", st.Gap, want)
		}
		if st.Iter == 3000 {
			break
		}
	}
	return points
}

// TestOptimalStep: the optimal σ has the smallest L, (a − b)/(a + b + 2μ).
func TestOptimalStep(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(26, 27))
	for range 40 {
		b := rng.Float64()
		a, mu := b+rng.Float64(), rng.Float64()/10
		optimal := float64(gradient.OptimalStep(a, b, mu))
		best := gradient.Contraction(optimal, a, b, mu)
		if want := (a - b) / (a + b + 2*mu); !testproblems.Near(best, want, 1e-12) {
			t.Errorf("L = %g, (a − b)/(a + b + 2μ) = %g", best, want)
		}
		for _, other := range []float64{0.9, 0.99, 1.01, 1.1} {
			if l := gradient.Contraction(other*optimal, a, b, mu); l < best {
				t.Errorf("σ times %g contracts better: %g", other, l)
			}
		}
	}
	if l := gradient.Contraction(1, 3, 1./3, 0); l < 1 { // a/σ = 3
		t.Errorf("σ = 1 contracts by %g where the curvature is 3", l)
	}
}

// TestStepTooLong: a fixed σ below half the curvature diverges, and the error says why.
func TestStepTooLong(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(52, 53))
	p, a, b := leastSquares(rng, 20, 8, prox.L1{Lambda: 0.01})
	sigma := 0.3 * a
	if l := gradient.Contraction(sigma, a, b, 0); !(l > 1) {
		t.Fatalf("σ = %g contracts by %g", sigma, l)
	}
	seq := gradient.IterativeProjection{Step: gradient.FixedStep(sigma), Start: testproblems.Normal(rng, 8, 1)}.
		Iterations(t.Context(), p)
	res, err := solver.Run(seq, solver.MaxIter(100000))
	if res.Status != solver.Diverged || !errors.Is(err, solver.ErrDiverged) {
		t.Errorf("status %s, error %v", res.Status, err)
	} else if !strings.Contains(err.Error(), "contraction") {
		t.Errorf("error %v does not say why", err)
	}
}
