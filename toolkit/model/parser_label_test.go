package model_test

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/structured"
	"github.com/proxlab/proxlab/toolkit/templates"
)

// labelled is a random parser that has random weights of relations for the features of some trees.
func labelled(t *testing.T, rng *rand.Rand, list []templates.Sentence) (*model.Parser, [][]int) {
	t.Helper()
	m := randomParser(t, rng, 10)
	heads, err := m.Parse(t.Context(), list)
	if err != nil {
		t.Fatal(err)
	}
	words, _, err := templates.ReadWords(strings.NewReader("any\ncol3[0] col6[0]\ncol3[0] col3[1] col12[0]\n"), "list")
	if err != nil {
		t.Fatal(err)
	}
	r := &model.Tagger{
		Templates: words, Labels: []string{"a", "b:x", "c"}, Known: []uint64{}, Loss: "hinge", C: 1, HeldOut: math.NaN(),
		Following: linalg.NewDense(3, 3, nil),
	}
	for k := range r.Following.Data {
		r.Following.Data[k] = rng.NormFloat64()
	}
	maker := templates.NewWords(words, 0)
	for i := range list {
		lines, _ := templates.Dependents(&list[i], heads[i])
		for _, l := range lines {
			r.Features = maker.Hashes(r.Features, l)
		}
	}
	slices.Sort(r.Features)
	r.Features = slices.Compact(r.Features)
	for j := range r.Features {
		r.Pairs.Ptr = append(r.Pairs.Ptr, int32(3*j))
		for y := range uint16(3) {
			r.Pairs.Output, r.Weights = append(r.Pairs.Output, y), append(r.Weights, rng.NormFloat64())
		}
	}
	r.Pairs.Ptr = append(r.Pairs.Ptr, int32(len(r.Weights)))
	m.Relations = r
	return m, heads
}

// randomSentences have one to six words of few kinds.
func randomSentences(rng *rand.Rand, count int) (list []templates.Sentence) {
	for i := range count {
		var s templates.Sentence
		for range 1 + i%6 {
			w := string("abcd"[rng.IntN(4)])
			s.Forms, s.Lemmas = append(s.Forms, w), append(s.Lemmas, w)
			s.Tags = append(s.Tags, string("NVD"[rng.IntN(3)]))
		}
		list = append(list, s)
	}
	return list
}

// scoreOf adds up, plainly, what relations of a tree score: features of each word, and relations of neighbours below a
// head.
func scoreOf(m *model.Tagger, s *templates.Sentence, heads, labels []int) (sum float64) {
	maker := templates.NewWords(m.Templates, 0)
	lines, words := templates.Dependents(s, heads)
	for g, line := range lines {
		hashes := maker.Hashes(nil, line)
		for k, w := range words[g] {
			for _, h := range hashes[k*len(m.Templates) : (k+1)*len(m.Templates)] {
				sum += m.Weights[3*slices.Index(m.Features, h)+labels[w]]
			}
			if k > 0 {
				sum += m.Following.At(labels[words[g][k-1]], labels[w])
			}
		}
	}
	return sum
}

// TestLabelsAreBest: of all relations of the words of a sentence up to six words.
func TestLabelsAreBest(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(45, 1))
	list := randomSentences(rng, 24)
	m, heads := labelled(t, rng, list)
	got, err := m.Label(t.Context(), list, heads)
	if err != nil {
		t.Fatal(err)
	}
	for i := range list {
		n := len(list[i].Forms)
		labels, best := make([]int, n), math.Inf(-1)
		for code := range int(math.Pow(3, float64(n))) {
			for k := range labels {
				labels[k] = code % 3
				code /= 3
			}
			best = max(best, scoreOf(m.Relations, &list[i], heads[i], labels))
		}
		for k, r := range got[i] {
			labels[k] = slices.Index(m.Relations.Labels, r)
		}
		if v := scoreOf(m.Relations, &list[i], heads[i], labels); math.Abs(v-best) > 1e-9 {
			t.Errorf("sentence %d of %d words: relations %q score %g, and the best %g", i+1, n, got[i], v, best)
		}
	}
}

// TestLabelledFile: a parser with relations is saved and loaded, and labels as before.
func TestLabelledFile(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(45, 2))
	list := randomSentences(rng, 12)
	m, heads := labelled(t, rng, list)
	m.HeldOut.Labels = model.LabelScore{
		Total: 8, Right: 7, Words: 10, Heads: 9, All: 8, Content: 6, Guessed: 5, ContentRight: 4,
	}
	var b bytes.Buffer
	if err := m.Save(&b); err != nil || !strings.Contains(b.String(), `"version":2`) {
		t.Fatal(err)
	}
	again, err := model.LoadParser(&b)
	if err != nil {
		t.Fatal(err)
	}
	want, err := m.Label(t.Context(), list, heads)
	if err != nil {
		t.Fatal(err)
	}
	got, err := again.Label(t.Context(), list, heads)
	if d := cmp.Diff(want, got); err != nil || d != "" || again.HeldOut != m.HeldOut {
		t.Errorf("held out %+v, error %v\n%s", again.HeldOut, err, d)
	}
	m.Relations = nil
	b.Reset()
	if err := m.Save(&b); err != nil || !strings.Contains(b.String(), `"version":1`) {
		t.Errorf("a parser without relations has version 1: %v", err)
	}
}

