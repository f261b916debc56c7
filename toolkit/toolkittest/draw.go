package toolkittest

import (
	"math"
	"math/rand/v2"
)

// newRand has the seed of all checks.
func newRand() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

// normal is a vector of n normal numbers.
func normal(rng *rand.Rand, n int, scale float64) []float64 {
	v := make([]float64, n)
	for j := range v {
		v[j] = scale * rng.NormFloat64()
	}
	return v
}

// varied is a random vector: in turn normal numbers, many zeros, magnitudes that tie, one large entry.
func varied(rng *rand.Rand, n, turn int, scale float64) []float64 {
	v := normal(rng, n, scale)
	for j := range v {
		switch turn % 4 {
		case 1:
			v[j] *= float64(rng.IntN(2))
		case 2:
			v[j] = math.Copysign(scale*float64(1+rng.IntN(2)), v[j])
		case 3:
			if j != turn/4%n {
				v[j] /= 100
			}
		}
	}
	return v
}

func clone(x []float64) []float64 { return append(make([]float64, 0, len(x)), x...) }
