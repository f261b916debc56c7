package structures_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/fit/structures"
	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/structured"
)

// TestChainTrainRefuses: sequences, choices of them and blocks that do not go together are errors that say where.
func TestChainTrainRefuses(t *testing.T) {
	t.Parallel()
	x, start, y := chains(3, 4, 7)
	of := func(start, y []int, labels int) *structured.Sequences {
		return &structured.Sequences{Start: start, Y: y, Labels: labels}
	}
	good, few := of(start, y, 3), linalg.NewDense(5, 2, nil)
	for says, c := range map[string]struct {
		data   *structured.Sequences
		choice []int
		x      *linalg.Dense
		labels int
	}{
		"the last, is 4":                     {of(start[:2], y, 3), nil, x, 3},
		"start[2] = 4 is less than":          {of([]int{0, 8, 4, 12}, y, 3), nil, x, 3},
		"it has 0 entries":                   {of(nil, y, 3), nil, x, 3},
		"labels are 0 to 1":                  {of(start, y, 2), nil, x, 2},
		"sequence 3 is to be learned":        {good, []int{0, 3}, x, 3},
		"sequence -1 is to be":               {good, []int{-1}, x, 3},
		"block 1 is of 5 positions and 3":    {good, nil, few, 3},
		"block 1 is of 12 positions and 4 l": {good, nil, x, 4},
	} {
		blocks := []params.Block{params.NewExplicit(structured.Emission, c.x, c.labels)}
		_, err := structures.Chain{Lambda: 1, Epochs: 1}.Train(t.Context(), blocks, c.data, c.choice)
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("error %v does not say %q", err, says)
		}
	}
	_, err := structures.Chain{Lambda: 1, Kernels: []kernel.Kernel{kernel.Linear{}, nil}}.Fit(t.Context(),
		structures.Sequences{X: x, Start: start, Y: y, Labels: 3})
	if err == nil || !strings.Contains(err.Error(), "kernel 2 is nil") {
		t.Errorf("a kernel that is nil: %v", err)
	}
}

// TestChainModelsThatAreNotWhole: predicting with one says what is missing, and so does loading it.
func TestChainModelsThatAreNotWhole(t *testing.T) {
	t.Parallel()
	x, start, y := chains(5, 4, 7)
	learn := func() *model.Chain {
		data := structures.Sequences{X: x, Start: start, Y: y, Labels: 3}
		m, err := structures.Chain{Lambda: 1, Epochs: 1}.Fit(t.Context(), data)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	for name, c := range map[string]struct {
		spoil func(m *model.Chain)
		says  string
	}{
		"no transitions": {func(m *model.Chain) { m.Transitions = nil }, "transitions are not 3 × 3"},
		"too few": {
			func(m *model.Chain) { m.Transitions = linalg.NewDense(2, 2, nil) },
			"transitions are not 3 × 3",
		},
		"no weights": {func(m *model.Chain) { m.Groups[0].Weights = nil }, "weights are not 2 × 3"},
		"no support": {func(m *model.Chain) { m.Support = nil }, "support"},
		"no labels":  {func(m *model.Chain) { m.Labels = 0 }, "labels"},
	} {
		m := learn()
		c.spoil(m)
		if _, err := m.Predict(t.Context(), x, start); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: error %v does not say %q", name, err, c.says)
		}
	}
	var file bytes.Buffer
	if err := learn().Save(&file); err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(file.String(), `{"name":"transitions","type"`, `{"name":"transition","type"`, 1)
	if _, err := model.LoadChain(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), "arrays") {
		t.Errorf("error %v names no arrays", err)
	}
}
