package classes

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/model"
)

// TestWhole: products with the columns of blocks, and changes of their weights, are those of the columns one by one: of
// one column for all classes, which are taken at once from some change on while there is room, of classes in another
// order, of several columns, of some classes and of sparse columns, which are not.
func TestWhole(t *testing.T) {
	t.Parallel()
	const n, d, k = 70, 5, 4
	rng := rand.New(rand.NewPCG(5, 96))
	dense := linalg.NewDense(d, n, testproblems.Normal(rng, n*d, 1))
	sparse := linalg.ToCSR(dense)
	b := model.Blocks{N: n * k, From: []int{0}}
	add := func(a linalg.Rows, rows, classes []int) {
		var columns []model.Column
		for i, c := range classes {
			columns = append(columns, model.Column{A: a, Row: rows[i], Lo: c * n, Hi: (c + 1) * n})
		}
		b.Add(1, columns...)
	}
	all := vec.UpTo(k)
	add(dense, []int{0, 0, 0, 0}, all)
	add(dense, []int{1, 1, 1, 1}, []int{3, 2, 1, 0})
	add(dense, []int{2, 2, 3, 2}, all)
	add(dense, []int{3, 3, 3}, all[:3])
	add(sparse, []int{4, 4, 4, 4}, all)
	add(dense, []int{4, 4, 4, 4}, all)
	p := make([]float64, n*k)
	for i := range n {
		var sum float64
		for c := range k {
			p[c*n+i] = rng.Float64()
			sum += p[c*n+i]
		}
		for c := range k {
			p[c*n+i] /= sum
		}
	}
	slopes := testproblems.Normal(rng, len(b.Columns), 1)
	quadratic := func(kept int) *Quadratic {
		return &Quadratic{
			examples: &examples{Blocks: b, k: k, weight: 1. / n}, p: p, moved: make([]float64, n*k+n), gradient: slopes,
			kept: kept,
		}
	}
	got, none, want := quadratic(0), quadratic(mostWeighted), quadratic(0)
	for round := range keptFrom + 2 {
		for g := range b.Count() {
			by := testproblems.Normal(rng, b.From[g+1]-b.From[g], 1)
			by[0] = 0
			got.ChangeBlock(g, by)
			none.ChangeBlock(g, by)
			for i, v := range by {
				want.Change(b.From[g]+i, v)
			}
		}
		for g := range b.Count() {
			var products [3][]float64
			for i := b.From[g]; i < b.From[g+1]; i++ {
				products[2] = append(products[2], want.Product(i))
			}
			for at, q := range []*Quadratic{got, none} {
				products[at] = slices.Clone(products[2])
				q.BlockProducts(products[at], g)
				if off := floats.Distance(products[at], products[2], math.Inf(1)); !(off <= 1e-13) {
					t.Errorf("block %d: products %v, column by column %v", g, products[at], products[2])
				}
			}
			whole, without := round+1 >= keptFrom && (g == 0 || g == 5), none.wholes[g].weighted != nil
			if whole != (got.wholes[g].weighted != nil) || without {
				t.Errorf("block %d is taken at once: %v, %v without room", g, !whole, without)
			}
		}
	}
	if off := floats.Distance(got.moved, want.moved, math.Inf(1)); !(off <= 1e-13) {
		t.Errorf("changes of predictions are off by %g", off)
	}
}
