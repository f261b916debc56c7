package prox_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// TestSquaredL1OfMany: the optimality condition v_j − x_j = γλ‖x‖₁ sign(x_j) where x_j ≠ 0, and |v_j| ≤ γλ‖x‖₁
// elsewhere, for few numbers and many.
func TestSquaredL1OfMany(t *testing.T) {
	t.Parallel()
	for _, p := range []int{1, 107, 511, 512, 513, 2000} {
		v, x := testproblems.Normal(rand.New(rand.NewPCG(7, 8)), p, 1), make([]float64, p)
		g := prox.SquaredL1{Lambda: 0.5}
		g.Prox(x, v, 0.01)
		var norm float64
		for _, a := range x {
			norm += math.Abs(a)
		}
		for j, a := range x {
			if left := math.Abs(v[j] - a); left > 0.005*norm+1e-12 || a != 0 && math.Abs(left-0.005*norm) > 1e-12 {
				t.Errorf("%d of %d: %g became %g, and ‖x‖₁ is %g", j, p, v[j], a, norm)
			}
		}
	}
}

// TestSquaredL1TakesNoMemory of the heap for few numbers: online methods call it in every round.
func TestSquaredL1TakesNoMemory(t *testing.T) { // not beside others, whose memory would count
	v := testproblems.Normal(rand.New(rand.NewPCG(9, 10)), 507, 1)
	if n := testing.AllocsPerRun(3, func() { prox.SquaredL1{Lambda: 0.5}.Prox(v, v, 0.01) }); n != 0 {
		t.Errorf("%g allocations for %d numbers", n, len(v))
	}
}
