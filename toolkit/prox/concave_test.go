package prox_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

// TestConcavePenalties checks MCP and SCAD by the kit, which asks for local minima.
func TestConcavePenalties(t *testing.T) {
	t.Parallel()
	for _, lambda := range []float64{0.05, 0.7, 5} {
		for _, g := range []toolkit.Proxable{
			prox.MCP{Lambda: lambda, Gamma: 1.5}, prox.MCP{Lambda: lambda, Gamma: 3}, prox.SCAD{Lambda: lambda, A: 2.1},
			prox.SCAD{Lambda: lambda, A: 3.7},
		} {
			for _, d := range []int{1, 5} {
				if err := toolkittest.Prox(g, d); err != nil {
					t.Error(err)
				}
			}
		}
	}
}

// TestConcaveProxIsGlobal compares the prox of one coordinate with a fine grid, for steps on both sides of 1/ρ.
func TestConcaveProxIsGlobal(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(201, 1))
	for range 300 {
		lambda, step, v := math.Exp(rng.NormFloat64()), math.Exp(2*rng.NormFloat64()), 5*rng.NormFloat64()
		for _, g := range []toolkit.Proxable{
			prox.MCP{Lambda: lambda, Gamma: 1 + 3*rng.Float64()}, prox.SCAD{Lambda: lambda, A: 2 + 3*rng.Float64()},
		} {
			cost := func(z float64) float64 { return g.Value([]float64{z}) + (z-v)*(z-v)/(2*step) }
			z := []float64{0}
			g.Prox(z, []float64{v}, step)
			for k := range 2001 {
				at := v * float64(k) / 2000
				if low := cost(at); low < cost(z[0])-1e-12*(1+cost(z[0])) {
					t.Fatalf("%+v, step %g: the prox of %g is %g with %g, and %g costs %g", g, step, v, z[0], cost(z[0]), at, low)
				}
			}
		}
	}
}

// TestConcaveByTheirSlopes integrates the derivatives that define both penalties: (λ − t/γ)₊ for MCP; λ up to λ and
// (aλ − t)₊/(a − 1) beyond for SCAD.
func TestConcaveByTheirSlopes(t *testing.T) {
	t.Parallel()
	const lambda, gamma, a, steps = 0.8, 2.5, 3.7, 20000
	for _, at := range []float64{0.3, 0.8, 1.9, 2.9, 7} {
		var mcp, scad float64
		for k := range steps {
			s, ds := at*(float64(k)+0.5)/steps, at/steps
			mcp += ds * math.Max(0, lambda-s/gamma)
			if s <= lambda {
				scad += ds * lambda
			} else {
				scad += ds * math.Max(0, a*lambda-s) / (a - 1)
			}
		}
		m := prox.MCP{Lambda: lambda, Gamma: gamma}.Value([]float64{-at})
		s := prox.SCAD{Lambda: lambda, A: a}.Value([]float64{at})
		if math.Abs(m-mcp) > 1e-7 || math.Abs(s-scad) > 1e-7 {
			t.Errorf("at %g: MCP %g, by its slope %g; SCAD %g, by its slope %g", at, m, mcp, s, scad)
		}
	}
}

// TestMCPTendsToTheLasso as γ grows.
func TestMCPTendsToTheLasso(t *testing.T) {
	t.Parallel()
	v := testproblems.Normal(rand.New(rand.NewPCG(202, 1)), 20, 2)
	a, b := make([]float64, 20), make([]float64, 20)
	prox.MCP{Lambda: 0.5, Gamma: 1e12}.Prox(a, v, 0.8)
	prox.L1{Lambda: 0.5}.Prox(b, v, 0.8)
	for j := range a {
		if math.Abs(a[j]-b[j]) > 1e-9 {
			t.Errorf("of %g: %g and %g", v[j], a[j], b[j])
		}
	}
}
