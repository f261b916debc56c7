package kernel_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// TestColumns: columns, products, parts and the whole of a Gram matrix that is computed when asked for, and of one that
// is there, are those of Gram.
func TestColumns(t *testing.T) {
	t.Parallel()
	const n = 70
	x := linalg.NewDense(n, 3, nil)
	for i := range x.Data {
		x.Data[i] = math.Sin(float64(i*i)) * float64(i%3%2) // of which some are 0
	}
	for _, k := range []kernel.Kernel{kernel.Gaussian{Variance: 1}, kernel.Linear{}, kernel.Matern{Nu: 1.5, Width: 1}} {
		want, err := kernel.Gram(t.Context(), k, x)
		if err != nil {
			t.Fatal(err)
		}
		given, err := kernel.Given(want)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range []toolkit.Gram{kernel.NewColumns(k, x), kernel.NewSparse(k, linalg.ToCSR(x)), given} {
			whole, err := kernel.Whole(t.Context(), g)
			if err != nil {
				t.Fatal(err)
			}
			near(t, whole.Data, want.Data)
			product := make([]float64, n)
			if err := g.Product(t.Context(), product, []int{3, 60}, []float64{2, -1}); err != nil {
				t.Fatal(err)
			}
			for i := range product {
				product[i] -= 2*want.At(i, 3) - want.At(i, 60)
			}
			near(t, product, make([]float64, n))
			part := g.Select([]int{5, 2})
			column := make([]float64, 2)
			if err := part.Columns(t.Context(), column, []int{1}); err != nil {
				t.Fatal(err)
			}
			near(t, append(column, part.Diagonal()...), []float64{want.At(5, 2), want.At(2, 2), want.At(5, 5), want.At(2, 2)})
			direct, ok := part.(toolkit.FactoredGram)
			if ok {
				direct.Among(column, []int{1})
				near(t, column[:1], []float64{want.At(2, 2)})
			}
			if _, linear := k.(kernel.Linear); ok != linear && g != given {
				t.Errorf("%T of the kernel %v: products without columns: %v", g, k, ok)
			}
		}
	}
	for text, bad := range map[string]*linalg.Dense{
		"2 × 1":                      linalg.NewDense(2, 1, nil),
		"(1, 2) of the":              linalg.NewDense(2, 2, []float64{1, math.NaN(), 0, 1}),
		"entry (2, 1) is 0, its":     linalg.NewDense(2, 2, []float64{1, 0.5, 0, 1}),
		"semidefinite: entry (2, 2)": linalg.NewDense(2, 2, []float64{1, 0, 0, -1}),
	} {
		if _, err := kernel.Given(bad); err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("%v, not: %s", err, text)
		}
	}
}

// TestCentred: columns, products, parts and values with others are those of features less their means.
func TestCentred(t *testing.T) {
	t.Parallel()
	const n = 12
	x, z := linalg.NewDense(n, 2, nil), linalg.NewDense(3, 2, nil)
	for i := range x.Data {
		x.Data[i] = math.Sin(float64(i * i))
	}
	for i := range z.Data {
		z.Data[i] = math.Cos(float64(i))
	}
	before := linalg.NewDense(n, 2, slices.Clone(x.Data))
	c, err := kernel.NewCentred(t.Context(), kernel.NewColumns(kernel.Linear{}, before))
	if err != nil {
		t.Fatal(err)
	}
	cross, err := kernel.Cross(t.Context(), kernel.Linear{}, z, x)
	if err != nil {
		t.Fatal(err)
	}
	c.Cross(cross)
	for j := range 2 {
		var mean float64
		for i := range n {
			mean += x.At(i, j) / n
		}
		for i := range n {
			x.Row(i)[j] -= mean
		}
		for i := range z.R {
			z.Row(i)[j] -= mean
		}
	}
	want, err := kernel.Gram(t.Context(), kernel.Linear{}, x)
	if err != nil {
		t.Fatal(err)
	}
	others, err := kernel.Cross(t.Context(), kernel.Linear{}, z, x)
	if err != nil {
		t.Fatal(err)
	}
	near(t, cross.Data, others.Data)
	whole, err := kernel.Whole(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	near(t, whole.Data, want.Data)
	part := c.Select([]int{4, 1})
	column, product := make([]float64, 2), make([]float64, n)
	if err := errors.Join(
		part.Columns(t.Context(), column, []int{1}), c.Product(t.Context(), product, []int{2, 7}, []float64{3, -1}),
	); err != nil {
		t.Fatal(err)
	}
	near(t, append(column, part.Diagonal()...), []float64{want.At(4, 1), want.At(1, 1), want.At(4, 4), want.At(1, 1)})
	for i := range product {
		product[i] -= 3*want.At(i, 2) - want.At(i, 7)
	}
	near(t, product, make([]float64, n))
}

func near(t *testing.T, got, want []float64) {
	t.Helper()
	for i, v := range want {
		if math.Abs(got[i]-v) > 1e-14 {
			t.Fatalf("number %d is %g, not %g", i+1, got[i], v)
		}
	}
}

// TestPivotedFeatures: the rows of pivots are a lower triangle.
func TestPivotedFeatures(t *testing.T) {
	t.Parallel()
	x := linalg.NewDense(6, 2, []float64{1, 2, 3, 4, 0, 1, 1, 2, 5, 5, 0, 0})
	gram, err := kernel.Gram(t.Context(), kernel.Linear{}, x)
	if err != nil {
		t.Fatal(err)
	}
	phi, pivots, err := kernel.PivotedFeatures(gram)
	if err != nil || len(pivots) != 2 || phi.C != 2 || phi.At(pivots[0], 1) != 0 || phi.At(pivots[1], 1) == 0 {
		t.Error(phi, pivots, err)
	}
}
