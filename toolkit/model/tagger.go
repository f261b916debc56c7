package model

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/structured"
	"github.com/proxlab/proxlab/toolkit/structured/second"
	"github.com/proxlab/proxlab/toolkit/structured/segments"
	"github.com/proxlab/proxlab/toolkit/templates"
)

// Tagger labels the words of sentences: a word of features φ and label c scores Σ_j∈φ w_jc, and a label after another
// as Transitions says; the labels of a sentence are those of the highest sum. It is for use by several at once.
type Tagger struct {
	// Templates make the features of a word, which stands in column Form of its line, counted from 0.
	Templates []templates.Word
	Form      int
	Labels    []string        // ascending
	Features  []uint64        // the hashes of the features, as templates.Words makes them
	Pairs     params.Pairs    // the labels of each feature that have a weight
	Weights   []float64       // of the pairs
	Following *linalg.Dense   // label before × label after; behind these, of second order, as package second has them
	Known     []uint64        // the hashes of the words learnt from, ascending: see templates.HashOf
	Loss      string          // crf or hinge
	C         float64         // 1/(λm) for m sentences
	Sentences int             // m
	Segments  int             // the most words of a segment; 0 where words are labelled one by one: see segments.Marking
	HeldOut   float64         // the share of labels that were right on sentences held out; NaN where there were none
	Progress  solver.Progress // of the batch method, or of the online one where there is no other
	Status    solver.Status
	Made      map[string]string // where it comes from, and what the file was like

	once  sync.Once
	index map[uint64]int32
}

// Predict returns the labels of sentences, whose words are given by their columns.
func (m *Tagger) Predict(ctx context.Context, sentences [][][]string) ([][]string, error) {
	if err := m.check(); err != nil {
		return nil, fmt.Errorf("the tagger is not whole: %w", err)
	}
	out := make([][]string, len(sentences))
	p := m.predictor()
	for i, s := range sentences {
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		for t, word := range s {
			if err := p.words.Check(len(word)); err != nil {
				return nil, fmt.Errorf("sentence %d, word %d: %w", i+1, t+1, err)
			}
		}
		for _, y := range p.labels(s) {
			out[i] = append(out[i], m.Labels[y])
		}
	}
	return out, nil
}

// Knows tells whether a word was among those learnt from.
func (m *Tagger) Knows(form string) bool {
	_, found := slices.BinarySearch(m.Known, templates.HashOf(form))
	return found
}

// Has tells whether a label was among those learnt from.
func (m *Tagger) Has(label string) bool {
	_, found := slices.BinarySearch(m.Labels, label)
	return found
}

// Order is how many labels before a word its label depends on: 1 or 2.
func (m *Tagger) Order() int { return second.Order(m.Following.R, len(m.Labels)) }

// predictor is a tagger at work: it keeps its memory.
type predictor struct {
	*Tagger
	words   *templates.Words
	hashes  []uint64
	columns []int32
	scores  structured.ChainScores
	viterbi structured.Viterbi
	second  second.Viterbi
	guess   []int

	marking  *segments.Marking // nil where words are labelled one by one
	segments segments.Scores
	best     segments.Viterbi
}

func (m *Tagger) predictor() *predictor {
	m.once.Do(func() {
		m.index = make(map[uint64]int32, len(m.Features))
		for j, h := range m.Features {
			m.index[h] = int32(j)
		}
	})
	p := &predictor{Tagger: m, words: templates.NewWords(m.Templates, m.Form)}
	if m.Segments > 0 {
		p.marking, _ = segments.NewMarking(m.Labels) // which check looked at
	}
	p.scores = structured.ChainScores{Labels: len(m.Labels), Transition: m.Following.Data}
	return p
}

// labels are those of a sentence, valid until the next call.
func (p *predictor) labels(sentence [][]string) []int {
	n, c, each := len(sentence), len(p.Labels), len(p.Templates)
	p.hashes = p.words.Hashes(p.hashes[:0], sentence)
	if p.marking != nil {
		return p.parted(sentence)
	}
	p.scores.Emission = slices.Grow(p.scores.Emission[:0], n*c)[:n*c]
	clear(p.scores.Emission)
	for t := range sentence {
		p.add(p.scores.Emission[t*c:(t+1)*c], p.hashes[t*each:(t+1)*each])
	}
	p.guess = slices.Grow(p.guess[:0], n)[:n]
	if p.Order() == 2 {
		p.guess, _ = p.second.Decode((*second.Scores)(&p.scores))
		return p.guess
	}
	p.viterbi.Decode(p.guess, &p.scores)
	return p.guess
}

// add adds the scores of labels, given features by their hashes.
func (p *predictor) add(dst []float64, hashes []uint64) {
	p.columns = p.columns[:0]
	for _, h := range hashes {
		if j, known := p.index[h]; known {
			p.columns = append(p.columns, j)
		}
	}
	p.Pairs.AddScores(dst, p.Weights, 1, p.columns)
}

// parted are the labels that mark the best segments, given the hashes of words.
func (p *predictor) parted(sentence [][]string) []int {
	const of = templates.RunFeatures
	each, first := len(p.Templates), -1
	var runs []uint64
	p.marking.Score(&p.segments, len(sentence), p.Segments, len(p.Labels),
		func(dst []float64, t int) { p.add(dst, p.hashes[t*each:(t+1)*each]) },
		func(dst []float64, t, length int) {
			if t != first {
				runs, first = p.words.Runs(runs[:0], sentence, t, p.Segments), t
			}
			p.add(dst, runs[(length-1)*of:length*of])
		}, p.Following.Data)
	y, _ := p.best.Decode(&p.segments)
	return p.marking.Labels(y)
}
