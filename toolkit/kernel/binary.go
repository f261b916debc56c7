package kernel

import (
	"context"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// block is the number of rows of a Gram matrix computed at a time: 64 rows of 5,000 columns are 2.5 MB.
const block = 64

// Binary is a kernel on vectors of 0 and 1 as a table: inner products and squared norms are whole numbers up to the
// dimension d, so that (d+1)³ values are all there is to know.
type Binary struct {
	d     int
	table []float64 // k at (xx·(d+1) + zz)·(d+1) + xz

	polynomial *polynomial // nil where the kernel is none
}

// NewBinary tabulates a kernel for dimension d. It takes 8(d+1)³ bytes: 17 MB for d = 128.
func NewBinary(k Kernel, d int) *Binary {
	b := &Binary{d, make([]float64, (d+1)*(d+1)*(d+1)), polynomialOf(k)}
	for xx := range d + 1 {
		for zz := range d + 1 {
			for xz := range min(xx, zz) + 1 {
				b.table[(xx*(d+1)+zz)*(d+1)+xz] = k.OfDot(float64(xz), float64(xx), float64(zz))
			}
		}
	}
	return b
}

// run is rows of a matrix that follow each other and have as many ones, up to row end.
type run struct{ ones, end int }

func runsOf(z *linalg.Bits) (runs []run) {
	for j := range z.R {
		if ones := z.Ones(j); j == 0 || runs[len(runs)-1].ones != ones {
			runs = append(runs, run{ones: ones})
		}
		runs[len(runs)-1].end = j + 1
	}
	return runs
}

// lookUp writes k(x, z_j), for x with so many ones and some z_j in runs, by their inner products.
func (b *Binary) lookUp(dst []float64, dots []uint16, ones int, z []run) {
	j := 0
	for _, r := range z {
		from := (ones*(b.d+1) + r.ones) * (b.d + 1)
		values, to := b.table[from:from+b.d+1], dst[j:r.end]
		for at, dot := range dots[j:r.end] {
			to[at] = values[dot]
		}
		j = r.end
	}
}

// eachBlock computes k(x_i, x_j) for all j block by block of i, in parallel: into memory from alloc, which it hands to
// use.
func (b *Binary) eachBlock(
	ctx context.Context, x *linalg.Bits, alloc func(lo, hi int) []float64, use func(lo int, rows []float64),
) error {
	if x.C != b.d {
		panic("kernel: the vectors have another dimension than the table")
	}
	runs := runsOf(x)
	return inBlocks(ctx, x.R, block, func(lo, hi int) {
		rows, dots := alloc(lo, hi), make([]uint16, x.R)
		for i := lo; i < hi; i++ {
			x.Dots(dots, i, x)
			b.lookUp(rows[(i-lo)*x.R:(i-lo+1)*x.R], dots, x.Ones(i), runs)
		}
		use(lo, rows)
	})
}

// inBlocks does some work for rows lo to hi, of so many, size at a time, in parallel. The only error is the context's.
func inBlocks(ctx context.Context, rows, size int, work func(lo, hi int)) error {
	g := workers()
	for lo := 0; lo < rows; lo += size {
		g.Go(func() error {
			if err := context.Cause(ctx); err != nil {
				return err
			}
			work(lo, min(lo+size, rows))
			return nil
		})
	}
	return g.Wait()
}

// Gram is the n×n matrix k(x_i, x_j). The only error is the context's.
func (b *Binary) Gram(ctx context.Context, x *linalg.Bits) (*linalg.Dense, error) {
	out := linalg.NewDense(x.R, x.R, nil)
	alloc := func(lo, hi int) []float64 { return out.Data[lo*x.R : hi*x.R] }
	return out, b.eachBlock(ctx, x, alloc, func(int, []float64) {})
}

// SparseGram is the n×n matrix k(x_i, x_j) without its zeros. The only error is the context's.
func (b *Binary) SparseGram(ctx context.Context, x *linalg.Bits) (*linalg.CSR, error) {
	cols, vals := make([][]int32, x.R), make([][]float64, x.R)
	alloc := func(lo, hi int) []float64 { return make([]float64, (hi-lo)*x.R) }
	err := b.eachBlock(ctx, x, alloc, func(lo int, rows []float64) {
		for at, v := range rows {
			if v != 0 {
				i := lo + at/x.R
				cols[i], vals[i] = append(cols[i], int32(at%x.R)), append(vals[i], v)
			}
		}
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
