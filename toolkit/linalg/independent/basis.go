// Package independent finds columns of a matrix that are combinations of others but for little, coordinates in which
// none is, and the exact rank.
package independent

import (
	"math"

	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Basis are coordinates u of x̃ in which no column is nearly a combination of others: column j becomes what is left of
// it, K_j − Σ_i b_ji K_i, made as long as it was,
//
//	x̃_i = y_i − Σ_j b_ji y_j,   y_j = τ_j u_j,
//
// for columns j of which less than 1e-4 is left; where that is rounding it is 0. What is the difference of numbers
// as large as x is a u alone then, with all of its digits: K is summed in twice as many, and so is x.
type Basis struct {
	order []int       // columns j; those of which others are made come before them
	from  [][]float64 // b_j, n numbers, by column of order
	to    [][]float64 // the same by i
	scale []float64   // τ_j; 0 for those of which nothing is left, whose u_j is y_j
}

// zero is the share of what a number is a sum of from which on it is rounding.
const zero = 0x1p-46

// Outward is x̃ of u.
func (b *Basis) Outward(u []float64) []float64 {
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

// Dither multiplies numbers of u that are what is left of columns, the k-th of them by 1 + k by: x̃ then is rounded
// elsewhere, by as much as numbers of it that cancel.
func (b *Basis) Dither(u []float64, by float64) {
	for k, j := range b.order {
		if b.scale[k] > 0 {
			u[j] *= 1 + float64(k+1)*by
		}
	}
}

// Inward is u of x̃.
func (b *Basis) Inward(x []float64) []float64 {
	n := len(b.order)
	u, y, by := make([]float64, len(x)), make([]float64, 2*n+1), make([]float64, 2*n+1) // y, what it lacks, and a sum
	sum := func(i int) float64 {
		copy(by, b.to[i])
		copy(by[n:], b.to[i])
		by[2*n] = 0
		return vec.Dot2(x[i], by, y)
	}
	in := make([]bool, len(x))
	for k := n - 1; k >= 0; k-- {
		j := b.order[k]
		high := sum(j)
		by[2*n], y[2*n] = -1, high
		low := vec.Dot2(x[j], by, y)
		y[k], y[n+k], in[j] = high, low, true
		if u[j] = high; b.scale[k] > 0 {
			u[j] /= b.scale[k]
		}
	}
	for i := range x {
		if !in[i] {
			u[i] = sum(i)
		}
	}
	return u
}

// Row takes a row of a map, or what is added up like one, into coordinates u.
func (b *Basis) Row(row []float64) {
	entries, minus := make([]float64, len(b.order)), make([]float64, len(row))
	for k, j := range b.order {
		var size float64
		for i, a := range b.from[k] {
			minus[i] = -a
			size += math.Abs(a * row[i])
		}
		entries[k] = vec.Dot2(row[j], minus, row)
		if b.scale[k] > 0 {
			entries[k] *= b.scale[k]
		} else if math.Abs(entries[k]) <= zero*(size+math.Abs(row[j])) {
			entries[k] = 0
		}
	}
	for k, j := range b.order {
		row[j] = entries[k]
	}
}

// Map is one in coordinates u.
func (b *Basis) Map(k linalg.Rows) *linalg.Dense {
	n, c := k.Dims()
	out := linalg.NewDense(n, c, nil)
	for i := range n {
		k.AddRow(out.Row(i), 1, i)
		b.Row(out.Row(i))
	}
	return out
}

// Reach is Σ_j |T_ij| r_j, for x̃ = Tu.
func (b *Basis) Reach(r []float64) []float64 {
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
