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

// coxProblem is a loss of n examples with ties of times, censoring and, for odd seeds, weights, one of them 0. Half of
// the seeds have Efron's ties, and from 8 on there are entries and strata.
func coxProblem(seed uint64, n int) (l loss.Cox, f []float64) {
	rng := rand.New(rand.NewPCG(seed, 14))
	l = loss.Cox{Y: make([]float64, n), Event: make([]bool, n)}
	times := n
	if seed%4 > 1 {
		l.Ties, times = loss.Efron, n/2
	}
	for i := range n {
		l.Y[i], l.Event[i] = float64(rng.IntN(times)), rng.IntN(3) > 0
	}
	if seed%2 == 1 {
		l.Weights = make([]float64, n)
		for i := range n {
			l.Weights[i] = float64(i%4) / float64(2*n)
		}
	}
	if seed >= 8 {
		l.Entry, l.Strata = make([]float64, n), make([]int64, n)
		for i := range n {
			l.Entry[i], l.Strata[i] = l.Y[i]-0.5-float64(rng.IntN(times)), int64(rng.IntN(2))
		}
	}
	return l, testproblems.Normal(rng, n, 2)
}

// plainTerm is c [log Σ_j ω_j exp(f_j) − ⟨a, f⟩].
type plainTerm struct {
	c        float64
	omega, a []float64
}

func together(l loss.Cox, i, j int) bool { return l.Strata == nil || l.Strata[i] == l.Strata[j] }

// plainTerms are those of a loss as its definition has them: for Efron's ties, the weights of a time's events end to
// end and those of its terms, and what of one is above what of the other.
func plainTerms(l loss.Cox) (terms []plainTerm) {
	n := len(l.Y)
	tied := func(i, j int) bool {
		return together(l, i, j) && l.Y[i] == l.Y[j] && l.Event[i] && l.Event[j] && l.Weight(j) > 0
	}
	for i, at := range l.Y {
		if !l.Event[i] || l.Weight(i) == 0 {
			continue
		}
		t := plainTerm{l.Weight(i), make([]float64, n), make([]float64, n)}
		t.a[i] = 1
		level, m, all := 0., 0., 0.
		for j := range n {
			if l.Ties == loss.Efron && tied(i, j) {
				m++
				all += l.Weight(j)
				if j < i {
					level++
				}
			}
		}
		if m > 0 {
			t.c, t.a[i] = all/m, 0
		}
		end := 0.
		for j, y := range l.Y {
			if y >= at && together(l, i, j) && (l.Entry == nil || l.Entry[j] < at) {
				t.omega[j] = float64(n) * l.Weight(j)
			}
			if m > 0 && tied(i, j) {
				t.omega[j] *= 1 - level/m
				begin := end
				end += l.Weight(j)
				t.a[j] = math.Max(0, math.Min(end, (level+1)*t.c)-math.Max(begin, level*t.c)) / t.c
			}
		}
		terms = append(terms, t)
	}
	return terms
}

// plainCox is the loss as its definition has it.
func plainCox(l loss.Cox, f []float64) (sum float64) {
	for _, t := range plainTerms(l) {
		var risk float64
		for j, o := range t.omega {
			risk += o * math.Exp(f[j])
		}
		sum += t.c * (math.Log(risk) - floats.Dot(t.a, f))
	}
	return sum
}

// plainBound is Σ c Σ_j q_j log(q_j/ω_j), as its definition has it.
func plainBound(l loss.Cox, f []float64, s float64) (sum float64) {
	for _, t := range plainTerms(l) {
		var risk float64
		for j, o := range t.omega {
			risk += o * math.Exp(f[j])
		}
		for j, o := range t.omega {
			if q := s*o*math.Exp(f[j])/risk + (1-s)*t.a[j]; q > 0 {
				sum += t.c * q * math.Log(q/o)
			}
		}
	}
	return sum
}

