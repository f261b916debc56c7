package structures

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/structured"
	"github.com/proxlab/proxlab/toolkit/templates"
)

// Tagger learns to label the words of sentences by features that templates make of them. It minimizes
//
//	(λ/2)‖θ‖² + (1/m) Σ_i ℓ_i(θ),     λ = 1/(Cm),
//
// over m sentences, with the loss of a conditional random field, or the hinge with Hamming cost, and with a weight for
// every pair of a feature and a label that the sentences show, and for every label after another.
//
// The hinge is minimized by online subgradient steps whose mean is kept, without a bound; the loss of a CRF by L-BFGS,
// from where a few online passes lead to, and its gap is a bound, ‖∇P‖²/(2λ) ≥ P − P*.
type Tagger struct {
	// Templates make the features; nil for templates.DefaultWords, which read nothing but the word, in column Form,
	// counted from 0.
	Templates []templates.Word
	Form      int
	// NoTransitions leaves the weights of neighbours out: words are labelled one by one.
	NoTransitions bool
	// CRF takes the loss of a conditional random field in place of the hinge of a structured support vector machine.
	CRF bool
	// C are the constants to try, of which the one of the most right labels held out is chosen, of equals the
	// smaller; nil for one that does well on tags, 3 for the hinge and 1 for a CRF.
	C []float64
	// Cut leaves features out that come less often; 0 for 1.
	Cut int
	// Epochs are online passes: 0 for 10 with the hinge, and for 2 before L-BFGS.
	Epochs int
	// Tolerance is that of L-BFGS: it ends where the gap is this share of the objective; 0 for 0.5, which is enough for
	// prediction: the objective then is within some hundredths of its minimum, by how far the bound is from the truth.
	Tolerance float64
	Seed      uint64 // of the order of the online passes
	// HeldOut are sentences to choose C by; nil for every tenth of the sentences learnt from where there is a choice: the
	// model then learns again from all.
	HeldOut *Tagged
	// Start, where not nil, is a tagger to go on from, with its templates, which Templates may repeat: what it knows of
	// other features and labels is left out.
	Start *model.Tagger
	// Watch, where not nil, is called after every pass.
	Watch func(TaggerStep)
}

// Tagged are sentences whose words have labels. A word is given by the columns of its line.
type Tagged struct {
	Words  [][][]string
	Labels [][]string
}

// TaggerStep is what Tagger.Watch sees.
type TaggerStep struct {
	C              float64
	Online         bool // an online pass, and else a step of L-BFGS
	Pass           int
	MeanLoss       float64 // of an online pass: the mean of ℓ_i, each at the parameters of its round
	Objective, Gap float64 // NaN where they are not known
	HeldOut        float64 // the share of labels held out that are right, told last for each C; else NaN
}

// check tells what is wrong with settings or data.
func (c Tagger) check(data Tagged) error {
	for _, v := range c.C {
		if !(v > 0) || math.IsInf(v, 1) {
			return fmt.Errorf("the constant C = %g: it must be positive and finite", v)
		}
	}
	if c.Cut < 0 || c.Epochs < 0 || !(c.Tolerance >= 0) || c.Form < 0 {
		return fmt.Errorf("a cut of %d, %d epochs, a tolerance of %g and column %d: none may be negative",
			c.Cut, c.Epochs, c.Tolerance, c.Form)
	}
	words := templates.NewWords(c.Templates, c.Form)
	if err := data.check(words, "sentence"); err != nil || c.HeldOut == nil {
		return err
	}
	return c.HeldOut.check(words, "held out: sentence")
}

// check tells whether every word has a label, and the columns that are looked at.
func (d Tagged) check(words *templates.Words, what string) error {
	if len(d.Words) == 0 || len(d.Words) != len(d.Labels) {
		return fmt.Errorf("%d sentences and labels of %d: there must be one at least, and as many", len(d.Words),
			len(d.Labels))
	}
	for i, s := range d.Words {
		if len(s) == 0 || len(s) != len(d.Labels[i]) {
			return fmt.Errorf("%s %d has %d words and %d labels: there must be one at least, and as many",
				what, i+1, len(s), len(d.Labels[i]))
		}
		for t, word := range s {
			if err := words.Check(len(word)); err != nil {
				return fmt.Errorf("%s %d, word %d: %w", what, i+1, t+1, err)
			}
		}
	}
	return nil
}

// tagging is sentences made ready: shared by all C.
type tagging struct {
	Tagger
	x      *linalg.CSR
	keys   []uint64 // of the features
	known  []uint64
	labels []string
	data   *structured.Sequences
	pairs  params.Pairs
	warm   []float64 // those of Start, nil for none
	start  []float64 // weights to begin with, nil for none: those of the C before, or warm

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
	p.features(hashes)
	rows := make([]int, p.x.R)
	for i := range rows {
		rows[i] = i
	}
	p.pairs = params.PairsOf(p.x, p.data.Y, rows)
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
	for _, before := range label {
		for _, after := range label {
			v := 0.
			if before >= 0 && after >= 0 {
				v = m.Following.At(before, after)
			}
			w = append(w, v)
		}
	}
	return w
}

// features numbers the features in the order in which they come, and makes the matrix of them.
func (p *tagging) features(hashes []uint64) {
	count := make(map[uint64]int32, len(hashes)/8) // −1 − number of those that have one
	for _, h := range hashes {
		count[h]++
	}
	kept, nonzeros := 0, 0
	for _, n := range count {
		if int(n) >= p.Cut {
			kept, nonzeros = kept+1, nonzeros+int(n)
		}
	}
	each, n := len(p.Templates), len(p.data.Y)
	p.keys = make([]uint64, 0, kept)
	p.x = &linalg.CSR{R: n, Ptr: make([]int, 1, n+1), Col: make([]int32, 0, nonzeros)}
	for t := range n {
		from := len(p.x.Col)
		for _, h := range hashes[t*each : (t+1)*each] {
			j := count[h]
			if j >= 0 && int(j) < p.Cut {
				continue
			}
			if j >= 0 {
				j = int32(-1 - len(p.keys))
				count[h], p.keys = j, append(p.keys, h)
			}
			p.x.Col = append(p.x.Col, -1-j)
		}
		row := p.x.Col[from:]
		slices.Sort(row)
		p.x.Col = p.x.Col[:from+len(slices.Compact(row))]
		p.x.Ptr = append(p.x.Ptr, len(p.x.Col))
	}
	p.x.C, p.x.Val = len(p.keys), slices.Repeat([]float64{1}, len(p.x.Col))
}
