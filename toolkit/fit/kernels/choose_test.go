package kernels_test

import (
	"math"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit/kernels"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/model/machine"
)

// TestPaths: machines along a path are those of each strength alone, by decomposition and by features.
func TestPaths(t *testing.T) {
	t.Parallel()
	s := newSmall()
	for _, c := range []kernels.Machine{
		{Loss: loss.Hinge{}, Mu: 0.01, Intercept: true, Tol: 1e-9},
		{Loss: loss.Logistic{}, Lambda: 0.01, Intercept: true, Tol: 1e-9},
	} {
		strengths := kernels.Path(1, 0.01, 4)
		k := 0
		for m, err := range c.Along(t.Context(), s.data(c.Loss), strengths) {
			if err != nil {
				t.Fatal(err)
			}
			alone, err := c.At(strengths[k]).Fit(t.Context(), s.data(c.Loss))
			if err != nil {
				t.Fatal(err)
			}
			if off := m.Head.Objective - alone.Head.Objective; math.Abs(off) > 1e-8*alone.Head.Objective {
				t.Errorf("%v at %g: P is %g, alone %g", c.Loss, strengths[k], m.Head.Objective, alone.Head.Objective)
			}
			k++
		}
		if k != 4 {
			t.Errorf("%d machines of a path of 4", k)
		}
	}
}

// TestCrossValidate: errors of folds are those of machines that have not seen what they are judged by.
func TestCrossValidate(t *testing.T) {
	t.Parallel()
	s := newSmall()
	data := s.data(loss.Squared{})
	data.Weights = nil
	c := kernels.Machine{Mu: 0.1, Intercept: true, Tol: 1e-9}
	v, err := c.CrossValidate(t.Context(), data, []float64{10, 0.1}, len(data.Y))
	if err != nil {
		t.Fatal(err)
	}
	// Each example is held out once: leave example 0 out by hand, and find its error among those of folds.
	var rest []int
	for i := 1; i < len(data.Y); i++ {
		rest = append(rest, i)
	}
	left := kernels.Data{Y: data.Y[1:]}
	for _, g := range data.Grams {
		left.Grams = append(left.Grams, g.Select(rest))
	}
	m, err := c.Fit(t.Context(), left)
	if err != nil {
		t.Fatal(err)
	}
	p := predicted(t, m, data.Grams, rest, 0)
	want := (p - data.Y[0]) * (p - data.Y[0])
	found := false
	for _, e := range v.Errors[1] {
		found = found || math.Abs(e-want) < 1e-6*want || math.Abs(2*e-want) < 1e-6*want
	}
	if !found || v.Best != 1 || v.Error[1] >= v.Error[0] {
		t.Errorf("error %g of example 1 is none of %v", want, v.Errors[1])
	}
	_, err = c.CrossValidate(t.Context(), data, []float64{1}, 1)
	if err == nil || !strings.Contains(err.Error(), "folds") {
		t.Error(err)
	}
}

// predicted is the score of one example by a machine that has learnt from others.
func predicted(t *testing.T, m *machine.Model, grams []toolkit.Gram, learnt []int, i int) float64 {
	t.Helper()
	f := m.Head.Intercept[0]
	for j, g := range grams {
		column := make([]float64, g.Len())
		if err := g.Columns(t.Context(), column, []int{i}); err != nil {
			t.Fatal(err)
		}
		for s, r := range m.Rows {
			f += column[learnt[r]] * m.Alpha[j].At(s, 0)
		}
	}
	return f
}

// TestOneClass: ν bounds the share of what is outside, and predictions are inside and outside.
func TestOneClass(t *testing.T) {
	t.Parallel()
	s := newSmall()
	d := kernels.Data{Grams: s.grams[:1]}
	m, err := kernels.OneClass{Nu: 0.25}.Fit(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	cross := linalg.NewDense(24, 24, nil)
	all := make([]int, 24)
	for i := range all {
		all[i] = i
	}
	if err := s.grams[0].Columns(t.Context(), cross.Data, all); err != nil {
		t.Fatal(err)
	}
	p, err := m.PredictGiven([]*linalg.Dense{cross})
	if err != nil {
		t.Fatal(err)
	}
	outside := 0
	for _, v := range p.Scores.Data {
		if v < -1e-6 {
			outside++
		}
	}
	if outside > 6 || len(m.Rows) < 6 || m.Head.Gap > 1e-6*math.Abs(m.Head.Objective) {
		t.Errorf("%d outside, %d support it, gap %g", outside, len(m.Rows), m.Head.Gap)
	}
	for _, nu := range []float64{0, 2, math.NaN()} {
		if _, err := (kernels.OneClass{Nu: nu}).Fit(t.Context(), d); err == nil {
			t.Errorf("ν = %g is taken", nu)
		}
	}
}
