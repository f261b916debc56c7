package bundle_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/solver/bundle"
)

// visits is a function that notes its calls.
type visits struct {
	planes
	at, slopes [][]float64
	values     []float64
}

func (v *visits) Subgradient(ctx context.Context, a, w []float64) (float64, error) {
	value, err := v.planes.Subgradient(ctx, a, w)
	v.at, v.slopes, v.values = append(v.at, slices.Clone(w)), append(v.slopes, slices.Clone(a)), append(v.values, value)
	return value, err
}

// TestProximalIsAlgorithm4 follows the paper's algorithm by its formulas: τ_t from w_t and a_t, and w_{t+1} as the
// exact minimizer of t((λ/2)‖w‖² + max(0, max_i ⟨a_i, w⟩ + b_i)) + Σ_i (τ_i/2)‖w − w_i‖², which is a function of
// planes with a ridge of (λt + τ_{1:t})/t around Σ τ_i w_i/(λt + τ_{1:t}).
func TestProximalIsAlgorithm4(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(11, 12))
	for trial := range 10 {
		f := &visits{planes: randomPlanes(rng, 6, 3)}
		f.a, f.b = append(f.a, make([]float64, 3)), append(f.b, 0) // bounded by 0
		const lambda, radius = 0.05, 3
		run := bundle.Proximal{Config: bundle.Config{Lambda: lambda, Bounded: true}, Radius: radius}
		var tau, bound, largest float64
		centre, cuts := make([]float64, 3), planes{a: [][]float64{make([]float64, 3)}, b: []float64{0}}
		least, _ := f.planes.minimum(lambda, false)
		for st, err := range run.Iterations(t.Context(), f) {
			if err != nil {
				t.Fatal(err)
			}
			calls := float64(st.Evals)
			if st.Evals > 1 {
				shifted := planes{a: cuts.a}
				kappa := lambda*(calls-1) + tau
				for i, b := range cuts.b {
					shifted.b = append(shifted.b, b+floats.Dot(cuts.a[i], centre)/kappa)
				}
				_, want := shifted.minimum(kappa/(calls-1), false)
				want = slices.Clone(want)
				floats.AddScaled(want, 1/kappa, centre)
				if got := f.at[st.Evals-1]; floats.Distance(got, want, 2) > 1e-9 {
					t.Fatalf("trial %d: w_%d is %v, not %v", trial, st.Evals, got, want)
				}
			}
			w, a := f.at[st.Evals-1], f.slopes[st.Evals-1]
			g := (lambda*radius + floats.Norm(a, 2)) / radius
			x := lambda*calls + tau
			step := (-x + math.Sqrt(x*x+g*g)) / 2
			tau += step
			floats.AddScaled(centre, step, w)
			cuts.a, cuts.b = append(cuts.a, a), append(cuts.b, f.values[st.Evals-1]-floats.Dot(a, w))

			// Proposition 3 and Theorem 5, as long as the norms are below R
			bound += 2*step*radius*radius + g*g*radius*radius/(2*(lambda*calls+tau))
			largest = max(largest, floats.Norm(a, 2))
			if floats.Norm(w, 2) > radius {
				t.Fatalf("trial %d: ‖w_%d‖ is above R: take a larger one", trial, st.Evals)
			}
			theorem := (lambda*radius + largest) * (lambda*radius + largest) * (1 + math.Log(calls)) / (lambda * calls)
			if e := st.Objective - least; e > bound/calls+1e-12 || e > theorem {
				t.Errorf("trial %d, %d calls: error %g, Proposition 3 has %g, Theorem 5 %g", trial, st.Evals, e, bound/calls,
					theorem)
			}
			if st.Evals == 8 {
				break
			}
		}
	}
}
