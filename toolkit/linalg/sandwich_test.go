package linalg

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
)

// TestSandwich compares one reading of a matrix with two products, bit by bit, on one core and more.
func TestSandwich(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	rng := rand.New(rand.NewPCG(3, 1))
	for _, shape := range [][2]int{{1, 1}, {700, 40}, {90, 1000}, {25, 3}, {0, 4}} {
		n, d := shape[0], shape[1]
		dense := NewDense(n, d, nil)
		for i := range dense.Data {
			if rng.IntN(3) == 0 {
				dense.Data[i] = rng.NormFloat64()
			}
		}
		weights := make([]float64, n)
		for i := range weights {
			weights[i] = rng.Float64()
		}
		column := NewDense(1, n, slices.Clone(weights))
		for name, a := range map[string]Map{"dense": dense, "sparse": ToCSR(dense), "beside": Beside(dense, column)} {
			for k := 1; k < 12; k += 5 {
				if name == "beside" && k > 1 {
					continue
				}
				for cores := 1; cores < 3; cores++ {
					runtime.GOMAXPROCS(cores)
					_, c := a.Dims()
					v := make([]float64, c*k)
					for i := range v {
						v[i] = rng.NormFloat64()
					}
					got, want, between, after := make([]float64, c*k), make([]float64, c*k), make([]float64, n*k), make([]float64, n*k)
					change := func(z []float64, from, to int) {
						for i := from; i < to; i++ {
							floats.Scale(weights[i], z[i*k:(i+1)*k])
						}
					}
					Sandwich(got, a, v, between, k, func(from, to int) { change(between, from, to) })
					MulMat(after, a, v, k)
					change(after, 0, n)
					MulTransMat(want, a, after, k)
					same := slices.Equal(got, want)
					if name == "beside" { // sums over the column in parts
						same = floats.EqualApprox(got, want, 1e-12)
					}
					if !same || !slices.Equal(between, after) {
						t.Errorf("%s %d×%d, %d columns, %d cores: not the two products", name, n, d, k, cores)
					}
				}
			}
		}
	}
}
