package parsing

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/structured"
	"github.com/proxlab/proxlab/toolkit/templates"
)

// corpus is the sentences of one replication, one after another: those to train on, those to choose C by (dev), and
// those to test on.
type corpus struct {
	source    datasets.Source
	relevant  map[string]bool // the texts of the templates a grammar was made with; nil elsewhere
	sentences []datasets.Sentence
	trees     *structured.Trees // of all sentences
	train     *structured.Trees // of those to train on: they come first, so that the rows of their arcs are the same
	dev, test part
}

// part is a range of sentences.
type part struct{ lo, hi int }

// newCorpus draws the sentences to train on, all where most is 0 or there are no more, in an order of their own; of
// those to choose by and to test on it takes the first.
func newCorpus(banks *datasets.Treebanks, most, mostTested int, seed uint64) (*corpus, error) {
	c := &corpus{source: banks.Source}
	if banks.Relevant != nil {
		c.relevant = map[string]bool{}
		for _, t := range banks.Relevant {
			c.relevant[t.String()] = true
		}
	}
	train := banks.Train.Sentences
	for _, i := range rand.New(rand.NewPCG(seed, 0x73656e74)).Perm(len(train))[:atMost(len(train), most)] {
		c.sentences = append(c.sentences, train[i])
	}
	for k, b := range []*datasets.Treebank{banks.Dev, banks.Test} {
		lo := len(c.sentences)
		c.sentences = append(c.sentences, b.Sentences[:atMost(len(b.Sentences), mostTested)]...)
		*[]*part{&c.dev, &c.test}[k] = part{lo, len(c.sentences)}
	}
	all := &datasets.Treebank{Source: banks.Source, Sentences: c.sentences}
	start, head, err := all.Trees()
	if err != nil {
		return nil, err
	}
	if c.trees, err = structured.NewTrees(start, head, true); err != nil {
		return nil, fmt.Errorf("%s: %w", banks.Source, err)
	}
	n := c.dev.lo
	c.train, err = structured.NewTrees(start[:n+1], head[:start[n]], true)
	return c, err
}

// atMost is n, or most where that is less and not 0.
func atMost(n, most int) int {
	if most == 0 {
		return n
	}
	return min(n, most)
}

// store returns a model of zeros of some templates.
func (c *corpus) store(list []templates.Template, bits int) *params.Hashed {
	return params.NewHashed(structured.Arc, c.arcs(list), bits)
}

// arcs are the features of all sentences by some templates.
func (c *corpus) arcs(list []templates.Template) *templates.Arcs {
	arcs := templates.NewArcs(list)
	for i := range c.sentences {
		arcs.Add(c.sentences[i].Words())
	}
	return arcs
}

// attachments are those of the sentences to choose by, and to test on.
func (c *corpus) attachments(ctx context.Context, model *params.Hashed) (dev, test float64, err error) {
	if dev, err = c.attachment(ctx, model, c.dev); err != nil {
		return 0, 0, err
	}
	test, err = c.attachment(ctx, model, c.test)
	return dev, test, err
}

// attachment parses the sentences of a part, and returns the share, in percent, of words whose head is right, those
// that are no punctuation: UPOS is not PUNCT.
func (c *corpus) attachment(ctx context.Context, model *params.Hashed, of part) (float64, error) {
	var (
		scorer  structured.TreeScorer
		decoder structured.Arborescence
		guess   []int
		right   int
		words   int
	)
	for i := of.lo; i < of.hi; i++ {
		if err := context.Cause(ctx); err != nil {
			return 0, err
		}
		truth := c.trees.Of(i)
		guess = append(guess[:0], truth...)
		decoder.Decode(guess, scorer.Score(model, c.trees, i))
		for k, h := range truth {
			if c.sentences[i].Tokens[k].UPOS == "PUNCT" {
				continue
			}
			words++
			if guess[k] == h {
				right++
			}
		}
	}
	return 100 * float64(right) / float64(max(1, words)), nil
}
