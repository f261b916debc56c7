package kernels_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit/kernels"
	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model/machine"
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

// given are matrices as kernels have them.
func given(t *testing.T, ks []*linalg.Dense) (out []toolkit.Gram) {
	t.Helper()
	for _, k := range ks {
		g, err := kernel.Given(k)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, g)
	}
	return out
}

// TestSquared: the squared loss agrees with Algorithm 5 run for long, its gap bounds its error, and the kernels that
// matter are found.
func TestSquared(t *testing.T) {
	t.Parallel()
	ks, y := grams(t, rand.New(rand.NewPCG(1, 40)), 40, 5)
	for _, c := range []kernels.Machine{
		{Lambda: 0.03, Mu: 0.005, Tol: 1e-12}, {Lambda: 0.05, Mu: 0.02, Tol: 1e-12}, {Lambda: 0.05, Tol: 1e-10},
	} {
		m, err := c.Fit(t.Context(), kernels.Data{Grams: given(t, ks), Y: y})
		if err != nil {
			t.Fatal(err)
		}
		alpha := asWritten(ks, y, c.Lambda, c.Mu, 40000)
		there, sum := make([]float64, len(y)), make([]float64, len(y))
		objective := 0.
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
		if h := m.Head; math.Abs(h.Objective-objective) > 1e-8*objective || h.Gap > 1e-8*h.Objective ||
			h.Objective-h.Gap > objective {
			t.Errorf("%+v: P = %.12g, gap %g, by Algorithm 5 %.12g", c, h.Objective, h.Gap, objective)
		}
		if f := scores(t, m, ks); floats.Distance(f, sum, math.Inf(1)) > 1e-6 {
			t.Errorf("%+v: predictions differ by %g", c, floats.Distance(f, sum, math.Inf(1)))
		}
		if m.Norms[0] == 0 || m.Norms[1] == 0 || m.Norms[3]+m.Norms[4] > 0.5*m.Norms[0] {
			t.Errorf("%+v: norms %v", c, m.Norms)
		}
	}
}

// scores are what a machine of one output says of the examples learnt from.
func scores(t *testing.T, m *machine.Model, ks []*linalg.Dense) []float64 {
	t.Helper()
	f, err := m.ScoresGiven(ks)
	if err != nil {
		t.Fatal(err)
	}
	return f.Data
}

// TestRidge: with the squared loss and without λ it is kernel ridge regression, (K + nμI)α = y, and with one kernel
// (K + n(μ + λ/‖f‖)I)α = y.
func TestRidge(t *testing.T) {
	t.Parallel()
	const n, mu, lambda = 30, 0.02, 0.1
	ks, y := grams(t, rand.New(rand.NewPCG(2, 40)), n, 3)
	solve := func(k []float64, ridge float64) []float64 {
		a := mat.NewSymDense(n, append([]float64(nil), k...))
		for i := range n {
			a.SetSym(i, i, a.At(i, i)+ridge)
		}
		var chol mat.Cholesky
		chol.Factorize(a)
		x, f := mat.NewVecDense(n, nil), mat.NewVecDense(n, nil)
		if err := chol.SolveVecTo(x, mat.NewVecDense(n, y)); err != nil {
			t.Fatal(err)
		}
		f.MulVec(mat.NewDense(n, n, k), x)
		return f.RawVector().Data
	}
	sum := make([]float64, n*n)
	for _, k := range ks {
		floats.Add(sum, k.Data)
	}
	m, err := kernels.Machine{Mu: mu, Tol: 1e-12}.Fit(t.Context(), kernels.Data{Grams: given(t, ks), Y: y})
	if err != nil {
		t.Fatal(err)
	}
	if off := floats.Distance(scores(t, m, ks), solve(sum, n*mu), math.Inf(1)); off > 1e-9 ||
		m.Head.Gap > 1e-9*m.Head.Objective {
		t.Errorf("kernel ridge is off by %g, gap %g", off, m.Head.Gap)
	}
	m, err = kernels.Machine{Lambda: lambda, Mu: mu, Tol: 1e-13}.Fit(
		t.Context(), kernels.Data{Grams: given(t, ks[:1]), Y: y},
	)
	if err != nil {
		t.Fatal(err)
	}
	want := solve(ks[0].Data, n*(mu+lambda/m.Norms[0]))
	if off := floats.Distance(scores(t, m, ks[:1]), want, math.Inf(1)); off > 1e-7 {
		t.Errorf("one kernel with λ is off by %g", off)
	}
}

// TestFewKernels: strengths beyond which nothing is learnt, one example by its formula, and kernels of zeros.
func TestFewKernels(t *testing.T) {
	t.Parallel()
	ks, y := grams(t, rand.New(rand.NewPCG(3, 40)), 20, 3)
	m, err := kernels.Machine{Lambda: 100}.Fit(t.Context(), kernels.Data{Grams: given(t, ks), Y: y})
	if err != nil || floats.Max(m.Norms) != 0 || m.Head.Gap > 1e-12 {
		t.Errorf("far beyond λ_max: %+v, error %v", m, err)
	}
	one := []*linalg.Dense{linalg.NewDense(1, 1, []float64{2})}
	m, err = kernels.Machine{Lambda: 0.1, Tol: 1e-12}.Fit(
		t.Context(), kernels.Data{Grams: given(t, one), Y: []float64{3}},
	)
	if err != nil || math.Abs(m.Norms[0]-(3*math.Sqrt2-0.1)/2) > 1e-6 {
		t.Errorf("one example: %+v, error %v", m, err)
	}
	none := []*linalg.Dense{linalg.NewDense(2, 2, nil)}
	m, err = kernels.Machine{Lambda: 0.1}.Fit(t.Context(), kernels.Data{Grams: given(t, none), Y: []float64{1, 2}})
	if err != nil || m.Norms[0] != 0 || math.Abs(m.Head.Objective-1.25) > 1e-12 {
		t.Errorf("kernels of zeros alone: %+v, error %v", m, err)
	}
	two := []*linalg.Dense{linalg.NewDense(2, 2, []float64{2, 1, 1, 2}), linalg.NewDense(2, 2, nil)}
	m, err = kernels.Machine{Lambda: 0.1}.Fit(t.Context(), kernels.Data{Grams: given(t, two), Y: []float64{1, 2}})
	if err != nil || m.Head.Status != solver.Converged || m.Norms[1] != 0 {
		t.Errorf("a kernel of zeros: %+v, error %v", m, err)
	}
}
