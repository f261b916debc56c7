package generate

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/proxlab/proxlab/datasets/sentences"
)

// EnglishConfig says how large a treebank is. Dev and Test have a fifth as many sentences as Train.
type EnglishConfig struct {
	Sentences int // of the training part
	Seed      uint64
}

// DefaultEnglish is what stands in for a treebank that is not at hand.
var DefaultEnglish = EnglishConfig{Sentences: 2000, Seed: 1}

// English generates a treebank of plain English sentences of up to 20 words, by a small grammar of some 150 words, with
// lemmas, tags of the Penn Treebank and trees as Universal Dependencies have them: "The girl with the hat opens the box
// with a knife ." Most arcs show in the tags; where a phrase that begins with a preposition belongs shows in its noun,
// here that a hat is worn and a knife is a tool, and of phrases with "in" it is not sure at all.
func English(ctx context.Context, c EnglishConfig) (*sentences.Treebanks, error) {
	if c.Sentences < 5 {
		return nil, fmt.Errorf("a treebank has 5 sentences at least, not %d", c.Sentences)
	}
	g := english{rand.New(rand.NewPCG(c.Seed, 0x656e676c))}
	return banksOf(ctx, "english", c.Sentences, g.sentence)
}

type english struct{ rng *rand.Rand }

// phrase is words with a tree each, but for one word, at root, whose head is 0 until it is joined.
type phrase struct {
	words []sentences.Token
	root  int
}

// chance is true with a probability.
func (g english) chance(p float64) bool { return g.rng.Float64() < p }

func pick[T any](g english, list []T) T { return list[g.rng.IntN(len(list))] }

func word(form, lemma, universal, tag string) phrase {
	return phrase{words: []sentences.Token{
		{Form: form, Lemma: lemma, UPOS: universal, XPOS: tag, Feats: "_", Relation: "root"},
	}}
}

// part is a phrase with its relation to the one that it is joined with; "" for that one.
type part struct {
	relation string
	phrase
}

// join puts parts one behind another, under the root of the one without a relation.
func join(parts ...part) (out phrase) {
	roots := make([]int, len(parts))
	for k, p := range parts {
		at := len(out.words)
		for _, w := range p.words {
			if w.Head > 0 {
				w.Head += at
			}
			out.words = append(out.words, w)
		}
		roots[k] = at + p.root
		if p.relation == "" {
			out.root = roots[k]
		}
	}
	for k, p := range parts {
		if p.relation != "" {
			out.words[roots[k]].Head, out.words[roots[k]].Relation = out.root+1, p.relation
		}
	}
	return out
}

// sentence draws one of at most 20 words.
func (g english) sentence() sentences.Sentence {
	const longest = 20
	for {
		p := join(part{"", g.clause(0)}, part{"punct", word(".", ".", "PUNCT", ".")})
		if len(p.words) <= longest {
			first := &p.words[0]
			first.Form = strings.ToUpper(first.Form[:1]) + first.Form[1:]
			return sentences.Sentence{Tokens: p.words}
		}
	}
}

// clause is a subject with what is said of it, and perhaps when, or before what.
func (g english) clause(depth int) phrase {
	several := g.chance(0.35)
	parts := g.predicate(several, depth)
	subject := part{"nsubj", g.someone(several, depth)}
	if g.chance(0.08) {
		form := map[bool]string{false: pick(g, []string{"he", "she"}), true: "they"}[several]
		subject.phrase = word(form, form, "PRON", "PRP")
	}
	parts = append([]part{subject}, parts...)
	comma := part{"punct", word(",", ",", "PUNCT", ",")}
	switch {
	case depth == 0 && g.chance(0.12):
		time := pick(g, times)
		the := join(part{"det", word("the", "the", "DET", "DT")}, part{"", word(time, time, "NOUN", "NN")})
		when := part{"obl", g.after("in", the)}
		parts = append([]part{when, comma}, parts...)
	case depth == 0 && g.chance(0.1):
		conjunction := pick(g, []string{"when", "because"})
		why := join(part{"mark", word(conjunction, conjunction, "SCONJ", "IN")}, part{"", g.clause(depth + 1)})
		parts = append([]part{{"advcl", why}, comma}, parts...)
	}
	return join(parts...)
}

