package quasinewton_test

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/solver/internal/quasinewton"
)

// TestDirectionByMatrices compares with the inverse BFGS update written out as matrices: H ← (I − ρsyᵀ)H(I − ρysᵀ) +
// ρssᵀ over the pairs that are kept, from a multiple of the initial matrix.
func TestDirectionByMatrices(t *testing.T) {
	t.Parallel()
	const n, memory = 5, 3
	rng := rand.New(rand.NewPCG(81, 82))
	initial := []float64{1, 2, 3, 4, 5}
	l := quasinewton.LBFGS{Memory: memory, Initial: func(v []float64) { floats.Mul(v, initial) }}
	var pairs [][2][]float64
	for range 5 {
		s, y := testproblems.Normal(rng, n, 1), testproblems.Normal(rng, n, 0.1)
		for j := range y {
			y[j] += s[j] * float64(j+1)
		}
		l.Add(s, y)
		pairs = append(pairs, [2][]float64{s, y})
	}
	l.Add([]float64{1, 0, 0, 0, 0}, []float64{-1, 0, 0, 0, 0}) // no curvature
	pairs = pairs[len(pairs)-memory:]
	last := pairs[memory-1]
	hy := append([]float64(nil), last[1]...)
	floats.Mul(hy, initial)
	h := mat.NewDense(n, n, nil)
	for j, v := range initial {
		h.Set(j, j, v*floats.Dot(last[0], last[1])/floats.Dot(last[1], hy))
	}
	for _, p := range pairs {
		s, y := mat.NewVecDense(n, p[0]), mat.NewVecDense(n, p[1])
		rho := 1 / mat.Dot(s, y)
		left := mat.NewDense(n, n, nil)
		left.Outer(-rho, s, y)
		for j := range n {
			left.Set(j, j, left.At(j, j)+1)
		}
		var next, ss mat.Dense
		next.Product(left, h, left.T())
		ss.Outer(rho, s, s)
		next.Add(&next, &ss)
		h = &next
	}
	g := testproblems.Normal(rng, n, 1)
	var want mat.VecDense
	want.MulVec(h, mat.NewVecDense(n, g))
	floats.Scale(-1, want.RawVector().Data)
	if got := l.Direction(g); l.Pairs() != memory || !floats.EqualApprox(got, want.RawVector().Data, 1e-10) {
		t.Errorf("direction %v of %d pairs, by matrices %v", got, l.Pairs(), want.RawVector().Data)
	}
	scale := floats.Dot(last[0], last[1]) / floats.Dot(last[1], last[1])
	if l.Forget(); l.Pairs() != 0 || !testproblems.Near(l.Scale(), scale, 1e-14) {
		t.Errorf("%d pairs and scale %g after all were dropped", l.Pairs(), l.Scale())
	}
}
