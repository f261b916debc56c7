package toolkit_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// regularizer is one row of the table: how to make it for a strength, and a route to its prox that shares no code with it.
type regularizer struct {
	make      func(lambda float64) toolkit.Proxable
	reference func(v []float64, gamma, lambda float64) []float64
}

var regularizers = map[string]regularizer{
	"L1": {
		make: func(l float64) toolkit.Proxable { return prox.L1{Lambda: l} },
		reference: func(v []float64, gamma, lambda float64) []float64 {
			return eachCoordinate(v, gamma, func(z float64) float64 { return lambda * math.Abs(z) })
		},
	},
	"SquaredL1": {
		make: func(l float64) toolkit.Proxable { return prox.SquaredL1{Lambda: l} },
		reference: func(v []float64, gamma, lambda float64) []float64 { // soft(v, τ) with τ = γλ‖soft(v, τ)‖₁, by bisection
			soft := func(tau float64) []float64 {
				return eachCoordinate(v, 1, func(z float64) float64 { return tau * math.Abs(z) })
			}
			lo, hi := 0.0, floats.Norm(v, 1)
			for range 60 {
				if tau := (lo + hi) / 2; tau < gamma*lambda*floats.Norm(soft(tau), 1) {
					lo = tau
				} else {
					hi = tau
				}
			}
			return soft((lo + hi) / 2)
		},
	},
	"Ridge": {
		make: func(l float64) toolkit.Proxable { return prox.Ridge{Mu: l} },
		reference: func(v []float64, gamma, lambda float64) []float64 {
			return eachCoordinate(v, gamma, func(z float64) float64 { return lambda / 2 * z * z })
		},
	},
	"Ridge/elastic-net": {
		make: func(l float64) toolkit.Proxable { return prox.Ridge{Mu: 0.7, Inner: prox.L1{Lambda: l}} },
		reference: func(v []float64, gamma, lambda float64) []float64 {
			return eachCoordinate(v, gamma, func(z float64) float64 { return lambda*math.Abs(z) + 0.35*z*z })
		},
	},
}

// eachCoordinate minimizes g(z) + (z − v)²/(2γ) for every coordinate by golden section search.
func eachCoordinate(v []float64, gamma float64, g func(float64) float64) []float64 {
	out := make([]float64, len(v))
	for j, x := range v {
		out[j] = goldenSection(-2*math.Abs(x)-1, 2*math.Abs(x)+1, func(z float64) float64 {
			return gamma*g(z) + (z-x)*(z-x)/2
		})
	}
	return out
}

func goldenSection(lo, hi float64, f func(float64) float64) float64 {
	r := (math.Sqrt(5) - 1) / 2
	for range 200 {
		a, b := hi-r*(hi-lo), lo+r*(hi-lo)
		if f(a) < f(b) {
			hi = b
		} else {
			lo = a
		}
	}
	return (lo + hi) / 2
}

func randomVector(rng *rand.Rand, n int, scale float64) []float64 {
	v := make([]float64, n)
	for j := range v {
		v[j] = scale * rng.NormFloat64()
	}
	return v
}

func TestRegularizers(t *testing.T) {
	t.Parallel()
	for name, r := range regularizers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(1, 2))
			for range 200 {
				d := 1 + rng.IntN(8)
				gamma, lambda := math.Exp(2*rng.NormFloat64()), math.Exp(2*rng.NormFloat64())
				g := r.make(lambda)
				v := randomVector(rng, d, 3)
				z := make([]float64, d)
				value := g.Prox(z, v, gamma)
				if want := g.Value(z); !near(value, want, 1e-12) {
					t.Fatalf("Prox returned %g, the value there is %g", value, want)
				}
				if want := r.reference(v, gamma, lambda); !floats.EqualApprox(z, want, 1e-6) {
					t.Fatalf("γ=%g λ=%g: prox of %v is %v, by the reference %v", gamma, lambda, v, z, want)
				}
				threePoints(t, g, z, v, gamma, randomVector(rng, d, 3))
				fenchelYoung(t, g, z, v, gamma)
				alias := append([]float64(nil), v...)
				if g.Prox(alias, alias, gamma); !floats.Equal(alias, z) {
					t.Fatalf("aliased prox %v, otherwise %v", alias, z)
				}
			}
		})
	}
}

