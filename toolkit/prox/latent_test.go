package prox_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

func TestLatent(t *testing.T) {
	t.Parallel()
	g := prox.Latent{Lambda: 0.7, Groups: prox.Groups{{0, 1}, {1, 2}}, Weights: []float64{1, 1.5}}
	if err := toolkittest.Prox(g, 3, toolkittest.Tol(1e-6)); err != nil {
		t.Error(err)
	}
}

// TestLatentByItsDualNorm: Ω(x) is the maximum of ⟨u, x⟩ over ‖u_k‖ ≤ w_k, by projected ascent with the groups' balls
// in turn (Dykstra); and disjoint groups are the group lasso.
func TestLatentByItsDualNorm(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(220, 1))
	g := prox.Latent{Lambda: 1, Groups: prox.Groups{{0, 1, 2}, {2, 3}, {1, 3}}, Weights: []float64{1, 2, 0.7}}
	for range 4 {
		x, u := testproblems.Normal(rng, 4, 1), make([]float64, 4)
		for range 150 {
			floats.AddScaled(u, 3, x)
			kept := make([][]float64, len(g.Groups))
			for k, group := range g.Groups {
				kept[k] = make([]float64, len(group))
			}
			for range 100 {
				for k, group := range g.Groups {
					var n float64
					for i, j := range group {
						u[j] += kept[k][i]
						n = math.Hypot(n, u[j])
					}
					c := math.Min(1, g.Weights[k]/n)
					for i, j := range group {
						kept[k][i] = (1 - c) * u[j]
						u[j] *= c
					}
				}
			}
		}
		if value, want := g.Value(x), floats.Dot(u, x); !testproblems.Near(value, want, 1e-4) || value < want*(1-1e-7) {
			t.Fatalf("Ω(%v) = %g, by its dual norm %g", x, value, want)
		}
	}
	groups := prox.Groups{{0, 3}, {1, 2}}
	v, a, b := testproblems.Normal(rng, 4, 2), make([]float64, 4), make([]float64, 4)
	prox.Latent{Lambda: 0.6, Groups: groups}.Prox(a, v, 1)
	if (prox.L21{Lambda: 0.6, Groups: groups}).Prox(b, v, 1); !floats.EqualApprox(a, b, 1e-12) {
		t.Errorf("%v, by the group lasso %v", a, b)
	}
}
