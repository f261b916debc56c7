package generate

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/proxlab/proxlab/datasets/sentences"
	"github.com/proxlab/proxlab/toolkit/templates"
)

// GrammarConfig says what a synthetic treebank is like. Dev and Test have a fifth as many sentences as Train.
type GrammarConfig struct {
	Sentences int     // of the training part
	Tags      int     // at most 26
	Words     int     // forms of each tag, which it shares with other tags; at most 26
	Relevant  int     // templates, of templates.Reconstructed, that the scores of arcs depend on
	Strength  float64 // standard deviation of the score that one of these gives to an arc
	Seed      uint64
}

// DefaultGrammar is the embedded default.
var DefaultGrammar = GrammarConfig{Sentences: 2000, Tags: 6, Words: 12, Relevant: 20, Strength: 1.25, Seed: 1}

// Grammar generates a treebank of trees that are drawn from an arc-factored model with a single root, p(y) ∝ exp Σ
// score(h, m) over the arcs from h to m, most of them with crossing arcs. The score of an arc is the sum of random
// weights, one for each of its features by the relevant templates; the others are irrelevant, but for what they have in
// common with these. Tags follow one another by a Markov chain, and sentences have 5 to 20 words.
//
// Trees are drawn exactly: Wilson, Generating Random Spanning Trees More Quickly than the Cover Time, STOC 1996, until
// one has a single root. The chance of that depends on how much the arcs from the root weigh, and what is drawn then
// does not, so that they weigh less after every few trees in vain.
func Grammar(ctx context.Context, c GrammarConfig) (*sentences.Treebanks, error) {
	all := telling()
	if c.Sentences < 5 || min(c.Tags, c.Words) < 1 || max(c.Tags, c.Words) > 26 || c.Relevant < 1 ||
		c.Relevant > len(all) || !(c.Strength >= 0 && c.Strength <= 2) {
		const says = "a grammar has 5 sentences at least, 1 to 26 tags and words of each, 1 to %d relevant templates and a " +
			"strength between 0 and 2, not %+v"
		return nil, fmt.Errorf(says, len(all), c)
	}
	rng := rand.New(rand.NewPCG(c.Seed, 0x74726565))
	g := grammar{GrammarConfig: c, rng: rng, relevant: all}
	rng.Shuffle(len(g.relevant), func(i, j int) { g.relevant[i], g.relevant[j] = g.relevant[j], g.relevant[i] })
	g.relevant = g.relevant[:c.Relevant]
	for range c.Tags + 1 { // the last for the first word
		row := make([]float64, c.Tags)
		for k := range row {
			row[k] = math.Exp(rng.NormFloat64())
		}
		g.follows = append(g.follows, row)
	}
	out, err := banksOf(ctx, "grammar", c.Sentences, g.sentence)
	if err == nil {
		out.Relevant = g.relevant
	}
	return out, err
}

// telling are the templates that can tell trees apart: those without the head, the direction and the distance give
// every tree the same.
func telling() []templates.Template {
	return slices.DeleteFunc(templates.Reconstructed(), func(t templates.Template) bool {
		return len(t.Head) == 0 && !t.Direction && !t.Distance
	})
}

type grammar struct {
	GrammarConfig
	rng      *rand.Rand
	relevant []templates.Template
	follows  [][]float64 // weight of a tag after another
}

// sentence draws words, and a tree for them.
func (g *grammar) sentence() sentences.Sentence {
	const shortest, longest = 5, 20
	s := sentences.Sentence{Tokens: make([]sentences.Token, shortest+g.rng.IntN(longest-shortest+1))}
	before := g.Tags
	for k := range s.Tokens {
		tag, word := choose(g.rng, g.follows[before], total(g.follows[before])), g.rng.IntN(g.Words)
		before = tag
		form := (tag*(g.Words+1)/2 + word) % (g.Tags * g.Words) // a tag shares half of its forms with the next
		text := string(rune('a'+form/26%26)) + string(rune('a'+form%26))
		lemma := string(rune('a'+form/2/26%26)) + string(rune('a'+form/2%26)) + "-"
		name := string(rune('A' + tag))
		s.Tokens[k] = sentences.Token{Form: text, Lemma: lemma, UPOS: "X", XPOS: name, Feats: "_", Relation: "_"}
	}
	heads := g.tree(len(s.Tokens), g.arcWeights(&s))
	for k, h := range heads {
		s.Tokens[k].Head = h
	}
	return s
}

// arcWeights are exp(score) of the arcs of a sentence, at (m−1)(n+1) + h, those into a word scaled by their largest.
func (g *grammar) arcWeights(s *sentences.Sentence) []float64 {
	n := len(s.Tokens)
	arcs := templates.NewArcs(g.relevant)
	arcs.Add(s.Words())
	scores, hashes := make([]float64, n*n), make([]uint64, n*n)
	for k := range g.relevant {
		arcs.Hashes(hashes, 0, k)
		for r, h := range hashes {
			scores[r] += g.Strength * featureWeight(h^g.Seed)
		}
	}
	out := make([]float64, n*(n+1))
	for m := range n {
		row := scores[m*n : (m+1)*n]
		top := slices.Max(row)
		for r, v := range row {
			h := r
			if h > m {
				h++
			}
			out[m*(n+1)+h] = math.Exp(v - top)
		}
	}
	return out
}

// featureWeight is a number of mean 0 and variance 1 that is always the same for a hash, close to a normal one: the sum
// of four uniform numbers.
func featureWeight(hash uint64) (sum float64) {
	hash *= 0x9e3779b97f4a7c15
	hash ^= hash >> 32
	hash *= 0xd6e8feb86659fd93
	for range 4 {
		sum += float64(hash&0xffff)/0xffff - 0.5
		hash >>= 16
	}
	return sum * math.Sqrt(3)
}

// tree draws a tree with a single root.
func (g *grammar) tree(n int, weight []float64) []int {
	heads, sums := make([]int, n), make([]float64, n)
	for try := 1; ; try++ {
		if try%10 == 1 {
			for m := range n {
				sums[m] = total(weight[m*(n+1) : (m+1)*(n+1)])
			}
		}
		g.wilson(heads, weight, sums)
		roots := 0
		for _, h := range heads {
			if h == 0 {
				roots++
			}
		}
		if roots == 1 {
			return heads
		}
		if try%10 == 0 {
			for m := range n {
				weight[m*(n+1)] /= 2
			}
		}
	}
}

// wilson draws a tree: from every word in turn it walks over random heads to what is connected with the root; of what
// it comes by more than once, the last head counts. sums are those of the weights of each word's heads.
func (g *grammar) wilson(heads []int, weight, sums []float64) {
	n := len(heads)
	connected := make([]bool, n+1)
	connected[0] = true
	for m := 1; m <= n; m++ {
		for at := m; !connected[at]; at = heads[at-1] {
			heads[at-1] = choose(g.rng, weight[(at-1)*(n+1):at*(n+1)], sums[at-1])
		}
		for at := m; !connected[at]; at = heads[at-1] {
			connected[at] = true
		}
	}
}

// choose draws a place in proportion to its weight; sum is that of the weights.
func choose(rng *rand.Rand, weight []float64, sum float64) int {
	left := sum * rng.Float64()
	last := 0
	for k, w := range weight {
		if w > 0 {
			last = k
			if left -= w; left < 0 {
				break
			}
		}
	}
	return last
}

// total is the sum of weights, from the first on.
func total(weight []float64) (sum float64) {
	for _, w := range weight {
		sum += w
	}
	return sum
}
