package structured

import (
	"context"
	"math"
	"slices"
)

// ScoredTree is a tree and its score.
type ScoredTree struct {
	Heads []int
	Score float64
}

// branch is the trees in which the first words have given heads, and the next one has none of some: their best.
type branch struct {
	ScoredTree
	fixed int
	not   []int
}

// BestTrees returns the k best trees, the best first: fewer where no others are without forbidden arcs, none where a
// score is NaN. From the best tree that is left the others part by the first word that has another head, and of each
// part a decoder finds the best: n decodings for each tree. The margin of the best is what its score is above the next.
// When the context ends, the trees found by then come with its cause.
//
// Source: Lawler, A Procedure for Computing the K Best Solutions to Discrete Optimization Problems, Management Science
// 1972; for spanning trees Camerini, Fratta, Maffioli, The K Best Spanning Arborescences of a Network, Networks 1980.
func BestTrees(ctx context.Context, d TreeDecoder, s *TreeScores, k int) ([]ScoredTree, error) {
	s.check()
	var out []ScoredTree
	work := TreeScores{Words: s.Words, SingleRoot: s.SingleRoot, Arc: make([]float64, len(s.Arc))}
	w := s.Words + 1
	solve := func(heads []int, fixed int, not []int) (branch, bool) {
		copy(work.Arc, s.Arc)
		for m := range fixed {
			row := work.Arc[m*w : (m+1)*w]
			kept := row[heads[m]]
			for h := range row {
				row[h] = math.Inf(-1)
			}
			row[heads[m]] = kept
		}
		for _, h := range not {
			work.Arc[fixed*w+h] = math.Inf(-1)
		}
		b := branch{ScoredTree{make([]int, s.Words), 0}, fixed, not}
		b.Score = d.Decode(b.Heads, &work)
		return b, b.Score > math.Inf(-1)
	}
	var left []branch
	if first, ok := solve(nil, 0, nil); ok && k > 0 {
		left = append(left, first)
	}
	for len(left) > 0 {
		top := 0
		for i := range left {
			if left[i].Score > left[top].Score {
				top = i
			}
		}
		best := left[top]
		left = slices.Delete(left, top, top+1)
		if out = append(out, best.ScoredTree); len(out) == k {
			break
		}
		for m := best.fixed; m < s.Words; m++ {
			if err := context.Cause(ctx); err != nil {
				return out, err
			}
			not := []int{best.Heads[m]}
			if m == best.fixed {
				not = append(not, best.not...)
			}
			if b, ok := solve(best.Heads, m, not); ok {
				left = append(left, b)
			}
		}
	}
	return out, nil
}
