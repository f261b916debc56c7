package structures

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/structured"
	"github.com/proxlab/proxlab/toolkit/templates"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

// titles are sentences of small letters, of which runs of two or three words that begin with "the" are works: which
// one a word belongs to, and where it ends, shows from how many there are.
func titles(count int, seed uint64) (d Tagged) {
	rng := rand.New(rand.NewPCG(seed, 9))
	for range count {
		var words [][]string
		var labels []string
		add := func(word, label string) { words, labels = append(words, []string{word}), append(labels, label) }
		for range 2 + rng.IntN(3) {
			switch rng.IntN(3) {
			case 0:
				add("The", "B-WORK")
				for range 1 + rng.IntN(2) {
					add([]string{"Sea", "Hill", "Door"}[rng.IntN(3)], "I-WORK")
				}
			case 1:
				add([]string{"Ann", "Bo"}[rng.IntN(2)], "B-PER")
			}
			add([]string{"saw", "the", "on", "by"}[rng.IntN(4)], "O")
		}
		d.Words, d.Labels = append(d.Words, words), append(d.Labels, labels)
	}
	return d
}

func prepared(t *testing.T, c Tagger, d Tagged) *tagging {
	t.Helper()
	var err error
	few := strings.NewReader("lower[0]\nshape[0]\nlower[-1] lower[0]\n")
	if c.Templates, _, err = templates.ReadWords(few, "few"); err != nil {
		t.Fatal(err)
	}
	c.Segments = true
	p, err := c.prepare(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestSegmentLosses: the losses of segments are oracles, and the risk that L-BFGS takes, on several processors, is the
// mean of one of them, with its gradient.
func TestSegmentLosses(t *testing.T) {
	t.Parallel()
	for _, crf := range []bool{false, true} {
		p := prepared(t, Tagger{CRF: crf, NoTransitions: false}, titles(4, 1))
		create := func() toolkit.Params {
			return params.NewModel([]params.Block{
				params.NewSeen(structured.Emission, p.x, p.pairs, len(p.labels)),
				params.NewExplicit(structured.Transition, linalg.Identity(len(p.labels)), len(p.labels)),
			})
		}
		if err := toolkittest.Oracle(p.oracle(), create); err != nil {
			t.Errorf("crf %t: %v", crf, err)
		}
		if !crf {
			continue
		}
		rng := rand.New(rand.NewPCG(1, 1))
		n, c := len(p.pairs.Output), len(p.labels)
		w := make([]float64, n+c*c)
		for k := range w {
			w[k] = rng.NormFloat64()
		}
		p.start = w
		r := newChainRisk(t.Context(), p, 0.1)
		g := make([]float64, len(w))
		value, err := r.at(g, w)
		if err != nil {
			t.Fatal(err)
		}
		block := params.NewSeen(structured.Emission, p.x, p.pairs, c)
		block.SetWeights(w[:n])
		following := params.NewExplicit(structured.Transition, linalg.Identity(c), c)
		all := params.NewModel([]params.Block{block, following})
		var u toolkit.Update
		for k, v := range w[n:] {
			u.Add(structured.Transition, k/c, k%c, v)
		}
		following.Add(1, u.Parts)
		mean := 0.05 * floats.Dot(w, w)
		for i := range p.data.Len() {
			mean += p.oracle().Grad(i, all, &u) / float64(p.data.Len())
		}
		if math.Abs(mean-value) > 1e-10*mean {
			t.Errorf("the risk is %.15g, by its losses %.15g", value, mean)
		}
		for k := range w {
			const h = 1e-5
			at := func(d float64) float64 {
				v := slices.Clone(w)
				v[k] += d
				value, err := r.at(make([]float64, len(w)), v)
				if err != nil {
					t.Fatal(err)
				}
				return value
			}
			if d := (at(h) - at(-h)) / (2 * h); math.Abs(d-g[k]) > 1e-6 {
				t.Errorf("entry %d of the gradient is %g, and the quotient %g", k, g[k], d)
			}
		}
	}
}

// TestSegments: segments are learnt by both losses, from labels of any scheme, and a saved tagger is the same.
func TestSegments(t *testing.T) {
	t.Parallel()
	d, test := titles(60, 2), titles(30, 3)
	inside := Tagged{Words: d.Words} // IOB1: B alone between two of a type
	for _, labels := range d.Labels {
		iob := slices.Clone(labels)
		for k, label := range iob {
			if label[0] == 'B' && (k == 0 || labels[k-1] == "O") {
				iob[k] = "I" + label[1:]
			}
		}
		inside.Labels = append(inside.Labels, iob)
	}
	for _, crf := range []bool{false, true} {
		m, err := Tagger{CRF: crf, Segments: true, Seed: 1}.Fit(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		guess, err := m.Predict(t.Context(), test.Words)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.EqualFunc(guess, test.Labels, slices.Equal) || m.Segments != 3 ||
			crf != (m.Progress.Gap < 0.5*m.Progress.Objective) {
			t.Errorf("crf %t: most words %d, gap %g; labels %q", crf, m.Segments, m.Progress.Gap, guess[:2])
		}
		again, err := Tagger{CRF: crf, Segments: true, Seed: 1}.Fit(t.Context(), inside)
		if err != nil || !floats.Equal(m.Weights, again.Weights) {
			t.Errorf("crf %t: other weights from another scheme of labels: %v", crf, err)
		}
		var b bytes.Buffer
		if err := m.Save(&b); err != nil {
			t.Fatal(err)
		}
		loaded, err := model.LoadTagger(&b)
		if err != nil {
			t.Fatal(err)
		}
		same, err := loaded.Predict(t.Context(), test.Words)
		if err != nil || !slices.EqualFunc(guess, same, slices.Equal) {
			t.Errorf("a saved tagger labels otherwise, or %v", err)
		}
	}
}

// TestSegmentsRefuse: labels that mark nothing, and taggers of words, are named.
func TestSegmentsRefuse(t *testing.T) {
	t.Parallel()
	d := titles(10, 2)
	nouns := Tagged{Words: d.Words[:1], Labels: [][]string{slices.Repeat([]string{"NOUN"}, len(d.Words[0]))}}
	if _, err := (Tagger{Segments: true}).Fit(t.Context(), nouns); err == nil ||
		!strings.Contains(err.Error(), "marks no span") {
		t.Error(err)
	}
	_, err := Tagger{Segments: true, HeldOut: &nouns}.Fit(t.Context(), d)
	if err == nil || !strings.Contains(err.Error(), "held out: sentence 1, word 1") {
		t.Error(err)
	}
	m, err := Tagger{NoTransitions: true}.Fit(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (Tagger{Segments: true, Start: m}).Fit(t.Context(), d); err == nil {
		t.Error("segments go on from words")
	}
}
