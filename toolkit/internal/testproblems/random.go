package testproblems

import "math/rand/v2"

// Normal is a vector of n normal numbers of a standard deviation.
func Normal(rng *rand.Rand, n int, scale float64) []float64 {
	v := make([]float64, n)
	for j := range v {
		v[j] = scale * rng.NormFloat64()
	}
	return v
}

// Labels are n numbers from 0 to k − 1.
func Labels(rng *rand.Rand, n, k int) []int {
	y := make([]int, n)
	for i := range y {
		y[i] = rng.IntN(k)
	}
	return y
}
