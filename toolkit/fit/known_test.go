package fit_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/internal/exact"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// hadamard are columns of ±1, orthogonal to one another and to ones: those of the Hadamard matrix of 16 rows but the
// first.
func hadamard(d int) *linalg.Dense {
	x := linalg.NewDense(16, d, nil)
	for i := range 16 {
		for j := range d {
			bits := i & (j + 1)
			x.Row(i)[j] = float64(1 - 2*((bits^bits>>1^bits>>2^bits>>3)&1))
		}
	}
	return x
}

// known is a regression with the minimum P at Weights and Intercept, all of them exact: y = XW + b + r with the
// residual r = λ X z of a subgradient z of Ω at W, since XᵀX = nI, and of columns beside, which X is orthogonal to.
type known struct {
	c         fit.Linear
	data      fit.Data
	weights   []float64
	objective float64
}

// knownProblem is the lasso, or the group lasso of pairs with subgradients (3/5, 4/5), with features scaled by powers
// of two: X diag(s) and weights s of Ω have the same P.
func knownProblem(seed uint64, group bool) known {
	rng := rand.New(rand.NewPCG(seed, 175))
	const n, d = 16, 8
	wide := hadamard(d + 3)
	x, z, w := linalg.NewDense(n, d, nil), make([]float64, d), make([]float64, d)
	lambda := math.Ldexp(1, -3-rng.IntN(8)) // of z; the group's is five times as large
	norm := 0.
	for j := 0; j < d; j += 2 {
		z[j], z[j+1] = 3, -4
		if !group {
			z[j], z[j+1] = 1, -1
		}
		if size := math.Ldexp(float64(rng.IntN(8)), -rng.IntN(6)); rng.IntN(2) == 0 {
			w[j], w[j+1] = -size*z[j], -size*z[j+1]
			norm += size * (w[j]*w[j] + w[j+1]*w[j+1]) / math.Max(size*size, 1e-300)
		} else {
			z[j], z[j+1] = z[j]/4, z[j+1]/2 // inside the ball
		}
	}
	k := known{weights: w, data: fit.Data{X: x, Y: make([]float64, n)}}
	beside, shift := math.Ldexp(float64(1+rng.IntN(4)), -4), float64(rng.IntN(5))*1024
	squares := 0.
	for i := range n {
		r := beside * wide.Row(i)[d]
		for j, v := range wide.Row(i)[:d] {
			k.data.Y[i] += v * w[j]
			r += lambda * v * -z[j]
		}
		k.data.Y[i] += shift + r
		squares += r * r
	}
	k.objective = squares/(2*n) + lambda*norm
	scales := make([]float64, d)
	for j := range scales {
		scales[j] = math.Ldexp(1, 2*(rng.IntN(61)-30))
		if group && j%2 == 1 {
			scales[j] = scales[j-1]
		}
		w[j] /= scales[j]
		for i := range n {
			x.Row(i)[j] = wide.Row(i)[j] * scales[j]
		}
	}
	k.c = fit.Linear{Lambda: lambda, Intercept: true, Penalty: prox.L1{Lambda: 1, Weights: scales}}
	if group {
		k.c.Lambda *= 5
		g := prox.L21{Lambda: 1}
		for j := 0; j < d; j += 2 {
			g.Groups, g.Weights = append(g.Groups, []int{j, j + 1}), append(g.Weights, scales[j])
		}
		k.c.Penalty = g
	}
	return k
}

// TestKnownOptimum: the minimum of problems made with it, of features that span 36 orders of magnitude, is found
// within the gap, and the judge of all other problems encloses it.
func TestKnownOptimum(t *testing.T) {
	t.Parallel()
	for seed := range uint64(40) {
		for _, group := range []bool{false, true} {
			t.Run(fmt.Sprintf("%d-%v", seed, group), func(t *testing.T) {
				t.Parallel()
				k := knownProblem(seed, group)
				m, err := k.c.Fit(t.Context(), k.data)
				if err != nil {
					t.Fatal(err)
				}
				p, x := exactly(k.c, k.data, m)
				e := p.Enclose(x)
				e.Tighten(exact.New(1e-30))
				lower, _ := e.Lower.Float64()
				upper, _ := e.Upper.Float64()
				if math.Abs(lower-k.objective) > 1e-15*k.objective || math.Abs(upper-k.objective) > 1e-15*k.objective {
					t.Fatalf("P* = %.17g, enclosed by %.17g and %.17g", k.objective, lower, upper)
				}
				if m.Status != solver.Converged || m.Objective-k.objective > m.Gap+1e-15*k.objective {
					t.Errorf("%s: P = %.17g, gap %g, P* = %.17g", m.Status, m.Objective, m.Gap, k.objective)
				}
			})
		}
	}
}

// TestExactIsTheReference: P in 384 bits is that of plain float64s, at ordinary scales.
func TestExactIsTheReference(t *testing.T) {
	t.Parallel()
	judged := 0
	for seed := range uint64(300) {
		p := draw(seed)
		if !p.ordinary || p.data.Y == nil || lossOf(p.c) == "exponential" {
			continue
		}
		p.c.MaxIter = 3
		m, err := p.c.Fit(t.Context(), p.data)
		if err != nil {
			t.Fatal(err)
		}
		problem, x := exactly(p.c, p.data, m)
		got, _ := problem.Objective(x).Float64()
		r := newReference(p.c, p.data, m)
		if want := r.objective(r.of(m)); !(math.Abs(got-want) <= 1e-12*want) {
			t.Errorf("%d, %s: P = %.17g exactly, %.17g plainly", seed, p.name, got, want)
		}
		judged++
	}
	if judged < 80 {
		t.Errorf("%d problems were compared", judged)
	}
}
