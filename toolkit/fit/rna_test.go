package fit_test

import (
	"bytes"
	"context"
	"math"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/structured/rna"
)

func hairpinSet(t *testing.T, count int, seed uint64) (examples []rna.Example, sequences []rna.Sequence) {
	t.Helper()
	set, err := datasets.Hairpins(t.Context(), datasets.HairpinsConfig{Count: count, Least: 12, Most: 30, Seed: seed})
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
	for _, c := range []fit.RNA{{Lambda: 0.1, Calls: 25}, {Lambda: 0.1, Calls: 25, CRF: true}} {
		calls := 0
		c.Watch = func(solver.Progress) { calls++ }
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
		best, err := m.Best(t.Context(), sequences)
		if err != nil {
			t.Fatal(err)
		}
		all := map[string][]rna.Structure{"best": best}
		if c.CRF {
			if all["most accurate"], err = m.MostAccurate(t.Context(), sequences, 1); err != nil {
				t.Fatal(err)
			}
		}
		for name, guesses := range all {
			var a rna.Agreement
			for i, y := range guesses {
				a.Add(y, test[i].Y)
			}
			if a.F1() < 0.6 {
				t.Errorf("%s, %s: sensitivity %.2f, PPV %.2f, F1 %.2f", m.Loss, name, a.Sensitivity(), a.PPV(), a.F1())
			}
		}
	}
}

func TestRNARefuses(t *testing.T) {
	t.Parallel()
	examples, sequences := hairpinSet(t, 3, 1)
	wrong := []rna.Example{{Name: "a", X: sequences[0], Y: make(rna.Structure, len(sequences[0]))}}
	for _, c := range []struct {
		settings fit.RNA
		examples []rna.Example
		want     string
	}{
		{fit.RNA{}, nil, "no sequences"},
		{fit.RNA{Lambda: -1}, examples, "λ = -1"},
		{fit.RNA{Lambda: math.NaN()}, examples, "λ = NaN"},
		{fit.RNA{Tol: -1}, examples, "tolerance of -1"},
		{fit.RNA{}, []rna.Example{{Name: "b", X: sequences[0]}}, `"b", has no structure`},
		{fit.RNA{}, wrong, `example 1, "a"`},
	} {
		if _, err := c.settings.Fit(t.Context(), c.examples); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v does not say %q", err, c.want)
		}
	}
	m := &model.RNA{Weights: make([]float64, rna.Features)}
	if _, err := m.MostAccurate(t.Context(), sequences, 0); err == nil {
		t.Error("γ = 0 is taken")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := m.Best(ctx, sequences); err == nil {
		t.Error("a canceled context folds on")
	}
	if got, err := (fit.RNA{}).Fit(ctx, examples); err != nil || got.Status != solver.Canceled {
		t.Errorf("canceled: %+v, %v", got, err)
	}
}
