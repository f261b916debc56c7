package structured

import "math"

// ChowLiu is the tree of labels whose edges have the largest sum of mutual information, of sets of labels from 0 on,
// each at most once: of all trees of pairs it is the one under which the sets are likeliest.
//
// Source: Chow, Liu, Approximating Discrete Probability Distributions with Dependence Trees, IEEE Transactions on
// Information Theory 1968; the tree by Prim's algorithm.
func ChowLiu(labels int, sets [][]int) [][2]int {
	alone, both := make([]float64, labels), make([]float64, Pairs(labels))
	for _, set := range sets {
		for k, a := range set {
			alone[a]++
			for _, b := range set[:k] {
				both[PairRow(labels, min(a, b), max(a, b))]++
			}
		}
	}
	information := func(a, b int) (sum float64) {
		n, with := float64(len(sets)), both[PairRow(labels, min(a, b), max(a, b))]
		for _, cell := range [][3]float64{
			{with, alone[a], alone[b]}, {alone[a] - with, alone[a], n - alone[b]},
			{alone[b] - with, n - alone[a], alone[b]}, {n - alone[a] - alone[b] + with, n - alone[a], n - alone[b]},
		} {
			if cell[0] > 0 {
				sum += cell[0] * math.Log(cell[0]*n/(cell[1]*cell[2]))
			}
		}
		return sum
	}
	tree := make([][2]int, 0, max(0, labels-1))
	near, most := make([]int, labels), make([]float64, labels) // of the labels that are left: the best in the tree
	for b := 1; b < labels; b++ {
		most[b] = information(0, b)
	}
	for len(tree) < labels-1 {
		next := 0
		for b := 1; b < labels; b++ {
			if near[b] >= 0 && (next == 0 || most[b] > most[next]) {
				next = b
			}
		}
		tree = append(tree, [2]int{min(near[next], next), max(near[next], next)})
		near[next] = -1
		for b := 1; b < labels; b++ {
			if v := information(next, b); near[b] >= 0 && v > most[b] {
				near[b], most[b] = next, v
			}
		}
	}
	return tree
}
