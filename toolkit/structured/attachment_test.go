package structured_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/structured"
)

// TestAttachment: counts by hand.
func TestAttachment(t *testing.T) {
	t.Parallel()
	var a structured.Attachment
	if !math.IsNaN(a.UAS()) || !math.IsNaN(a.ExactMatch()) || !math.IsNaN(a.RootScore()) {
		t.Error("nothing has a score")
	}
	a.Add([]int{2, 0, 2}, []int{2, 0, 1}, []bool{false, false, true}) // the wrong one does not count
	a.Add([]int{0, 1}, []int{2, 0}, nil)
	a.Add([]int{0}, []int{0}, []bool{true})
	want := structured.Attachment{
		Words: 4, Right: 2, Sentences: 2, Exact: 1, Roots: 2, Guessed: 2, RootsRight: 1,
	}
	if a != want || a.UAS() != 50 || a.ExactMatch() != 50 || a.RootScore() != 50 {
		t.Errorf("%+v", a)
	}
	defer func() {
		if recover() == nil {
			t.Error("two heads for one word")
		}
	}()
	a.Add([]int{0}, []int{0, 1}, nil)
}

// TestAttachmentAddsUp: the words of a sentence, counted in two parts by what is skipped, are those of the whole.
func TestAttachmentAddsUp(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 26))
	for range 100 {
		n := 1 + rng.IntN(9)
		truth, guess, skip, rest := make([]int, n), make([]int, n), make([]bool, n), make([]bool, n)
		for k := range n {
			truth[k], guess[k], skip[k] = rng.IntN(3), rng.IntN(3), rng.IntN(2) == 0
			rest[k] = !skip[k]
		}
		var whole, parts structured.Attachment
		whole.Add(truth, guess, nil)
		parts.Add(truth, guess, skip)
		parts.Add(truth, guess, rest)
		if whole.Words != parts.Words || whole.Right != parts.Right || whole.Roots != parts.Roots ||
			whole.Guessed != parts.Guessed || whole.RootsRight != parts.RootsRight {
			t.Fatalf("%+v %+v", whole, parts)
		}
	}
}
