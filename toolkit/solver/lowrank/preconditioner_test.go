package lowrank

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/solver/internal/outputs"
)

// TestPreconditioner: for the squared loss, whose curvature is 1 everywhere, it inverts the Hessian of Ψ over U, and
// that over V, exactly: (V Vᵀ ⊗ XᵀX/n + λI) and (U XᵀX Uᵀ/n ⊗ I + λI).
func TestPreconditioner(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 7))
	random := func(n int) []float64 {
		out := make([]float64, n)
		for i := range out {
			out[i] = rng.NormFloat64()
		}
		return out
	}
	const n, d, k, r, lambda = 30, 6, 5, 3, 0.1
	x := linalg.NewDense(n, d, random(n*d))
	s := NewState(random(r*d), random(r*k), d, k)
	f := newFactored(x, loss.SquaredOutputs{Y: random(n * k), K: k}, lambda, s)
	at := f.point()
	f.value(at)
	p := newPreconditioner(f, at, diagonalOf(t, f), f.lambda, nil)
	if p == nil {
		t.Fatal("there is none")
	}
	direction := random(len(at))
	for part, lo := range map[string]int{"U": 0, "V": r * d} {
		hi := r * d
		if part == "V" {
			hi = len(at)
		}
		step := make([]float64, len(at)) // over one part, Ψ is quadratic: differences of its gradient are exact
		copy(step[lo:hi], direction[lo:hi])
		plus, minus := make([]float64, len(at)), make([]float64, len(at))
		floats.AddTo(plus, at, step)
		floats.SubTo(minus, at, step)
		hessian, other := make([]float64, len(at)), make([]float64, len(at))
		f.value(plus)
		f.grad(hessian, plus, true, true)
		f.value(minus)
		f.grad(other, minus, true, true)
		floats.Sub(hessian, other)
		floats.Scale(0.5, hessian)
		p.apply(hessian)
		if !floats.EqualApprox(hessian[lo:hi], step[lo:hi], 1e-9) {
			t.Errorf("over %s: H⁻¹H s = %v, s = %v", part, hessian[lo:hi], step[lo:hi])
		}
	}
}

// diagonalOf are the diagonals of the Hessians where value was called last.
func diagonalOf(t *testing.T, f *factored) func(h []float64, i int) {
	t.Helper()
	var h outputs.Hessians
	if !f.o.Hessians(&h, f.z) {
		t.Fatal("the Hessians are not known")
	}
	return h.Diagonal
}

// TestPreconditionerTail: where only the leading eigenvectors of the features' covariance are used, it inverts that
// covariance with its tail replaced by the mean.
func TestPreconditionerTail(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(2, 7))
	const n, d, k, r, lambda = 300, manyFeatures + 20, 2, leadingFrom, 0.5
	x := linalg.NewDense(n, d, nil)
	for i := range n {
		for j := range d {
			x.Data[i*d+j] = rng.NormFloat64() / math.Sqrt(1+float64(j)*float64(j)) // a spectrum that falls
		}
	}
	u, v := make([]float64, r*d), make([]float64, r*k)
	v[0], v[1] = 1, 0.5
	for j := range u {
		u[j] = rng.NormFloat64()
	}
	s := NewState(u, v, d, k)
	f := newFactored(x, loss.SquaredOutputs{Y: make([]float64, n*k), K: k}, lambda, s)
	at := f.point()
	f.value(at)
	p := newPreconditioner(f, at, diagonalOf(t, f), f.lambda, nil)
	if p == nil || p.features != leadingFeatures {
		t.Fatalf("%+v", p)
	}
	kappa := floats.Dot(v, v) * k / k // η sums to n·k/n
	g := make([]float64, r*(d+k))
	g[0] = 1 // almost an eigenvector of the largest eigenvalue: 1
	p.apply(g)
	var first float64
	for i := range n {
		first += x.At(i, 0) * x.At(i, 0) / n
	}
	if want := 1 / (kappa*first + lambda); math.Abs(g[0]-want) > 0.05*want {
		t.Errorf("along the first feature %g, want about %g", g[0], want)
	}
	clear(g)
	g[d-1] = 1 // in the tail: nearly no curvature
	p.apply(g)
	if math.Abs(g[d-1]-1/lambda) > 0.05/lambda {
		t.Errorf("along the last feature %g, want about %g", g[d-1], 1/lambda)
	}
	low := newFactored(x, f.o.Loss, lambda, NewState(u[:d], v[:k], d, k))
	at = low.point()
	low.value(at)
	p = newPreconditioner(low, at, diagonalOf(t, low), lambda, nil)
	g = append([]float64{1}, make([]float64, d-1+k)...)
	p.apply(g)
	mean := floats.Dot(x.Data, x.Data) / n / d
	if want := 1 / (kappa*mean + lambda); p.features != 0 || !testproblems.Near(g[0], want, 1e-12) {
		t.Errorf("at a low rank %g, want %g by the mean eigenvalue", g[0], want)
	}
}
