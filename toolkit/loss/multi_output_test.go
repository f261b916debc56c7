package loss_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/diff/fd"
	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/solver/lowrank"
)

func TestMultiOutputLosses(t *testing.T) {
	t.Parallel()
	for name, create := range testproblems.MultiLosses {
		rng := rand.New(rand.NewPCG(60, 61))
		const n, k = 40, 4
		l := create(testproblems.Labels(rng, n, k), k, nil)
		if l.Len() != n || l.Outputs() < k || l.Weight(3) != 1.0/n {
			t.Fatalf("%s: %d examples, %d outputs, weight %g", name, l.Len(), l.Outputs(), l.Weight(3))
		}
		for i := range n {
			lo, hi := l.Span(i)
			if lo < 0 || hi <= lo || hi > l.Outputs() {
				t.Fatalf("%s: block %d to %d of %d outputs", name, lo, hi, l.Outputs())
			}
			k := hi - lo
			value := func(f []float64) float64 { return l.At(make([]float64, k), i, f) }
			a, b := testproblems.Normal(rng, k, 3), testproblems.Normal(rng, k, 3)
			ga, gb := make([]float64, k), make([]float64, k)
			va, vb := l.At(ga, i, a), l.At(gb, i, b)
			difference := fd.Gradient(nil, value, a, &fd.Settings{Formula: fd.Central})
			if !floats.EqualApprox(ga, difference, 1e-5) {
				t.Fatalf("%s: grad %v, by differences %v", name, ga, difference)
			}
			step := make([]float64, k)
			floats.SubTo(step, b, a)
			if vb < va+floats.Dot(ga, step)-1e-12 {
				t.Fatalf("%s: below its tangent", name)
			}
			if d := floats.Distance(ga, gb, 2) * l.Weight(i); d > l.Curvature()*floats.Norm(step, 2)*(1+1e-12) {
				t.Fatalf("%s: the grad changes by more than the curvature bound", name)
			}
			if left, right := va+l.Conjugate(i, ga), floats.Dot(a, ga); !testproblems.Near(left, right, 1e-9) {
				t.Fatalf("%s: Fenchel-Young: ℓ + ℓ* = %g, ⟨f,u⟩ = %g", name, left, right)
			}
			if c := l.Conjugate(i, gb); c < floats.Dot(a, gb)-va-1e-9 {
				t.Fatalf("%s: conjugate %g is below ⟨f,u⟩ − ℓ", name, c)
			}
			if c := l.Conjugate(i, []float64{7, 7, 7, 7}[:k]); name != "SquaredOutputs" && !math.IsInf(c, 1) {
				t.Fatalf("%s: conjugate %g outside of its domain", name, c)
			}
			checkCurvatures(t, name, l, i, a, step)
			in := append([]float64(nil), a...)
			if v := l.At(in, i, in); v != va || !floats.Equal(in, ga) {
				t.Fatalf("%s: in place it is %g and %v", name, v, in)
			}
		}
		lo, hi := l.Span(0)
		huge := []float64{1e150, -1e150, 0, 1e150}[:hi-lo]
		if v := l.At(make([]float64, hi-lo), 0, huge); math.IsNaN(v) {
			t.Errorf("%s: NaN at huge scores", name)
		}
		nan := math.NaN()
		for bad := range hi - lo {
			f := make([]float64, hi-lo)
			f[bad] = nan
			if v := l.At(make([]float64, hi-lo), 0, f); !math.IsNaN(v) {
				t.Errorf("%s: NaN was swallowed: %g", name, v)
			}
		}
	}
}

// checkCurvatures compares the diagonal of the Hessian with differences of the gradient, and the bound along a line
// with the second difference of the loss.
func checkCurvatures(t *testing.T, name string, l toolkit.MultiOutput, i int, f, line []float64) {
	t.Helper()
	k := len(f)
	at := func(step float64, dir []float64) (float64, []float64) {
		p, g := append([]float64(nil), f...), make([]float64, k)
		floats.AddScaled(p, step, dir)
		return l.At(g, i, p), g
	}
	if c, ok := l.(lowrank.Curved); ok {
		h := make([]float64, k)
		c.Diagonal(h, i, f)
		for j := range h {
			unit := make([]float64, k)
			unit[j] = 1
			_, plus := at(1e-5, unit)
			_, minus := at(-1e-5, unit)
			if d := (plus[j] - minus[j]) / 2e-5; !testproblems.Near(d, h[j], 1e-6) {
				t.Fatalf("%s: ∂²ℓ/∂f² = %g, by differences %g", name, h[j], d)
			}
		}
	}
	if c, ok := l.(toolkit.Hessian); ok {
		h := make([]float64, k*k)
		c.Hessian(h, i, f)
		for j := range k {
			unit := make([]float64, k)
			unit[j] = 1
			_, plus := at(1e-5, unit)
			_, minus := at(-1e-5, unit)
			for m := range k {
				if d := (plus[m] - minus[m]) / 2e-5; !testproblems.Near(d, h[j*k+m], 1e-6) {
					t.Fatalf("%s: ∂²ℓ/∂f_%d∂f_%d = %g, by differences %g", name, j, m, h[j*k+m], d)
				}
			}
		}
	}
	if c, ok := l.(lowrank.LineCurved); ok {
		const step = 1e-4
		plus, _ := at(step, line)
		minus, _ := at(-step, line)
		zero, _ := at(0, line)
		if second := (plus - 2*zero + minus) / (step * step); second > c.LineCurvature(i, line)+1e-5 {
			t.Fatalf("%s: the curvature along a line is %g, its bound %g", name, second, c.LineCurvature(i, line))
		}
	}
}
