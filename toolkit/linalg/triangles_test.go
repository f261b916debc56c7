package linalg

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"
)

// TestTriangles: triangles are solved as gonum solves them, from either end, for vectors and for one column.
func TestTriangles(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 1))
	const n, lda = 37, 40
	a := make([]float64, n*lda)
	for i := range a {
		a[i] = rng.NormFloat64() / n
	}
	for i := range n {
		a[i*lda+i] += 2
	}
	for _, ul := range []blas.Uplo{blas.Upper, blas.Lower} {
		for _, tr := range []blas.Transpose{blas.NoTrans, blas.Trans} {
			x, y, z := make([]float64, n), make([]float64, n), make([]float64, n)
			for i := range x {
				x[i] = rng.NormFloat64()
			}
			copy(y, x)
			copy(z, x)
			gonum.Implementation{}.Dtrsv(ul, tr, blas.NonUnit, n, a, lda, x, 1)
			fast{}.Dtrsv(ul, tr, blas.NonUnit, n, a, lda, y, 1)
			fast{}.Dtrsm(blas.Left, ul, tr, blas.NonUnit, n, 1, 1, a, lda, z, 1)
			for i, v := range x {
				if math.Abs(v-y[i]) > 1e-14 || y[i] != z[i] {
					t.Fatalf("%c %c: number %d is %g and %g, not %g", ul, tr, i, y[i], z[i], v)
				}
			}
		}
	}
}

// TestFactorByBlocks: a factor by blocks is the one row by row, and columns that depend on others have the pivot 0.
func TestFactorByBlocks(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(4, 1))
	const n, rows = 90, 200
	for _, repeated := range []bool{false, true} {
		x := NewDense(n, rows, nil)
		for i := range x.Data {
			x.Data[i] = rng.NormFloat64()
		}
		if repeated {
			copy(x.Row(70), x.Row(3))
		}
		gram := GramOfRows(x, nil)
		l := CholeskyOfGram(append([]float64(nil), gram...), n)
		if pivot := l.At(70, 70); (pivot == 0) != repeated {
			t.Errorf("repeated %t: the pivot is %g", repeated, pivot)
		}
		for i := range n {
			for j := range n {
				var sum float64
				for k := range n {
					sum += l.At(i, k) * l.At(j, k)
				}
				if math.Abs(sum-gram[i*n+j]) > 1e-11*rows || j > i && l.At(i, j) != 0 {
					t.Fatalf("repeated %t: entry %d, %d is %g, not %g", repeated, i, j, sum, gram[i*n+j])
				}
			}
		}
	}
}
