package structures_test

import (
	"bytes"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/datasets/generate"
	"github.com/proxlab/proxlab/toolkit/fit/structures"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/structured/rna"
)

func hairpinSet(t *testing.T, count int, seed uint64) (examples []rna.Example, sequences []rna.Sequence) {
	t.Helper()
	set, err := generate.Hairpins(t.Context(), generate.HairpinsConfig{Count: count, Least: 12, Most: 30, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range set.Examples {
		sequences = append(sequences, e.X)
	}
	return set.Examples, sequences
}

// TestRNALearns: both losses find most pairs of RNAs that they have not seen, of which weights of 0 find none; models
// are saved and read, and know their objective.
func TestRNALearns(t *testing.T) {
	t.Parallel()
	train, _ := hairpinSet(t, 40, 1)
	test, sequences := hairpinSet(t, 40, 2)
	for _, c := range []structures.RNA{{Lambda: 0.1, Calls: 25}, {Lambda: 0.1, Calls: 25, CRF: true}} {
		calls := 0
		c.Watch = func(s structures.RNAStep) { calls = s.Iter }
		learned, err := c.Fit(t.Context(), train)
		if err != nil {
			t.Fatal(err)
		}
		var file bytes.Buffer
		if err := learned.Save(&file); err != nil {
			t.Fatal(err)
		}
		m, err := model.LoadRNA(&file)
		if err != nil {
			t.Fatal(err)
		}
		if calls != m.Iterations || m.Examples != 40 || !(m.Gap > 0) || m.Objective > 1 && !c.CRF {
			t.Errorf("%s: %d calls, %d iterations, objective %g, gap %g", m.Loss, calls, m.Iterations, m.Objective, m.Gap)
		}
		decoders := model.Decoders()
		if !c.CRF {
			decoders = decoders[:1]
		}
		for _, d := range decoders {
			if found := f1(t, m, d, test, sequences); found < 0.6 {
				t.Errorf("%s, %s: F1 %.2f", m.Loss, d, found)
			}
		}
	}
}

// f1 is that of a decoder.
func f1(t *testing.T, m *model.RNA, d model.Decoder, test []rna.Example, sequences []rna.Sequence) float64 {
	t.Helper()
	folded, err := m.Fold(t.Context(), sequences, d, 2)
	if err != nil {
		t.Fatal(err)
	}
	var a rna.Agreement
	for i, y := range folded {
		a.Add(y.Structure, test[i].Y)
		if d == model.BestScore != math.IsNaN(y.Accuracy) || y.Accuracy < 0 || y.Accuracy > 1+1e-9 {
			t.Errorf("%s: an expected accuracy of %g", d, y.Accuracy)
		}
	}
	return a.F1()
}

// TestRNALikelihoodIsMinimized: the gap of L-BFGS bounds how far it is from what the bundle method finds, on the same
// function by another route, and from a gradient of finite differences.
func TestRNALikelihoodIsMinimized(t *testing.T) {
	t.Parallel()
	examples, _ := hairpinSet(t, 8, 3)
	m, err := structures.RNA{Lambda: 1, CRF: true, Tol: 1e-9, Calls: 300}.Fit(t.Context(), examples)
	if err != nil {
		t.Fatal(err)
	}
	value := func(w []float64) float64 {
		e := rna.NewEnsemble(w)
		sum := 0.5 * floats.Dot(w, w)
		for _, x := range examples {
			z := e.LogPartition(x.X)
			rna.Count(x.X, x.Y, func(k int, count float64) { z -= w[k] * count })
			sum += z / float64(len(examples))
		}
		return sum
	}
	least := value(m.Weights)
	if math.Abs(least-m.Objective) > 1e-9 || !(m.Gap <= 1e-8*least) || m.Status != solver.Converged {
		t.Errorf("P is %.12g, and said to be %.12g with a gap of %g, %s", least, m.Objective, m.Gap, m.Status)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 20 {
		w := slices.Clone(m.Weights)
		for k := range w {
			w[k] += 1e-3 * rng.NormFloat64()
		}
		if v := value(w); v < least-m.Gap {
			t.Errorf("P is %.12g beside its minimum of %.12g", v, least)
		}
	}
	// An early end has a gap that is no less than the error.
	early, err := structures.RNA{Lambda: 1, CRF: true, Calls: 2}.Fit(t.Context(), examples)
	if err != nil || early.Gap < early.Objective-m.Objective || early.Status != solver.IterationLimit {
		t.Errorf("a gap of %g, and an error of %g: %v", early.Gap, early.Objective-m.Objective, err)
	}
}

// TestRNAChooses: λ and γ are those of the largest F1 held out, and cross-validation learns from one half alone.
func TestRNAChooses(t *testing.T) {
	t.Parallel()
	examples, _ := hairpinSet(t, 16, 4)
	best := map[float64]float64{}
	c := structures.RNA{CRF: true, Choose: true, Lambdas: []float64{0.1, 100}, Tol: 0.1, Calls: 15}
	c.Gammas = []float64{0.01, 2}
	c.Watch = func(s structures.RNAStep) {
		if !math.IsNaN(s.HeldOut) {
			best[s.Lambda] = s.HeldOut
		}
	}
	m, err := c.Fit(t.Context(), examples)
	if err != nil {
		t.Fatal(err)
	}
	if m.Lambda != 0.1 || m.Gamma != 2 || m.HeldOut.F1() != best[0.1] || !(best[0.1] > best[100]) {
		t.Errorf("λ = %g and γ = %g were chosen, with F1 %g of %v", m.Lambda, m.Gamma, m.HeldOut.F1(), best)
	}
	settings := structures.RNA{Lambda: 0.1, Calls: 12}
	splits, err := settings.CrossValidate(t.Context(), examples, structures.RNASplits{Splits: 2})
	if err != nil {
		t.Fatal(err)
	}
	again, err := structures.RNA{Lambda: 0.1, Calls: 12}.CrossValidate(t.Context(), examples,
		structures.RNASplits{Splits: 1, First: 1, Decoders: []model.Decoder{model.BestScore}})
	if err != nil {
		t.Fatal(err)
	}
	s, r := splits[1], splits[1].Results[0]
	if again[0].Results[0] != r || splits[0].Results[0] == r || r.Decoder != model.BestScore {
		t.Errorf("split 1 is %+v, and alone %+v", r, again[0].Results[0])
	}
	pairs := 0
	for _, e := range examples {
		for i, j := range e.Y {
			if j > i {
				pairs++
			}
		}
	}
	if r.True != pairs || s.Trained[0].Examples+s.Trained[1].Examples != 16 || !(r.F1() > 0.2) {
		t.Errorf("%d of %d pairs, learned from %d and %d, F1 %g", r.True, pairs, s.Trained[0].Examples,
			s.Trained[1].Examples, r.F1())
	}
}

func TestRNARefuses(t *testing.T) {
	t.Parallel()
	examples, sequences := hairpinSet(t, 3, 1)
	wrong := []rna.Example{{Name: "a", X: sequences[0], Y: make(rna.Structure, len(sequences[0]))}}
	for _, c := range []struct {
		settings structures.RNA
		examples []rna.Example
		want     string
	}{
		{structures.RNA{}, nil, "no sequences"},
		{structures.RNA{Lambda: -1}, examples, "λ = -1"},
		{structures.RNA{Lambda: math.NaN()}, examples, "λ = NaN"},
		{structures.RNA{Tol: -1}, examples, "tolerance of -1"},
		{structures.RNA{Decoder: "worst"}, examples, "no decoder"},
		{structures.RNA{Gamma: -1, CRF: true}, examples, "γ = -1"},
		{structures.RNA{Choose: true}, examples[:1], "two sequences"},
		{structures.RNA{}, []rna.Example{{Name: "b", X: sequences[0]}}, `"b", has no structure`},
		{structures.RNA{}, wrong, `example 1, "a"`},
	} {
		if _, err := c.settings.Fit(t.Context(), c.examples); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v does not say %q", err, c.want)
		}
	}
	if _, err := (structures.RNA{}).CrossValidate(t.Context(), examples, structures.RNASplits{}); err == nil {
		t.Error("three sequences are halved twice")
	}
	m := &model.RNA{Weights: make([]float64, rna.Features)}
	if _, err := m.Fold(t.Context(), sequences, model.MostAccurate, 0); err == nil {
		t.Error("γ = 0 is taken")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := m.Best(ctx, sequences); err == nil {
		t.Error("a canceled context folds on")
	}
	for _, crf := range []bool{false, true} {
		got, err := (structures.RNA{CRF: crf}).Fit(ctx, examples)
		if !errors.Is(err, context.Canceled) || got.Status != solver.Canceled {
			t.Errorf("canceled, crf %v: %+v, %v", crf, got, err)
		}
	}
}
