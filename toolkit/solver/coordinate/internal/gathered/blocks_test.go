package gathered

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/arranged"
)

// blocksOf are groups of rows of W for k outputs and an unpenalized column, of a matrix that is returned.
func blocksOf(t *testing.T, rows *Rows, n, d, k int) (*Blocks, *linalg.Dense) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 131))
	a := linalg.NewDense(n, d, testproblems.Normal(rng, n*d, 1))
	chosen := linalg.NewChosenColumns(a, linalg.ColumnNorms(a))
	of := arranged.OfOutputs(n, k, chosen, linalg.NewDense(1, n, testproblems.Normal(rng, n, 1)))
	return New(of, chosen, rows, k, k), a
}

// TestRowsOf: groups of whole rows of W in any order are known, and all others refused.
func TestRowsOf(t *testing.T) {
	t.Parallel()
	got := RowsOf([][]int{{4, 5, 0, 1}, {2, 3}}, []float64{1, 2}, 3, 2)
	if got == nil || !slices.Equal(got.Features[0], []int{2, 0}) || !slices.Equal(got.Features[1], []int{1}) {
		t.Fatalf("%+v", got)
	}
	for what, groups := range map[string][][]int{
		"half a row":       {{0, 1, 2}, {3, 4, 5}},
		"another order":    {{1, 0}, {2, 3}, {4, 5}},
		"a row missing":    {{0, 1}, {2, 3}},
		"a row twice":      {{0, 1, 4, 5}, {2, 3, 4, 5}},
		"beyond the end":   {{0, 1}, {2, 3}, {6, 7}},
		"before the first": {{-1, 0}, {2, 3}, {4, 5}},
		"of nothing":       {{0, 1}, {2, 3}, {4, 5}, {}},
	} {
		if RowsOf(groups, []float64{1, 1, 1}[:min(3, len(groups))], 3, 2) != nil {
			t.Errorf("%s: taken", what)
		}
	}
	one := [][]int{{0}, {1}}
	if RowsOf(one, []float64{1, math.Inf(1)}, 2, 1) != nil || RowsOf(one, []float64{1}, 2, 1) != nil {
		t.Error("weights that are not finite, or too few, are taken")
	}
}

// TestSet: the columns, norms, sizes and weights of a set are those of the features of its blocks.
func TestSet(t *testing.T) {
	t.Parallel()
	const n, d, k = 7, 6, 3
	b, a := blocksOf(t, &Rows{[][]int{{5, 1}, {0}, {2, 4}, {3}}, []float64{1, 2, 3, 4}}, n, d, k)
	rng := rand.New(rand.NewPCG(2, 131))
	u := testproblems.Normal(rng, n*k, 1)
	b.Refresh(u, nil)
	gradient := make([]float64, d*k)
	for i := range gradient {
		for r := range n {
			gradient[i] -= a.At(r, i/k) * u[i%k*n+r]
		}
	}
	sizes := slices.Clone(b.Sizes)
	b.Refresh(nil, gradient)
	of := b.Take([]int{0, 2})
	products, norms := make([]float64, len(of.Columns)), make([]float64, len(of.Columns))
	for at, g := range b.Set {
		of.BlockProducts(products, at, u)
		for i := of.From[at]; i < of.From[at+1]; i++ {
			norms[i] = math.Sqrt(of.Columns[i].A.DotRows(of.Columns[i].Row, of.Columns[i].Row))
		}
		for what, pair := range map[string][2]float64{
			"size": {sizes[g], of.ProductNorm(products, at)}, "size by the gradient": {b.Sizes[g], sizes[g]},
			"norm": {b.Norms[g], of.ProductNorm(norms, at)}, "weight": {b.Omega[g], of.Omega[at]},
		} {
			if !testproblems.Near(pair[0], pair[1], 1e-12) {
				t.Errorf("block %d: the %s is %g, not %g", g, what, pair[0], pair[1])
			}
		}
	}
	all, w := make([]float64, b.Weights()), testproblems.Normal(rng, len(of.Columns), 1)
	if b.Scatter(all, w); all[5*k] != w[0] || all[1*k+2] != w[k+2] || all[4*k+1] != w[3*k+1] || all[d*k+2] != w[4*k+2] {
		t.Errorf("%v of %v", all, w)
	}
	back := make([]float64, len(w))
	if b.Gather(back, all); !slices.Equal(back, w) {
		t.Errorf("%v came back as %v", w, back)
	}
	if b.Take([]int{0, 1, 2}); !slices.Equal(b.Places([]int{0, 2, 3}), []int{0, 2, -1}) {
		t.Errorf("places %v", b.Places([]int{0, 2, 3}))
	}
}

// TestNext: the first set is of those beyond their bounds, the most first, without columns of zeros; a set grows, up to
// so many; and what is dear goes with how many columns there are.
func TestNext(t *testing.T) {
	t.Parallel()
	const n, d, k = 40, 5000, 2
	rows := &Rows{make([][]int, d), slices.Repeat([]float64{1}, d)}
	for j := range d {
		rows.Features[j] = []int{j}
	}
	b, _ := blocksOf(t, rows, n, d, k)
	for g := range b.Sizes {
		b.Norms[g], b.Sizes[g] = 1, float64(g)/d
	}
	b.Norms[d-1] = 0
	first := b.Next(0.99, true)
	if len(first) < 50 || len(first) > 70 || first[0] != d-1-len(first) {
		t.Errorf("%d blocks from %d on", len(first), first[0])
	}
	b.Take(first)
	for g := range b.Sizes {
		b.Sizes[g] = 0
	}
	b.Sizes[7] = 2
	if next := b.Next(0.99, false); len(next) != len(first)+1 || next[0] != 7 {
		t.Errorf("%d blocks from %d on", len(next), next[0])
	}
	if b.TooLarge(2*Passes, vec.UpTo(n)) || !b.TooLarge(2*Passes, vec.UpTo(n+1)) || b.TooLarge(Passes, vec.UpTo(n+1)) {
		t.Error("too large is what has more blocks that are not 0 than there are examples, after many passes")
	}
	if b.Take(vec.UpTo(60)); !b.IsDear(true) || !b.IsDear(false) {
		t.Error("a small set is solved at once")
	}
	if b.Take(vec.UpTo(3001)); b.IsDear(true) || b.IsDear(false) || !b.TooLarge(0, nil) {
		t.Error("a large set is not")
	}
}
