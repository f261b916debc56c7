package explorables

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"github.com/proxlab/proxlab/figures/explore"
	"github.com/proxlab/proxlab/toolkit/fit/structures"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/templates"
)

// Sentence parses the reader's own sentence, of words that it has learned, with as many templates as the reader keeps:
// the ranking is learned in the page when it is first asked, and a parser by each choice of templates.
//
// Source: Martins et al., Online Multiple Kernel Learning for Structured Prediction, 2010, section 4: rank by MKL, and
// learn anew with the best.
var Sentence = explore.Explorable{
	Name: "explore-sentence", Title: "Your own sentence, and the templates kept",
	Subtitle: fmt.Sprintf("a parser that learns in this page from %d sentences of simple English, drawn by a grammar",
		treesLearned),
	Controls: []explore.Control{
		{
			Kind: explore.Text, Name: "words", Label: "a sentence, at the start one that it is tested on", Word: startSentence,
		},
		{Kind: explore.Slider, Name: "kept", Label: "templates kept", Min: 1, Max: candidates, Step: 1, Start: 10},
		{Kind: explore.Choice, Name: "which", Label: "which", Word: keptBest, Options: []string{keptBest, keptDrawn}},
	},
	Answer: answerSentence,
}

const (
	keptBest  = "the best, ranked by MKL"
	keptDrawn = "drawn at random"

	startSentence = "A happy girl with a coat hears many teachers with the bag ."

	candidates   = 40  // templates, drawn from templates.Reconstructed
	treesLearned = 150 // sentences to learn from
	treesTested  = 150
	longestTyped = 24 // words
)

// parsingTask is what there is to learn from and to test on, and the templates in their order by MKL.
type parsingTask struct {
	learn, test []templates.Sentence
	words       map[string]knownWord // by form, in small letters
	ranked      []model.RankedTemplate
	drawn       []int // places in ranked, at random
}

// knownWord is what a form stands for: its lemma, and the tag that it most often has.
type knownWord struct{ lemma, tag string }

// learner is a parser without what it learns from.
func learner(penalty structures.ParserPenalty, list []templates.Template, epochs int) structures.Parser {
	return structures.Parser{
		Templates: list, Penalty: penalty,
		C:      map[structures.ParserPenalty]float64{structures.MKL: 300, structures.L2: 10}[penalty],
		Epochs: epochs, Bits: 10, SingleRoot: true, HeldOut: []templates.Sentence{}, Seed: 1,
	}
}

var english = sync.OnceValues(func() (*parsingTask, error) {
	ctx := context.Background()
	gold, err := readTreebank(treebank)
	if err != nil {
		return nil, err
	}
	t := &parsingTask{learn: gold[:treesLearned], test: gold[treesLearned:], words: map[string]knownWord{}}
	t.readWords()
	rng := rand.New(rand.NewPCG(1, 8))
	all := templates.Reconstructed()
	var list []templates.Template
	for _, k := range rng.Perm(len(all))[:candidates] {
		list = append(list, all[k])
	}
	m, err := learner(structures.MKL, list, 1).Fit(ctx, t.learn)
	if err != nil {
		return nil, err
	}
	for k, norm := range m.Norms {
		t.ranked = append(t.ranked, model.RankedTemplate{Template: list[k], Norm: norm})
	}
	slices.SortStableFunc(t.ranked, func(a, b model.RankedTemplate) int {
		return cmp.Compare(b.Norm, a.Norm)
	})
	t.drawn = rng.Perm(len(list))
	return t, nil
})

// readWords finds the lemma of each form, and its most frequent tag.
func (t *parsingTask) readWords() {
	count := map[string]map[string]int{}
	for _, s := range t.learn {
		for k, form := range s.Forms {
			form = strings.ToLower(form)
			if count[form] == nil {
				count[form] = map[string]int{}
			}
			count[form][s.Tags[k]]++
			best := t.words[form].tag
			if n := count[form][s.Tags[k]]; n > count[form][best] || n == count[form][best] && s.Tags[k] < best {
				best = s.Tags[k]
			}
			t.words[form] = knownWord{s.Lemmas[k], best}
		}
	}
}

// keptKey is a choice of templates, and keptParser the parser that has learned with them.
type keptKey struct {
	count int
	drawn bool
}

type keptParser struct {
	*model.Parser
	uas float64 // on the test sentences
}

// parsers are those learned so far: one a choice of templates at most.
var parsers struct {
	sync.Mutex
	by map[keptKey]keptParser
}

// places are those of a choice of templates among the ranked ones.
func (t *parsingTask) places(key keptKey) []int {
	if key.drawn {
		return t.drawn[:key.count]
	}
	first := make([]int, key.count)
	for k := range first {
		first[k] = k
	}
	return first
}

// parser learns by a choice of templates, once.
func (t *parsingTask) parser(ctx context.Context, key keptKey) (p keptParser, err error) {
	parsers.Lock()
	defer parsers.Unlock()
	if p, ok := parsers.by[key]; ok {
		return p, nil
	}
	var list []templates.Template
	for _, k := range t.places(key) {
		list = append(list, t.ranked[k].Template)
	}
	if p.Parser, err = learner(structures.L2, list, 2).Fit(ctx, t.learn); err != nil {
		return p, err
	}
	if err := context.Cause(ctx); err != nil {
		return p, err
	}
	score, err := p.Score(ctx, t.test)
	if err != nil {
		return p, err
	}
	p.uas = score.UAS()
	if parsers.by == nil {
		parsers.by = map[keptKey]keptParser{}
	}
	parsers.by[key] = p
	return p, nil
}
