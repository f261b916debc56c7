package kernel_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

func mustPanic(t *testing.T, what string, f func()) {
	t.Helper()
	defer func() {
		if recover() == nil {
			t.Errorf("%s: no panic", what)
		}
	}()
	f()
}

// TestGramAndExpand checks that both are what the kernel says pair by pair.
func TestGramAndExpand(t *testing.T) {
	t.Parallel()
	for name, k := range kernels {
		rng := rand.New(rand.NewPCG(15, 16))
		x := linalg.NewDense(70, 5, testproblems.Normal(rng, 350, 1)) // more than one block of rows
		clear(x.Row(3))                                               // a zero vector has no direction to normalize
		g := testproblems.Must(kernel.Gram(t.Context(), k, x))
		alpha := linalg.NewDense(70, 2, testproblems.Normal(rng, 140, 1))
		scores := testproblems.Must(kernel.Expand(t.Context(), k, x, x, alpha))
		for i := range 70 {
			want := make([]float64, 2)
			for j := range 70 {
				value := k.OfDot(x.DotRows(i, j), x.DotRows(i, i), x.DotRows(j, j))
				if got := g.At(i, j); !testproblems.Near(got, value, 1e-12) || !testproblems.Near(got, g.At(j, i), 1e-12) {
					t.Fatalf("%s: entry %d, %d is %g, by the formula %g, transposed %g", name, i, j, got, value, g.At(j, i))
				}
				floats.AddScaled(want, value, alpha.Row(j))
			}
			if !floats.EqualApprox(scores.Row(i), want, 1e-9) {
				t.Errorf("%s: row %d expands to %v, by the formula %v", name, i, scores.Row(i), want)
			}
		}
	}
}

// TestCross compares the kernel between two sets of points with the formula.
func TestCross(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 29))
	x := linalg.NewDense(70, 4, testproblems.Normal(rng, 280, 1)) // more than one block of rows
	z := linalg.NewDense(3, 4, testproblems.Normal(rng, 12, 1))
	k := kernel.Gaussian{Variance: 2}
	c := testproblems.Must(kernel.Cross(t.Context(), k, x, z))
	both := linalg.NewDense(73, 4, append(append([]float64(nil), x.Data...), z.Data...))
	for i := range 70 {
		for j := range 3 {
			want := k.OfDot(both.DotRows(i, 70+j), both.DotRows(i, i), both.DotRows(70+j, 70+j))
			if got := c.At(i, j); !testproblems.Near(got, want, 1e-12) {
				t.Fatalf("entry %d, %d is %g, not %g", i, j, got, want)
			}
		}
	}
}

// TestTiles: matrices of several tiles are what the kernel says pair by pair, wide points' too, and symmetric.
func TestTiles(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(4, 31))
	for _, shape := range [][2]int{{1101, 3}, {70, 20000}} {
		n, d := shape[0], shape[1]
		x := linalg.NewDense(n, d, testproblems.Normal(rng, n*d, 1))
		for name, k := range map[string]kernel.Kernel{
			"Gaussian": kernel.Gaussian{Variance: float64(d)}, "quadratic": kernel.Quadratic{Offset: 1},
		} {
			gram := testproblems.Must(kernel.Gram(t.Context(), k, x))
			cross := testproblems.Must(kernel.Cross(t.Context(), k, x, x))
			if !floats.Equal(gram.Data, cross.Data) {
				t.Errorf("%s, %d × %d: half of the matrix and all of it differ", name, n, d)
			}
			alpha := linalg.NewDense(n, 2, testproblems.Normal(rng, 2*n, 1))
			scores, want := testproblems.Must(kernel.Expand(t.Context(), k, x, x, alpha)), make([]float64, 2*n)
			linalg.MulMat(want, cross, alpha.Data, 2)
			if !floats.EqualApprox(scores.Data, want, 1e-12*floats.Norm(want, 2)) {
				t.Errorf("%s, %d × %d: the scores are not those of the whole matrix", name, n, d)
			}
			checkEntries(t, name, k, x, gram)
		}
	}
}

// checkEntries compares some entries with the formula and with their mirror images.
func checkEntries(t *testing.T, name string, k kernel.Kernel, x, gram *linalg.Dense) {
	t.Helper()
	rng := rand.New(rand.NewPCG(5, 31))
	for range 1000 {
		i, j := rng.IntN(x.R), rng.IntN(x.R)
		value, got, mirrored := k.OfDot(x.DotRows(i, j), x.DotRows(i, i), x.DotRows(j, j)), gram.At(i, j), gram.At(j, i)
		if !testproblems.Near(got, value, 1e-11) || got != mirrored {
			t.Fatalf("%s: entry %d, %d is %g, transposed %g, by the formula %g", name, i, j, got, mirrored, value)
		}
	}
}

func TestGramEdges(t *testing.T) {
	t.Parallel()
	none := linalg.NewDense(2, 0, nil)
	if g := testproblems.Must(kernel.Gram(t.Context(), kernel.Gaussian{Variance: 1}, none)); g.At(0, 1) != 1 {
		t.Errorf("points without features have the kernel %g", g.At(0, 1))
	}
	x := linalg.NewDense(2, 3, nil)
	mustPanic(t, "other features", func() { _, _ = kernel.Cross(t.Context(), kernel.Linear{}, x, none) })
	mustPanic(t, "too few coefficients", func() {
		_, _ = kernel.Expand(t.Context(), kernel.Linear{}, x, x, linalg.NewDense(1, 1, nil))
	})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := kernel.Gram(ctx, kernel.Linear{}, x); !errors.Is(err, context.Canceled) {
		t.Errorf("Gram: error %v", err)
	}
	if _, err := kernel.Expand(ctx, kernel.Linear{}, x, x, none); !errors.Is(err, context.Canceled) {
		t.Errorf("Expand: error %v", err)
	}
}
