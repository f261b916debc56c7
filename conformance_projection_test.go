package toolkit_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
)

// squares is a random least-squares problem with the largest and the least eigenvalue of its Hessian.
func squares(rng *rand.Rand, n, d int, reg toolkit.Proxable) (p *solver.Problem, a, b float64) {
	x := linalg.NewDense(n, d, randomVector(rng, n*d, 1))
	p = solver.NewProblem(x, loss.Squared{Y: randomVector(rng, n, 2)}, reg)
	var gram mat.SymDense
	gram.SymOuterK(1/float64(n), mat.NewDense(n, d, x.Data).T())
	var eigen mat.EigenSym
	eigen.Factorize(&gram, false)
	values := eigen.Values(nil)
	return p, values[d-1], math.Max(0, values[0])
}

// TestContraction: with a fixed σ, two steps in a row shrink by L_σ at least, and the distance to the end is bounded a priori by
// L^p/(1 − L) times the first step; the optimal σ has the least L, (a − b)/(a + b + 2μ).
func TestContraction(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(20, 21))
	for range 10 {
		n, d := 10+rng.IntN(20), 3+rng.IntN(12)
		const mu = 0.1
		p, a, b := squares(rng, n, d, prox.Ridge{Mu: mu, Inner: prox.L1{Lambda: 0.05}})
		for _, rule := range []gradient.FixedStep{gradient.SafeStep(a, mu), gradient.OptimalStep(a, b, mu)} {
			factor := gradient.Contraction(float64(rule), a, b, mu)
			if !(factor < 1) {
				t.Fatalf("σ = %g does not contract: %g", float64(rule), factor)
			}
			var points [][]float64
			x0 := randomVector(rng, d, 1)
			points = append(points, x0)
			c := gradient.IterativeProjection{Step: rule, CheckEvery: 1}
			for st, err := range c.Iterations(t.Context(), gradient.WithRidge{F: p, Mu: mu}, prox.L1{Lambda: 0.05}, x0) {
				if err != nil {
					t.Fatal(err)
				}
				points = append(points, st.X(nil))
				if want := p.Objective(st.X(nil)); !near(st.Objective, want, 1e-12) {
					t.Fatalf("reports objective %g, at its point it is %g", st.Objective, want)
				}
				if want := p.Gap(st.X(nil)); !near(st.Gap, want, 1e-12) {
					t.Fatalf("reports gap %g, at its point it is %g", st.Gap, want)
				}
				if st.Iter == 3000 {
					break
				}
			}
			end, first := points[len(points)-1], floats.Distance(points[1], points[0], 2)
			for k := 1; k+1 < len(points); k++ {
				before, after := floats.Distance(points[k], points[k-1], 2), floats.Distance(points[k+1], points[k], 2)
				if after > factor*before+1e-12 {
					t.Fatalf("steps of %g and %g: L = %g", before, after, factor)
				}
				if bound := math.Pow(factor, float64(k)) / (1 - factor) * first; floats.Distance(points[k], end, 2) > bound+1e-9 {
					t.Fatalf("iterate %d is %g from the end, bound %g", k, floats.Distance(points[k], end, 2), bound)
				}
			}
		}
		best := gradient.Contraction(float64(gradient.OptimalStep(a, b, mu)), a, b, mu)
		if want := (a - b) / (a + b + 2*mu); !near(best, want, 1e-12) {
			t.Errorf("L = %g, (a − b)/(a + b + 2μ) = %g", best, want)
		}
		for _, other := range []float64{0.9, 0.99, 1.01, 1.1} {
			if l := gradient.Contraction(other*float64(gradient.OptimalStep(a, b, mu)), a, b, mu); l < best {
				t.Errorf("σ times %g contracts better: %g", other, l)
			}
		}
	}
}

