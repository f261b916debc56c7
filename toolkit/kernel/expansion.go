package kernel

import (
	"context"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// AddExpansion adds Σ_j k(x_i, z_j) α_jc to out, one row for each row of x and one column for each column of alpha:
// the scores of a kernel expansion. The work is that of a matrix product, less what zeros save: those of alpha, of
// which an online method leaves many (in single precision then, with a relative error of about 1e-6), or those of a
// kernel that vanishes between most points. The only error is the context's.
func (b *Binary) AddExpansion(ctx context.Context, out *linalg.Dense, x, z *linalg.Bits, alpha *linalg.Dense) error {
	if alpha.R != z.R || out.R != x.R || out.C != alpha.C {
		panic("kernel: the shapes of scores, points and coefficients do not fit")
	}
	columns := newSparseColumns(alpha)
	return b.rows(ctx, x, z, func(lo, hi int) (row func(int, []float64), end func()) {
		k := linalg.NewDense(hi-lo, z.R, nil)
		nonzeros := 0
		row = func(i int, values []float64) {
			copy(k.Row(i-lo), values)
			for _, v := range values {
				if v != 0 {
					nonzeros++
				}
			}
		}
		end = func() {
			to := out.Data[lo*alpha.C : hi*alpha.C]
			switch {
			case nonzeros < len(k.Data)/10:
				addSparse(to, k, alpha)
			case len(columns.row) < len(alpha.Data)/3:
				columns.addTo(to, k)
			default:
				sum := make([]float64, len(to))
				linalg.MulMat(sum, k, alpha.Data, alpha.C)
				linalg.Axpy(to, 1, sum)
			}
		}
		return row, end
	})
}

// addSparse adds k·alpha to dst, row by row, leaving out the zeros of k.
func addSparse(dst []float64, k, alpha *linalg.Dense) {
	for i := range k.R {
		to := dst[i*alpha.C : (i+1)*alpha.C]
		for j, v := range k.Row(i) {
			if v != 0 {
				alpha.AddRow(to, v, j)
			}
		}
	}
}

// sparseColumns is a matrix without its zeros, column by column: column c is entries ptr[c] to ptr[c+1].
type sparseColumns struct {
	ptr []int
	row []int32
	val []float32
}

func newSparseColumns(a *linalg.Dense) *sparseColumns {
	s := &sparseColumns{ptr: []int{0}}
	for c := range a.C {
		for i := range a.R {
			if v := a.At(i, c); v != 0 {
				s.row, s.val = append(s.row, int32(i)), append(s.val, float32(v))
			}
		}
		s.ptr = append(s.ptr, len(s.row))
	}
	return s
}

// addTo adds k·s to dst, eight rows of k at a time: they are laid side by side, so that an entry of s meets eight
// numbers in one line of the cache.
func (s *sparseColumns) addTo(dst []float64, k *linalg.Dense) {
	columns := len(s.ptr) - 1
	side := make([][8]float32, k.C)
	for lo := 0; lo < k.R; lo += 8 {
		rows := min(8, k.R-lo)
		clear(side)
		for r := range rows {
			for j, v := range k.Row(lo + r) {
				side[j][r] = float32(v)
			}
		}
		for c := range columns {
			var a0, a1, a2, a3, a4, a5, a6, a7 float32
			row := s.row[s.ptr[c]:s.ptr[c+1]]
			for p, v := range s.val[s.ptr[c]:s.ptr[c+1]] {
				x := &side[row[p]]
				a0 += v * x[0]
				a1 += v * x[1]
				a2 += v * x[2]
				a3 += v * x[3]
				a4 += v * x[4]
				a5 += v * x[5]
				a6 += v * x[6]
				a7 += v * x[7]
			}
			sums := [8]float32{a0, a1, a2, a3, a4, a5, a6, a7}
			for r, v := range sums[:rows] {
				dst[(lo+r)*columns+c] += float64(v)
			}
		}
	}
}
