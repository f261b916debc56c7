package structured_test

import (
	"math"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/structured"
)

// trees are all trees of up to six words: how a tree is found here, by closing the relation of ancestors, is none of
// the ways of the package.
var trees = sync.OnceValue(func() (all [7][][]int) {
	for n := range all {
		heads := make([]int, n)
		for more := true; more; {
			if isTree(heads) {
				all[n] = append(all[n], append([]int(nil), heads...))
			}
			more = false
			for k := range heads {
				if heads[k]++; heads[k] <= n {
					more = true
					break
				}
				heads[k] = 0
			}
		}
	}
	return all
})

// isTree tells whether all words come to the root in n steps.
func isTree(heads []int) bool {
	for k := range heads {
		m := k + 1
		for range heads {
			if m > 0 {
				m = heads[m-1]
			}
		}
		if m != 0 {
			return false
		}
	}
	return true
}

func roots(heads []int) (n int) {
	for _, h := range heads {
		if h == 0 {
			n++
		}
	}
	return n
}

// crosses tells whether two arcs cross, by comparing all pairs of their ends.
func crosses(heads []int) bool {
	for a, g := range heads {
		for b, h := range heads {
			lo, hi, from, to := min(a+1, g), max(a+1, g), min(b+1, h), max(b+1, h)
			if lo < from && from < hi && hi < to {
				return true
			}
		}
	}
	return false
}

// TestNumbersOfTrees compares the numbers of trees with Cayley's (n+1)ⁿ⁻¹, and those of projective trees with the
// sequences A001764 and A006013.
func TestNumbersOfTrees(t *testing.T) {
	t.Parallel()
	projective, single := []int{1, 1, 3, 12, 55, 273, 1428}, []int{0, 1, 2, 7, 30, 143, 728}
	for n, all := range trees() {
		if n == 0 {
			continue
		}
		counts := [4]int{}
		for _, heads := range all {
			counts[0]++
			if err := structured.CheckTree(heads, false); err != nil {
				t.Errorf("%v: %v", heads, err)
			}
			one := roots(heads) == 1
			if err := structured.CheckTree(heads, true); (err == nil) != one {
				t.Errorf("%v, of a single root: %v", heads, err)
			}
			if structured.Projective(heads) == crosses(heads) {
				t.Errorf("%v: projective %v", heads, !crosses(heads))
			}
			if one {
				counts[1]++
			}
			if !crosses(heads) {
				counts[2]++
				if one {
					counts[3]++
				}
			}
		}
		power := func(b, e int) int { return int(math.Round(math.Pow(float64(b), float64(e)))) }
		if want := [4]int{power(n+1, n-1), power(n, n-1), projective[n], single[n]}; counts != want {
			t.Errorf("%d words: %d trees, and not %d", n, counts, want)
		}
	}
}

// randomArcs draws scores of one of several kinds: small whole numbers with many ties, normal ones, ones of any size,
// and both with forbidden arcs.
func randomArcs(rng *rand.Rand, n int) *structured.TreeScores {
	s := &structured.TreeScores{Words: n, SingleRoot: rng.IntN(2) == 0, Arc: make([]float64, n*(n+1))}
	kind, scale := rng.IntN(3), []float64{1, 20, 500}[rng.IntN(3)]
	forbid := []float64{0, 0, 0.2, 0.5}[rng.IntN(4)]
	for k := range s.Arc {
		switch s.Arc[k] = scale * rng.NormFloat64(); {
		case rng.Float64() < forbid:
			s.Arc[k] = math.Inf(-1)
		case kind == 0:
			s.Arc[k] = float64(rng.IntN(3) - 1)
		}
	}
	return s
}

// best is the highest score of a tree, over a list of all.
func best(s *structured.TreeScores, projective bool) float64 {
	most := math.Inf(-1)
	for _, heads := range trees()[s.Words] {
		if s.SingleRoot && roots(heads) != 1 || projective && crosses(heads) {
			continue
		}
		var sum float64
		for k, h := range heads {
			sum += s.Arc[k*(s.Words+1)+h]
		}
		most = max(most, sum)
	}
	return most
}

// words draws a number of words from 1 to 6, of which there are 16,807 trees, the large ones seldom.
func words(rng *rand.Rand) int {
	switch rng.IntN(60) {
	case 0:
		return 6
	case 1, 2, 3, 4:
		return 5
	}
	return 1 + rng.IntN(4)
}

func TestTreeDecodersAgreeWithEnumeration(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(41, 42))
	var any structured.Arborescence
	var projective structured.Eisner
	for trial := range 10000 {
		s := randomArcs(rng, words(rng))
		heads := make([]int, s.Words)
		if all := trees()[s.Words]; trial%3 == 0 {
			if truth := all[rng.IntN(len(all))]; !s.SingleRoot || roots(truth) == 1 {
				s.AddHamming(truth)
			}
		}
		for name, d := range map[string]structured.TreeDecoder{"Arborescence": &any, "Eisner": &projective} {
			want := best(s, name == "Eisner")
			got := d.Decode(heads, s)
			if err := structured.CheckTree(heads, s.SingleRoot); err != nil {
				t.Fatalf("%s on %+v: %v is no tree: %v", name, s, heads, err)
			}
			if got != want && !testproblems.Near(got, want, 1e-12) || got != s.Of(heads) {
				t.Fatalf("%s on %+v finds %g with the heads %v, enumeration %g", name, s, got, heads, want)
			}
			if name == "Eisner" && crosses(heads) {
				t.Fatalf("Eisner on %+v: %v has crossing arcs", s, heads)
			}
		}
	}
}

func TestExhaustiveTrees(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(43, 44))
	for range 60 {
		s := randomArcs(rng, 1+rng.IntN(4))
		heads := make([]int, s.Words)
		for _, projective := range []bool{false, true} {
			want := best(s, projective)
			got := structured.ExhaustiveTree{Projective: projective}.Decode(heads, s)
			if got != want && !testproblems.Near(got, want, 1e-12) || got != s.Of(heads) || projective && crosses(heads) {
				t.Fatalf("%+v, projective %v: %g with %v, and not %g", s, projective, got, heads, want)
			}
		}
	}
}

// TestTreeHammingCost: the cost of a tree is the number of its heads that are wrong.
func TestTreeHammingCost(t *testing.T) {
	t.Parallel()
	truth := []int{2, 0, 2, 3}
	s := &structured.TreeScores{Words: 4, Arc: make([]float64, 20)}
	s.AddHamming(truth)
	for _, heads := range trees()[4] {
		wrong := 0
		for k := range heads {
			if heads[k] != truth[k] {
				wrong++
			}
		}
		if s.Of(heads) != float64(wrong) {
			t.Errorf("cost of %v is %g, not %d", heads, s.Of(heads), wrong)
		}
	}
}
