package generate

import (
	"bytes"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/proxlab/proxlab/datasets/sentences"
	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/toolkit/structured"
)

var smallGrammar = GrammarConfig{Sentences: 60, Tags: 4, Words: 5, Relevant: 6, Strength: 1, Seed: 3}

// TestGrammar: it is the same again, reads as it was written, and holds trees with a single root.
func TestGrammar(t *testing.T) {
	t.Parallel()
	a, err := Grammar(t.Context(), smallGrammar)
	if err != nil {
		t.Fatal(err)
	}
	b, _ := Grammar(t.Context(), smallGrammar)
	if a.Source != b.Source || a.Source.Kind != source.Synthetic || len(a.Relevant) != 6 ||
		a.Train.Source == a.Dev.Source {
		t.Errorf("sources %v and %v, %d templates", a.Source, b.Source, len(a.Relevant))
	}
	other := smallGrammar
	other.Seed++
	if c, _ := Grammar(t.Context(), other); c.Source.SHA256 == a.Source.SHA256 {
		t.Error("another seed makes the same")
	}
	for n, part := range map[int]*sentences.Treebank{60: a.Train, 12: a.Dev} {
		start, head, err := part.Trees()
		if err != nil || len(start) != n+1 {
			t.Fatalf("%d sentences, %v", len(start)-1, err)
		}
		if _, err := structured.NewTrees(start, head, true); err != nil {
			t.Error(err)
		}
		var text bytes.Buffer
		if err := sentences.WriteCoNLL(&text, part); err != nil {
			t.Fatal(err)
		}
		back, err := sentences.ReadCoNLL(t.Context(), &text, "back", "")
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(part.Sentences, back.Sentences, cmpopts.IgnoreUnexported(sentences.Sentence{})); d != "" {
			t.Errorf("written and read (-before +after):\n%s", d)
		}
	}
	if _, err := Grammar(t.Context(), GrammarConfig{Sentences: 5, Tags: 27, Words: 1, Relevant: 1}); err == nil {
		t.Error("27 tags were taken")
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := Grammar(ctx, smallGrammar); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestTreesAreDrawnFromTheModel compares how often each tree of three words is drawn with its probability.
func TestTreesAreDrawnFromTheModel(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 6))
	g := grammar{rng: rng}
	const n, draws = 3, 20000
	weight := make([]float64, n*(n+1))
	for k := range weight {
		weight[k] = math.Exp(rng.NormFloat64())
	}
	for m := range n {
		weight[m*(n+1)] *= 20 // many trees have several roots
		weight[m*(n+1)+m+1] = 0
	}
	found := map[[n]int]float64{}
	for range draws {
		found[[n]int(g.tree(n, append([]float64(nil), weight...)))]++
	}
	var total float64
	want := map[[n]int]float64{}
	for code := range 4 * 4 * 4 {
		heads := [n]int{code % 4, code / 4 % 4, code / 16}
		if structured.CheckTree(heads[:], true) == nil {
			w := 1.
			for k, h := range heads {
				w *= weight[k*(n+1)+h]
			}
			want[heads] = w
			total += w
		}
	}
	if len(want) != 9 || len(found) > 9 {
		t.Fatalf("%d trees, %d drawn", len(want), len(found))
	}
	for heads, w := range want {
		p := w / total
		if off := found[heads]/draws - p; math.Abs(off) > 5*math.Sqrt(p*(1-p)/draws) {
			t.Errorf("%v was drawn in a share of %.4f, and has probability %.4f", heads, found[heads]/draws, p)
		}
	}
}

// TestDefaultGrammarCanBeLearned: the model itself, of which there is nothing better, finds four heads of five, and
// most trees have crossing arcs.
func TestDefaultGrammarCanBeLearned(t *testing.T) {
	t.Parallel()
	c := DefaultGrammar
	c.Sentences = 300
	b, err := Grammar(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	g := grammar{GrammarConfig: c, relevant: b.Relevant}
	var right, words, crossing int
	for i := range b.Train.Sentences {
		s := &b.Train.Sentences[i]
		scores := g.arcWeights(s)
		for k, w := range scores {
			scores[k] = math.Log(w)
		}
		n := len(s.Tokens)
		heads, truth := make([]int, n), make([]int, n)
		new(structured.Arborescence).Decode(heads, &structured.TreeScores{Words: n, SingleRoot: true, Arc: scores})
		for k, h := range heads {
			truth[k] = s.Tokens[k].Head
			words++
			if h == truth[k] {
				right++
			}
		}
		if !structured.Projective(truth) {
			crossing++
		}
	}
	if share := float64(right) / float64(words); share < 0.75 || share > 0.85 || crossing < 270 {
		t.Errorf("%.3f of %d heads, and %d trees of 300 with crossing arcs", share, words, crossing)
	}
}
