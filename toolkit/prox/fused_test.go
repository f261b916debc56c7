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

func TestFused(t *testing.T) {
	t.Parallel()
	for _, mix := range []float64{0, 0.3, 0.6, 1} {
		for _, lambda := range []float64{0.05, 0.7, 20} {
			for _, d := range []int{1, 2, 6} {
				if err := toolkittest.Prox(prox.Fused{Lambda: lambda, Mix: mix}, d); err != nil {
					t.Error(err)
				}
			}
		}
	}
}

// edge is a term bound·|Σ_j coefficient_j x_j|.
type edge struct {
	at    []int
	of    []float64
	bound float64
}

// sumOfEdges minimizes Σ_e bound_e |⟨a_e, z⟩| + ½‖z − v‖² through its dual, one edge at a time: z = v − Σ u_e a_e with
// |u_e| ≤ bound_e.
func sumOfEdges(v []float64, edges []edge, rounds int) []float64 {
	z, u := append([]float64(nil), v...), make([]float64, len(edges))
	for range rounds {
		for k, e := range edges {
			var dot, square float64
			for i, j := range e.at {
				dot += e.of[i] * z[j]
				square += e.of[i] * e.of[i]
			}
			now := math.Max(-e.bound, math.Min(e.bound, u[k]+dot/square))
			for i, j := range e.at {
				z[j] -= (now - u[k]) * e.of[i]
			}
			u[k] = now
		}
	}
	return z
}

// TestFusedByEdges compares the prox with the dual method, differences and coordinates as edges alike.
func TestFusedByEdges(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(203, 1))
	for range 40 {
		d, c, mix := 1+rng.IntN(8), math.Exp(rng.NormFloat64()), float64(rng.IntN(5))/4
		v := testproblems.Normal(rng, d, 3)
		var edges []edge
		for j := range d {
			edges = append(edges, edge{[]int{j}, []float64{1}, c * (1 - mix)})
			if j > 0 {
				edges = append(edges, edge{[]int{j - 1, j}, []float64{1, -1}, c * mix})
			}
		}
		z := make([]float64, d)
		prox.Fused{Lambda: c, Mix: mix}.Prox(z, v, 1)
		if want := sumOfEdges(v, edges, 3000); !floats.EqualApprox(z, want, 1e-6) {
			t.Fatalf("λ = %g, S = %g: the prox of %v is %v, by edges %v", c, mix, v, z, want)
		}
	}
}

// TestFusedIsExact: on long lines the running sums u of v − x are within t, and ±t where x jumps, which characterizes
// the minimum; equal neighbours are equal to the last bit.
func TestFusedIsExact(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(204, 1))
	for _, lambda := range []float64{1e-3, 0.3, 10, 300} {
		const d = 5000
		v, x := testproblems.Normal(rng, d, 1), make([]float64, d)
		for j := range v {
			v[j] += float64(j / 700 % 3)
		}
		prox.Fused{Lambda: lambda, Mix: 1}.Prox(x, v, 1)
		var u float64
		for j := range d - 1 {
			u += v[j] - x[j]
			jump := x[j+1] - x[j]
			if math.Abs(u) > lambda+1e-9 || jump != 0 && math.Abs(u+math.Copysign(lambda, jump)) > 1e-9 {
				t.Fatalf("λ = %g, at %d: the running sum is %g, the jump %g", lambda, j, u, jump)
			}
		}
		if u += v[d-1] - x[d-1]; math.Abs(u) > 1e-9 {
			t.Fatalf("λ = %g: the whole sum is %g", lambda, u)
		}
	}
}

// TestFusedPolar compares the dual norm with the maximum over all intervals.
func TestFusedPolar(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(205, 1))
	for range 200 {
		d, mix := 1+rng.IntN(12), rng.Float64()
		v := testproblems.Normal(rng, d, 1)
		most := 0.
		for a := range d {
			var sum float64
			for b := a; b < d; b++ {
				sum += v[b]
				cost := (1 - mix) * float64(b-a+1)
				if a > 0 {
					cost += mix
				}
				if b < d-1 {
					cost += mix
				}
				most = math.Max(most, math.Abs(sum)/(2*cost))
			}
		}
		g := prox.Fused{Lambda: 2, Mix: mix}
		if polar := g.Polar(v); !testproblems.Near(polar, most, 1e-12) {
			t.Fatalf("S = %g, v = %v: the polar is %.15g, over intervals %.15g", mix, v, polar, most)
		}
		for j := range v {
			v[j] = math.Abs(v[j])
		}
		if size := (prox.Fused{Lambda: 2, Mix: 1}).PolarOfSizes(v); size < floats.Sum(v)/2 {
			t.Fatalf("the polar of sizes %v is %g", v, size)
		}
	}
	if p := (prox.Fused{Lambda: 1, Mix: 1}).Polar([]float64{1, 2}); !math.IsInf(p, 1) {
		t.Errorf("the whole line costs nothing, and the polar of what does not sum up to 0 is %g", p)
	}
}