// threePoints checks g(z) + ‖z−v‖²/2γ + ‖y−z‖²/2γ ≤ g(y) + ‖y−v‖²/2γ, which characterizes z = prox_{γg}(v).
func threePoints(t *testing.T, g toolkit.Proxable, z, v []float64, gamma float64, y []float64) {
	t.Helper()
	sq := func(a, b []float64) float64 { d := floats.Distance(a, b, 2); return d * d / (2 * gamma) }
	left, right := g.Value(z)+sq(z, v)+sq(y, z), g.Value(y)+sq(y, v)
	if left > right+1e-9*(1+math.Abs(right)) {
		t.Fatalf("three-point inequality: %g > %g", left, right)
	}
}

// fenchelYoung checks Moreau's identity in its sharpest form: with p = (v − z)/γ, g(z) + g*(p) = ⟨z, p⟩.
func fenchelYoung(t *testing.T, g toolkit.Proxable, z, v []float64, gamma float64) {
	t.Helper()
	c, ok := g.(toolkit.Conjugate)
	if !ok {
		return
	}
	p := make([]float64, len(v))
	for j := range p {
		p[j] = (v[j] - z[j]) / gamma
	}
	if s := c.Polar(p); s > 1+1e-9 {
		t.Fatalf("the polar of a subgradient is %g > 1", s)
	} else if s > 1 {
		floats.Scale(1/s, p)
	}
	if left, right := g.Value(z)+c.Conjugate(p), floats.Dot(z, p); !near(left, right, 1e-8) {
		t.Fatalf("Fenchel-Young: g + g* = %g, ⟨z,p⟩ = %g", left, right)
	}
}

func TestRegularizerEdges(t *testing.T) {
	t.Parallel()
	for name, r := range regularizers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			zero := make([]float64, 4)
			for _, lambda := range []float64{0, 1, 1e300} {
				z := make([]float64, 4)
				if v := r.make(lambda).Prox(z, zero, 1); v != 0 || !floats.Equal(z, zero) {
					t.Errorf("λ=%g: prox of 0 is %v with value %g", lambda, z, v)
				}
			}
			huge := []float64{1e150, -1e150, 0, 1e-300}
			z := make([]float64, 4)
			if r.make(1).Prox(z, huge, 1); floats.HasNaN(z) || math.IsInf(floats.Norm(z, math.Inf(1)), 0) {
				t.Errorf("prox of %v is %v", huge, z)
			}
			nan := []float64{1, math.NaN(), 0, 0}
			if r.make(1).Prox(z, nan, 1); !math.IsNaN(z[1]) {
				t.Errorf("NaN was swallowed: %v", z)
			}
			for what, f := range map[string]func(){
				"γ = 0":         func() { r.make(1).Prox(z, huge, 0) },
				"short dst":     func() { r.make(1).Prox(z[:2], huge, 1) },
				"γ not a value": func() { r.make(1).Prox(z, huge, math.NaN()) },
			} {
				if !panics(f) {
					t.Errorf("%s does not panic", what)
				}
			}
		})
	}
	v := []float64{1, -2, 0}
	z := make([]float64, 3)
	if prox.L1.Prox(prox.L1{}, z, v, 1); !floats.Equal(z, v) {
		t.Errorf("λ = 0 changes %v to %v", v, z)
	}
}

func panics(f func()) (p bool) {
	defer func() { p = recover() != nil }()
	f()
	return false
}

// near compares to a relative and absolute tolerance.
func near(a, b, tol float64) bool {
	return a == b || math.Abs(a-b) <= tol*max(1, math.Abs(a), math.Abs(b))
}