// predicate is a verb with what it needs, and what else may stand with it.
func (g english) predicate(several bool, depth int) (parts []part) {
	frame := g.rng.Float64()
	kind := []verb(nil)
	var behind []part
	switch {
	case frame < 0.2:
		kind = alone
	case frame < 0.45:
		kind, behind = doing, []part{{"obj", g.something(depth)}}
		if g.chance(0.35) {
			behind = append(behind, part{"obl", g.after("with", g.bare(pick(g, tools), g.chance(0.2)))})
		}
	case frame < 0.7:
		kind, behind = meeting, []part{{"obj", g.someone(g.chance(0.3), depth)}}
	case frame < 0.85 || depth > 0:
		kind = giving
		whom, what := g.someone(g.chance(0.3), depth+1), g.something(depth+1)
		behind = []part{{"iobj", whom}, {"obj", what}}
		if g.chance(0.5) {
			behind = []part{{"obj", what}, {"obl", g.after("to", whom)}}
		}
	default:
		kind = saying
		said := join(part{"mark", word("that", "that", "SCONJ", "IN")}, part{"", g.clause(depth + 1)})
		behind = []part{{"ccomp", said}}
	}
	parts = append(g.verb(pick(g, kind), several), behind...)
	if frame < 0.7 && g.chance(0.25) {
		where := g.after(pick(g, []string{"in", "near"}), g.bare(pick(g, places), false))
		parts = append(parts, part{"obl", where})
	}
	return parts
}

// verb is one that agrees with its subject, or stands behind "can" or "will", with an adverb before it at times.
func (g english) verb(v verb, several bool) (parts []part) {
	if g.chance(0.15) {
		form := pick(g, how)
		parts = append(parts, part{"advmod", word(form, form, "ADV", "RB")})
	}
	switch {
	case g.chance(0.2):
		form := pick(g, []string{"can", "will", "must"})
		parts = append([]part{{"aux", word(form, form, "AUX", "MD")}}, parts...)
		return append(parts, part{"", word(v.base, v.base, "VERB", "VB")})
	case g.chance(0.4):
		return append(parts, part{"", word(v.past, v.base, "VERB", "VBD")})
	case several:
		return append(parts, part{"", word(v.base, v.base, "VERB", "VBP")})
	}
	return append(parts, part{"", word(v.one, v.base, "VERB", "VBZ")})
}

// someone is a being, or two, with what tells which one is meant.
func (g english) someone(several bool, depth int) phrase {
	if !several && g.chance(0.2) {
		name := pick(g, names)
		return word(name, name, "PROPN", "NNP")
	}
	if several && depth < 2 && g.chance(0.3) {
		other := join(part{"cc", word("and", "and", "CCONJ", "CC")}, part{"", g.someone(false, 2)})
		return join(part{"", g.someone(false, 2)}, part{"conj", other})
	}
	p := g.noun(pick(g, beings), ofOne, several)
	switch which := g.rng.Float64(); {
	case depth > 1:
	case which < 0.15:
		return join(part{"", p}, part{"nmod", g.after("with", g.bare(pick(g, worn), false))})
	case which < 0.22:
		return join(part{"", p}, part{"nmod", g.after("from", g.bare(pick(g, places), false))})
	case which < 0.3:
		return join(part{"", p}, part{"nmod", g.after("in", g.bare(pick(g, places), false))})
	case which < 0.4:
		verb := append(g.verb(pick(g, meeting), several), part{"obj", g.someone(false, 2)})
		that := part{"nsubj", word("that", "that", "PRON", "WDT")}
		return join(part{"", p}, part{"acl:relcl", join(append([]part{that}, verb...)...)})
	}
	return p
}

// something is a thing, or several.
func (g english) something(depth int) phrase {
	p := g.noun(pick(g, things), ofSome, g.chance(0.3))
	if depth > 1 || g.chance(0.75) {
		return p
	}
	if g.chance(0.5) {
		return join(part{"", p}, part{"nmod", g.after("of", g.someone(g.chance(0.3), 2))})
	}
	return join(part{"", p}, part{"nmod", g.after("from", g.bare(pick(g, places), false))})
}

// bare is a noun with "the" or "a" alone.
func (g english) bare(name string, several bool) phrase { return g.noun(name, nil, several) }

// after is a noun behind a preposition.
func (g english) after(preposition string, p phrase) phrase {
	tag := "IN"
	if preposition == "to" {
		tag = "TO"
	}
	return join(part{"case", word(preposition, preposition, "ADP", tag)}, part{"", p})
}

// noun is one with a determiner, and adjectives out of a list at times.
func (g english) noun(name string, adjectives []string, several bool) phrase {
	form, lemma := noun(name, several)
	tag := map[bool]string{false: "NN", true: "NNS"}[several]
	parts := []part{{"", word(form, lemma, "NOUN", tag)}}
	for range 2 {
		if adjectives != nil && g.chance(0.25) {
			form := pick(g, adjectives)
			if form != parts[0].words[0].Form {
				parts = append([]part{{"amod", word(form, form, "ADJ", "JJ")}}, parts...)
			}
		}
	}
	determiner := "the"
	switch {
	case several && g.chance(0.5):
		determiner = pick(g, []string{"some", "these", "many"})
	case !several && g.chance(0.45):
		determiner = "a"
	}
	form = determiner
	if determiner == "a" {
		form = article(parts[0].words[0].Form)
	}
	return join(append([]part{{"det", word(form, determiner, "DET", "DT")}}, parts...)...)
}
