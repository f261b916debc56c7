package structures

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/structured"
	"github.com/proxlab/proxlab/toolkit/structured/second"
	"github.com/proxlab/proxlab/toolkit/structured/segments"
	"github.com/proxlab/proxlab/toolkit/templates"
)

// tagging is sentences made ready: shared by all C.
type tagging struct {
	Tagger
	x      *params.Indicators
	keys   []uint64 // of the features
	known  []uint64
	labels []string
	data   *structured.Sequences
	pairs  params.Pairs
	warm   []float64 // those of Start, nil for none
	start  []float64 // weights to begin with, nil for none: those of the C before, or warm

	marking  *segments.Marking // nil where words are labelled one by one
	segments *segments.Sequences

	passes int // of the online method
	status solver.Status
}

// prepare makes features of the words.
func (c Tagger) prepare(ctx context.Context, data Tagged) (*tagging, error) {
	p := &tagging{Tagger: c, data: &structured.Sequences{Start: []int{0}}}
	for _, s := range data.Labels {
		p.labels = append(p.labels, s...)
	}
	hashes := make([]uint64, 0, len(p.labels)*len(c.Templates))
	if c.Segments {
		p.labels = segments.Labels(p.labels)
	}
	slices.Sort(p.labels)
	p.labels = slices.Clone(slices.Compact(p.labels))
	if len(p.labels) > math.MaxUint16 {
		return nil, fmt.Errorf("%d labels; there may be %d: is this the right column?", len(p.labels), math.MaxUint16)
	}
	p.data.Labels = len(p.labels)
	words := templates.NewWords(c.Templates, c.Form)
	for i, s := range data.Words {
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		hashes = words.Hashes(hashes, s)
		for t, word := range s {
			y, _ := slices.BinarySearch(p.labels, data.Labels[i][t])
			p.data.Y = append(p.data.Y, y)
			p.known = append(p.known, templates.HashOf(word[c.Form]))
		}
		p.data.Start = append(p.data.Start, len(p.data.Y))
	}
	slices.Sort(p.known)
	p.known = slices.Clone(slices.Compact(p.known))
	if !c.Segments {
		data = Tagged{} // whose columns take as much memory as the hashes
	}
	p.features(hashes)
	rows, y := make([]int, p.x.Rows()), p.data.Y
	for i := range rows {
		rows[i] = i
	}
	if c.Segments {
		behind, all, err := p.segmented(data, words)
		if err != nil {
			return nil, err
		}
		rows, y = append(rows, behind...), all
	}
	p.pairs = params.PairsOf(p.x, y, rows)
	if c.Start != nil {
		p.warm = p.weightsOf(c.Start)
		p.start = slices.Clone(p.warm)
	}
	return p, nil
}

// weightsOf are those that a tagger has for the features and labels of these sentences.
func (p *tagging) weightsOf(m *model.Tagger) []float64 {
	feature, label := make(map[uint64]int, len(m.Features)), make([]int, len(p.labels))
	for j, h := range m.Features {
		feature[h] = j
	}
	for y, name := range p.labels {
		label[y] = slices.Index(m.Labels, name)
	}
	w := make([]float64, len(p.pairs.Output))
	for j, h := range p.keys {
		old, known := feature[h]
		if !known {
			continue
		}
		first := m.Pairs.Ptr[old]
		outputs := m.Pairs.Output[first:m.Pairs.Ptr[old+1]]
		for k := p.pairs.Ptr[j]; k < p.pairs.Ptr[j+1]; k++ {
			at := slices.IndexFunc(outputs, func(y uint16) bool { return int(y) == label[p.pairs.Output[k]] })
			if at >= 0 {
				w[k] = m.Weights[int(first)+at]
			}
		}
	}
	if p.NoTransitions {
		return w
	}
	return append(w, second.Moved(m.Following.Data, len(m.Labels), label, p.Order)...)
}

