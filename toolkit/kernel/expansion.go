package kernel

import (
	"cmp"
	"context"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Expansion is Σ_j k(·, z_j) α_jc, for a kernel of binary points z_j and coefficients with one column for each c.
type Expansion struct {
	Kernel *Binary
	Alpha  *linalg.Dense // one row for each point
}

// AddExpansions adds the values of expansions over the same points z at the rows of x to out: one row for each row of
// x, one column for each column of the coefficients. Inner products are found once for all kernels. Beside these the
// work is that of products of matrices, less what zeros save: points whose coefficients are all 0, of which an online
// method leaves many, and values of a kernel that vanishes between most points. Polynomials of degree 2 of inner
// products are added by weights of pairs of ones, where the points are many. The only error is the context's.
func AddExpansions(ctx context.Context, out *linalg.Dense, x, z *linalg.Bits, sums ...Expansion) error {
	for _, s := range sums {
		if x.C != s.Kernel.d || z.C != x.C {
			panic("kernel: the vectors have another dimension than the table")
		}
		if s.Alpha.R != z.R || out.R != x.R || out.C != s.Alpha.C {
			panic("kernel: the shapes of scores, points and coefficients do not fit")
		}
	}
	z, sums = support(z, sums)
	met := sums[:0] // those whose points are met one by one
	for _, s := range sums {
		if p := s.Kernel.polynomial; !p.pays(x, z) {
			met = append(met, s)
		} else if err := p.add(ctx, out, x, z, s.Alpha); err != nil {
			return err
		}
	}
	if len(met) == 0 {
		return nil
	}
	var runs [][]run // of the points of each tile
	for at := 0; at < z.R; at += tile {
		runs = append(runs, runsOf(rowsOf(z, at, min(at+tile, z.R))))
	}
	return inBlocks(ctx, x.R, tile, func(lo, hi int) {
		dots, values := make([]uint16, tile*tile), make([]float64, tile*tile)
		for t := range runs {
			points := rowsOf(z, t*tile, min((t+1)*tile, z.R))
			for i := lo; i < hi; i++ {
				x.Dots(dots[(i-lo)*points.R:(i-lo+1)*points.R], i, points)
			}
			for _, s := range met {
				for i := range hi - lo {
					row := values[i*points.R : (i+1)*points.R]
					s.Kernel.lookUp(row, dots[i*points.R:], x.Ones(lo+i), runs[t])
				}
				k := general(values[:(hi-lo)*points.R], hi-lo, points.R)
				addProduct(out, lo, k, s.Alpha, t*tile)
			}
		}
	})
}

// tile is how many points meet how many others at a time: their values, of 512 KiB, stay in the cache.
const tile = 256

// rowsOf views rows of a matrix.
func rowsOf(z *linalg.Bits, lo, hi int) *linalg.Bits {
	return &linalg.Bits{R: hi - lo, C: z.C, Stride: z.Stride, Data: z.Data[lo*z.Stride : hi*z.Stride]}
}

// support are the points with a coefficient that is not 0, and the sums over them. Points with as many ones follow each
// other, so that neighbours are looked up in neighbouring entries of a table.
func support(z *linalg.Bits, sums []Expansion) (*linalg.Bits, []Expansion) {
	var keep []int
	for j := range z.R {
		if slices.ContainsFunc(sums, func(s Expansion) bool {
			return slices.ContainsFunc(s.Alpha.Row(j), func(a float64) bool { return a != 0 })
		}) {
			keep = append(keep, j)
		}
	}
	slices.SortStableFunc(keep, func(i, j int) int { return cmp.Compare(z.Ones(i), z.Ones(j)) })
	points, out := linalg.NewBits(len(keep), z.C), make([]Expansion, len(sums))
	for k, s := range sums {
		out[k] = Expansion{s.Kernel, linalg.NewDense(len(keep), s.Alpha.C, nil)}
		for to, from := range keep {
			copy(out[k].Alpha.Row(to), s.Alpha.Row(from))
		}
	}
	for to, from := range keep {
		copy(points.Row(to), z.Row(from))
	}
	return points, out
}

// addProduct adds k times rows of alpha, from one on, to rows of out, from lo on; row by row, leaving out the zeros of
// k, where nine of ten are.
func addProduct(out *linalg.Dense, lo int, k blas64.General, alpha *linalg.Dense, from int) {
	if !mostlyZero(k.Data) {
		gemm(blas.NoTrans, k, part(alpha, span{from, from + k.Cols}), 1, part(out, span{lo, lo + k.Rows}))
		return
	}
	for i := range k.Rows {
		to := out.Row(lo + i)
		for j, v := range k.Data[i*k.Stride : i*k.Stride+k.Cols] {
			if v != 0 {
				alpha.AddRow(to, v, from+j)
			}
		}
	}
}

// mostlyZero tells whether nine of ten of some of the numbers, one of 31, are 0.
func mostlyZero(v []float64) bool {
	seen, nonzeros := 0, 0
	for i := 0; i < len(v); i += 31 {
		seen++
		if v[i] != 0 {
			nonzeros++
		}
	}
	return nonzeros < (seen+9)/10
}
