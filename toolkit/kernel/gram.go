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

// Gram is the n×n matrix k(x_i, x_j) of the rows of x, row-major. It takes 8n² bytes; one half is computed, the other
// copied. The only error is the context's.
func Gram(ctx context.Context, k Kernel, x *linalg.Dense) (*linalg.Dense, error) {
	out := linalg.NewDense(x.R, x.R, nil)
	p := newPairs(k, x, x)
	g := workers()
	for lo := 0; lo < x.R; lo += p.rows {
		hi := min(lo+p.rows, x.R)
		g.Go(func() error { return p.square(ctx, out, lo, hi) })
		for from := hi; from < x.R; from += p.columns {
			to := min(from+p.columns, x.R)
			g.Go(func() error {
				if err := p.tile(ctx, out.Data[lo*x.R+from:], x.R, span{lo, hi}, span{from, to}); err != nil {
					return err
				}
				mirror(out, span{lo, hi}, span{from, to})
				return nil
			})
		}
	}
	return out, g.Wait()
}

// Cross is the matrix k(x_i, z_j) of the rows of x against those of z, computed in parallel by tiles. The only error is
// the context's.
func Cross(ctx context.Context, k Kernel, x, z *linalg.Dense) (*linalg.Dense, error) {
	out := linalg.NewDense(x.R, z.R, nil)
	p := newPairs(k, x, z)
	g := workers()
	for lo := 0; lo < x.R; lo += p.rows {
		for from := 0; from < z.R; from += p.columns {
			rows, columns := span{lo, min(lo+p.rows, x.R)}, span{from, min(from+p.columns, z.R)}
			g.Go(func() error { return p.tile(ctx, out.Data[lo*z.R+from:], z.R, rows, columns) })
		}
	}
	return out, g.Wait()
}

// Expand is the matrix of Σ_j k(x_i, z_j) α_jc, one row for each row of x and one column for each column of alpha:
// the scores of a kernel expansion over z. It needs memory for a tile of the kernel's values a core only. The only
// error is the context's.
func Expand(ctx context.Context, k Kernel, x, z, alpha *linalg.Dense) (*linalg.Dense, error) {
	if alpha.R != z.R {
		panic("kernel: one row of coefficients is needed for each row of z")
	}
	return newPairs(k, x, z).expand(ctx, alpha)
}

// expand is Σ_j k(x_i, z_j) α_jc.
func (p *pairs) expand(ctx context.Context, alpha *linalg.Dense) (*linalg.Dense, error) {
	x, z := p.x, p.z
	out := linalg.NewDense(x.R, alpha.C, nil)
	g := workers()
	for lo := 0; lo < x.R; lo += p.rows {
		rows := span{lo, min(lo+p.rows, x.R)}
		g.Go(func() error {
			room := make([]float64, rows.len()*min(p.columns, z.R))
			for from := 0; from < z.R; from += p.columns {
				columns := span{from, min(from+p.columns, z.R)}
				values := room[:rows.len()*columns.len()]
				if err := p.tile(ctx, values, columns.len(), rows, columns); err != nil {
					return err
				}
				gemm(blas.NoTrans, general(values, rows.len(), columns.len()), part(alpha, columns), 1, part(out, rows))
			}
			return nil
		})
	}
	return out, g.Wait()
}

// workers run as many functions at a time as there are cores.
func workers() *errgroup.Group {
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	return &g
}

// ofMany is a kernel that knows a quicker way to many values: it replaces inner products ⟨x,z_j⟩.
type ofMany interface {
	ofDots(dots []float64, xx float64, zz []float64)
}

// A tile's inner products are laid out anew once for many, and are in a cache still when the kernel makes values of
// them; it has about tileWork multiplications at most, so that contexts are asked often.
const (
	tileRows    = 512
	tileColumns = 1024
	tileLeast   = 64
	tileWork    = 1 << 29
)

// pairs are a kernel and two sets of points with their squared norms, and the size of a tile.
type pairs struct {
	k             Kernel
	x, z          *linalg.Dense
	xx, zz        []float64
	rows, columns int
}

func newPairs(k Kernel, x, z *linalg.Dense) *pairs {
	if x.C != z.C {
		panic("kernel: the two sets have different numbers of features")
	}
	p := &pairs{k: k, x: x, z: z, xx: squaredNorms(x), rows: tileRows}
	p.columns = max(tileLeast, min(tileColumns, tileWork/(tileRows*max(1, x.C))))
	if p.zz = p.xx; z != x {
		p.zz = squaredNorms(z)
	}
	return p
}