// features numbers the features in the order in which they come, and makes the matrix of them.
func (p *tagging) features(hashes []uint64) {
	each, n, nonzeros := len(p.Templates), len(p.data.Y), 0
	number := map[uint64]int32{} // of the features that are kept, −1 before they have one
	count := map[uint64]int{}    // of one template: those of all together take more memory than what is kept of them
	for k := range each {
		clear(count)
		for t := range n {
			count[hashes[t*each+k]]++
		}
		for h, times := range count {
			if times >= p.Cut {
				number[h], nonzeros = -1, nonzeros+times
			}
		}
	}
	p.keys = make([]uint64, 0, len(number))
	p.x = &params.Indicators{Ptr: make([]int, 1, n+1), Col: make([]int32, 0, nonzeros)}
	for t := range n {
		from := len(p.x.Col)
		for _, h := range hashes[t*each : (t+1)*each] {
			j, kept := number[h]
			if !kept {
				continue
			}
			if j < 0 {
				j = int32(len(p.keys))
				number[h], p.keys = j, append(p.keys, h)
			}
			p.x.Col = append(p.x.Col, j)
		}
		row := p.x.Col[from:]
		slices.Sort(row)
		p.x.Col = p.x.Col[:from+len(slices.Compact(row))]
		p.x.Ptr = append(p.x.Ptr, len(p.x.Col))
	}
	p.x.Features = len(p.keys)
}

// segmented makes segments of the labels, and rows of the features of all candidates behind those of the words: of
// features that segments of the sentences have.
func (p *tagging) segmented(data Tagged, words *templates.Words) (rows, y []int, err error) {
	if p.marking, err = segments.NewMarking(p.labels); err != nil {
		return nil, nil, err
	}
	p.segments = &segments.Sequences{Start: p.data.Start, Labels: len(p.marking.Begin)}
	for i := range p.data.Len() {
		of := p.marking.Segments(p.data.Y[p.data.Start[i]:p.data.Start[i+1]])
		for _, g := range of {
			p.segments.Most = max(p.segments.Most, g.End-g.Start)
		}
		p.segments.Of = append(p.segments.Of, of)
	}
	most, n := p.segments.Most, len(p.data.Y)
	column := map[uint64]int32{}
	y = append(slices.Clone(p.data.Y), make([]int, n*most)...)
	var hashes []uint64
	for i, of := range p.segments.Of {
		for _, g := range of {
			hashes = words.Runs(hashes[:0], data.Words[i], g.Start, g.End-g.Start)
			for _, h := range hashes[(g.End-g.Start-1)*templates.RunFeatures:] {
				if _, known := column[h]; !known {
					column[h] = int32(len(p.keys))
					p.keys = append(p.keys, h)
				}
			}
			row := n + p.segments.Row(p.data.Start[i]+g.Start, g.End-g.Start)
			rows, y[row] = append(rows, row), p.marking.Begin[g.Label]
		}
	}
	for _, sentence := range data.Words {
		for t := range sentence {
			hashes = words.Runs(hashes[:0], sentence, t, most)
			for length := 1; length <= most; length++ {
				from := len(p.x.Col)
				for at := (length - 1) * templates.RunFeatures; at < min(length*templates.RunFeatures, len(hashes)); at++ {
					if j, known := column[hashes[at]]; known {
						p.x.Col = append(p.x.Col, j)
					}
				}
				slices.Sort(p.x.Col[from:])
				p.x.Ptr = append(p.x.Ptr, len(p.x.Col))
			}
		}
	}
	p.x.Features = len(p.keys)
	return rows, y, nil
}

// oracle is the loss of sentences by segments, or of second order; nil for that of chains.
func (p *tagging) oracle() toolkit.Oracle {
	switch {
	case p.Order == 2:
		return &second.Loss{Data: p.data, CRF: p.CRF}
	case p.marking == nil:
		return nil
	}
	return &segments.Marked{
		Marking: p.marking, Data: p.segments, Words: len(p.data.Y), Labels: len(p.labels), CRF: p.CRF,
	}
}
