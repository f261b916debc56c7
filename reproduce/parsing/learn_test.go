package parsing

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/proxlab/proxlab/datasets/generate"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/structured"
	"github.com/proxlab/proxlab/toolkit/templates"
)

func corpusOf(t *testing.T, sentences int) *corpus {
	t.Helper()
	g := generate.GrammarConfig{Sentences: sentences, Tags: 3, Words: 3, Relevant: 20, Strength: 1.25, Seed: 7}
	c, err := origin{Grammar: &g, Seed: 1}.load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestInformationGain compares with entropies over features that are counted in a map by their hashes.
func TestInformationGain(t *testing.T) {
	t.Parallel()
	c := corpusOf(t, 20)
	list := templates.Reconstructed()[:45:45]
	got, err := c.gains(t.Context(), list, 18)
	if err != nil {
		t.Fatal(err)
	}
	entropy := func(n map[any]float64) (bits float64) {
		var all float64
		for _, v := range n {
			all += v
		}
		for _, v := range n {
			bits -= v / all * math.Log2(v/all)
		}
		return bits
	}
	arcs := c.train.arcs(list)
	for k := range list {
		feature, outcome, both := map[any]float64{}, map[any]float64{}, map[any]float64{}
		for i := range c.train.trees.Len() {
			heads := c.train.trees.Of(i)
			hashes := make([]uint64, len(heads)*len(heads))
			arcs.Hashes(hashes, i, k)
			row := 0
			for m := range heads {
				for h := range len(heads) + 1 {
					if h != m+1 {
						y, f := heads[m] == h, hashes[row]
						feature[f]++
						outcome[y]++
						both[[2]any{f, y}]++
						row++
					}
				}
			}
		}
		if want := entropy(feature) + entropy(outcome) - entropy(both); math.Abs(got[k]-want) > 0.015*want+1e-12 {
			t.Errorf("%q: %g bits, by entropies %g", list[k], got[k], want)
		}
	}
	if got[0] > 1e-12 {
		t.Errorf("one feature for all arcs tells %g bits", got[0])
	}
}

// TestLearning: most heads of the sentences trained on are found, and a smaller C makes the regularizer smaller.
func TestLearning(t *testing.T) {
	t.Parallel()
	c := corpusOf(t, 20)
	list := inOrder()[13*3 : 13*3*3]
	for _, m := range methods {
		sums := []float64{}
		for _, strength := range []float64{0.01, 1000} {
			l := c.learn(t.Context(), []training{{m, setting{strength, 20}, list, 10, 6, 1}}, c.train)[0]
			if l.err != nil {
				t.Fatal(l.err)
			}
			found := attachment(l.found[0])
			if len(l.norms) != 6 || strength > 1 && !(found > 75 && l.loss[5] < l.loss[0]/5) {
				t.Errorf("%s at C = %g: %.1f %% on the sentences trained on, losses %v", m.id, strength, found, l.loss)
			}
			sums = append(sums, m.psi(1).Value(l.norms[5]))
		}
		if !(sums[0] < sums[1]/2) {
			t.Errorf("%s: regularizers %v at a small C and a large one", m.id, sums)
		}
	}
}

// TestPunctuationDoesNotCount: where all words with a wrong head are punctuation, all heads are right.
func TestPunctuationDoesNotCount(t *testing.T) {
	t.Parallel()
	p := corpusOf(t, 20).test
	list := templates.Reconstructed()[100:102]
	model := params.NewHashed(structured.Arc, p.arcs(list), 4)
	found, err := p.bySentence(t.Context(), model)
	if share := attachment(found); err != nil || share == 0 || share > 60 {
		t.Fatalf("%.1f %% by a model of zeros, %v", share, err)
	}
	heads := make([]int, len(p.trees.Head))
	parser := structured.TreeParser{SingleRoot: true}
	if err := parser.Parse(t.Context(), heads, model, p.trees.Start); err != nil {
		t.Fatal(err)
	}
	for i, s := range p.sentences {
		for k := range s.Tokens {
			if w := p.trees.Start[i] + k; heads[w] != p.trees.Head[w] {
				s.Tokens[k].UPOS = "PUNCT"
			}
		}
	}
	found, err = p.bySentence(t.Context(), model)
	if share := attachment(found); err != nil || share != 100 {
		t.Errorf("%.1f %% of what is left, %v", share, err)
	}
}

// TestSpearman compares with the formula of ranks without ties, and with ties at the ends.
func TestSpearman(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	n := 40
	a, b := rng.Perm(n), rng.Perm(n)
	var x, y []float64
	var sum float64
	for k := range n {
		x, y = append(x, math.Exp(float64(a[k]))), append(y, float64(b[k]))
		sum += float64((a[k] - b[k]) * (a[k] - b[k]))
	}
	if got, want := spearman(x, y), 1-6*sum/float64(n*(n*n-1)); math.Abs(got-want) > 1e-12 {
		t.Errorf("%g, by the formula %g", got, want)
	}
	if got := ranks([]float64{5, 0, 0, 7, 0}); !slices.Equal(got, []float64{3, 1, 1, 4, 1}) {
		t.Errorf("ranks %v", got)
	}
	if got := best([]float64{1, 3, 2, 3}, 3); !slices.Equal(got, []int{1, 3, 2}) {
		t.Errorf("the best are %v", got)
	}
	if got := heldByBest(slices.Repeat([]float64{2}, 214)); math.Abs(got-50) > 1e-9 {
		t.Errorf("half of equal norms have %g %%", got)
	}
}

// TestLivingTemplates: those that are not have the same features in every tree.
func TestLivingTemplates(t *testing.T) {
	t.Parallel()
	dead := 0
	for k, live := range living() {
		if !live {
			dead++
			if l := templates.Reconstructed()[k]; len(l.Head) > 0 || l.Direction {
				t.Errorf("%q does tell trees apart", l)
			}
		}
	}
	if dead != 13 {
		t.Errorf("%d templates tell nothing", dead)
	}
}
