package composite_test

import (
	"math"
	"math/big"

	"github.com/proxlab/proxlab/toolkit/internal/exact"
)

// within bounds |⟨q, x⟩| for x of which the rows of all terms have products of norm 10 ‖KX‖ at most, in 384 bits: with
// KᵀK = LDLᵀ and q = Ly it is Σ_j |y_j||(Lᵀx)_j|, and D_jj(Lᵀx)_j² at most ‖Kx‖². Where a column is one of others but
// for rounding (Lᵀx)_j may be ten times as large as X in units.
func within(h hostile, x []float64, q []*big.Float) *big.Float {
	n := len(q)
	gram, reach := make([][]*big.Float, n), number()
	for j := range gram {
		gram[j] = exact.Zeros(n)
	}
	for _, t := range h.Terms {
		for _, row := range t.Rows {
			product := number()
			for i, a := range row {
				product = plus(product, times(exact.New(a), exact.New(x[i])))
				for j, b := range row {
					gram[i][j] = plus(gram[i][j], times(exact.New(a), exact.New(b)))
				}
			}
			reach = plus(reach, times(product, product))
		}
	}
	reach = times(exact.New(10), number().Sqrt(reach))
	sum, far := number(), 10*relative(x, h.Units)
	y := make([]*big.Float, n)
	for j, v := range q {
		y[j] = number().Set(v)
	}
	for k := range n {
		pivot, size := gram[k][k], times(exact.New(h.Units[k]), exact.New(h.Units[k]))
		own := times(pivot, size) // of a column in units
		if float(own) <= 0x1p-90*float(columnSquare(h, k)) {
			sum = plus(sum, times(number().Abs(y[k]), exact.New(far*h.Units[k])))
			continue
		}
		sum = plus(sum, times(number().Quo(number().Abs(y[k]), number().Sqrt(pivot)), reach))
		for i := k + 1; i < n; i++ {
			share := number().Quo(gram[i][k], pivot)
			y[i] = number().Sub(y[i], times(share, y[k]))
			for j := k + 1; j < n; j++ {
				gram[i][j] = number().Sub(gram[i][j], times(share, gram[k][j]))
			}
		}
	}
	return sum
}

// columnSquare is the squared norm of a column in units.
func columnSquare(h hostile, j int) (sum *big.Float) {
	sum = number()
	for _, t := range h.Terms {
		for _, row := range t.Rows {
			v := times(exact.New(row[j]), exact.New(h.Units[j]))
			sum = plus(sum, times(v, v))
		}
	}
	return exact.New(math.Max(float(sum), 0))
}
