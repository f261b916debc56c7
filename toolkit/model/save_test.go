package model_test

import (
	"bytes"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// saved saves a model, loads it and compares; or Save says which field is wrong, and writes nothing.
func saved[M any](t *testing.T, what string, m *M, save func(io.Writer) error, load func(io.Reader) (*M, error),
	says string,
) {
	t.Helper()
	var b bytes.Buffer
	err := save(&b)
	if says != "" {
		if err == nil || !strings.Contains(err.Error(), says) || b.Len() > 0 {
			t.Errorf("%s: %d bytes, error %v, which does not say %q", what, b.Len(), err, says)
		}
		return
	}
	if err != nil {
		t.Errorf("%s: %v", what, err)
		return
	}
	again, err := load(&b)
	if d := cmp.Diff(m, again, cmpopts.EquateNaNs()); err != nil || d != "" {
		t.Errorf("%s: saved and loaded again: error %v\n%s", what, err, d)
	}
}

func TestLinearByHand(t *testing.T) {
	t.Parallel()
	infinite, nan := math.Inf(1), math.NaN()
	for what, c := range map[string]struct {
		change func(*model.Linear)
		says   string
	}{
		"nothing else":      {func(*model.Linear) {}, ""},
		"text of labels":    {func(m *model.Linear) { m.Labels, m.LabelNames = []float64{0, 1}, []string{"n", "y"} }, ""},
		"nothing known":     {func(m *model.Linear) { m.Objective, m.Gap, m.GapKind = nan, nan, model.NoGap }, ""},
		"gap":               {func(m *model.Linear) { m.Gap = infinite }, "its gap is +Inf"},
		"objective":         {func(m *model.Linear) { m.Objective = -infinite }, "its objective is -Inf"},
		"weights":           {func(m *model.Linear) { m.Weights[1] = nan }, "number 2 of its weights is NaN"},
		"no weights":        {func(m *model.Linear) { m.Weights = nil }, "0 weights for 2 features"},
		"intercept":         {func(m *model.Linear) { m.Intercept = []float64{infinite} }, "its intercept is +Inf"},
		"lambda":            {func(m *model.Linear) { m.Lambda = infinite }, "its lambda is +Inf"},
		"seconds":           {func(m *model.Linear) { m.Seconds = infinite }, "its seconds is +Inf"},
		"labels":            {func(m *model.Linear) { m.Labels = []float64{0, infinite} }, "its labels is +Inf"},
		"status":            {func(m *model.Linear) { m.Status = "done" }, `its status "done"`},
		"gap kind":          {func(m *model.Linear) { m.GapKind = "small" }, `its gap_kind "small"`},
		"link":              {func(m *model.Linear) { m.Link = "probit" }, `its link "probit"`},
		"label names":       {func(m *model.Linear) { m.LabelNames = []string{"a"} }, "its 2 labels have 1 names"},
		"label names twice": {func(m *model.Linear) { m.LabelNames = []string{"a", "a"} }, `its labels have "a" twice`},
		"constraints":       {func(m *model.Linear) { m.Constraints, m.Violation = []string{"simplex"}, 1e-12 }, ""},
		"violation":         {func(m *model.Linear) { m.Violation = nan }, "its violation is NaN"},
		"named from 1":      {func(m *model.Linear) { m.Labels, m.LabelNames = []float64{1, 2}, []string{"a", "b"} }, "0"},
	} {
		m := &model.Linear{Link: model.Logit, Features: 2, Outputs: 1, Weights: []float64{0.5, 0}, Labels: []float64{0, 1}}
		c.change(m)
		saved(t, what, m, m.Save, model.LoadLinear, c.says)
	}
}

func TestChainByHand(t *testing.T) {
	t.Parallel()
	for what, c := range map[string]struct {
		change func(*model.Chain)
		says   string
	}{
		"no kernels":  {func(*model.Chain) {}, ""},
		"no status":   {func(m *model.Chain) { m.Status = "" }, ""},
		"status":      {func(m *model.Chain) { m.Status = "done" }, `its status "done"`},
		"epochs":      {func(m *model.Chain) { m.Progress.Iter = -1 }, "its epochs is -1"},
		"norms":       {func(m *model.Chain) { m.Norms = []float64{math.NaN()} }, "norm 1 of its norms is NaN"},
		"transitions": {func(m *model.Chain) { m.Transitions = nil }, "transitions are not 2 × 2"},
		"support":     {func(m *model.Chain) { m.Support = nil }, "its support is missing"},
		"no kernel":   {func(m *model.Chain) { m.Groups = make([]model.ChainGroup, 1) }, "kernels is missing"},
		"a kernel that is none": {func(m *model.Chain) {
			m.Groups = []model.ChainGroup{{Kernel: kernel.Gaussian{}, Weights: linalg.NewDense(0, 2, []float64{})}}
		}, "kernel 1 of its kernels"},
	} {
		m := &model.Chain{
			Labels: 2, Features: 3, Support: linalg.NewDense(0, 3, []float64{}),
			Transitions: linalg.NewDense(2, 2, []float64{1, 2, 3, 4}), Progress: solver.Unknown(),
			Status: solver.Converged,
		}
		m.Progress.Step = 0
		c.change(m)
		saved(t, what, m, m.Save, model.LoadChain, c.says)
	}
}
