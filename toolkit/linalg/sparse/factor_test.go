package sparse_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit/linalg/sparse"
)

// drawn is Σ v vᵀ over sparse vectors and a diagonal, sparse and dense.
func drawn(n, lists, most int, diagonal float64, seed uint64) (*sparse.Symmetric, *mat.SymDense) {
	r := rand.New(rand.NewPCG(seed, 3))
	var at [][]int32
	for range lists {
		var of []int32
		for _, j := range r.Perm(n)[:1+r.IntN(min(n, most))] {
			of = append(of, int32(j))
		}
		slices.Sort(of)
		at = append(at, of)
	}
	a := sparse.NewSymmetric(n, nil, math.MaxInt, func(list func([]int32)) {
		for _, of := range at {
			list(of)
		}
	})
	full := mat.NewSymDense(n, nil)
	for _, of := range at {
		values, v := make([]float64, len(of)), mat.NewVecDense(n, nil)
		for k, j := range of {
			values[k] = r.NormFloat64()
			v.SetVec(int(j), values[k])
		}
		if !a.AddOuter(0.7, of, values) {
			panic("a pair that was told is not in the pattern")
		}
		full.SymRankOne(full, 0.7, v)
	}
	for i := range n {
		a.AddDiagonal(i, diagonal)
		full.SetSym(i, i, full.At(i, i)+diagonal)
	}
	return a, full
}

// TestFactorSolves: as the dense Cholesky factor does, for patterns of all densities.
func TestFactorSolves(t *testing.T) {
	t.Parallel()
	for seed := range uint64(60) {
		n := 1 + int(seed*7%50)
		a, full := drawn(n, int(seed%5)*n/2, 1+int(seed%6), 0.1, seed)
		f := sparse.Analyze(a)
		order := sparse.Order(a)
		slices.Sort(order)
		for i, j := range order {
			if i != int(j) {
				t.Fatalf("seed %d: the order is no permutation: %v", seed, order)
			}
		}
		var dense mat.Cholesky
		for range 2 { // a factor is computed anew
			if !f.Factorize(a) || !dense.Factorize(full) {
				t.Fatalf("seed %d: a definite matrix is not factored", seed)
			}
			b, want := make([]float64, n), mat.NewVecDense(n, nil)
			for i := range b {
				b[i] = math.Sin(float64(i + 1))
			}
			if err := dense.SolveVecTo(want, mat.NewVecDense(n, slices.Clone(b))); err != nil {
				t.Fatal(err)
			}
			f.Solve(b)
			for i, v := range b {
				if math.Abs(v-want.AtVec(i)) > 1e-9*mat.Norm(want, math.Inf(1)) {
					t.Fatalf("seed %d: x_%d is %g, dense %g", seed, i, v, want.AtVec(i))
				}
			}
		}
	}
}

// TestNotDefinite: a matrix that is not positive definite is told, and the factor is good for the next.
func TestNotDefinite(t *testing.T) {
	t.Parallel()
	a, _ := drawn(12, 20, 4, 0.1, 9)
	f := sparse.Analyze(a)
	a.AddDiagonal(5, -100)
	if f.Factorize(a) {
		t.Error("an indefinite matrix is factored")
	}
	a.AddDiagonal(5, 100)
	if !f.Factorize(a) {
		t.Error("a definite matrix is not factored after an indefinite one")
	}
}

// TestPattern: what is not in it is told, a matrix takes that of another, and too many pairs make none.
func TestPattern(t *testing.T) {
	t.Parallel()
	a := sparse.NewSymmetric(4, nil, 10, func(list func([]int32)) { list([]int32{0, 2}) })
	if a.AddOuter(1, []int32{0, 1}, []float64{1, 1}) {
		t.Error("a pair that is not in the pattern is added")
	}
	a.Clear()
	b := sparse.NewSymmetric(4, a, 10, func(list func([]int32)) { list([]int32{1, 3}) })
	if !b.AddOuter(1, []int32{0, 2}, []float64{1, 1}) || !b.AddOuter(1, []int32{1, 3}, []float64{1, 1}) {
		t.Error("the pattern of the other is lost")
	}
	if sparse.NewSymmetric(4, nil, 2, func(list func([]int32)) { list([]int32{0, 1}) }) != nil {
		t.Error("three pairs are no more than two")
	}
}

// TestOrderFillsLittle: a chain fills nothing in whatever its numbering, and a grid less than in its own order.
func TestOrderFillsLittle(t *testing.T) {
	t.Parallel()
	const n = 200
	place := rand.New(rand.NewPCG(1, 1)).Perm(n)
	chain := sparse.NewSymmetric(n, nil, math.MaxInt, func(list func([]int32)) {
		for i := range n - 1 {
			pair := []int32{int32(place[i]), int32(place[i+1])}
			slices.Sort(pair)
			list(pair)
		}
	})
	if got := sparse.Analyze(chain).Entries(); got != n-1 {
		t.Errorf("the factor of a chain of %d has %d entries", n, got)
	}
	const side = 30
	grid := sparse.NewSymmetric(side*side, nil, math.MaxInt, func(list func([]int32)) {
		for i := range side * side {
			if i%side+1 < side {
				list([]int32{int32(i), int32(i + 1)})
			}
			if i+side < side*side {
				list([]int32{int32(i), int32(i + side)})
			}
		}
	})
	if got, natural := sparse.Analyze(grid).Entries(), side*side*side; got > natural/2 {
		t.Errorf("the factor of a grid has %d entries, and in its own order about %d", got, natural)
	}
}

func BenchmarkFactor(b *testing.B) {
	const side = 128
	grid := sparse.NewSymmetric(side*side, nil, math.MaxInt, func(list func([]int32)) {
		for i := range side * side {
			if i%side+1 < side {
				list([]int32{int32(i), int32(i + 1)})
			}
			if i+side < side*side {
				list([]int32{int32(i), int32(i + side)})
			}
		}
	})
	for i := range side * side {
		grid.AddOuter(1, []int32{int32(i)}, []float64{4})
	}
	f := sparse.Analyze(grid)
	b.Logf("%d entries, %.2g products", f.Entries(), f.Products())
	b.Run("analyze", func(b *testing.B) {
		for b.Loop() {
			sparse.Analyze(grid)
		}
	})
	b.Run("factorize", func(b *testing.B) {
		for b.Loop() {
			f.Factorize(grid)
		}
	})
	x := make([]float64, side*side)
	b.Run("solve", func(b *testing.B) {
		for b.Loop() {
			f.Solve(x)
		}
	})
}
