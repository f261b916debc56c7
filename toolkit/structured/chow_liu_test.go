package structured_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/structured"
)

// TestChowLiu: of all trees of five labels none has a larger sum of mutual information, counted by the four cells of
// each pair.
func TestChowLiu(t *testing.T) {
	t.Parallel()
	const labels = 5
	rng := rand.New(rand.NewPCG(6, 8))
	for range 20 {
		var sets [][]int
		for range 40 {
			var set []int
			for l := range labels {
				if rng.Float64() < 0.4 || len(set) > 0 && set[len(set)-1] == l-1 && rng.Float64() < 0.4 {
					set = append(set, l)
				}
			}
			sets = append(sets, set)
		}
		of := func(tree [][2]int) (sum float64) {
			for _, e := range tree {
				sum += information(sets, e[0], e[1])
			}
			return sum
		}
		got, best := of(structured.ChowLiu(labels, sets)), 0.
		for code := range 125 { // Prüfer's
			best = max(best, of(prufer([]int{code % 5, code / 5 % 5, code / 25})))
		}
		if math.Abs(got-best) > 1e-9 {
			t.Errorf("a tree of information %g, where there is one of %g", got, best)
		}
	}
	if tree := structured.ChowLiu(1, [][]int{{0}}); len(tree) != 0 {
		t.Errorf("one label has the tree %v", tree)
	}
}

func information(sets [][]int, a, b int) (sum float64) {
	var count [2][2]float64
	for _, set := range sets {
		is := map[int]int{}
		for _, l := range set {
			is[l] = 1
		}
		count[is[a]][is[b]]++
	}
	n := float64(len(sets))
	for x := range 2 {
		for y := range 2 {
			if v := count[x][y]; v > 0 {
				sum += v * math.Log(v*n/((count[x][0]+count[x][1])*(count[0][y]+count[1][y])))
			}
		}
	}
	return sum
}

// prufer is the tree of a Prüfer code.
func prufer(code []int) (tree [][2]int) {
	degree := make([]int, len(code)+2)
	for _, c := range code {
		degree[c]++
	}
	used := make([]bool, len(degree))
	for _, c := range code {
		leaf := 0
		for degree[leaf] > 0 || used[leaf] {
			leaf++
		}
		tree, used[leaf] = append(tree, [2]int{leaf, c}), true
		degree[c]--
	}
	var last []int
	for l := range used {
		if !used[l] {
			last = append(last, l)
		}
	}
	return append(tree, [2]int{last[0], last[1]})
}
