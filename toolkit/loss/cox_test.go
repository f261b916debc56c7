package loss_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/diff/fd"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/loss"
)

// coxProblem is a loss of n examples with ties of times, censoring and, for odd seeds, weights, one of them 0.
func coxProblem(seed uint64, n int) (l loss.Cox, f []float64) {
	rng := rand.New(rand.NewPCG(seed, 14))
	l = loss.Cox{Y: make([]float64, n), Event: make([]bool, n)}
	for i := range n {
		l.Y[i], l.Event[i] = float64(rng.IntN(n)), rng.IntN(3) > 0
	}
	if seed%2 == 1 {
		l.Weights = make([]float64, n)
		for i := range n {
			l.Weights[i] = float64(i%4) / float64(2*n)
		}
	}
	return l, testproblems.Normal(rng, n, 2)
}

// plainCox is the loss as its definition has it.
func plainCox(l loss.Cox, f []float64) (sum float64) {
	for i, at := range l.Y {
		if !l.Event[i] || l.Weight(i) == 0 {
			continue
		}
		var risk float64
		for j, y := range l.Y {
			if y >= at {
				risk += float64(len(f)) * l.Weight(j) * math.Exp(f[j])
			}
		}
		sum += l.Weight(i) * (math.Log(risk) - f[i])
	}
	return sum
}

// plainBound is Σ_i c_i Σ_j q_ij log(q_ij/ω_j), as its definition has it.
func plainBound(l loss.Cox, f []float64, s float64) (sum float64) {
	for i, at := range l.Y {
		if !l.Event[i] || l.Weight(i) == 0 {
			continue
		}
		var risk float64
		omega := make([]float64, len(f))
		for j, y := range l.Y {
			if y >= at {
				omega[j] = float64(len(f)) * l.Weight(j)
				risk += omega[j] * math.Exp(f[j])
			}
		}
		for j, o := range omega {
			q := s * o * math.Exp(f[j]) / risk
			if i == j {
				q += 1 - s
			}
			if q > 0 {
				sum += l.Weight(i) * q * math.Log(q/o)
			}
		}
	}
	return sum
}

// TestCox compares value, gradient and the bound of the Hessian with the definition and its differences.
func TestCox(t *testing.T) {
	t.Parallel()
	for seed := range uint64(8) {
		l, f := coxProblem(seed, 12)
		grad, h, n := make([]float64, 12), make([]float64, 12), 12
		value := l.ValueGrad(grad, f)
		plain := func(x []float64) float64 { return plainCox(l, x) }
		if want := plain(f); !testproblems.Near(value, want, 1e-13) {
			t.Errorf("%d: %.16g, plainly %.16g", seed, value, want)
		}
		if want := fd.Gradient(nil, plain, f, nil); !floats.EqualApprox(grad, want, 1e-7) {
			t.Errorf("%d: the gradient is %v, by differences %v", seed, grad, want)
		}
		in := append([]float64(nil), f...)
		if l.ValueGrad(in, in) != value || !floats.Equal(in, grad) {
			t.Errorf("%d: another gradient in the place of the predictions", seed)
		}
		hessian := mat.NewSymDense(n, nil)
		fd.Hessian(hessian, plain, f, nil)
		l.Majorant(h, f)
		for i, v := range h {
			hessian.SetSym(i, i, hessian.At(i, i)-v)
		}
		var eigen mat.EigenSym
		if !eigen.Factorize(hessian, false) || floats.Max(eigen.Values(nil)) > 1e-5 {
			t.Errorf("%d: the Hessian less its bound has the eigenvalues %v", seed, eigen.Values(nil))
		}
	}
}

// TestCoxDualBound: at s = 1 the bound is that of Fenchel and Young, and for no s is it below sup ⟨su, x⟩ − L(x), which
// is approached by plain gradient steps.
func TestCoxDualBound(t *testing.T) {
	t.Parallel()
	for seed := range uint64(6) {
		l, f := coxProblem(seed, 9)
		u, at := make([]float64, 9), make([]float64, 9)
		value := l.ValueGrad(u, f)
		if b, size := l.DualBound(f, 1); math.Abs(b+value-floats.Dot(u, f)) > 1e-13*(1+size) {
			t.Errorf("%d: L + L* = %.16g, ⟨u, f⟩ = %.16g", seed, b+value, floats.Dot(u, f))
		}
		for _, s := range []float64{0, 0.2, 0.7, 0.99} {
			bound, _ := l.DualBound(f, s)
			if want := plainBound(l, f, s); !(math.Abs(bound-want) <= 1e-12*(1+math.Abs(want))) {
				t.Errorf("%d, s = %g: the bound is %.16g, plainly %.16g", seed, s, bound, want)
			}
			x, best := append([]float64(nil), f...), math.Inf(-1)
			for range 1500 {
				best = math.Max(best, s*floats.Dot(u, x)-l.ValueGrad(at, x))
				floats.AddScaled(at, -s, u)
				floats.AddScaled(x, -1, at)
			}
			if !(best <= bound+1e-12) {
				t.Errorf("%d, s = %g: the bound is %.12g, and the conjugate at least %.12g", seed, s, bound, best)
			}
			if s == 0.99 && bound > best+0.1 {
				t.Errorf("%d: the bound %.6g is far from %.6g", seed, bound, best)
			}
		}
	}
}

// TestCoxFarOut: predictions that are far apart overflow nothing, a constant changes nothing, NaN is let through.
func TestCoxFarOut(t *testing.T) {
	t.Parallel()
	l, f := coxProblem(2, 30)
	grad, shifted, other := make([]float64, 30), append([]float64(nil), f...), make([]float64, 30)
	value := l.ValueGrad(grad, f)
	floats.AddConst(1000, shifted)
	if v := l.ValueGrad(other, shifted); !testproblems.Near(v, value, 1e-11) || !floats.EqualApprox(grad, other, 1e-11) {
		t.Errorf("1000 added to all predictions changes the loss from %g to %g", value, v)
	}
	floats.Scale(500, f)
	v := l.ValueGrad(grad, f)
	half, _ := l.DualBound(f, 0.5)
	whole, _ := l.DualBound(f, 1)
	bound := half + whole
	if math.IsInf(v, 0) || math.IsNaN(v+floats.Sum(grad)+bound) {
		t.Errorf("far out the loss is %g, the gradient %v, the bound %g", v, grad, bound)
	}
	f[7] = math.NaN()
	if v := l.ValueGrad(grad, f); !math.IsNaN(v) {
		t.Errorf("NaN is swallowed: %g", v)
	}
}
