package testproblems

import "github.com/proxlab/proxlab/toolkit/prox"

// Sawtooth are weights 1/2, 1, 3/2, 1/2, …
func Sawtooth(k int) float64 { return float64(k%3+1) / 2 }

// SawtoothWeights are those of n coordinates or groups.
func SawtoothWeights(n int) []float64 {
	w := make([]float64, n)
	for k := range w {
		w[k] = Sawtooth(k)
	}
	return w
}

// Pairs are disjoint groups of two neighbours, the last perhaps of one.
func Pairs(d int) prox.Groups {
	var out prox.Groups
	for j := 0; j < d; j += 2 {
		g := []int{j}
		if j+1 < d {
			g = append(g, j+1)
		}
		out = append(out, g)
	}
	return out
}

// Nested are groups of a tree, leaves first: the first coordinate, the pairs, all.
func Nested(d int) prox.Groups {
	all := make([]int, d)
	for j := range all {
		all[j] = j
	}
	return append(append(prox.Groups{{0}}, Pairs(d)...), all)
}

// Chained are groups of three neighbours, each of which shares two with the next.
func Chained(d int) prox.Groups {
	var out prox.Groups
	for j := range d {
		g := []int{j}
		for l := j + 1; l < min(d, j+3); l++ {
			g = append(g, l)
		}
		out = append(out, g)
	}
	return out
}
