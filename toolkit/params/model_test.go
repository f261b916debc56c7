package params_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/params"
)

func mustPanic(t *testing.T, what string, f func()) {
	t.Helper()
	defer func() {
		if recover() == nil {
			t.Errorf("%s: no panic", what)
		}
	}()
	f()
}

// TestCoefficients: with the features of a row, those of explicit weights give its scores, and with its kernel
// values, those of a kernel expansion.
func TestCoefficients(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(27, 28))
	x := linalg.NewDense(5, 3, testproblems.Normal(rng, 15, 1))
	for name, create := range blocks {
		b := create(x, 2)
		for range 20 {
			b.Scale(0.5 + rng.Float64())
			b.Add(1, []toolkit.Part{{Row: rng.IntN(5), Col: rng.IntN(2), Value: rng.NormFloat64()}})
		}
		features := gram(x)
		switch e := b.(type) {
		case *params.Seen:
			features = positive(x)
		case *params.Explicit:
			features = x
			if w := e.Weights(); !floats.Equal(w, e.Coefficients().Data) {
				t.Errorf("%s: weights %v, coefficients %v", name, w, e.Coefficients().Data)
			}
		}
		w := b.Coefficients()
		if r, c := w.Dims(); r != features.C || c != 2 {
			t.Fatalf("%s: coefficients are %d × %d", name, r, c)
		}
		for row := range 5 {
			got, want := make([]float64, 2), make([]float64, 2)
			b.Scores(got, row)
			for j, v := range features.Row(row) {
				floats.AddScaled(want, v, w.Row(j))
			}
			if !floats.EqualApprox(got, want, 1e-12) {
				t.Errorf("%s: scores of row %d are %v, by the coefficients %v", name, row, got, want)
			}
		}
	}
}

// TestFamiliesAreApart: parts of another family change nothing, and its scores are no part of a family's.
func TestFamiliesAreApart(t *testing.T) {
	t.Parallel()
	x := linalg.NewDense(2, 2, []float64{1, 2, 3, 4})
	for name, create := range blocks {
		m := params.NewModel([]params.Block{create(x, 1)}, []params.Block{params.NewExplicit(1, x, 1)})
		m.Add(1, &toolkit.Update{Parts: []toolkit.Part{{Family: 1, Row: 1, Value: 2}}})
		var score [1]float64
		if m.Scores(score[:], 0, 0); m.Norm(0) != 0 || score[0] != 0 {
			t.Errorf("%s: norm %g and score %g after a part of another family", name, m.Norm(0), score[0])
		}
		if m.Scores(score[:], 1, 1); m.Norm(1) != 10 || score[0] != 50 {
			t.Errorf("%s: norm %g and score %g of 2 φ(1) = (6, 8)", name, m.Norm(1), score[0])
		}
	}
}

func TestBadShapes(t *testing.T) {
	t.Parallel()
	mustPanic(t, "no group", func() { params.NewModel() })
	mustPanic(t, "an empty group", func() { params.NewModel([]params.Block{}) })
	mustPanic(t, "a Gram matrix that is not square", func() { params.NewKernel(0, linalg.NewDense(2, 3, nil), 1) })
}

// TestNoGramMatrix: of a symmetric matrix with a negative form there is no norm.
func TestNoGramMatrix(t *testing.T) {
	t.Parallel()
	b := params.NewKernel(0, linalg.NewDense(2, 2, []float64{1, 2, 2, 1}), 1)
	b.Add(1, []toolkit.Part{{Row: 0, Value: 1}, {Row: 1, Value: -1}}) // the form is 1 − 4 + 1
	m := params.NewModel([]params.Block{b})
	if b.Refresh(); !math.IsNaN(m.Norm(0)) {
		t.Errorf("norm %g, of the square −2", m.Norm(0))
	}
}
