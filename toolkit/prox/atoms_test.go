package prox_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// gauges makes every gauge on d×k matrices, and a penalty of the same values that is known by other means.
var gauges = map[string]func(d, k int) (gauge toolkit.Gauge, same toolkit.Proxable){
	"L1": func(_, _ int) (toolkit.Gauge, toolkit.Proxable) { return prox.L1{Lambda: 2}, prox.L1{Lambda: 2} },
	"L1/weights": func(d, k int) (toolkit.Gauge, toolkit.Proxable) {
		g := prox.L1{Lambda: 0.5}
		for j := range d * k {
			g.Weights = append(g.Weights, 1+float64(j))
		}
		return g, g
	},
	"MultiTask": func(d, k int) (toolkit.Gauge, toolkit.Proxable) {
		groups := make(prox.Groups, d)
		for j := range groups {
			for c := range k {
				groups[j] = append(groups[j], j*k+c)
			}
		}
		return prox.MultiTask{Lambda: 3, Cols: k}, prox.L21{Lambda: 3, Groups: groups}
	},
	"TraceNorm": func(d, k int) (toolkit.Gauge, toolkit.Proxable) {
		g := prox.TraceNorm{Lambda: 0.1, Rows: d, Cols: k}
		return g, g
	},
}

// TestLMO: the extreme atom is one, attains the polar, and no random atom does better.
func TestLMO(t *testing.T) {
	t.Parallel()
	for name, create := range gauges {
		rng := rand.New(rand.NewPCG(70, 71))
		for range 50 {
			d, k := 1+rng.IntN(6), 1+rng.IntN(5)
			g := testproblems.Normal(rng, d*k, 1)
			u, v := make([]float64, d), make([]float64, k)
			gauge, same := create(d, k)
			polar, conjugate := gauge.LMO(u, v, g), same.(toolkit.Conjugate).Polar(g)
			atom := make([]float64, d*k)
			for j := range u {
				floats.AddScaled(atom[j*k:(j+1)*k], u[j], v)
			}
			if !testproblems.Near(floats.Dot(atom, g), polar, 1e-12) || !testproblems.Near(conjugate, polar, 1e-12) {
				t.Fatalf("%s: ⟨atom, G⟩ = %g, polar %g, by the conjugate %g", name, floats.Dot(atom, g), polar, conjugate)
			}
			if !testproblems.Near(same.Value(atom), 1, 1e-12) {
				t.Fatalf("%s: Ω(atom) = %g", name, same.Value(atom))
			}
			w := testproblems.Normal(rng, d*k, 1)
			if floats.Dot(w, g) > same.Value(w)*polar+1e-12 {
				t.Fatalf("%s: ⟨W, G⟩ > Ω(W) Ω°(G)", name)
			}
		}
		gauge, _ := create(2, 1)
		if p := gauge.LMO(make([]float64, 2), make([]float64, 1), []float64{math.NaN(), 1}); !math.IsNaN(p) {
			t.Errorf("%s: NaN was swallowed: %g", name, p)
		}
		gauge, _ = create(2, 2)
		if p := gauge.LMO(make([]float64, 2), make([]float64, 2), make([]float64, 4)); p != 0 {
			t.Errorf("%s: the polar of 0 is %g", name, p)
		}
	}
}

// TestLMOMap: by products alone the atom attains the polar up to the tolerance where one singular value leads, and
// exactly without one.
func TestLMOMap(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(72, 73))
	const d, k = 40, 30
	shorter := 0
	for range 20 {
		x := linalg.NewDense(d, k, testproblems.Normal(rng, d*k, 1))
		for j := range d {
			floats.AddConst(2, x.Row(j))
		}
		g := prox.TraceNorm{Lambda: 2, Rows: d, Cols: k}
		polar := g.Polar(x.Data)
		for _, tol := range []float64{0, 0.1} {
			u, v := make([]float64, d), make([]float64, k)
			products := &counting{Map: x}
			attained, bound := g.LMOMap(u, v, products, tol)
			xv := make([]float64, d)
			x.MulVec(xv, v)
			if !testproblems.Near(floats.Dot(u, xv), attained, 1e-12) || attained < polar-tol-1e-12 || attained > polar+1e-12 ||
				bound < polar-1e-12 || bound > attained+tol+1e-9 {
				t.Errorf("tolerance %g: %g attained, polar %g at most %g", tol, attained, polar, bound)
			}
			if tol > 0 && products.count < 25 {
				shorter++
			}
		}
	}
	if shorter == 0 {
		t.Error("a tolerance saves no product")
	}
}

// counting counts products with a map.
type counting struct {
	linalg.Map
	count int
}

func (c *counting) MulVec(dst, x []float64) {
	c.count++
	c.Map.MulVec(dst, x)
}
