package structures_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/proxlab/proxlab/toolkit/fit/measures"
	"github.com/proxlab/proxlab/toolkit/fit/structures"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/structured"
	"github.com/proxlab/proxlab/toolkit/templates"
)

// tagged are sentences of made-up words: the ending says the label, N, V or A, in most of them, and A stands before N.
func tagged(sentences int, seed uint64) (d structures.Tagged) {
	rng := rand.New(rand.NewPCG(seed, 1))
	endings := map[string]string{"N": "on", "V": "iv", "A": "al"}
	for range sentences {
		var words [][]string
		var labels []string
		for range 1 + rng.IntN(5) {
			label := []string{"N", "V", "A"}[rng.IntN(3)]
			if n := len(labels); n > 0 && labels[n-1] == "A" {
				label = "N"
			}
			ending := endings[label]
			if rng.IntN(4) == 0 {
				ending = "ux"
			}
			words = append(words, []string{string(rune('a'+rng.IntN(6))) + ending, label})
			labels = append(labels, label)
		}
		d.Words, d.Labels = append(d.Words, words), append(d.Labels, labels)
	}
	return d
}

// few are templates enough for these.
var few = func() []templates.Word {
	list, _, _ := templates.ReadWords(strings.NewReader("lower[0]\nsuffix2[0]\nsuffix2[-1] suffix2[0]"), "few")
	return list
}()

// plainRisk is (λ/2)‖θ‖² + (1/m) Σ_i ℓ_i of a tagger, from what is said of it, over all labellings.
func plainRisk(m *model.Tagger, d structures.Tagged, noTransitions bool) float64 {
	lambda := 1 / (m.C * float64(len(d.Words)))
	value := 0.
	for _, v := range append(slices.Clone(m.Weights), m.Following.Data...) {
		value += lambda / 2 * v * v
	}
	maker, c := templates.NewWords(m.Templates, m.Form), len(m.Labels)
	for i, s := range d.Words {
		scores := &structured.ChainScores{Labels: c, Emission: make([]float64, len(s)*c), Transition: m.Following.Data}
		if noTransitions {
			scores.Transition = make([]float64, c*c)
		}
		for at, h := range maker.Hashes(nil, s) {
			if j := slices.Index(m.Features, h); j >= 0 {
				for k := m.Pairs.Ptr[j]; k < m.Pairs.Ptr[j+1]; k++ {
					scores.Emission[at/len(m.Templates)*c+int(m.Pairs.Output[k])] += m.Weights[k]
				}
			}
		}
		var truth []int
		for _, label := range d.Labels[i] {
			truth = append(truth, slices.Index(m.Labels, label))
		}
		value += lossOverAll(m.Loss == "crf", scores, truth) / float64(len(d.Words))
	}
	return value
}

// lossOverAll goes over all labellings.
func lossOverAll(crf bool, s *structured.ChainScores, truth []int) float64 {
	y, z, best := make([]int, len(truth)), 0., math.Inf(-1)
	for {
		wrong := 0.
		for t := range y {
			if y[t] != truth[t] {
				wrong++
			}
		}
		z += math.Exp(s.Of(y))
		best = math.Max(best, s.Of(y)+wrong)
		t := 0
		for ; t < len(y); t++ {
			if y[t]++; y[t] < s.Labels {
				break
			}
			y[t] = 0
		}
		if t == len(y) {
			break
		}
	}
	if crf {
		return math.Log(z) - s.Of(truth)
	}
	return best - s.Of(truth)
}

