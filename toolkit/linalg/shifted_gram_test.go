package linalg_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// TestShiftedGram: centred moments that follow from it are those of numbers of 200 bits, for columns whose mean is 10⁶
// times their standard deviation, of all rows and of some, weighted or not, within the bound of GramTerms additions.
func TestShiftedGram(t *testing.T) {
	t.Parallel()
	const n, d, targets = 1500, 3, 2
	rng := rand.New(rand.NewPCG(5, 6))
	a, y, h := linalg.NewDense(n, d, nil), make([]float64, n*targets), make([]float64, n)
	var some []int
	for i := range n {
		for j := range d {
			a.Data[i*d+j] = 1e6*float64(j+1) + rng.NormFloat64()
		}
		y[i*targets], y[i*targets+1] = -1e6+a.At(i, 0)+rng.NormFloat64(), 1e6*rng.Float64()
		h[i] = rng.Float64()
		if i%3 > 0 {
			some = append(some, i)
		}
	}
	s, t0 := []float64{1e6 + 0.3, 2e6 - 0.7, 3e6 + 0.01}, []float64{0.4, 5e5}
	ones := slices.Repeat([]float64{1}, n)
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	for name, of := range map[string]struct {
		h, weights []float64
		rows, in   []int
	}{
		"all": {nil, ones, nil, all}, "weighted": {h, h, nil, all}, "some": {nil, ones, some, some},
		"some, weighted": {h[:len(some)], h, some, some},
	} {
		gram := linalg.ShiftedGram(t.Context(), a, y, s, t0, of.h, of.rows)
		column := func(i, j int) float64 {
			if j >= d {
				return y[i*targets+j-d]
			}
			return a.At(i, j)
		}
		const k = d + targets + 1
		total := gram[k*k-1]
		for j := range k - 1 {
			for l := range k - 1 {
				got := gram[j*k+l] - gram[j*k+k-1]*gram[l*k+k-1]/total
				weights := of.weights
				want := exactMoment(of.in, weights, func(i int) (x, z float64) { return column(i, j), column(i, l) })
				room := 4 * 0x1p-53 * float64(linalg.GramTerms(n, k)) * math.Sqrt(gram[j*(k+1)]*gram[l*(k+1)])
				if !(math.Abs(got-want) <= room) {
					t.Errorf("%s: moment %d, %d is %.17g, and not %.17g; allowed is %g", name, j, l, got, want, room)
				}
			}
		}
	}
}

// exactMoment is Σ h (x − x̄)(z − z̄), of weights in their order.
func exactMoment(rows []int, weights []float64, of func(i int) (x, z float64)) float64 {
	number := func(v float64) *big.Float { return new(big.Float).SetPrec(200).SetFloat64(v) }
	total, x1, z1, xz := number(0), number(0), number(0), number(0)
	for k, i := range rows {
		h := number(weights[k])
		x, z := of(i)
		hx := new(big.Float).Mul(h, number(x))
		total.Add(total, h)
		x1.Add(x1, hx)
		z1.Add(z1, new(big.Float).Mul(h, number(z)))
		xz.Add(xz, hx.Mul(hx, number(z)))
	}
	out, _ := xz.Sub(xz, x1.Quo(x1.Mul(x1, z1), total)).Float64()
	return out
}
