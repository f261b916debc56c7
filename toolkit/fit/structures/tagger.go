package structures

import (
	"fmt"
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit/fit/measures"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/structured/segments"
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
	// Order is 2 for labels that depend on the two before them, in time by the cube of their number: see package second;
	// 0 for 1.
	Order int
	// CRF takes the loss of a conditional random field in place of the hinge of a structured support vector machine.
	CRF bool
	// C are the constants to try, of which the one of the most right labels held out is chosen, of equals the
	// smaller; nil for one that does well on tags, 3 for the hinge and 1 for a CRF.
	C []float64
	// Segments takes what labels mark, spans by B-type, I-type and O in any scheme, as segments that have features as a
	// whole, too, by a semi-Markov model: see segments.Marking. Its labels are B-type, I-type and O.
	Segments bool
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
	if c.Order < 0 || c.Order > 2 || c.Order == 2 && (c.NoTransitions || c.Segments) {
		return fmt.Errorf("an order of %d: it may be 1, or 2 for words with transitions, which segments are not", c.Order)
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

// marked are sentences whose labels mark spans, by B-type, I-type and O, whatever marked them before.
func (d Tagged) marked() (Tagged, error) {
	out := Tagged{Words: d.Words}
	for i, labels := range d.Labels {
		for t, label := range labels {
			if !measures.IsSpanLabel(label) {
				return out, fmt.Errorf("sentence %d, word %d: the label %.60q marks no span: O does, and B, I, E or S with a type "+
					"behind a hyphen", i+1, t+1, label)
			}
		}
		bio := slices.Repeat([]string{segments.Outside}, len(labels))
		for _, s := range measures.Spans(labels) {
			bio[s.First] = "B-" + s.Type
			for t := s.First + 1; t < s.End; t++ {
				bio[t] = "I-" + s.Type
			}
		}
		out.Labels = append(out.Labels, bio)
	}
	return out, nil
}

// marked are the settings and the sentences with such labels.
func (c Tagger) marked(data Tagged) (Tagger, Tagged, error) {
	data, err := data.marked()
	if err != nil || c.HeldOut == nil {
		return c, data, err
	}
	held, err := c.HeldOut.marked()
	if err != nil {
		return c, data, fmt.Errorf("held out: %w", err)
	}
	c.HeldOut = &held
	return c, data, nil
}
