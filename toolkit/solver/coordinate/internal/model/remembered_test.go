package model

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// pairsOf are blocks of one and of two columns of a matrix.
func pairsOf(columns *linalg.Dense) *Blocks {
	b := &Blocks{N: columns.C, From: []int{0}}
	at := func(j int) Column { return Column{A: columns, Row: j, Hi: columns.C, WeightAt: j} }
	for j := 0; j < columns.R; j++ {
		if j%3 == 0 && j+1 < columns.R {
			b.Add(1.5, at(j), at(j+1))
			j++
			continue
		}
		b.Add(0.5+float64(j%2), at(j))
	}
	b.Penalized = b.Count()
	return b
}

// TestRememberedProducts: along points that move slowly, and one that jumps, every block that may be beyond its bound
// has its products there, and most others are left out.
func TestRememberedProducts(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 91))
	b := pairsOf(linalg.NewDense(300, 40, testproblems.Normal(rng, 300*40, 1)))
	lengths := make([]float64, len(b.Columns))
	for k := range lengths {
		lengths[k] = math.Sqrt(b.Columns[k].Dot(b.Columns[k].A.(*linalg.Dense).Row(b.Columns[k].Row)))
	}
	m := NewRemembered(b, lengths)
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
