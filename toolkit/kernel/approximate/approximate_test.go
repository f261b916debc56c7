package approximate_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit/kernels"
	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/kernel/approximate"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
)

// drawn are examples in a ring and a few far off, with labels.
func drawn(n int) (x *linalg.Dense, y []float64) {
	rng := rand.New(rand.NewPCG(3, 9))
	x, y = linalg.NewDense(n, 2, nil), make([]float64, n)
	for i := range n {
		angle := 2 * math.Pi * rng.Float64()
		copy(x.Row(i), []float64{math.Cos(angle) + 0.1*rng.NormFloat64(), math.Sin(angle) + 0.1*rng.NormFloat64()})
		if i%20 == 0 {
			floats.Scale(3, x.Row(i))
		}
		y[i] = math.Copysign(1, x.At(i, 0)*x.At(i, 1)+0.1*rng.NormFloat64())
	}
	return x, y
}

// learnt is a machine from a Gram matrix, its P and the coefficients of all examples.
func learnt(t *testing.T, g toolkit.Gram, y []float64, mu float64) (p, gap float64, alpha []float64) {
	t.Helper()
	m, err := kernels.Machine{Loss: loss.Hinge{}, Mu: mu, Intercept: true, Tol: 1e-9}.Fit(
		t.Context(), kernels.Data{Grams: []toolkit.Gram{g}, Y: y},
	)
	if err != nil {
		t.Fatal(err)
	}
	alpha = make([]float64, len(y))
	for s, i := range m.Rows {
		alpha[i] = m.Alpha[0].At(s, 0)
	}
	return m.Head.Objective, m.Head.Gap, alpha
}

// TestFourier: entries are near the kernel's, within the bound, and their mean over many draws is.
func TestFourier(t *testing.T) {
	t.Parallel()
	x, _ := drawn(60)
	k := kernel.Gaussian{Variance: 0.5}
	gram, err := kernel.Gram(t.Context(), k, x)
	if err != nil {
		t.Fatal(err)
	}
	mean := make([]float64, len(gram.Data))
	const draws = 40
	for seed := range uint64(draws) {
		f := approximate.NewFourier(k, 300, 2, seed)
		z := f.Features(x)
		near := linalg.GramOfRows(z, nil)
		if off, most := floats.Distance(near, gram.Data, math.Inf(1)), f.Error(60, 1e-3); off > most || most > 0.4 {
			t.Errorf("draw %d: off by %g, at most %g is due", seed, off, most)
		}
		floats.AddScaled(mean, 1./draws, near)
	}
	if off := floats.Distance(mean, gram.Data, math.Inf(1)); off > 0.04 {
		t.Errorf("the mean of draws is off by %g", off)
	}
}

// TestLeverage: of all examples the scores are K(K + λI)⁻¹_ii, and of a part never far below.
func TestLeverage(t *testing.T) {
	t.Parallel()
	const n, ridge = 50, 0.3
	x, _ := drawn(n)
	g := kernel.NewColumns(kernel.Gaussian{Variance: 0.5}, x)
	k, err := kernel.Whole(t.Context(), g)
	if err != nil {
		t.Fatal(err)
	}
	shifted := mat.NewDense(n, n, append([]float64(nil), k.Data...))
	for i := range n {
		shifted.Set(i, i, shifted.At(i, i)+ridge)
	}
	var want mat.Dense
	if err := want.Solve(shifted, mat.NewDense(n, n, k.Data)); err != nil {
		t.Fatal(err)
	}
	whole, err := approximate.Leverage(t.Context(), g, n, ridge, 1)
	if err != nil {
		t.Fatal(err)
	}
	part, err := approximate.Leverage(t.Context(), g, 25, ridge, 1)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range whole {
		if math.Abs(v-want.At(i, i)) > 1e-10 || part[i] < v/3 {
			t.Errorf("example %d: %g, by half of them %g, not %g", i+1, v, part[i], want.At(i, i))
		}
	}
}

// TestCost: what features cost is within its bound, and above 0 for Nyström's; with all examples as landmarks nothing
// is lost.
func TestCost(t *testing.T) {
	t.Parallel()
	const n, mu = 120, 0.01
	x, y := drawn(n)
	k := kernel.Gaussian{Variance: 0.5}
	g := kernel.NewColumns(k, x)
	best, _, _ := learnt(t, g, y, mu)
	last := math.Inf(1)
	for _, count := range []int{5, 20, 60, n} {
		z, phi, err := approximate.NewNystrom(t.Context(), g, count, n*mu, 7)
		if err != nil {
			t.Fatal(err)
		}
		p, gap, alpha := learnt(t, kernel.NewColumns(kernel.Linear{}, phi), y, mu)
		cost, err := approximate.Cost(t.Context(), g, phi, alpha, mu)
		if err != nil || p-best > cost+gap+1e-12 || p < best-1e-8 || cost > last+1e-9 {
			t.Errorf("%d landmarks: P is %g, %g above, the bound %g, before %g; error %v", count, p, p-best, cost, last, err)
		}
		if last = cost; count == n && cost > 1e-10 {
			t.Errorf("all landmarks cost %g", cost)
		}
		some := linalg.SelectRows(x, z.Landmarks).(*linalg.Dense) //nolint:errcheck // it is dense
		cross, err := kernel.Cross(t.Context(), k, x, some)
		if err != nil || floats.Distance(z.Features(cross).Data, phi.Data, math.Inf(1)) > 1e-8 {
			t.Errorf("features of new examples differ; error %v", err)
		}
	}
	phi := approximate.NewFourier(k, 200, 2, 1).Features(x)
	p, gap, alpha := learnt(t, kernel.NewColumns(kernel.Linear{}, phi), y, mu)
	if cost, err := approximate.Cost(t.Context(), g, phi, alpha, mu); err != nil || p-best > cost+gap {
		t.Errorf("Fourier: P is %g above, the bound %g, error %v", p-best, cost, err)
	}
}

// TestRefuse: what is wrong is said.
func TestRefuse(t *testing.T) {
	t.Parallel()
	x, _ := drawn(10)
	g := kernel.NewColumns(kernel.Gaussian{Variance: 1}, x)
	for _, c := range []struct {
		count int
		ridge float64
	}{{0, 1}, {11, 1}, {3, -1}, {3, math.NaN()}} {
		if _, _, err := approximate.NewNystrom(t.Context(), g, c.count, c.ridge, 1); err == nil {
			t.Errorf("%+v was accepted", c)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := approximate.NewNystrom(ctx, g, 3, 0, 1); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
