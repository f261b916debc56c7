package linalg_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// TestGram: it is the sum of products, entry by entry, of dense and sparse matrices, by rows and by columns, weighted
// or not, of one panel or many.
func TestGram(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 4))
	for _, shape := range [][2]int{{1, 1}, {5, 3}, {3, 5}, {2500, 40}, {300, 120}} {
		n, d := shape[0], shape[1]
		a, h := linalg.NewDense(n, d, nil), make([]float64, n)
		for i := range a.Data {
			if rng.Float64() < 0.7 {
				a.Data[i] = rng.NormFloat64()
			}
		}
		for i := range h {
			h[i] = rng.Float64()
		}
		sparse := linalg.ToCSR(a)
		some := rng.Perm(d)[:(d+1)/2]
		slices.Sort(some)
		few, columns := linalg.SelectColumns(a, some).(*linalg.Dense), linalg.Columns(sparse)
		for _, weights := range [][]float64{nil, h} {
			for name, got := range map[string][]float64{
				"dense": linalg.GramOfColumns(a, weights), "sparse": linalg.GramOfColumns(sparse, weights),
				"dense rows":  linalg.GramOfRows(linalg.Columns(a), weights),
				"sparse rows": linalg.GramOfRows(linalg.Columns(sparse), weights),
			} {
				if err := isGram(got, a, weights); err != nil {
					t.Errorf("%d × %d, %s, weighted %v: %v", n, d, name, weights != nil, err)
				}
			}
			for name, got := range map[string][]float64{
				"dense":  linalg.GramOfSome(linalg.Columns(a), some, nil, weights),
				"sparse": linalg.GramOfSome(columns, some, sparse, weights),
			} {
				if err := isGram(got, few, weights); err != nil {
					t.Errorf("%d × %d, some rows, %s, weighted %v: %v", n, d, name, weights != nil, err)
				}
			}
		}
	}
}

// isGram compares with plain sums.
func isGram(got []float64, a *linalg.Dense, h []float64) error {
	for j := range a.C {
		for k := range a.C {
			var want, size float64
			for i := range a.R {
				term := a.At(i, j) * a.At(i, k)
				if h != nil {
					term *= h[i]
				}
				want += term
				size += math.Abs(term)
			}
			if math.Abs(got[j*a.C+k]-want) > 1e-13*size {
				return fmt.Errorf("entry %d, %d is %g, and not %g", j, k, got[j*a.C+k], want)
			}
		}
	}
	return nil
}

// TestGramBlocks: a matrix, also of so many columns that they are taken in blocks, has entries that plain sums have,
// and the same to the last bit on any number of cores; so has that of shifted columns.
func TestGramBlocks(t *testing.T) {
	for _, d := range []int{100, 530} {
		t.Run(fmt.Sprint(d), func(t *testing.T) { gramOnCores(t, 700, d) })
	}
}

func gramOnCores(t *testing.T, n, d int) {
	rng := rand.New(rand.NewPCG(5, 4))
	a, h, s := linalg.NewDense(n, d, nil), make([]float64, n), make([]float64, d)
	for i := range a.Data {
		a.Data[i] = rng.NormFloat64()
	}
	for i := range h {
		h[i] = rng.Float64()
	}
	shifted := func() []float64 {
		gram := linalg.ShiftedGram(t.Context(), a, h, s, []float64{0}, h, nil)
		return append(gram[:d:d], gram[(d-1)*(d+2):]...) // the first row and the last ones
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	want, moments := linalg.GramOfColumns(a, h), shifted()
	if err := isGram(want, a, h); err != nil {
		t.Fatal(err)
	}
	for j, v := range moments[:d] {
		if size := math.Sqrt(want[0] * want[j*d+j]); math.Abs(v-want[j]) > 1e-13*size {
			t.Fatalf("moment 0, %d is %g, and not %g", j, v, want[j])
		}
	}
	for _, cores := range []int{2, 5, 23} {
		runtime.GOMAXPROCS(cores)
		for _, got := range [][]float64{linalg.GramOfColumns(a, h), linalg.GramOfRows(linalg.Columns(a), h)} {
			if !slices.Equal(got, want) {
				t.Errorf("%d cores: another matrix", cores)
			}
		}
		if !slices.Equal(shifted(), moments) {
			t.Errorf("%d cores: other moments", cores)
		}
	}
}

// BenchmarkGram is a d×d matrix of many rows, weighted.
func BenchmarkGram(b *testing.B) {
	for _, d := range []int{30, 250, 1000} {
		n := 6000000 / d
		a, h := linalg.NewDense(n, d, nil), make([]float64, n)
		for i := range a.Data {
			a.Data[i] = float64(i % 7)
		}
		b.Run(fmt.Sprint(d), func(b *testing.B) {
			for b.Loop() {
				linalg.GramOfColumns(a, h)
			}
		})
	}
}

// TestCholeskyOfGram: L Lᵀ is the Gram matrix, of columns that depend on others and of zeros too, whatever their units.
func TestCholeskyOfGram(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(4, 4))
	a := linalg.NewDense(50, 6, nil)
	for i := range 50 {
		row := a.Row(i)
		for j := range row {
			row[j] = rng.NormFloat64() * math.Pow(10, float64(3*j-6))
		}
		row[3], row[4] = 0, row[0]+row[1]
	}
	gram := linalg.GramOfColumns(a, nil)
	l := linalg.CholeskyOfGram(append([]float64(nil), gram...), 6)
	for j := range 6 {
		for k := range 6 {
			got := 0.
			for i := range 6 {
				got += l.At(j, i) * l.At(k, i)
			}
			if math.Abs(got-gram[j*6+k]) > 1e-12*math.Sqrt(gram[j*7]*gram[k*7]) || k > j && l.At(j, k) != 0 {
				t.Errorf("entry %d, %d is %g, and not %g", j, k, got, gram[j*6+k])
			}
		}
	}
	if l.At(3, 3) != 0 || l.At(4, 4) != 0 || !(l.At(5, 5) > 0) {
		t.Errorf("pivots %g, %g, %g", l.At(3, 3), l.At(4, 4), l.At(5, 5))
	}
}

// TestSolveCholesky: the system of the columns that depend on none before is solved, as by elimination.
func TestSolveCholesky(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(4, 5))
	a := linalg.NewDense(50, 6, random(rng, 300))
	for i := range 50 {
		row := a.Row(i)
		row[3], row[4] = 0, row[0]+row[1]
	}
	gram := linalg.GramOfColumns(a, nil)
	b, kept := random(rng, 6), []int{0, 1, 2, 5}
	part, right, want := mat.NewDense(4, 4, nil), mat.NewVecDense(4, nil), mat.NewVecDense(4, nil)
	for i, j := range kept {
		right.SetVec(i, b[j])
		for k, l := range kept {
			part.Set(i, k, gram[j*6+l])
		}
	}
	if err := want.SolveVec(part, right); err != nil {
		t.Fatal(err)
	}
	x := append([]float64(nil), b...)
	linalg.SolveCholesky(linalg.CholeskyOfGram(gram, 6), x)
	for i, j := range kept {
		if math.Abs(x[j]-want.AtVec(i)) > 1e-12 {
			t.Errorf("x[%d] is %g, and not %g", j, x[j], want.AtVec(i))
		}
	}
	if x[3] != 0 || x[4] != 0 {
		t.Errorf("columns that depend on others have %g, %g", x[3], x[4])
	}
}