// span are the rows from lo to hi of a matrix.
type span struct{ lo, hi int }

func (s span) len() int { return s.hi - s.lo }

// tile fills in k(x_i, z_j), in rows that begin every stride numbers.
func (p *pairs) tile(ctx context.Context, dst []float64, stride int, rows, columns span) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	out := general(dst, rows.len(), columns.len())
	out.Stride = stride
	gemm(blas.Trans, part(p.x, rows), part(p.z, columns), 0, out)
	for i := rows.lo; i < rows.hi; i++ {
		p.values(dst[(i-rows.lo)*stride:][:columns.len()], i, columns)
	}
	return nil
}

// square fills in k(x_i, x_j) for lo ≤ i, j < hi.
func (p *pairs) square(ctx context.Context, out *linalg.Dense, lo, hi int) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	if p.x.C > 0 {
		blas64.Syrk(blas.NoTrans, 1, part(p.x, span{lo, hi}), 0, blas64.Symmetric{
			Uplo: blas.Upper, N: hi - lo, Stride: out.C, Data: out.Data[lo*out.C+lo:],
		})
	}
	for i := lo; i < hi; i++ {
		p.values(out.Row(i)[i:hi], i, span{i, hi})
	}
	for i := lo; i < hi; i++ {
		for j := range out.Row(i)[lo:i] {
			out.Row(i)[lo+j] = out.At(lo+j, i)
		}
	}
	return nil
}

// values replaces the inner products of x_i with some points z_j by the values of the kernel.
func (p *pairs) values(dots []float64, i int, columns span) {
	ofDots(p.k, dots, p.xx[i], p.zz[columns.lo:columns.hi])
}

// ofDots replaces the inner products of a point with others by the values of a kernel.
func ofDots(k Kernel, dots []float64, xx float64, zz []float64) {
	if many, ok := k.(ofMany); ok {
		many.ofDots(dots, xx, zz)
		return
	}
	for j, dot := range dots {
		dots[j] = k.OfDot(dot, xx, zz[j])
	}
}

// mirror copies a tile of a symmetric matrix above the diagonal to below, a line of a cache at a time.
func mirror(a *linalg.Dense, rows, columns span) {
	const line = 8
	for lo := rows.lo; lo < rows.hi; lo += line {
		hi := min(lo+line, rows.hi)
		for j := columns.lo; j < columns.hi; j++ {
			to := a.Row(j)[lo:hi]
			for i := range to {
				to[i] = a.Data[(lo+i)*a.C+j]
			}
		}
	}
}

// gemm is out ← A op(B) + β out, op(B) = Bᵀ for blas.Trans.
func gemm(tb blas.Transpose, a, b blas64.General, beta float64, out blas64.General) {
	switch {
	case out.Rows == 0 || out.Cols == 0:
	case a.Cols > 0:
		blas64.Gemm(blas.NoTrans, tb, 1, a, b, beta, out)
	case beta == 0:
		for i := range out.Rows {
			clear(out.Data[i*out.Stride:][:out.Cols])
		}
	}
}

func general(data []float64, r, c int) blas64.General {
	return blas64.General{Rows: r, Cols: c, Stride: c, Data: data}
}

// part are some rows.
func part(a *linalg.Dense, rows span) blas64.General {
	return general(a.Data[rows.lo*a.C:rows.hi*a.C], rows.len(), a.C)
}

// squaredNorms are sums in the order of linalg's products of matrices: the distance of a point to itself is 0. Four
// points at a time hide how long an addition takes.
func squaredNorms(x *linalg.Dense) []float64 {
	n := make([]float64, x.R)
	i := 0
	for ; i+4 <= x.R; i += 4 {
		var s0, s1, s2, s3 float64
		row1, row2, row3 := x.Row(i + 1)[:x.C], x.Row(i + 2)[:x.C], x.Row(i + 3)[:x.C]
		for k, v0 := range x.Row(i) {
			v1, v2, v3 := row1[k], row2[k], row3[k]
			s0, s1 = math.FMA(v0, v0, s0), math.FMA(v1, v1, s1)
			s2, s3 = math.FMA(v2, v2, s2), math.FMA(v3, v3, s3)
		}
		n[i], n[i+1], n[i+2], n[i+3] = s0, s1, s2, s3
	}
	for ; i < x.R; i++ {
		for _, v := range x.Row(i) {
			n[i] = math.FMA(v, v, n[i])
		}
	}
	return n
}
