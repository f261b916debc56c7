package mixed

import (
	"context"
	"math"
	"strings"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Values are those of two sets of vectors.
func (k *ofNumbers) Values(ctx context.Context, x, z Examples) (*linalg.Dense, error) {
	if x.Sparse != nil {
		return k.sparseValues(ctx, k.sparse(x), k.sparse(z))
	}
	a, b := k.part(x), k.part(z)
	if k.dots != nil {
		return kernel.Cross(ctx, k.dots, a, b)
	}
	out := linalg.NewDense(a.R, b.R, nil)
	for i := range a.R {
		if err := context.Cause(ctx); err != nil {
			return out, err
		}
		row := a.Row(i)
		for j := range b.R {
			out.Row(i)[j] = k.points(row, b.Row(j))
		}
	}
	return out, nil
}

// Diagonal are the values of vectors with themselves.
func (k *ofNumbers) Diagonal(_ context.Context, x Examples) ([]float64, error) {
	if x.Sparse != nil {
		return k.sparseDiagonal(k.sparse(x)), nil
	}
	a := k.part(x)
	if k.dots != nil {
		return kernel.NewColumns(k.dots, a).Diagonal(), nil
	}
	out := make([]float64, a.R)
	for i := range out {
		out[i] = k.points(a.Row(i), a.Row(i))
	}
	return out, nil
}

func (k *ofNumbers) sparseDiagonal(a *linalg.CSR) []float64 {
	if k.dots != nil {
		return kernel.NewSparse(k.dots, a).Diagonal()
	}
	out := make([]float64, a.R)
	for i := range out {
		_, row := a.Row(i)
		out[i] = k.points(row, row)
	}
	return out
}

// sparseValues are those of sparse rows: a kernel of points sees the columns in which either of two is not 0, as what
// two zeros add to those that there are is 0.
func (k *ofNumbers) sparseValues(ctx context.Context, a, b *linalg.CSR) (*linalg.Dense, error) {
	if k.dots != nil {
		return kernel.CrossSparse(ctx, k.dots, a, b)
	}
	out := linalg.NewDense(a.R, b.R, nil)
	var u, v []float64
	for i := range a.R {
		if err := context.Cause(ctx); err != nil {
			return out, err
		}
		row := out.Row(i)
		for j := range row {
			u, v = beside(u[:0], v[:0], a, b, i, j)
			row[j] = k.points(u, v)
		}
	}
	return out, nil
}

// String is the kernel's word.
func (k *ofNumbers) String() string {
	if k.columns == nil {
		return k.word
	}
	return k.word + "@" + strings.Join(k.columns, ",")
}

// ofDots is one that has its columns by products of matrices.
type ofDots struct{ ofNumbers }

func (k *ofDots) gram(e Examples) toolkit.Gram {
	if e.Sparse != nil {
		return kernel.NewSparse(k.dots, k.sparse(e))
	}
	return kernel.NewColumns(k.dots, k.part(e))
}

// laplace is exp(−‖x − z‖₁/σ).
func laplace(sigma float64) func(x, z []float64) float64 {
	return func(x, z []float64) float64 {
		var sum float64
		for j, v := range x {
			sum += math.Abs(v - z[j])
		}
		return math.Exp(-sum / sigma)
	}
}

// chiSquared is exp(−γ Σ_j (x_j − z_j)²/(x_j + z_j)) of numbers that are not negative.
//
// Source: Zhang, Marszałek, Lazebnik, Schmid, Local Features and Kernels for Classification of Texture and Object
// Categories, IJCV 2007.
func chiSquared(gamma float64) func(x, z []float64) float64 {
	return func(x, z []float64) float64 {
		var sum float64
		for j, v := range x {
			if s := v + z[j]; s > 0 {
				sum += (v - z[j]) * (v - z[j]) / s
			}
		}
		return math.Exp(-gamma * sum)
	}
}

// intersection is Σ_j min(x_j, z_j) of numbers that are not negative, such as those of histograms.
//
// Source: Barla, Odone, Verri, Histogram Intersection Kernel for Image Classification, ICIP 2003.
func intersection(x, z []float64) float64 {
	var sum float64
	for j, v := range x {
		sum += math.Min(v, z[j])
	}
	return sum
}
