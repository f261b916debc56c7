package composite_test

import (
	"math"
	"math/big"

	"github.com/proxlab/proxlab/toolkit/internal/exact"
)

// within bounds |⟨q, x⟩| for x of which each term's rows have products of norm 10 ‖K_kX‖ at most, in 384 bits: with
// Σ_k K_kᵀK_k/‖K_kX‖² = LDLᵀ and q = Ly it is Σ_j |y_j||(Lᵀx)_j|, and D_jj(Lᵀx)_j² at most 100 times the number of
// terms. Where a column is one of others but for rounding (Lᵀx)_j may be ten times as large as X in units.
func within(h hostile, x []float64, q []*big.Float) *big.Float {
	n := len(q)
	gram, terms, columns := make([][]*big.Float, n), 0.0, make([]float64, n)
	for j := range gram {
		gram[j] = exact.Zeros(n)
	}
	for _, t := range h.Terms {
		size := number()
		for _, row := range t.Rows {
			product := number()
			for j, a := range row {
				product = plus(product, times(exact.New(a), exact.New(x[j])))
			}
			size = plus(size, times(product, product))
		}
		if size.Sign() == 0 {
			continue
		}
		terms++
		for _, row := range t.Rows {
			for i, a := range row {
				a := number().Quo(exact.New(a), size)
				for j, b := range row {
					gram[i][j] = plus(gram[i][j], times(a, exact.New(b)))
				}
			}
		}
	}
	for j := range columns {
		columns[j] = float(gram[j][j])
	}
	reach := exact.New(10 * math.Sqrt(terms))
	sum, far := number(), 10*relative(x, h.Units)
	y := make([]*big.Float, n)
	for j, v := range q {
		y[j] = number().Set(v)
	}
	for k := range n {
		pivot := gram[k][k]
		if float(pivot) <= 0x1p-90*columns[k] {
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
