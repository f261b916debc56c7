package profile_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/diff/fd"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/loss/profile"
)

// joint is what both losses are.
type joint interface {
	toolkit.Joint
	toolkit.Majorized
	Profile(f []float64) []float64
}

// drawn are losses of n examples, with predictions.
func drawn(seed uint64, n int) (l joint, f []float64) {
	rng := rand.New(rand.NewPCG(seed, 11))
	var weights []float64
	if seed%2 == 1 {
		for range n {
			weights = append(weights, rng.Float64())
		}
		floats.Scale(1/floats.Sum(weights), weights)
	}
	f, y := make([]float64, n), make([]float64, n)
	k := 2 + int(seed%4)
	for i := range f {
		f[i] = 2 * rng.NormFloat64()
		if y[i] = f[i] + rng.NormFloat64(); seed%3 > 0 {
			y[i] = float64(i % k)
		}
	}
	if seed%3 == 0 {
		return profile.RootSquared{}.Bind(y, weights).(joint), f
	}
	return profile.Ordinal{}.Bind(y, weights).(joint), f
}

// plain is the loss by its definition, at parameters of its own.
func plain(l joint, f, at []float64) (sum float64) {
	switch of := l.(type) {
	case profile.RootSquared:
		for i, y := range of.Y {
			sum += of.Weight(i) * (f[i] + at[0] - y) * (f[i] + at[0] - y)
		}
		return math.Sqrt(sum)
	case profile.Ordinal:
		for i, y := range of.Y {
			upper, lower := 1., 0.
			if y < of.K-1 {
				upper = 1 / (1 + math.Exp(f[i]-at[y]))
			}
			if y > 0 {
				lower = 1 / (1 + math.Exp(f[i]-at[y-1]))
			}
			sum -= of.Weight(i) * math.Log(upper-lower)
		}
	}
	return sum
}

// TestProfiled: the parameters are those of the minimum, where differences are 0; value, gradient, Hessian and its
// bound are those of differences; a constant changes nothing.
func TestProfiled(t *testing.T) {
	t.Parallel()
	const n = 14
	for seed := range uint64(24) {
		l, f := drawn(seed, n)
		at, grad := l.Profile(f), make([]float64, n)
		value := l.ValueGrad(grad, f)
		if want := plain(l, f, at); math.Abs(value-want) > 1e-12 {
			t.Errorf("%d: %.16g, plainly %.16g", seed, value, want)
		}
		in := func(at []float64) float64 { return plain(l, f, at) }
		if slope := fd.Gradient(nil, in, at, &fd.Settings{Formula: fd.Central}); floats.Norm(slope, 2) > 1e-7 {
			t.Errorf("%d: at its minimum the slopes are %v", seed, slope)
		}
		outer := func(x []float64) float64 { return l.ValueGrad(make([]float64, n), x) }
		if want := fd.Gradient(nil, outer, f, &fd.Settings{Formula: fd.Central}); !floats.EqualApprox(grad, want, 1e-7) {
			t.Errorf("%d: the gradient is %v, by differences %v", seed, grad, want)
		}
		alias := append([]float64(nil), f...)
		if l.ValueGrad(alias, alias) != value || !floats.Equal(alias, grad) {
			t.Errorf("%d: another gradient in the place of the predictions", seed)
		}
		floats.AddConst(3, alias[:copy(alias, f)])
		if moved := outer(alias); math.Abs(moved-value) > 1e-13*(1+value) {
			t.Errorf("%d: a constant changes %.16g to %.16g", seed, value, moved)
		}
		checkHessian(t, seed, l, f)
	}
}

func checkHessian(t *testing.T, seed uint64, l joint, f []float64) {
	t.Helper()
	n := len(f)
	times, h := l.HessianAt(f), make([]float64, n)
	l.Majorant(h, f)
	less := mat.NewSymDense(n, nil)
	up, down := make([]float64, n), make([]float64, n)
	for j := range n {
		v, x := make([]float64, n), append([]float64(nil), f...)
		v[j] = 1
		times(v, v)
		x[j] += 1e-5
		l.ValueGrad(up, x)
		x[j] -= 2e-5
		l.ValueGrad(down, x)
		for i := range v {
			if want := (up[i] - down[i]) / 2e-5; math.Abs(v[i]-want) > 1e-8 {
				t.Errorf("%d: the Hessian has %g at %d, %d, by differences %g", seed, v[i], i, j, want)
			}
			if i <= j {
				less.SetSym(i, j, v[i])
			}
		}
		less.SetSym(j, j, v[j]-h[j])
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(less, false) || floats.Max(eigen.Values(nil)) > 1e-12 {
		t.Errorf("%d: the Hessian less its bound has the eigenvalues %v", seed, eigen.Values(nil))
	}
}

// TestDualBound: at s = 1 it is that of Fenchel and Young, and for no s below sup ⟨su, x⟩ − L(x), which gradient steps
// approach.
func TestDualBound(t *testing.T) {
	t.Parallel()
	const n = 9
	for seed := range uint64(24) {
		l, f := drawn(seed, n)
		u, at := make([]float64, n), make([]float64, n)
		value := l.ValueGrad(u, f)
		if b, size := l.DualBound(f, 1); math.Abs(b+value-floats.Dot(u, f)) > 1e-12*(1+size) {
			t.Errorf("%d: L + L* = %.16g, ⟨u, f⟩ = %.16g", seed, b+value, floats.Dot(u, f))
		}
		for _, s := range []float64{0, 0.3, 0.9} {
			bound, _ := l.DualBound(f, s)
			x, best := append([]float64(nil), f...), math.Inf(-1)
			for range 400 {
				best = math.Max(best, s*floats.Dot(u, x)-l.ValueGrad(at, x))
				floats.AddScaled(at, -s, u)
				floats.AddScaled(x, -1, at)
			}
			if !(best <= bound+1e-11) || s == 0.9 && bound > best+0.2 {
				t.Errorf("%d, s = %g: the bound is %.12g, and the conjugate at least %.12g", seed, s, bound, best)
			}
		}
	}
}

// TestFarOut: predictions that are far apart have finite thresholds that ascend, and finite slopes.
func TestFarOut(t *testing.T) {
	t.Parallel()
	for _, scale := range []float64{0, 1e-300, 30, 300, 3000} {
		y := []float64{0, 0, 1, 1, 2, 2, 3, 0, 3, 2}
		f := make([]float64, len(y))
		for i := range f {
			f[i] = scale * (y[i] + 0.3*math.Sin(float64(i)))
		}
		l := profile.Ordinal{}.Bind(y, nil).(joint)
		grad := make([]float64, len(y))
		value, theta := l.ValueGrad(grad, f), l.Profile(f)
		if !(value >= 0) || math.IsInf(value, 1) || math.IsNaN(floats.Sum(grad)) || math.Abs(floats.Sum(grad)) > 1e-10 {
			t.Errorf("scale %g: the loss is %g, its slopes %v", scale, value, grad)
		}
		for k := range theta {
			if !(theta[k] > theta[max(0, k-1)]) && k > 0 || math.IsInf(theta[k], 0) || math.IsNaN(theta[k]) {
				t.Errorf("scale %g: the thresholds are %v", scale, theta)
			}
		}
	}
	met := profile.RootSquared{Y: []float64{1, 2, 4}}
	grad := make([]float64, 3)
	if value := met.ValueGrad(grad, []float64{0, 1, 3}); value != 0 || floats.Norm(grad, 2) != 0 {
		t.Errorf("where all is met the loss is %g, the slopes %v", value, grad)
	}
}
