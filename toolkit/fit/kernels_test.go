package fit_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// grams are Gaussian kernels of single features, one of them linear and of low rank.
func grams(t *testing.T, rng *rand.Rand, n, m int) (out []*linalg.Dense, y []float64) {
	t.Helper()
	y = make([]float64, n)
	for j := range m {
		x := linalg.NewDense(n, 1, nil)
		for i := range n {
			x.Data[i] = rng.NormFloat64()
			if j < 2 {
				y[i] += math.Sin(2 * x.Data[i])
			}
		}
		var k kernel.Kernel = kernel.Gaussian{Variance: 0.7}
		if j == 2 {
			k = kernel.Linear{}
		}
		g, err := kernel.Gram(t.Context(), k, x)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, g)
	}
	for i := range y {
		y[i] += 0.1 * rng.NormFloat64()
	}
	return out, y
}

// asWritten is Algorithm 5 of Rosasco et al. (2009) on the coefficients, with the residual of the sum in every block.
func asWritten(ks []*linalg.Dense, y []float64, lambda, mu float64, iterations int) (alpha [][]float64) {
	n := len(y)
	sum := linalg.NewDense(n, n, nil)
	alpha = make([][]float64, len(ks))
	for j, k := range ks {
		floats.Add(sum.Data, k.Data)
		alpha[j] = make([]float64, n)
	}
	_, top := linalg.SquaredNorm(sum)
	sigma := math.Sqrt(top)/float64(n) + mu
	part := make([]float64, n)
	for range iterations {
		residual := make([]float64, n)
		floats.SubTo(residual, residual, y)
		for j, k := range ks {
			k.MulVec(part, alpha[j])
			floats.Add(residual, part)
		}
		for j, k := range ks {
			floats.Scale(1-mu/sigma, alpha[j])
			floats.AddScaled(alpha[j], -1/(sigma*float64(n)), residual)
			k.MulVec(part, alpha[j])
			norm := math.Sqrt(math.Max(0, floats.Dot(alpha[j], part)))
			scale := 0.
			if norm > lambda/sigma {
				scale = 1 - lambda/(sigma*norm)
			}
			floats.Scale(scale, alpha[j])
		}
	}
	return alpha
}

// TestKernels: the model agrees with Algorithm 5 run for long, its gap bounds its error, and the kernels that matter
// are found.
func TestKernels(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 40))
	ks, y := grams(t, rng, 40, 5)
	for _, c := range []fit.Kernels{
		{Lambda: 0.03, Mu: 0.005, Tol: 1e-12}, {Lambda: 0.05, Mu: 0.02, Tol: 1e-12}, {Lambda: 0.05, Tol: 1e-10},
	} {
		m, err := c.Fit(t.Context(), fit.KernelData{Grams: ks, Y: y})
		if err != nil {
			t.Fatal(err)
		}
		alpha := asWritten(ks, y, c.Lambda, c.Mu, 200000)
		there := make([]float64, len(y))
		objective := 0.
		sum := make([]float64, len(y))
		for j, k := range ks {
			k.MulVec(there, alpha[j])
			norm := math.Sqrt(math.Max(0, floats.Dot(there, alpha[j])))
			objective += c.Lambda*norm + c.Mu/2*norm*norm
			floats.Add(sum, there)
			if math.Abs(norm-m.Norms[j]) > 1e-6 {
				t.Errorf("%+v: ‖f_%d‖ = %g, by Algorithm 5 %g", c, j, m.Norms[j], norm)
			}
		}
		objective += math.Pow(floats.Distance(sum, y, 2), 2) / float64(2*len(y))
		if math.Abs(objective-m.Objective) > 1e-8*objective {
			t.Errorf("%+v: objective %.12g, by Algorithm 5 %.12g", c, m.Objective, objective)
		}
		if m.Gap > 1e-8*m.Objective || m.Objective-m.Gap > objective {
			t.Errorf("%+v: gap %g at %g, Algorithm 5 %g", c, m.Gap, m.Objective, objective)
		}
		predicted, err := m.Predict(ks)
		if err != nil || floats.Distance(predicted, sum, math.Inf(1)) > 1e-6 {
			t.Errorf("%+v: predictions differ by %g, error %v", c, floats.Distance(predicted, sum, math.Inf(1)), err)
		}
		if m.Norms[0] == 0 || m.Norms[1] == 0 || m.Norms[3]+m.Norms[4] > 0.5*m.Norms[0] {
			t.Errorf("%+v: norms %v", c, m.Norms)
		}
	}
}