// TestCox compares value, gradient and the bound of the Hessian with the definition and its differences.
func TestCox(t *testing.T) {
	t.Parallel()
	for seed := range uint64(16) {
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

// TestCoxHessian compares products with differences of the gradient, in strata, too, and far out.
func TestCoxHessian(t *testing.T) {
	t.Parallel()
	const n, step = 40, 1e-5
	for seed := range uint64(16) {
		l, f := coxProblem(seed, n)
		if l.Entry != nil {
			if l.HessianAt(f) != nil {
				t.Errorf("%d: with entries products with the Hessian are not known", seed)
			}
			l.Entry = nil // the strata stay
		}
		v := testproblems.Normal(rand.New(rand.NewPCG(seed, 3)), n, 1)
		want, less, at := make([]float64, n), make([]float64, n), make([]float64, n)
		for _, size := range []float64{1, 100} { // most of the risk is one example's
			floats.Scale(size, f)
			l.ValueGrad(want, floats.AddScaledTo(at, f, step, v))
			l.ValueGrad(less, floats.AddScaledTo(at, f, -step, v))
			floats.AddScaled(want, -1, less)
			floats.Scale(1/(2*step), want)
			got := append([]float64(nil), v...)
			if l.HessianAt(f)(got, got); !floats.EqualApprox(got, want, 1e-8) {
				t.Errorf("%d, × %g: the product with the Hessian is %v, by differences %v", seed, size, got, want)
			}
		}
	}
}

// TestCoxDualBound: at s = 1 the bound is that of Fenchel and Young, and for no s is it below sup ⟨su, x⟩ − L(x), which
// is approached by plain gradient steps.
func TestCoxDualBound(t *testing.T) {
	t.Parallel()
	for seed := range uint64(16) {
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
	for seed := range uint64(12) {
		coxFarOut(t, seed)
	}
}

func coxFarOut(t *testing.T, seed uint64) {
	t.Helper()
	l, f := coxProblem(seed, 30)
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

// TestEfronAsLifelines: the logarithm of the likelihood, and where it is largest, are those of lifelines 0.30.0
// (CoxPHFitter, without and with weights; precision 1e-12).
func TestEfronAsLifelines(t *testing.T) {
	t.Parallel()
	rows := [][4]float64{ // time, event, two features
		{1, 1, 0.5, 1.2}, {1, 1, -0.3, 0.4}, {2, 0, 1.1, -0.7}, {2, 1, 0.9, 0.3}, {2, 1, -1.2, 1.5}, {2, 1, 0.1, -0.2},
		{3, 1, -0.8, -1.1}, {3, 0, 0.7, 0.6}, {4, 1, 1.4, 0.2}, {4, 1, -0.5, -0.9}, {4, 0, -1.6, 0.8}, {5, 1, 0.2, -1.4},
		{6, 0, -0.4, 0.1}, {6, 1, -0.9, -0.6},
	}
	for _, c := range []struct {
		weights []float64
		at      [2]float64
		log     float64
	}{
		{nil, [2]float64{0.2780313004654485, 0.3649953789833712}, -19.094837111939515},
		{
			[]float64{1, 2, 1, 1, 3, 1, 2, 1, 1, 1, 2, 1, 1, 2},
			[2]float64{0.273187597935059, 0.4453669728974637}, -33.87008581015947,
		},
	} {
		n := len(rows)
		l, f, grad := loss.Cox{Ties: loss.Efron}, make([]float64, n), make([]float64, n)
		all, shift := float64(n), 0. // our weights sum to 1, and ω_j is n times them
		if c.weights != nil {
			all = floats.Sum(c.weights)
			l.Weights = append([]float64(nil), c.weights...)
			floats.Scale(1/all, l.Weights)
		}
		for i, r := range rows {
			l.Y, l.Event = append(l.Y, r[0]), append(l.Event, r[1] == 1)
			f[i] = c.at[0]*r[2] + c.at[1]*r[3]
			shift += r[1] * l.Weight(i) * math.Log(float64(n)/all)
		}
		if got := -all * (l.ValueGrad(grad, f) - shift); !testproblems.Near(got, c.log, 1e-12) {
			t.Errorf("the logarithm of the likelihood is %.16g, not %.16g", got, c.log)
		}
		var slope [2]float64
		for i, r := range rows {
			slope[0] += grad[i] * r[2]
			slope[1] += grad[i] * r[3]
		}
		if math.Hypot(slope[0], slope[1]) > 1e-6 {
			t.Errorf("the gradient is %g at the maximum", slope)
		}
	}
}
