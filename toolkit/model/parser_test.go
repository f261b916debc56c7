package model_test

import (
	"bytes"
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/structured"
	"github.com/proxlab/proxlab/toolkit/templates"
)

// randomParser has random weights for a few templates.
func randomParser(t *testing.T, rng *rand.Rand, bits int) *model.Parser {
	t.Helper()
	list, err := templates.ParseList("h.w m.w dir\nh.p m.p dist\nm.p m.p+1\nh.l\nh.p b.p m.p dir", "list")
	if err != nil {
		t.Fatal(err)
	}
	m := &model.Parser{Templates: list}
	for range list {
		table := params.NewSlots(1 << bits)
		for s := range table.Len() {
			table.Set(s, float32(rng.NormFloat64()))
		}
		m.Weights = append(m.Weights, table)
	}
	return m
}

// TestParse compares the trees with the best of all trees, by scores that are put together from the features one arc
// after another.
func TestParse(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(26, 1))
	for _, c := range []struct{ single, projective bool }{{false, false}, {true, false}, {false, true}, {true, true}} {
		m := randomParser(t, rng, 10)
		m.SingleRoot, m.Projective = c.single, c.projective
		words := []string{"a", "b", "c", "d"}
		var list []templates.Sentence
		for n := 1; n <= 5; n++ {
			var s templates.Sentence
			for range n {
				s.Forms = append(s.Forms, words[rng.IntN(4)])
				s.Lemmas = append(s.Lemmas, words[rng.IntN(4)])
				s.Tags = append(s.Tags, words[rng.IntN(4)])
			}
			list = append(list, s)
		}
		guess, err := m.Parse(t.Context(), list)
		if err != nil {
			t.Fatal(err)
		}
		for i, s := range list {
			scores := plainScores(m, s)
			best := make([]int, len(s.Forms))
			want := structured.ExhaustiveTree{Projective: c.projective}.Decode(best, scores)
			if got := scores.Of(guess[i]); math.Abs(got-want) > 1e-9 {
				t.Errorf("%+v: %v has score %g, and the best tree %v has %g", c, guess[i], got, best, want)
			}
		}
	}
}

// plainScores adds up the weights of each arc's features.
func plainScores(m *model.Parser, s templates.Sentence) *structured.TreeScores {
	n := len(s.Forms)
	arcs := templates.NewArcs(m.Templates)
	arcs.Add(s.Forms, s.Lemmas, s.Tags)
	var slots []uint32
	out := &structured.TreeScores{Words: n, SingleRoot: m.SingleRoot, Arc: make([]float64, n*(n+1))}
	for h := range n + 1 {
		for w := 1; w <= n; w++ {
			if h == w {
				continue
			}
			for k, table := range m.Weights {
				slots = arcs.SlotsOf(slots[:0], 0, k, 10, structured.ArcRow(n, h, w))
				for _, slot := range slots {
					out.Arc[(w-1)*(n+1)+h] += float64(table.At(int(slot))) / math.Sqrt(float64(len(m.Weights)))
				}
			}
		}
	}
	return out
}

// TestHashingStays: what a model file holds is of these slots; where the features of arcs get others, the file needs a
// new version.
func TestHashingStays(t *testing.T) {
	t.Parallel()
	m := randomParser(t, rand.New(rand.NewPCG(26, 2)), 10)
	guess, err := m.Parse(t.Context(), []templates.Sentence{{
		Forms: strings.Fields("The 2 dogs chased a cat ."), Lemmas: strings.Fields("the 2 dog chase a cat ."),
		Tags: strings.Fields("DT CD NNS VBD DT NN ."),
	}})
	if want := []int{2, 6, 6, 2, 0, 0, 4}; err != nil || !slices.Equal(guess[0], want) {
		t.Errorf("%v, and not %v: %v", guess, want, err)
	}
}

func TestParserRefuses(t *testing.T) {
	t.Parallel()
	m := randomParser(t, rand.New(rand.NewPCG(26, 3)), 4)
	word := []string{"a"}
	one := templates.Sentence{Forms: word, Lemmas: word, Tags: word}
	long := templates.Sentence{Forms: make([]string, 1001), Lemmas: make([]string, 1001), Tags: make([]string, 1001)}
	for says, s := range map[string]templates.Sentence{
		"sentence 2: a sentence without words":        {},
		"sentence 2: 1 forms, 1 lemmas and 0 tags":    {Forms: word, Lemmas: word},
		"sentence 2: a sentence of 1001 words: one":   long,
		"sentence 2: 1 words and 2 heads":             {Forms: word, Lemmas: word, Tags: word, Heads: []int{0, 0}},
		"sentence 2: 1 words, of which 2 are said to": {Forms: word, Lemmas: word, Tags: word, Punctuation: make([]bool, 2)},
	} {
		if _, err := m.Parse(t.Context(), []templates.Sentence{one, s}); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v does not say %q", err, says)
		}
	}
	alone := []templates.Sentence{one}
	if _, err := m.Score(t.Context(), alone); err == nil || !strings.Contains(err.Error(), "no heads") {
		t.Error(err)
	}
	if _, err := model.ScoreHeads([]templates.Sentence{one}, nil); err == nil {
		t.Error("heads of no sentence for one")
	}
	one.Heads = []int{0}
	if _, err := model.ScoreHeads([]templates.Sentence{one}, [][]int{{0, 0}}); err == nil {
		t.Error("two heads for a word")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := m.Parse(ctx, []templates.Sentence{one}); err == nil {
		t.Error("an ended context")
	}
	if _, err := (&model.Parser{}).Parse(t.Context(), nil); err == nil {
		t.Error("a parser without templates")
	}
	for s := range m.Weights[0].Len() { // as large as float32 has them: the sum is finite
		m.Weights[0].Set(s, math.MaxFloat32)
	}
	if guess, err := m.Parse(t.Context(), []templates.Sentence{one}); err != nil || guess[0][0] != 0 {
		t.Errorf("%v %v", guess, err)
	}
	m.Weights[0].Set(0, float32(math.NaN()))
	if err := m.Save(&bytes.Buffer{}); err == nil {
		t.Error("NaN was saved")
	}
	if _, err := m.Parse(t.Context(), alone); err == nil || !strings.Contains(err.Error(), "weight NaN") {
		t.Errorf("a tree by NaN: %v", err)
	}
}

// TestParserScore: counts by hand.
func TestParserScore(t *testing.T) {
	t.Parallel()
	var a model.ParserScore
	if !math.IsNaN(a.UAS()) || !math.IsNaN(a.ExactMatch()) || !math.IsNaN(a.RootScore()) {
		t.Error("nothing has a score")
	}
	a, err := model.ScoreHeads([]templates.Sentence{
		{Heads: []int{2, 0, 2}, Punctuation: []bool{false, false, true}}, {Heads: []int{0, 1}},
		{Heads: []int{0}, Punctuation: []bool{true}},
	}, [][]int{{2, 0, 1}, {2, 0}, {0}}) // the wrong one of the first does not count
	want := model.ParserScore{
		Attachment: structured.Attachment{Total: 4, Correct: 2}, Sentences: 2, Exact: 1, Roots: 2, Guessed: 2, RootsRight: 1,
	}
	if err != nil || a != want || a.UAS() != 50 || a.ExactMatch() != 50 || a.RootScore() != 50 {
		t.Errorf("%+v: %v", a, err)
	}
}