// TestTaggerMinimizesTheRisk: the objective of a CRF is that over all labellings, no step in any direction goes lower,
// and the bound of the gap holds where L-BFGS ends early.
func TestTaggerMinimizesTheRisk(t *testing.T) {
	t.Parallel()
	d := tagged(30, 1)
	for _, noTransitions := range []bool{false, true} {
		c := structures.Tagger{CRF: true, Templates: few, Tolerance: 1e-9, NoTransitions: noTransitions}
		m, err := c.Fit(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		least := plainRisk(m, d, noTransitions)
		if m.Status != solver.Converged || !testproblems.Near(m.Progress.Objective, least, 1e-12) {
			t.Errorf("%s, objective %.15g; over all labellings it is %.15g", m.Status, m.Progress.Objective, least)
		}
		for k := range append(slices.Clone(m.Weights), m.Following.Data...) {
			w, at := m.Weights, k
			if k >= len(m.Weights) {
				w, at = m.Following.Data, k-len(m.Weights)
			}
			if noTransitions && k >= len(m.Weights) {
				break
			}
			for _, step := range []float64{1e-3, -1e-3} {
				was := w[at]
				w[at] += step
				if low := plainRisk(m, d, noTransitions); low < least {
					t.Errorf("weight %d: %+g more gives %.15g < %.15g", k, step, low, least)
				}
				w[at] = was
			}
		}
		c.Tolerance = 2
		c.Watch = func(s structures.TaggerStep) {
			if gap := s.Objective - least; !s.Online && !(gap <= s.Gap) {
				t.Errorf("step %d: P − P* = %g, the gap is told as %g", s.Pass, gap, s.Gap)
			}
		}
		early, err := c.Fit(t.Context(), d)
		if err != nil || early.Progress.Iter >= m.Progress.Iter {
			t.Errorf("with a tolerance of 2 there are %d steps, with 1e-9 %d: %v", early.Progress.Iter, m.Progress.Iter, err)
		}
		if zero := !slices.ContainsFunc(m.Following.Data, func(v float64) bool { return v != 0 }); zero != noTransitions {
			t.Errorf("NoTransitions %t: weights of neighbours %v", noTransitions, m.Following.Data)
		}
	}
}

// TestHingeTaggerComesNearTheMinimum: the mean of many online rounds is near the least that is known.
func TestHingeTaggerComesNearTheMinimum(t *testing.T) {
	t.Parallel()
	d := tagged(30, 1)
	risk := func(epochs int) float64 {
		m, err := structures.Tagger{Templates: few, C: []float64{0.1}, Epochs: epochs}.Fit(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		return plainRisk(m, d, false)
	}
	short, long := risk(2), risk(200)
	if !(long < short && long < 1.2*risk(2000)) {
		t.Errorf("risk %g after 2 passes, %g after 200", short, long)
	}
}

// TestTaggerChoosesC: by what is held out, given or every tenth sentence, of which the model then learns too.
func TestTaggerChoosesC(t *testing.T) {
	t.Parallel()
	d, dev := tagged(60, 1), tagged(40, 2)
	for _, crf := range []bool{false, true} {
		told := map[float64]float64{}
		c := structures.Tagger{CRF: crf, Templates: few, C: []float64{10, 1e-6, 0.3}, HeldOut: &dev}
		c.Watch = func(s structures.TaggerStep) {
			if !math.IsNaN(s.HeldOut) {
				told[s.C] = s.HeldOut
			}
		}
		m, err := c.Fit(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		guess, err := m.Predict(t.Context(), dev.Words)
		if err != nil || len(told) != 3 {
			t.Fatalf("%d values of C are judged: %v", len(told), err)
		}
		right := measures.ScoreTags(dev.Labels, guess).Accuracy()
		for constant, v := range told {
			if v > m.HeldOut || v == m.HeldOut && constant < m.C {
				t.Errorf("C = %g is chosen with %g right; C = %g has %g", m.C, m.HeldOut, constant, v)
			}
		}
		if m.HeldOut != right || right < 0.85 {
			t.Errorf("C = %g: %g right of what was held out, told is %g", m.C, right, m.HeldOut)
		}
		c.HeldOut = nil
		all, err := c.Fit(t.Context(), d)
		if err != nil || all.Sentences != 60 || math.IsNaN(all.HeldOut) {
			t.Errorf("%d sentences of 60 are learnt from, %g right: %v", all.Sentences, all.HeldOut, err)
		}
	}
}

// TestTaggersAreRepeated: the same settings give the same weights, whatever the number of processors does.
func TestTaggersAreRepeated(t *testing.T) {
	t.Parallel()
	d := tagged(20, 3)
	for _, crf := range []bool{false, true} {
		c := structures.Tagger{CRF: crf, Templates: few, Cut: 2}
		a, errA := c.Fit(t.Context(), d)
		b, errB := c.Fit(t.Context(), d)
		if errA != nil || errB != nil || !cmp.Equal(a.Weights, b.Weights) || !cmp.Equal(a.Following, b.Following) {
			t.Errorf("CRF %t: other weights: %v, %v", crf, errA, errB)
		}
		c.Cut = 0
		if every, err := c.Fit(t.Context(), d); err != nil || len(every.Features) <= len(a.Features) {
			t.Errorf("%d features that come twice, %d in all: %v", len(a.Features), len(every.Features), err)
		}
	}
}

// TestUnusualTaggers: one sentence of one word, one label, 400 words, words and labels that were never seen, and an end
// of the context.
func TestUnusualTaggers(t *testing.T) {
	t.Parallel()
	one := structures.Tagged{Words: [][][]string{{{"слово"}}}, Labels: [][]string{{"X"}}}
	long := tagged(3, 4)
	for len(long.Words[0]) < 400 {
		long.Words[0], long.Labels[0] = append(long.Words[0], long.Words[0]...), append(long.Labels[0], long.Labels[0]...)
	}
	for name, d := range map[string]structures.Tagged{"one": one, "long": long} {
		for _, crf := range []bool{false, true} {
			m, err := structures.Tagger{CRF: crf}.Fit(t.Context(), d)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			guess, err := m.Predict(t.Context(), append(d.Words, [][]string{{"語"}, {""}}, nil))
			if err != nil || len(guess) != len(d.Words)+2 || len(guess[len(d.Words)]) != 2 {
				t.Errorf("%s: %v, %v", name, guess, err)
			}
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	c := structures.Tagger{CRF: true, Templates: few, Tolerance: 1e-12, Watch: func(s structures.TaggerStep) {
		if s.Pass == 1 && !s.Online {
			cancel()
		}
	}}
	m, err := c.Fit(ctx, tagged(30, 5))
	if !errors.Is(err, context.Canceled) || m.Status != solver.Canceled || m.Progress.Iter > 2 {
		t.Errorf("an end after a step: %v, status %s after %d steps", err, m.Status, m.Progress.Iter)
	}
}
