package structured

import (
	"fmt"
	"math"
)

// TreeScores are the part scores of the dependency trees over one sentence of n words: Arc[(m−1)·(n+1) + h] is the
// score of the arc from head h to word m, where words count from 1 and head 0 is the root; the n entries with h = m are
// not read. A tree gives each word a head, heads[m−1], so that every word hangs below the root; its score is the sum
// over its arcs. −Inf forbids an arc. SingleRoot allows those trees alone in which one word hangs at the root. What
// takes scores panics where their number is not n·(n+1).
type TreeScores struct {
	Words      int
	SingleRoot bool
	Arc        []float64
}

// TreeDecoder finds a tree of highest score, writes its heads and returns the score. Where every tree has a forbidden
// arc the score is −Inf; where a score is NaN it is NaN. The heads are those of a tree in any case.
type TreeDecoder interface {
	Decode(heads []int, s *TreeScores) float64
}

// Of is the score of a tree; −Inf where one of its arcs is forbidden.
func (s *TreeScores) Of(heads []int) float64 {
	s.tree(heads)
	return s.of(heads)
}

func (s *TreeScores) of(heads []int) float64 {
	var sum float64
	forbidden := false
	for k, h := range heads {
		v := s.Arc[k*(s.Words+1)+h]
		if v != v {
			return v
		}
		forbidden = forbidden || math.IsInf(v, -1)
		sum += v
	}
	if forbidden {
		return math.Inf(-1)
	}
	return sum
}

// AddHamming adds the Hamming cost of heads to the arcs: 1 for every arc that is not of the tree. The best tree then is
// the loss-augmented one, argmax_y' score(y') + Σ_m [y'_m ≠ y_m].
func (s *TreeScores) AddHamming(heads []int) {
	s.tree(heads)
	for k, h := range heads {
		row := s.Arc[k*(s.Words+1) : (k+1)*(s.Words+1)]
		truth := row[h]
		for i := range row {
			row[i]++
		}
		row[h] = truth
	}
}

// flat writes a tree of depth one or, for a single root, two: what decoders return where there is no best.
func (s *TreeScores) flat(heads []int) {
	clear(heads)
	for k := 1; s.SingleRoot && k < len(heads); k++ {
		heads[k] = 1
	}
}

// check panics where the number of scores does not go with the number of words.
func (s *TreeScores) check() {
	if s.Words < 0 || len(s.Arc) != s.Words*(s.Words+1) {
		const says = "structured: %d arc scores, and not the n·(n+1) of %d words, each with a head among all and the root"
		panic(fmt.Sprintf(says, len(s.Arc), s.Words))
	}
}

// room panics where heads is not as long as the sentence.
func (s *TreeScores) room(heads []int) {
	s.check()
	if len(heads) != s.Words {
		panic(fmt.Sprintf("structured: one head is needed for each word: %d heads, %d words", len(heads), s.Words))
	}
}

// tree panics where heads is no tree of the sentence.
func (s *TreeScores) tree(heads []int) {
	s.room(heads)
	must(CheckTree(heads, s.SingleRoot))
}

// CheckTree tests that heads is a tree: heads[m−1] is the head of word m, a word from 1 on or the root, 0; no word is
// its own ancestor; and, where asked for, a single word hangs at the root. No words are a tree of their own.
func CheckTree(heads []int, singleRoot bool) error {
	first := 0 // word at the root
	for k, h := range heads {
		switch {
		case h < 0 || h > len(heads):
			return fmt.Errorf("word %d has head %d; heads are 0, the root, to %d", k+1, h, len(heads))
		case h == 0 && first > 0 && singleRoot:
			return fmt.Errorf("words %d and %d both hang at the root, where a single root is asked for", first, k+1)
		case h == 0 && first == 0:
			first = k + 1
		}
	}
	if m := onCycle(heads); m > 0 {
		return fmt.Errorf("word %d is its own ancestor: the heads go round in a cycle and do not come to the root", m)
	}
	return nil
}

// onCycle returns a word on a cycle, or 0 for a tree.
func onCycle(heads []int) int {
	seen := make([]int, len(heads)+1) // the word from which a walk to the root came by
	for k := range heads {
		m := k + 1
		for m > 0 && seen[m] == 0 {
			seen[m] = k + 1
			m = heads[m-1]
		}
		if m > 0 && seen[m] == k+1 {
			return m
		}
	}
	return 0
}

// ExhaustiveTree decodes by trying all heads, (n+1)ⁿ of them: the reference for tests. Projective keeps to trees
// without crossing arcs.
type ExhaustiveTree struct{ Projective bool }

// Decode writes a best tree to heads and returns its score.
func (e ExhaustiveTree) Decode(heads []int, s *TreeScores) float64 {
	s.room(heads)
	best := math.Inf(-1)
	s.flat(heads)
	try := make([]int, len(heads))
	for more := true; more; more = advance(try, s.Words+1) {
		if CheckTree(try, s.SingleRoot) != nil || e.Projective && !Projective(try) {
			continue
		}
		if v := s.of(try); v > best || v != v {
			best = v
			copy(heads, try)
		}
	}
	return best
}

// advance counts up by one in a base, the first digit the fastest, and reports whether there was more to come.
func advance(digits []int, base int) bool {
	for k := range digits {
		if digits[k]++; digits[k] < base {
			return true
		}
		digits[k] = 0
	}
	return false
}

// Projective tells whether no two arcs of a tree cross when they are drawn above the sentence, the root on its left.
func Projective(heads []int) bool {
	for k, h := range heads {
		lo, hi := min(k+1, h), max(k+1, h)
		for m := lo + 1; m < hi; m++ {
			if g := heads[m-1]; g < lo || g > hi {
				return false
			}
		}
	}
	return true
}