// TestBarzilaiBorweinFactor: on a lasso the step with the right factor needs fewer iterations than the printed one, both fewer than a fixed
// step; both are recorded here.
func TestBarzilaiBorweinFactor(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(22, 23))
	p, a, b := squares(rng, 60, 40, prox.L1{Lambda: 0.1})
	count := map[string]int{}
	for name, rule := range map[string]gradient.StepRule{
		"fixed": gradient.SafeStep(a, 0), "right": gradient.BarzilaiBorwein{Start: a}, "printed": gradient.BarzilaiBorwein{Start: a, Printed: true},
		"safeguarded": gradient.Safeguarded{Rule: gradient.BarzilaiBorwein{Start: a}, Least: math.Max(b, 1e-3*a), Most: a},
	} {
		res, err := solver.Run(gradient.IterativeProjection{Step: rule, CheckEvery: 1}.Iterations(t.Context(), p, p.Regularizer(), make([]float64, 40)),
			solver.Any(solver.RelGap(1e-8), solver.MaxIter(5000)))
		if err != nil || res.Status != solver.Converged {
			t.Fatalf("%s: %v, gap %g, error %v", name, res.Status, res.Gap, err)
		}
		count[name] = res.Iter
	}
	t.Logf("iterations to a relative gap of 1e-8: %v", count)
	if !(count["right"] < count["printed"] && count["printed"] < count["fixed"] && count["safeguarded"] < count["fixed"]) {
		t.Errorf("iterations: %v", count)
	}
}

// TestMinimalNorm: of the solutions of a lasso with every column twice, the variant tends to the one that shares the weight equally.
func TestMinimalNorm(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(24, 25))
	const n, d = 20, 4
	x := linalg.NewDense(n, 2*d, nil)
	for i := range n {
		for j := range d {
			v := rng.NormFloat64()
			x.Data[i*2*d+j], x.Data[i*2*d+d+j] = v, v
		}
	}
	p := solver.NewProblem(x, loss.Squared{Y: randomVector(rng, n, 2)}, prox.L1{Lambda: 0.1})
	start := make([]float64, 2*d)
	for j := range start {
		start[j] = float64(j%3) - 1
	}
	c := gradient.IterativeProjection{Step: gradient.SafeStep(p.Lipschitz(), 0), MinimalNorm: true}
	res, err := solver.Run(c.Iterations(t.Context(), p, p.Regularizer(), start), solver.MaxIter(20000))
	if err != nil {
		t.Fatal(err)
	}
	for j := range d {
		if math.Abs(res.X[j]-res.X[d+j]) > 1e-3 {
			t.Errorf("column %d has %g and %g", j, res.X[j], res.X[d+j])
		}
	}
	if gap := p.Gap(res.X); gap > 1e-2*res.Objective {
		t.Errorf("gap %g at objective %g", gap, res.Objective)
	}
}

func TestIterativeProjectionRefuses(t *testing.T) {
	t.Parallel()
	p, _ := tinyLasso()
	for name, rule := range map[string]gradient.StepRule{"none": nil, "0": gradient.FixedStep(0), "negative": gradient.FixedStep(-1), "NaN": gradient.FixedStep(math.NaN())} {
		for _, err := range (gradient.IterativeProjection{Step: rule}).Iterations(t.Context(), p, p.Regularizer(), make([]float64, 3)) {
			if err == nil {
				t.Errorf("step rule %s was accepted", name)
			}
			break
		}
	}
	if l := gradient.Contraction(1, 3, 1./3, 0); l < 1 { // a/σ = 3
		t.Errorf("σ = 1 contracts by %g where the curvature is 3", l)
	}
	_, err := solver.Run(gradient.IterativeProjection{Step: gradient.FixedStep(1)}.Iterations(t.Context(), p, p.Regularizer(), []float64{1, 1, 1}), solver.MaxIter(10000))
	if !errors.Is(err, solver.ErrDiverged) {
		t.Errorf("a step too long ends with %v", err)
	}
	if gap := (gradient.WithRidge{F: plainSquare{}, Mu: 1}).Gap(nil); !math.IsInf(gap, 1) {
		t.Errorf("the gap of a function without certificate is %g", gap)
	}
}

// plainSquare is ½‖x‖², without a certificate.
type plainSquare struct{}

func (plainSquare) Value(x []float64) float64 { return floats.Dot(x, x) / 2 }

func (plainSquare) ValueGrad(dst, x []float64) float64 {
	copy(dst, x)
	return floats.Dot(x, x) / 2
}
