package structured_test

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/proxlab/proxlab/toolkit/structured"
)

// TestBestTreesAgreeWithEnumeration: up to six words, all trees in order, some arcs forbidden, crossing arcs and not.
func TestBestTreesAgreeWithEnumeration(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(45, 7))
	for round := range 160 {
		n := round % 7
		s := &structured.TreeScores{Words: n, SingleRoot: round%3 == 0, Arc: make([]float64, n*(n+1))}
		for i := range s.Arc {
			if s.Arc[i] = rng.NormFloat64(); rng.IntN(8) == 0 {
				s.Arc[i] = math.Inf(-1)
			}
		}
		projective := round%2 == 0
		var d structured.TreeDecoder = &structured.Arborescence{}
		if projective {
			d = &structured.Eisner{}
		}
		var want []float64
		for _, heads := range trees()[n] {
			if s.SingleRoot && roots(heads) > 1 || projective && crosses(heads) {
				continue
			}
			if v := s.Of(heads); v > math.Inf(-1) {
				want = append(want, v)
			}
		}
		slices.SortFunc(want, func(a, b float64) int { return cmp.Compare(b, a) })
		const most = 40
		want = want[:min(most, len(want))]
		got, err := structured.BestTrees(t.Context(), d, s, most)
		if err != nil || len(got) != len(want) {
			t.Fatalf("%d words: %d trees, and not %d: %v", n, len(got), len(want), err)
		}
		for k, tree := range got {
			if math.Abs(tree.Score-want[k]) > 1e-9 || math.Abs(s.Of(tree.Heads)-want[k]) > 1e-9 {
				t.Fatalf("%d words: tree %d, %v, has score %g, and not %g", n, k+1, tree.Heads, tree.Score, want[k])
			}
			if projective && crosses(tree.Heads) {
				t.Fatalf("%v has arcs that cross", tree.Heads)
			}
			for _, other := range got[:k] {
				if slices.Equal(other.Heads, tree.Heads) {
					t.Fatalf("%v is there twice", tree.Heads)
				}
			}
		}
	}
}

// TestBestTreesEnd: what there is none of, and a context that ends after the first tree.
func TestBestTreesEnd(t *testing.T) {
	t.Parallel()
	s := randomArcs(rand.New(rand.NewPCG(45, 8)), 4)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	got, err := structured.BestTrees(ctx, &structured.Arborescence{}, s, 5)
	if err == nil || len(got) != 1 {
		t.Errorf("%d trees, %v", len(got), err)
	}
	if got, err := structured.BestTrees(t.Context(), &structured.Arborescence{}, s, 0); err != nil || len(got) > 0 {
		t.Errorf("no tree was asked for: %v %v", got, err)
	}
	for i := range s.Arc {
		s.Arc[i] = math.NaN()
	}
	if got, err := structured.BestTrees(t.Context(), &structured.Arborescence{}, s, 2); err != nil || len(got) > 0 {
		t.Errorf("by NaN: %v %v", got, err)
	}
}
