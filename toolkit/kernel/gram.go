package kernel

import (
	"context"
	"math"
	"runtime"

	"golang.org/x/sync/errgroup"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// block is the number of rows of a Gram matrix computed at a time: 64 rows of 5,000 columns are 2.5 MB.
const block = 64

// ofMany is a kernel that knows a quicker way to many values: it replaces inner products ⟨x,z_j⟩.
type ofMany interface {
	ofDots(dots []float64, xx float64, zz []float64)
}

// Gram is the n×n matrix k(x_i, x_j) of the rows of x, row-major. It takes 8n² bytes. The only error is the context's.
func Gram(ctx context.Context, k Kernel, x *linalg.Dense) (*linalg.Dense, error) {
	return Cross(ctx, k, x, x)
}

// Cross is the matrix k(x_i, z_j) of the rows of x against those of z, computed in parallel by blocks of rows. The only
// error is the context's.
func Cross(ctx context.Context, k Kernel, x, z *linalg.Dense) (*linalg.Dense, error) {
	out := linalg.NewDense(x.R, z.R, nil)
	alloc := func(lo, hi int) []float64 { return out.Data[lo*z.R : hi*z.R] }
	return out, eachBlock(ctx, k, x, z, alloc, func(int, int, []float64) {})
}

// Expand is the matrix of Σ_j k(x_i, z_j) α_jc, one row for each row of x and one column for each column of alpha:
// the scores of a kernel expansion over z. It needs memory for a block of rows at a time only. The only error is the
// context's.
func Expand(ctx context.Context, k Kernel, x, z, alpha *linalg.Dense) (*linalg.Dense, error) {
	if alpha.R != z.R {
		panic("kernel: one row of coefficients is needed for each row of z")
	}
	out := linalg.NewDense(x.R, alpha.C, nil)
	alloc := func(lo, hi int) []float64 { return make([]float64, (hi-lo)*z.R) }
	return out, eachBlock(ctx, k, x, z, alloc, func(lo, hi int, rows []float64) {
		gemm(blas.NoTrans, rows, hi-lo, z.R, alpha.Data, alpha.R, alpha.C, out.Data[lo*alpha.C:hi*alpha.C])
	})
}

// eachBlock fills rows lo..hi of the cross Gram matrix into memory from alloc and hands them to use.
func eachBlock(
	ctx context.Context, k Kernel, x, z *linalg.Dense,
	alloc func(lo, hi int) []float64, use func(lo, hi int, rows []float64),
) error {
	if x.C != z.C {
		panic("kernel: the two sets have different numbers of features")
	}
	xx, zz := squaredNorms(x), squaredNorms(z)
	many, fast := k.(ofMany)
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	for lo := 0; lo < x.R; lo += block {
		g.Go(func() error {
			if err := context.Cause(ctx); err != nil {
				return err
			}
			hi := min(lo+block, x.R)
			rows := alloc(lo, hi)
			gemm(blas.Trans, x.Data[lo*x.C:hi*x.C], hi-lo, x.C, z.Data, z.R, z.C, rows)
			for i := lo; i < hi; i++ {
				row := rows[(i-lo)*z.R : (i-lo+1)*z.R]
				if fast {
					many.ofDots(row, xx[i], zz)
					continue
				}
				for j, dot := range row {
					row[j] = k.OfDot(dot, xx[i], zz[j])
				}
			}
			use(lo, hi, rows)
			return nil
		})
	}
	return g.Wait()
}

// gemm is out = A op(B) for row-major A (ar×ac) and B (br×bc), op(B) = Bᵀ for blas.Trans.
func gemm(tb blas.Transpose, a []float64, ar, ac int, b []float64, br, bc int, out []float64) {
	cols := bc
	if tb == blas.Trans {
		cols = br
	}
	if ar == 0 || ac == 0 || cols == 0 {
		clear(out)
		return
	}
	blas64.Gemm(blas.NoTrans, tb, 1,
		blas64.General{Rows: ar, Cols: ac, Stride: ac, Data: a}, blas64.General{Rows: br, Cols: bc, Stride: bc, Data: b},
		0, blas64.General{Rows: ar, Cols: cols, Stride: cols, Data: out})
}

// squaredNorms are sums in the order of linalg's products of matrices: the distance of a point to itself is 0.
func squaredNorms(x *linalg.Dense) []float64 {
	n := make([]float64, x.R)
	for i := range n {
		for _, v := range x.Row(i) {
			n[i] = math.FMA(v, v, n[i])
		}
	}
	return n
}
