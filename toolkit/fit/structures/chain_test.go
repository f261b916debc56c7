package structures_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/proxlab/proxlab/toolkit/fit/measures"
	"github.com/proxlab/proxlab/toolkit/fit/structures"
	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// chains are sequences of three labels that tend to follow each other in turn, seen through noisy points on a circle:
// the labels are told apart by an angle, and its double, but not by a line.
func chains(sequences, length int, seed uint64) (x *linalg.Dense, start, y []int) {
	rng := rand.New(rand.NewPCG(seed, 0))
	start = []int{0}
	var data []float64
	for range sequences {
		label := rng.IntN(3)
		for range length {
			angle := (float64(label) + 3*float64(rng.IntN(2)) + 0.5 + 0.3*rng.NormFloat64()) * math.Pi / 3
			data = append(data, math.Cos(angle), math.Sin(angle))
			y = append(y, label)
			if rng.IntN(5) > 0 {
				label = (label + 1) % 3
			}
		}
		start = append(start, len(y))
	}
	return linalg.NewDense(len(y), 2, data), start, y
}

var kernels = []kernel.Kernel{
	kernel.Linear{},
	kernel.Quadratic{},
	kernel.UnitDiagonal{Of: kernel.Average{kernel.Linear{}, kernel.Gaussian{Variance: 0.1}}},
}

func ExampleChain() {
	ctx := context.Background()
	x, start, y := chains(100, 10, 1)
	model, err := structures.Chain{
		Kernels: []kernel.Kernel{kernel.Linear{}, kernel.Quadratic{}, kernel.Gaussian{Variance: 0.5}},
		Lambda:  1e-3,
	}.Fit(ctx, structures.Sequences{X: x, Start: start, Y: y, Labels: 3})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf(
		"linear %.1f, quadratic %.1f, Gaussian %.1f, transitions %.1f\n",
		model.Beta()[0],
		model.Beta()[1],
		model.Beta()[2],
		model.Beta()[3],
	)
	x, start, y = chains(100, 10, 2)
	guess, err := model.Predict(ctx, x, start)
	fmt.Printf("%.0f %% right, %v\n", measures.Accuracy(guess, y), err)
	// Output:
	// linear 0.0, quadratic 0.4, Gaussian 0.2, transitions 0.4
	// 97 % right, <nil>
}

func TestChainModelIsSavedWhole(t *testing.T) {
	t.Parallel()
	x, start, y := chains(30, 8, 3)
	for name, c := range map[string]structures.Chain{
		"kernels":   {Kernels: kernels, Lambda: 1e-3},
		"one group": {Kernels: kernels, Lambda: 1e-3, OneGroup: true, CRF: true},
		"averaged":  {Kernels: kernels[1:], Lambda: 1e-3, Average: true, Shuffle: true},
		"linear":    {Lambda: 1e-3},
		"zero":      {Kernels: kernels, Lambda: 1e9},
	} {
		m, err := c.Fit(t.Context(), structures.Sequences{X: x, Start: start, Y: y, Labels: 3})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var file bytes.Buffer
		if err := m.Save(&file); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		loaded, err := model.LoadChain(bytes.NewReader(file.Bytes()))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if d := cmp.Diff(m, loaded, cmpopts.EquateEmpty(), cmpopts.EquateNaNs()); d != "" {
			t.Errorf("%s: the loaded model differs:\n%s", name, d)
		}
		want, err := m.Predict(t.Context(), x, start)
		if err != nil {
			t.Fatal(err)
		}
		got, err := loaded.Predict(t.Context(), x, start)
		if err != nil || !cmp.Equal(got, want) {
			t.Errorf("%s: predictions differ, error %v", name, err)
		}
		if a := measures.Accuracy(got, y); name != "zero" && name != "linear" && a < 80 {
			t.Errorf("%s: %.0f %% of the labels right", name, a)
		}
		for _, cut := range []int{0, 5, len(file.Bytes()) / 2} {
			if _, err := model.LoadChain(bytes.NewReader(file.Bytes()[:cut])); err == nil {
				t.Errorf("%s: %d bytes of a model were loaded", name, cut)
			}
		}
	}
}

