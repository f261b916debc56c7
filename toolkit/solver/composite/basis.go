package composite

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// basis are coordinates u of x̃ in which no column is nearly a combination of others: column j becomes what is left of
// it, K_j − Σ_i b_ji K_i, made as long as it was,
//
//	x̃_i = y_i − Σ_j b_ji y_j,   y_j = τ_j u_j,
//
// for columns j of which less than 1e-4 is left; where that is rounding it is 0. What is the difference of numbers
// as large as x is a u alone then, with all of its digits: K is summed in twice as many, and so is x.
type basis struct {
	order []int       // columns j; those of which others are made come before them
	from  [][]float64 // b_j, n numbers, by column of order
	to    [][]float64 // the same by i
	scale []float64   // τ_j; 0 for those of which nothing is left, whose u_j is y_j
}

// zero is the share of what a number is a sum of from which on it is rounding.
const zero = 0x1p-46

// outward is x̃ of u.
func (b *basis) outward(u []float64) []float64 {
	x, minus := append([]float64(nil), u...), make([]float64, len(b.order))
	for k, j := range b.order {
		if b.scale[k] > 0 {
			x[j] *= b.scale[k]
		}
		minus[k] = -x[j]
	}
	for i, v := range x {
		x[i] = vec.Dot2(v, b.to[i], minus)
	}
	return x
}

// inward is u of x̃.
func (b *basis) inward(x []float64) []float64 {
	u, y := make([]float64, len(x)), make([]float64, len(b.order))
	in := make([]bool, len(x))
	for k := len(b.order) - 1; k >= 0; k-- {
		j := b.order[k]
		y[k], in[j] = vec.Dot2(x[j], b.to[j], y), true
		if u[j] = y[k]; b.scale[k] > 0 {
			u[j] /= b.scale[k]
		}
	}
	for i, v := range x {
		if !in[i] {
			u[i] = vec.Dot2(v, b.to[i], y)
		}
	}
	return u
}

// row is a row of a map, or c, in coordinates u: its entries at order.
func (b *basis) row(dst, row []float64) {
	for k, j := range b.order {
		var size float64
		minus := make([]float64, len(row))
		for i, a := range b.from[k] {
			minus[i] = -a
			size += math.Abs(a * row[i])
		}
		dst[k] = vec.Dot2(row[j], minus, row)
		if b.scale[k] == 0 && math.Abs(dst[k]) <= zero*(size+math.Abs(row[j])) {
			dst[k] = 0
		}
		if b.scale[k] > 0 {
			dst[k] *= b.scale[k]
		}
	}
}

// of is a map in coordinates u.
func (b *basis) of(k matrix, full bool) matrix {
	n, c := k.Dims()
	row, entries := make([]float64, c), make([]float64, len(b.order))
	dense := linalg.NewDense(n, c, nil)
	for i := range n {
		clear(row)
		k.AddRow(row, 1, i)
		b.row(entries, row)
		copy(dense.Row(i), row)
		for at, j := range b.order {
			dense.Row(i)[j] = entries[at]
		}
	}
	if full {
		return dense
	}
	return linalg.ToCSR(dense)
}

// reach is Σ_j |T_ij| r_j, for x̃ = Tu.
func (b *basis) reach(r []float64) []float64 {
	out := append([]float64(nil), r...)
	for k, j := range b.order {
		if b.scale[k] > 0 {
			out[j] *= b.scale[k]
		}
	}
	y := append([]float64(nil), out...)
	for i := range out {
		for k, j := range b.order {
			out[i] += math.Abs(b.to[i][k]) * y[j]
		}
	}
	return out
}

// outward is x of u, in its own units, and inward u of x.
func (m *machine) outward(u []float64) []float64 {
	x := append([]float64(nil), u...)
	if m.basis != nil {
		x = m.basis.outward(u)
	}
	floats.Mul(x, m.columns)
	return x
}

func (m *machine) inward(x []float64) []float64 {
	u := floats.DivTo(make([]float64, len(x)), x, m.columns)
	if m.basis != nil {
		return m.basis.inward(u)
	}
	return u
}
