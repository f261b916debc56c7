package kernel

import (
	"context"
	"runtime"

	"golang.org/x/sync/errgroup"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// CrossSparse is the matrix k(x_i, z_j) of sparse rows, in parallel: a row takes time linear in the nonzeros of z. The
// only error is the context's.
func CrossSparse(ctx context.Context, k Kernel, x, z *linalg.CSR) (*linalg.Dense, error) {
	if x.C != z.C {
		panic("kernel: the two sets have different numbers of features")
	}
	out := linalg.NewDense(x.R, z.R, nil)
	zz := make([]float64, z.R)
	for j := range zz {
		zz[j] = z.DotRows(j, j)
	}
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	for lo := 0; lo < x.R; lo += block {
		g.Go(func() error {
			point := make([]float64, x.C)
			for i := lo; i < min(lo+block, x.R); i++ {
				if err := context.Cause(ctx); err != nil {
					return err
				}
				x.AddRow(point, 1, i)
				xx, row := x.DotRows(i, i), out.Row(i)
				for j := range row {
					row[j] = k.OfDot(z.DotRow(j, point), xx, zz[j])
				}
				clear(point)
			}
			return nil
		})
	}
	return out, g.Wait()
}
