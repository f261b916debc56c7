package parsing

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/sentences"
	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/structured"
	"github.com/proxlab/proxlab/toolkit/templates"
)

// corpus is the sentences of one replication: those to train on, those to choose C by (dev), and those to test on.
type corpus struct {
	source           datasets.Source
	relevant         map[string]bool // the texts of the templates a grammar was made with; nil elsewhere
	train, dev, test part
}

// part is sentences with their trees.
type part struct {
	sentences []sentences.Sentence
	trees     *structured.Trees
}

// newCorpus draws the sentences to train on, all where most is 0 or there are no more, in an order of their own; of
// those to choose by and to test on it takes the first.
func newCorpus(banks *sentences.Treebanks, most, mostTested int, seed uint64) (*corpus, error) {
	c := &corpus{source: banks.Source}
	if banks.Relevant != nil {
		c.relevant = map[string]bool{}
		for _, t := range banks.Relevant {
			c.relevant[t.String()] = true
		}
	}
	var train []sentences.Sentence
	all := banks.Train.Sentences
	for _, i := range rand.New(rand.NewPCG(seed, 0x73656e74)).Perm(len(all))[:atMost(len(all), most)] {
		train = append(train, all[i])
	}
	var err error
	if c.train, err = newPart(train, 0); err != nil {
		return nil, fmt.Errorf("%s: %w", banks.Source, err)
	}
	if c.dev, err = newPart(banks.Dev.Sentences, mostTested); err != nil {
		return nil, fmt.Errorf("%s: %w", banks.Source, err)
	}
	if c.test, err = newPart(banks.Test.Sentences, mostTested); err != nil {
		return nil, fmt.Errorf("%s: %w", banks.Source, err)
	}
	return c, nil
}

// newPart takes the first of some sentences, at most so many; 0 for all.
func newPart(given []sentences.Sentence, most int) (p part, err error) {
	p.sentences = given[:atMost(len(given), most)]
	start, head, err := (&sentences.Treebank{Sentences: p.sentences}).Trees()
	if err != nil {
		return p, err
	}
	p.trees, err = structured.NewTrees(start, head, true)
	return p, err
}

// atMost is n, or most where that is less and not 0.
func atMost(n, most int) int {
	if most == 0 {
		return n
	}
	return min(n, most)
}

// arcs are the features of the sentences by some templates.
func (p part) arcs(list []templates.Template) *templates.Arcs {
	arcs := templates.NewArcs(list)
	for i := range p.sentences {
		arcs.Add(p.sentences[i].Words())
	}
	return arcs
}

// attachment is the share, in percent, of words whose heads are found, given those of each sentence.
func attachment(found []structured.Attachment) float64 {
	var all structured.Attachment
	for _, a := range found {
		all.Correct, all.Total = all.Correct+a.Correct, all.Total+a.Total
	}
	return 100 * all.Score()
}

// bySentence are the words of each sentence whose heads are found by a model of their arcs. Punctuation does not count,
// words whose UPOS is PUNCT.
func (p part) bySentence(ctx context.Context, model toolkit.Params) ([]structured.Attachment, error) {
	parser := structured.TreeParser{SingleRoot: p.trees.SingleRoot}
	heads := make([]int, len(p.trees.Head))
	if err := parser.Parse(ctx, heads, model, p.trees.Start); err != nil {
		return nil, err
	}
	out, word := make([]structured.Attachment, len(p.sentences)), 0
	for i, s := range p.sentences {
		end := word + len(s.Tokens)
		out[i].Add(p.trees.Head[word:end], heads[word:end], func(k int) bool { return s.Tokens[k].UPOS == "PUNCT" })
		word = end
	}
	return out, nil
}