// TestExplicitAndKernelForm fits the same linear model in both forms.
func TestExplicitAndKernelForm(t *testing.T) {
	t.Parallel()
	x, start, y := chains(40, 8, 5)
	explicit, err := structures.Chain{
		Kernels: []kernel.Kernel{kernel.Linear{}},
		Lambda:  1e-2,
	}.Fit(
		t.Context(),
		structures.Sequences{X: x, Start: start, Y: y, Labels: 3},
	)
	if err != nil {
		t.Fatal(err)
	}
	held, err := structures.Chain{
		Kernels: []kernel.Kernel{kernel.Scaled{C: 1, Of: kernel.Linear{}}},
		Lambda:  1e-2,
	}.Fit(
		t.Context(),
		structures.Sequences{X: x, Start: start, Y: y, Labels: 3},
	)
	if err != nil {
		t.Fatal(err)
	}
	if d := math.Abs(explicit.Progress.Objective - held.Progress.Objective); d > 1e-9 {
		t.Errorf("objectives of the explicit and the kernel form differ by %g", d)
	}
	a, _ := explicit.Predict(t.Context(), x, start)
	b, _ := held.Predict(t.Context(), x, start)
	if !cmp.Equal(a, b) {
		t.Error("predictions of the explicit and the kernel form differ")
	}
}

func TestChainRefusesBadInput(t *testing.T) {
	t.Parallel()
	x, start, y := chains(3, 4, 7)
	nan := linalg.NewDense(x.R, x.C, append([]float64(nil), x.Data...))
	nan.Data[5] = math.NaN()
	good := structures.Chain{Lambda: 1}
	for name, c := range map[string]struct {
		chain    structures.Chain
		x        *linalg.Dense
		start, y []int
		labels   int
		says     string
	}{
		"empty":          {good, linalg.NewDense(0, 2, nil), []int{0}, nil, 3, "nothing to learn"},
		"λ = 0":          {structures.Chain{}, x, start, y, 3, "λ = 0"},
		"NaN":            {good, nan, start, y, 3, "row 3, column 2"},
		"labels missing": {good, x, start, y[1:], 3, "11 labels"},
		"label too high": {good, x, start, y, 2, "labels are 0 to 1"},
		"no labels":      {good, x, start, y, 0, "at least one"},
		"start short":    {good, x, start[:2], y, 3, "end with the number of rows"},
		"start down":     {good, x, []int{0, 8, 4, 12}, y, 3, "less than"},
		"both groupings": {
			structures.Chain{Lambda: 1, OneGroup: true, CopiedTransitions: true}, x, start, y, 3, "do not go together",
		},
		"negative": {structures.Chain{Lambda: 1, Epochs: -1}, x, start, y, 3, "negative"},
	} {
		data := structures.Sequences{X: c.x, Start: c.start, Y: c.y, Labels: c.labels}
		if _, err := c.chain.Fit(t.Context(), data); err == nil ||
			!strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: error %v does not say %q", name, err, c.says)
		}
	}
	m, err := good.Fit(t.Context(), structures.Sequences{X: x, Start: start, Y: y, Labels: 3})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Predict(t.Context(), linalg.NewDense(1, 3, nil), []int{0, 1}); err == nil {
		t.Error("a wrong number of columns was accepted")
	}
	if guess, err := m.Predict(t.Context(), linalg.NewDense(0, 2, nil), []int{0, 0}); err != nil || len(guess) != 0 {
		t.Errorf("an empty sequence: %v, %v", guess, err)
	}
	if _, err := model.LoadChain(strings.NewReader("a text of some length, but not a model")); err == nil {
		t.Error("a text was loaded as a model")
	}
}

func TestInterruptedFitKeepsTheModel(t *testing.T) {
	t.Parallel()
	x, start, y := chains(30, 8, 9)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	m, err := structures.Chain{Lambda: 1}.Fit(ctx, structures.Sequences{X: x, Start: start, Y: y, Labels: 3})
	if !errors.Is(err, context.Canceled) || m.Status != solver.Canceled {
		t.Fatalf("model %v, error %v", m, err)
	}
	if _, err := m.Predict(t.Context(), x, start); err != nil {
		t.Error(err)
	}
}