// TestKernelsIsRidge: without λ it is kernel ridge regression, and with one kernel (K + n(μ + λ/‖f‖)I)α = y.
func TestKernelsIsRidge(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(2, 40))
	ks, y := grams(t, rng, 30, 3)
	solve := func(k []float64, ridge float64) []float64 {
		a := mat.NewSymDense(30, append([]float64(nil), k...))
		for i := range 30 {
			a.SetSym(i, i, a.At(i, i)+ridge)
		}
		var chol mat.Cholesky
		chol.Factorize(a)
		x := mat.NewVecDense(30, nil)
		if err := chol.SolveVecTo(x, mat.NewVecDense(30, y)); err != nil {
			t.Fatal(err)
		}
		return x.RawVector().Data
	}
	const mu = 0.02
	sum := make([]float64, 900)
	for _, k := range ks {
		floats.Add(sum, k.Data)
	}
	m, err := fit.Kernels{Mu: mu}.Fit(t.Context(), fit.KernelData{Grams: ks, Y: y})
	if err != nil {
		t.Fatal(err)
	}
	want := solve(sum, 30*mu)
	for i, a := range m.Alpha {
		if math.Abs(a*m.Weights[0]-want[i]) > 1e-9 {
			t.Fatalf("α_%d = %g, kernel ridge has %g", i, a*m.Weights[0], want[i])
		}
	}
	if m.Gap > 1e-9*m.Objective {
		t.Errorf("kernel ridge has a gap of %g", m.Gap)
	}
	const lambda = 0.1
	if m, err = (fit.Kernels{Lambda: lambda, Mu: mu, Tol: 1e-13}).Fit(
		t.Context(), fit.KernelData{Grams: ks[:1], Y: y},
	); err != nil {
		t.Fatal(err)
	}
	want = solve(ks[0].Data, 30*(mu+lambda/m.Norms[0]))
	for i, a := range m.Alpha {
		if math.Abs(a*m.Weights[0]-want[i]) > 1e-7 {
			t.Fatalf("α_%d = %g, want %g", i, a*m.Weights[0], want[i])
		}
	}
}

func TestKernelsBounds(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 40))
	ks, y := grams(t, rng, 20, 3)
	if m, err := (fit.Kernels{Lambda: 100}).Fit(t.Context(), fit.KernelData{Grams: ks, Y: y}); err != nil ||
		floats.Max(m.Weights) != 0 ||
		m.Gap > 1e-12 {
		t.Errorf("far beyond λ_max: weights %v, gap %g, error %v", m.Weights, m.Gap, err)
	}
	one := linalg.NewDense(1, 1, []float64{2})
	if m, err := (fit.Kernels{Lambda: 0.1, Tol: 1e-12}).Fit(
		t.Context(), fit.KernelData{Grams: []*linalg.Dense{one}, Y: []float64{3}},
	); err != nil ||
		math.Abs(m.Norms[0]-(3*math.Sqrt2-0.1)/2) > 1e-6 {
		t.Errorf("one example: %+v, error %v", m, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if m, err := (fit.Kernels{Lambda: 0.1}).Fit(ctx, fit.KernelData{Grams: ks, Y: y}); !errors.Is(err, context.Canceled) ||
		m.Status != solver.Canceled {
		t.Errorf("a canceled fit gave %v, error %v", m, err)
	}
	if _, err := (&model.Kernels{Weights: []float64{1}, Alpha: []float64{1}}).Predict(ks); err == nil {
		t.Error("predictions with other kernels were made")
	}
}

func TestKernelsRefuse(t *testing.T) {
	t.Parallel()
	good := linalg.NewDense(2, 2, []float64{2, 1, 1, 2})
	y := []float64{1, 2}
	for name, c := range map[string]struct {
		fit  fit.Kernels
		k    *linalg.Dense
		y    []float64
		says string
	}{
		"indefinite": {fit.Kernels{Lambda: 1}, linalg.NewDense(
			2, 2, []float64{1, 2, 2, 1},
		), y, "not positive semidefinite"},
		"negative": {fit.Kernels{Lambda: 1}, linalg.NewDense(
			2, 2, []float64{-1, 0, 0, 1},
		), y, "not positive semidefinite"},
		"hidden negative": {
			fit.Kernels{Lambda: 1}, linalg.NewDense(2, 2, []float64{0, 1, 1, 0}), y, "not positive semidefinite",
		},
		"asymmetric": {fit.Kernels{Lambda: 1}, linalg.NewDense(2, 2, []float64{1, 0.5, 0, 1}), y, "not symmetric"},
		"not square": {fit.Kernels{Lambda: 1}, linalg.NewDense(2, 1, nil), y, "2 × 1"},
		"NaN":        {fit.Kernels{Lambda: 1}, linalg.NewDense(2, 2, []float64{1, math.NaN(), 0, 1}), y, "NaN"},
		"target":     {fit.Kernels{Lambda: 1}, good, []float64{1, math.Inf(1)}, "target 2"},
		"lengths":    {fit.Kernels{Lambda: 1}, good, []float64{1}, "targets"},
		"no weight":  {fit.Kernels{}, good, y, "one must be positive"},
		"negative μ": {fit.Kernels{Lambda: 1, Mu: -1}, good, y, "μ = -1"},
	} {
		if _, err := c.fit.Fit(t.Context(), fit.KernelData{Grams: []*linalg.Dense{c.k}, Y: c.y}); err == nil ||
			!strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if _, err := (fit.Kernels{Lambda: 1}).Fit(t.Context(), fit.KernelData{Grams: nil, Y: y}); err == nil {
		t.Error("no kernels were accepted")
	}

	if m, err := (fit.Kernels{Lambda: 0.1}).Fit(
		t.Context(), fit.KernelData{Grams: []*linalg.Dense{good, linalg.NewDense(2, 2, nil)}, Y: y},
	); err != nil ||
		m.Status != solver.Converged ||
		m.Norms[1] != 0 {
		t.Errorf("a kernel of zeros: %+v, error %v", m, err)
	}
}
