package kernel

import (
	"context"
	"runtime"

	"golang.org/x/sync/errgroup"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// block is the number of rows of a Gram matrix computed at a time: 64 rows of 5,000 columns are 2.5 MB.
const block = 64

// Binary is a kernel on vectors of 0 and 1 as a table: inner products and squared norms are whole numbers up to the
// dimension d, so that (d+1)³ values are all there is to know.
type Binary struct {
	d     int
	table []float64 // k at (xx·(d+1) + zz)·(d+1) + xz
}

// NewBinary tabulates a kernel for dimension d. It takes 8(d+1)³ bytes: 17 MB for d = 128.
func NewBinary(k Kernel, d int) *Binary {
	b := &Binary{d, make([]float64, (d+1)*(d+1)*(d+1))}
	for xx := range d + 1 {
		for zz := range d + 1 {
			for xz := range min(xx, zz) + 1 {
				b.table[(xx*(d+1)+zz)*(d+1)+xz] = k.OfDot(float64(xz), float64(xx), float64(zz))
			}
		}
	}
	return b
}

// rows computes k(x_i, z_j) block by block of rows of x, in parallel. For a block, begin makes two functions: row
// gets i and the values for all j, in a slice that is valid during the call only, and end is called after the block's
// last row.
func (b *Binary) rows(
	ctx context.Context, x, z *linalg.Bits, begin func(lo, hi int) (row func(i int, values []float64), end func()),
) error {
	if x.C != b.d || z.C != b.d {
		panic("kernel: the vectors have another dimension than the table")
	}
	base := make([]int, z.R) // where the entries of row j's norm begin
	for j := range base {
		base[j] = z.Ones(j) * (b.d + 1)
	}
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	for lo := 0; lo < x.R; lo += block {
		g.Go(func() error {
			if err := context.Cause(ctx); err != nil {
				return err
			}
			hi := min(lo+block, x.R)
			row, end := begin(lo, hi)
			dots, values := make([]uint16, z.R), make([]float64, z.R)
			for i := lo; i < hi; i++ {
				x.Dots(dots, i, z)
				table := b.table[x.Ones(i)*(b.d+1)*(b.d+1):]
				for j, dot := range dots {
					values[j] = table[base[j]+int(dot)]
				}
				row(i, values)
			}
			end()
			return nil
		})
	}
	return g.Wait()
}

// Gram is the n×n matrix k(x_i, x_j). The only error is the context's.
func (b *Binary) Gram(ctx context.Context, x *linalg.Bits) (*linalg.Dense, error) {
	out := linalg.NewDense(x.R, x.R, nil)
	return out, b.rows(ctx, x, x, func(int, int) (row func(int, []float64), end func()) {
		return func(i int, values []float64) { copy(out.Row(i), values) }, func() {}
	})
}

// SparseGram is the n×n matrix k(x_i, x_j) without its zeros. The only error is the context's.
func (b *Binary) SparseGram(ctx context.Context, x *linalg.Bits) (*linalg.CSR, error) {
	cols, vals := make([][]int32, x.R), make([][]float64, x.R)
	err := b.rows(ctx, x, x, func(int, int) (row func(int, []float64), end func()) {
		return func(i int, values []float64) {
			for j, v := range values {
				if v != 0 {
					cols[i], vals[i] = append(cols[i], int32(j)), append(vals[i], v)
				}
			}
		}, func() {}
	})
	if err != nil {
		return nil, err
	}
	out := &linalg.CSR{R: x.R, C: x.R, Ptr: make([]int, x.R+1)}
	for i := range cols {
		out.Col, out.Val = append(out.Col, cols[i]...), append(out.Val, vals[i]...)
		out.Ptr[i+1] = len(out.Col)
	}
	return out, nil
}