func TestLabelRefuses(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(45, 3))
	list := randomSentences(rng, 6)
	for says, change := range map[string]func(m *model.Parser, heads [][]int) [][]int{
		"learnt no relations":           func(m *model.Parser, h [][]int) [][]int { m.Relations = nil; return h },
		"heads of 5 sentences, for 6":   func(_ *model.Parser, h [][]int) [][]int { return h[1:] },
		"sentence 2: 1 heads, for 2":    func(_ *model.Parser, h [][]int) [][]int { h[1] = h[1][1:]; return h },
		"sentence 2: ":                  func(_ *model.Parser, h [][]int) [][]int { h[1] = []int{2, 1}; return h },
		"its 3 labels are none":         func(m *model.Parser, h [][]int) [][]int { m.Relations.Labels[0] = "z"; return h },
		"the relation \"a\\t\" holds":   func(m *model.Parser, h [][]int) [][]int { m.Relations.Labels[0] = "a\t"; return h },
		"column 22 is looked at; the w": func(m *model.Parser, h [][]int) [][]int { m.Relations.Form = 21; return h },
	} {
		m, heads := labelled(t, rng, list)
		if _, err := m.Label(t.Context(), list, change(m, heads)); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v does not say %q", err, says)
		}
	}
	m, heads := labelled(t, rng, list)
	m.Relations.Weights[0] = math.Inf(1)
	if err := m.Save(&bytes.Buffer{}); err == nil || !strings.Contains(err.Error(), "weight 1 of its weights is +Inf") {
		t.Errorf("an infinite weight: %v", err)
	}
	m.Relations.Pairs = params.Pairs{}
	if _, err := m.Label(t.Context(), list, heads); err == nil {
		t.Error("weights of no pairs")
	}
}

// TestLabelScore: counts by hand, of relations with subtypes, of words of content, and of punctuation.
func TestLabelScore(t *testing.T) {
	t.Parallel()
	gold := templates.Sentence{
		Heads:     []int{2, 4, 2, 0, 4, 4},
		Relations: strings.Fields("det nsubj:pass case root advmod punct"), Punctuation: []bool{5: true},
	}
	heads := [][]int{{2, 4, 4, 0, 3, 4}}
	guess := [][]string{strings.Fields("det nsubj obl root advmod dep")}
	a, err := model.ScoreTrees([]templates.Sentence{gold}, heads, guess)
	want := model.LabelScore{Total: 5, Right: 3, Words: 6, Heads: 4, All: 3, Content: 3, Guessed: 5, ContentRight: 2}
	l := &a.Labels
	if err != nil || *l != want || l.LAS() != 60 || l.AllUAS() != 100*4./6 || l.AllLAS() != 50 || l.ContentLAS() != 50 {
		t.Errorf("%+v, and not %+v: %v", *l, want, err)
	}
	if b, err := model.ScoreTrees([]templates.Sentence{gold}, heads, nil); err != nil || b.Labels.Words != 0 {
		t.Errorf("no relations were guessed: %+v %v", b, err)
	}
	gold.Relations = slices.Clone(gold.Relations)
	gold.Relations[1] = "_"
	if b, err := model.ScoreTrees([]templates.Sentence{gold}, heads, guess); err != nil || b.Labels.Words != 0 {
		t.Errorf("a relation is not known: %+v %v", b, err)
	}
	gold.Relations = guess[0][:5]
	if _, err := model.ScoreTrees([]templates.Sentence{gold}, heads, guess); err == nil {
		t.Error("a relation too few")
	}
	if _, err := model.ScoreTrees([]templates.Sentence{gold}, heads, nil); err != nil {
		t.Error(err)
	}
	if _, err := model.ScoreTrees([]templates.Sentence{gold}, heads, [][]string{}); err == nil {
		t.Error("relations of no sentence for one")
	}
	if s := (model.LabelScore{}); !math.IsNaN(s.LAS()) || !math.IsNaN(s.ContentLAS()) {
		t.Error("nothing has a score")
	}
}

// TestAlternatives: the first is what Parse finds, margins and probabilities are those of all trees, by enumeration.
func TestAlternatives(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(45, 4))
	m := randomParser(t, rng, 10)
	list := randomSentences(rng, 10)
	heads, err := m.Parse(t.Context(), list)
	if err != nil {
		t.Fatal(err)
	}
	all, err := m.Alternatives(t.Context(), list, 3)
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range list {
		scores, n := plainScores(m, s), len(s.Forms)
		tree, sums, total := make([]int, n), make([]float64, n*(n+1)), 0.
		first, second := math.Inf(-1), math.Inf(-1)
		for code := range int(math.Pow(float64(n+1), float64(n))) {
			for k := range tree {
				tree[k] = code % (n + 1)
				code /= n + 1
			}
			if structured.CheckTree(tree, false) != nil {
				continue
			}
			v := scores.Of(tree)
			first, second = max(first, v), max(second, min(first, v))
			total += math.Exp(v)
			for k, h := range tree {
				sums[k*(n+1)+h] += math.Exp(v)
			}
		}
		a := &all[i]
		if !slices.Equal(a.Best[0].Heads, heads[i]) || math.Abs(a.Best[0].Score-first) > 1e-6 ||
			n > 1 && math.Abs(a.Margin()-first+second) > 1e-6 || n == 1 && !math.IsInf(a.Margin(), 1) {
			t.Errorf("%d words: %v, margin %g, and not %g − %g", n, a.Best, a.Margin(), first, second)
		}
		for k := range tree {
			for h := range n + 1 {
				if p := sums[k*(n+1)+h] / total; h != k+1 && math.Abs(a.Posterior(h, k+1)-p) > 1e-6 {
					t.Errorf("%d words: the arc from %d to %d has %g, and not %g", n, h, k+1, a.Posterior(h, k+1), p)
				}
			}
		}
	}
	if _, err := m.Alternatives(t.Context(), list, 0); err == nil {
		t.Error("no tree was asked for")
	}
}
