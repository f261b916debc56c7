package kernel_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// binaryPoints are n random vectors of 0 and 1, the first of them 0, as bits and as numbers.
func binaryPoints(rng *rand.Rand, n, d int) (*linalg.Bits, *linalg.Dense) {
	x, dense := linalg.NewBits(n, d), linalg.NewDense(n, d, nil)
	for i := 1; i < n; i++ {
		for j := range d {
			if rng.IntN(2) == 0 {
				x.Row(i)[j/64] |= 1 << (j % 64)
				dense.Row(i)[j] = 1
			}
		}
	}
	return x, dense
}

// TestBinaryKernels compares the tabulated kernels of binary vectors, dense, sparse and expanded, with the formula.
func TestBinaryKernels(t *testing.T) {
	t.Parallel()
	for name, k := range kernels {
		for _, d := range []int{7, 100, 150} { // one, two and three words a row
			rng := rand.New(rand.NewPCG(uint64(d), 23))
			x, dense := binaryPoints(rng, 70, d)
			if !floats.Equal(x.Dense().Data, dense.Data) {
				t.Fatal("the unpacked matrix is another")
			}
			b := kernel.NewBinary(k, d)
			want := testproblems.Must(kernel.Gram(t.Context(), k, dense))
			scale := max(1, floats.Norm(want.Data, math.Inf(1)))
			if got := testproblems.Must(b.Gram(t.Context(), x)); !floats.EqualApprox(got.Data, want.Data, 1e-12*scale) {
				t.Errorf("%s, dimension %d: the tables give another Gram matrix", name, d)
			}
			sparse := testproblems.Must(b.SparseGram(t.Context(), x))
			for i := range 70 {
				for j := range 70 {
					if !testproblems.Near(sparse.At(i, j), want.At(i, j), 1e-12) {
						t.Fatalf("%s: sparse entry %d, %d is %g, not %g", name, i, j, sparse.At(i, j), want.At(i, j))
					}
				}
			}
			for _, share := range []float64{1, 0.1} { // of the coefficients that are not 0
				alpha, out := sparseCoefficients(rng, 70, share), linalg.NewDense(70, 3, nil)
				if err := kernel.AddExpansions(t.Context(), out, x, x, kernel.Expansion{Kernel: b, Alpha: alpha}); err != nil {
					t.Fatal(err)
				}
				plain := testproblems.Must(kernel.Expand(t.Context(), k, dense, dense, alpha))
				if off := floats.Distance(out.Data, plain.Data, math.Inf(1)); off > 1e-12*scale {
					t.Errorf("%s, dimension %d, %g of the coefficients: the expansions differ by %g", name, d, share, off)
				}
			}
		}
	}
}

// sparseCoefficients are n×3 normal numbers, of which a share is kept.
func sparseCoefficients(rng *rand.Rand, n int, share float64) *linalg.Dense {
	alpha := linalg.NewDense(n, 3, testproblems.Normal(rng, 3*n, 1))
	for i := range alpha.Data {
		if rng.Float64() >= share {
			alpha.Data[i] = 0
		}
	}
	return alpha
}

// TestBinaryAddsToScores: expansions are added to what is there, those of several kernels at once as one after the
// other, and those without coefficients add nothing.
func TestBinaryAddsToScores(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 29))
	x, _ := binaryPoints(rng, 70, 7)
	linear := kernel.Expansion{Kernel: kernel.NewBinary(kernel.Linear{}, 7), Alpha: sparseCoefficients(rng, 70, 0.2)}
	bell := kernel.Expansion{
		Kernel: kernel.NewBinary(kernel.Gaussian{Variance: 4}, 7), Alpha: sparseCoefficients(rng, 70, 0.2),
	}
	none := kernel.Expansion{Kernel: linear.Kernel, Alpha: linalg.NewDense(70, 3, nil)}
	at, steps := linalg.NewDense(70, 3, nil), linalg.NewDense(70, 3, nil)
	for k, err := range []error{
		kernel.AddExpansions(t.Context(), at, x, x, linear, bell, none),
		kernel.AddExpansions(t.Context(), steps, x, x, bell),
		kernel.AddExpansions(t.Context(), steps, x, x, none),
		kernel.AddExpansions(t.Context(), steps, x, x),
		kernel.AddExpansions(t.Context(), steps, x, x, linear),
	} {
		if err != nil {
			t.Fatal(k, err)
		}
	}
	if !floats.EqualApprox(at.Data, steps.Data, 1e-12) {
		t.Errorf("at once %v, one after the other %v", at.Data, steps.Data)
	}
}

func TestBinaryStopsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	x, _ := binaryPoints(rand.New(rand.NewPCG(2, 29)), 5, 7)
	b := kernel.NewBinary(kernel.Linear{}, 7)
	if _, err := b.Gram(ctx, x); !errors.Is(err, context.Canceled) {
		t.Errorf("Gram: error %v", err)
	}
	if _, err := b.SparseGram(ctx, x); !errors.Is(err, context.Canceled) {
		t.Errorf("SparseGram: error %v", err)
	}
	out, alpha := linalg.NewDense(5, 1, nil), linalg.NewDense(5, 1, nil)
	err := kernel.AddExpansions(ctx, out, x, x, kernel.Expansion{Kernel: b, Alpha: alpha})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("AddExpansions: error %v", err)
	}
	mustPanic(t, "another dimension", func() { _, _ = kernel.NewBinary(kernel.Linear{}, 8).Gram(t.Context(), x) })
	mustPanic(t, "shapes that differ", func() {
		_ = kernel.AddExpansions(t.Context(), out, x, x, kernel.Expansion{Kernel: b, Alpha: linalg.NewDense(4, 1, nil)})
	})
}
