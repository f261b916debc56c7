package lowrank

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
)

// TestHessianTimes compares products with the Hessian of Ψ with differences of its gradient, where W is formed and
// where it is not, for all kinds of losses whose Hessians are known.
func TestHessianTimes(t *testing.T) {
	t.Parallel()
	const n, d, k, step = 40, 7, 6, 1e-5
	rng := rand.New(rand.NewPCG(3, 9))
	random := func(size int) []float64 { return testproblems.Normal(rng, size, 1) }
	y, task, weights, signs := make([]int, n), make([]int, n), make([]float64, n), make([]float64, n)
	for i := range y {
		y[i], task[i], weights[i], signs[i] = i%3, i%2, (1+rng.Float64())/n, float64(2*(i%2)-1)
	}
	for name, l := range map[string]toolkit.Loss{
		"classes":         loss.Multinomial{Y: y, K: k, Weights: weights},
		"classes, tasks":  loss.TaskMultinomial{Y: y, Task: task, Offset: []int{0, 3, 6}, Weights: weights},
		"logistic, tasks": loss.Tasks{Of: loss.Logistic{Y: signs}, Task: task, K: k},
		"squared":         loss.SquaredOutputs{Y: random(n * k), K: k, Weights: weights},
	} {
		for _, r := range []int{1, 5} {
			s := NewState(random(r*d), random(r*k), d, k)
			f := &factoredDescent{factored: newFactored(linalg.NewDense(n, d, random(n*d)), l, 0.1, s)}
			f.refresh()
			if !f.o.Hessians(&f.hessians, f.z) {
				t.Errorf("%s: the Hessians are not known", name)
				continue
			}
			f.formGradient()
			f.ridge = f.lambda
			at, v := f.at, random(len(f.at))
			got, ahead, behind := make([]float64, len(v)), make([]float64, len(v)), make([]float64, len(v))
			f.hessianTimes(got, v)
			floats.AddScaledTo(ahead, at, step, v)
			f.value(ahead)
			floats.AddScaledTo(behind, at, -step, v)
			want := f.gradAt(ahead)
			f.value(behind)
			floats.Sub(want, f.gradAt(behind))
			floats.Scale(0.5/step, want)
			if !floats.EqualApprox(got, want, 1e-7) {
				t.Errorf("%s, rank %d, formed %v: %v, by differences %v", name, r, f.formed(r), got, want)
			}
		}
	}
}

// TestWithin: z + αd ends at the border.
func TestWithin(t *testing.T) {
	t.Parallel()
	z, d := []float64{1, 0.5}, []float64{-0.3, 2}
	end := append([]float64(nil), z...)
	floats.AddScaled(end, within(z, d, 3), d)
	if got := floats.Norm(end, 2); !testproblems.Near(got, 3, 1e-14) {
		t.Errorf("a step to %g, the radius is 3", got)
	}
}
