package sphere

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/model"
)

// TestRememberedProducts: along points that move slowly, and one that jumps, every block that may be beyond its bound
// has its products there, and most others are left out.
func TestRememberedProducts(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 91))
	a, b := linalg.NewDense(300, 40, testproblems.Normal(rng, 300*40, 1)), &model.Blocks{N: 40, From: []int{0}}
	for j := 0; j < a.R; j += 3 { // blocks of one and of two columns
		var of [3]model.Column
		for i := range of {
			of[i] = model.Column{A: a, Row: j + i, Hi: b.N, WeightAt: j + i}
		}
		b.Add(1.5, of[:2]...)
		b.Add(0.5, of[2])
	}
	b.Penalized = b.Count()
	lengths := make([]float64, len(b.Columns))
	for k := range lengths {
		lengths[k] = math.Sqrt(b.Columns[k].Dot(b.Columns[k].A.(*linalg.Dense).Row(b.Columns[k].Row)))
	}
	m := New(b, lengths)
	u, exact := testproblems.Normal(rng, b.N, 1), make([]float64, len(b.Columns))
	const lambda = 25.
	beyond := 0
	for step := range 2 * mostRemembered {
		if step == mostRemembered {
			floats.Scale(-3, u)
		}
		floats.AddScaled(u, 0.03, testproblems.Normal(rng, b.N, 1))
		m.Refresh(b, u, lambda, nil)
		for g := range b.Count() {
			b.BlockProducts(exact, g, u)
			if b.ProductNorm(exact, g) <= lambda*b.Omega[g] {
				continue
			}
			beyond++
			for k := b.From[g]; k < b.From[g+1]; k++ {
				if m.Products[k] != exact[k] {
					t.Fatalf("step %d: the product of column %d is %g, and %g is remembered", step, k, exact[k], m.Products[k])
				}
			}
		}
	}
	if len(m.points) > mostRemembered || len(m.nearness(u)) > mostRemembered {
		t.Errorf("%d points are kept, and each is compared with the next; %d are remembered", len(m.points), mostRemembered)
	}
	if all := 2 * mostRemembered * len(b.Columns); beyond == 0 || m.Computed > all*2/3 {
		t.Errorf("%d blocks are beyond their bounds, and %d products of %d were computed", beyond, m.Computed, all)
	}
}
