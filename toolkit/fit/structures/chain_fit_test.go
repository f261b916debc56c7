package structures_test

import (
	"bytes"
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/fit/measures"
	"github.com/proxlab/proxlab/toolkit/fit/structures"
	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
)

// asSparse holds all numbers of a dense matrix, zeros too.
func asSparse(x *linalg.Dense) *linalg.CSR {
	out := &linalg.CSR{R: x.R, C: x.C, Ptr: []int{0}}
	for i := range x.R {
		for j, v := range x.Row(i) {
			out.Col, out.Val = append(out.Col, int32(j)), append(out.Val, v)
		}
		out.Ptr = append(out.Ptr, len(out.Col))
	}
	return out
}

// TestChainOfSparseInputs: the same features, dense for all kernels and sparse for each, give the same model.
func TestChainOfSparseInputs(t *testing.T) {
	t.Parallel()
	x, start, y := chains(30, 8, 3)
	z, startZ, _ := chains(10, 8, 4)
	for _, crf := range []bool{false, true} {
		two := []kernel.Kernel{kernel.Linear{}, kernel.Gaussian{Variance: 0.5}}
		c := structures.Chain{Kernels: two, Lambda: 1e-3, CRF: crf, Epochs: 3}
		dense, err := c.Fit(t.Context(), structures.Sequences{X: x, Start: start, Y: y, Labels: 3})
		if err != nil {
			t.Fatal(err)
		}
		inputs := []*linalg.CSR{asSparse(x), asSparse(x)}
		sparse, err := c.Fit(t.Context(), structures.Sequences{Inputs: inputs, Start: start, Y: y, Labels: 3})
		if err != nil {
			t.Fatal(err)
		}
		want, err := dense.Predict(t.Context(), z, startZ)
		if err != nil {
			t.Fatal(err)
		}
		got, err := sparse.PredictInputs(t.Context(), []*linalg.CSR{asSparse(z), asSparse(z)}, startZ)
		if err != nil || measures.Accuracy(got, want) != 100 || !floats.EqualApprox(sparse.Norms, dense.Norms, 1e-9) {
			t.Errorf("CRF %t: norms %v and %v, labels %v and %v: %v", crf, sparse.Norms, dense.Norms, got, want, err)
		}
		if _, err := sparse.Predict(t.Context(), z, startZ); err == nil {
			t.Error("one dense input is taken where two were learned from")
		}
		var file bytes.Buffer
		if err := sparse.Save(&file); err != nil {
			t.Fatal(err)
		}
		again, err := model.LoadChain(&file)
		if d := cmp.Diff(sparse, again, cmpopts.EquateNaNs()); err != nil || d != "" {
			t.Errorf("CRF %t: saved and loaded again: error %v\n%s", crf, err, d)
		}
		if _, err := sparse.PredictInputs(t.Context(), inputs[:1], start); err == nil {
			t.Error("one input is taken where two were learned from")
		}
		if _, err := dense.PredictInputs(t.Context(), inputs, start); err == nil {
			t.Error("sparse inputs are taken where one dense one was learned from")
		}
	}
}

// TestChainChooses: what Choose says of each λ is what a model of its own has right, and the best is returned.
func TestChainChooses(t *testing.T) {
	t.Parallel()
	x, start, y := chains(30, 8, 3)
	z, startZ, yz := chains(20, 8, 4)
	data := structures.Sequences{X: x, Start: start, Y: y, Labels: 3}
	held := structures.Sequences{X: z, Start: startZ, Y: yz, Labels: 3}
	c, lambdas := structures.Chain{Kernels: kernels, Epochs: 3}, []float64{1e3, 1e-2, 1e-4}
	best, right, err := c.Choose(t.Context(), data, held, lambdas)
	if err != nil || len(right) != 3 {
		t.Fatalf("%v right: %v", right, err)
	}
	for k, lambda := range lambdas {
		c.Lambda = lambda
		m, err := c.Fit(t.Context(), data)
		if err != nil {
			t.Fatal(err)
		}
		guess, err := m.Predict(t.Context(), z, startZ)
		if err != nil || math.Abs(100*right[k]-measures.Accuracy(guess, yz)) > 1e-9 {
			t.Errorf("λ = %g: %g %% right, and not %g: %v", lambda, measures.Accuracy(guess, yz), 100*right[k], err)
		}
	}
	guess, err := best.Predict(t.Context(), z, startZ)
	if err != nil || math.Abs(measures.Accuracy(guess, yz)-100*floats.Max(right)) > 1e-9 || right[0] == floats.Max(right) {
		t.Errorf("of %v the model with %g %% is chosen: %v", right, measures.Accuracy(guess, yz), err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	c.Watch = func(structures.ChainEpoch) { cancel() }
	m, _, err := c.Choose(ctx, data, held, lambdas)
	if !errors.Is(err, context.Canceled) || m == nil || m.Progress.Iter > 1 {
		t.Errorf("an end in the first epoch: %v", err)
	}
}

// knowing is a kernel that knows its features.
type knowing struct{}

func (knowing) OfDot(xz, _, _ float64) float64 { return 4 * xz }

func (knowing) Features(x *linalg.Dense) *linalg.Dense {
	out := linalg.NewDense(x.R, x.C, nil)
	floats.AddScaled(out.Data, 2, x.Data)
	return out
}

// TestChainRefusesInputs: inputs that do not go with kernels and labels are errors that say which.
func TestChainRefusesInputs(t *testing.T) {
	t.Parallel()
	x, start, y := chains(3, 4, 7)
	good := asSparse(x)
	nan := asSparse(x)
	nan.Val[3] = math.NaN()
	few := asSparse(linalg.NewDense(5, 2, nil))
	for says, c := range map[string]struct {
		inputs  []*linalg.CSR
		kernels []kernel.Kernel
		x       *linalg.Dense
	}{
		"0 inputs for 0 kernels":           {[]*linalg.CSR{}, nil, nil},
		"1 inputs for 2 kernels":           {[]*linalg.CSR{good}, kernels[:2], nil},
		"and no X":                         {[]*linalg.CSR{good}, nil, x},
		"input 2 has no features, or":      {[]*linalg.CSR{good, few}, nil, nil},
		"input 1 has no features":          {[]*linalg.CSR{nil}, nil, nil},
		"value 4 of input 1 is NaN":        {[]*linalg.CSR{nan}, nil, nil},
		"kernel 2: of kernels that know":   {[]*linalg.CSR{good, good}, []kernel.Kernel{kernel.Linear{}, knowing{}}, nil},
		"kernel 1 is nil; without any ker": {[]*linalg.CSR{good}, []kernel.Kernel{nil}, nil},
	} {
		_, err := structures.Chain{Lambda: 1, Epochs: 1, Kernels: c.kernels}.Fit(t.Context(),
			structures.Sequences{X: c.x, Inputs: c.inputs, Start: start, Y: y, Labels: 3})
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("error %v does not say %q", err, says)
		}
	}
}
