package fit_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/fit/choose"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// holdsOnce tests that folds of one dealing hold each of n examples out once, and learn from all others.
func holdsOnce(t *testing.T, folds []choose.Fold, n int) {
	t.Helper()
	held := make([]int, n)
	for _, f := range folds {
		for _, i := range f.Test {
			held[i]++
			if slices.Contains(f.Train, i) {
				t.Errorf("example %d is learnt from and judged by", i)
			}
		}
		if len(f.Train)+len(f.Test) != n {
			t.Errorf("a fold has %d + %d of %d examples", len(f.Train), len(f.Test), n)
		}
	}
	for i, count := range held {
		if count != 1 {
			t.Errorf("example %d is held out %d times", i, count)
		}
	}
}

// TestSplitsAtRandom: each dealing has its share of each label in every fold, and another dealing is another.
func TestSplitsAtRandom(t *testing.T) {
	t.Parallel()
	c := fit.Linear{Loss: loss.Logistic{}, Penalty: prox.L1{Lambda: 1}, Seed: 3}
	data := sample(&c, 60, 4, 3)
	data.Weights = nil
	p := ready(t, c, data)
	folds, err := choose.Split(p, choose.Splits{Folds: 5, Repeats: 3})
	if err != nil || len(folds) != 15 {
		t.Fatalf("%d folds, error %v", len(folds), err)
	}
	larger := 0
	for _, y := range data.Y {
		if y == 7 {
			larger++
		}
	}
	for r := range 3 {
		holdsOnce(t, folds[5*r:5*r+5], 60)
	}
	for _, f := range folds {
		count := 0
		for _, i := range f.Test {
			if data.Y[i] == 7 {
				count++
			}
		}
		if math.Abs(float64(count)-float64(larger)/5) > 1 {
			t.Errorf("a fold has %d of %d examples of a label", count, larger)
		}
	}
	if slices.Equal(folds[0].Test, folds[5].Test) {
		t.Error("a second dealing is the first")
	}
}

// TestSplitsByGroup: no group is divided, and folds are of about one size.
func TestSplitsByGroup(t *testing.T) {
	t.Parallel()
	p, group := sixty(t), make([]int, 60)
	for i := range group {
		group[i] = i * i % 17
	}
	folds, err := choose.Split(p, choose.Splits{Folds: 4, Group: group})
	if err != nil {
		t.Fatal(err)
	}
	holdsOnce(t, folds, 60)
	of := map[int]int{}
	for k, f := range folds {
		if len(f.Test) < 12 || len(f.Test) > 18 {
			t.Errorf("a fold of groups holds out %d of 60", len(f.Test))
		}
		for _, i := range f.Test {
			if at, known := of[group[i]]; known && at != k {
				t.Errorf("group %d is in two folds", group[i])
			}
			of[group[i]] = k
		}
	}
}

// sixty is a problem of 60 examples.
func sixty(t *testing.T) *fit.Prepared {
	t.Helper()
	c := fit.Linear{Penalty: prox.L1{Lambda: 1}}
	p := ready(t, c, signals(60, 4, 1, 1, 3))
	return p
}

// TestSplitsByTime: folds learn from the past alone, and examples of one time are not divided.
func TestSplitsByTime(t *testing.T) {
	t.Parallel()
	p, order := sixty(t), make([]float64, 60)
	for i := range order {
		order[i] = float64(i * 7 % 13) // four or five of each
	}
	folds, err := choose.Split(p, choose.Splits{Folds: 3, Order: order})
	if err != nil {
		t.Fatal(err)
	}
	for k, f := range folds {
		latest, earliest := math.Inf(-1), math.Inf(1)
		for _, i := range f.Train {
			latest = math.Max(latest, order[i])
		}
		for _, i := range f.Test {
			earliest = math.Min(earliest, order[i])
		}
		if off := len(f.Train) - 15*(k+1); latest >= earliest || off < 0 || off > 4 {
			t.Errorf("fold %d learns from %d until %g and is judged by %d from %g on", k, len(f.Train), latest, len(f.Test),
				earliest)
		}
	}
}

// TestRepeatsByHand: the errors of repeated folds are those of each, and their standard error is that of one dealing.
func TestRepeatsByHand(t *testing.T) {
	t.Parallel()
	c := fit.Linear{Penalty: prox.L1{Lambda: 1}, Tol: 1e-10, Seed: 2}
	data := sample(&c, 40, 5, 4)
	data.Weights = nil
	p := ready(t, c, data)
	folds, err := choose.Split(p, choose.Splits{Folds: 4, Repeats: 3})
	if err != nil {
		t.Fatal(err)
	}
	v, err := choose.Validate(t.Context(), p, choose.Grid{{{Lambda: 0.1}}}, folds)
	if err != nil {
		t.Fatal(err)
	}
	c.Lambda = 0.1
	var errs []float64
	for _, f := range folds {
		m, err := c.Fit(t.Context(), part(data, f.Train))
		if err != nil {
			t.Fatal(err)
		}
		e, _, err := fit.MeanError(m, part(data, f.Test))
		if err != nil {
			t.Fatal(err)
		}
		errs = append(errs, e)
	}
	mean, deviation := stat.MeanStdDev(errs, nil)
	if math.Abs(v.Error[0]-mean) > 1e-8*mean || math.Abs(v.StdError[0]-deviation/2) > 1e-6*deviation {
		t.Errorf("%g ± %g, by hand %g ± %g", v.Error[0], v.StdError[0], mean, deviation/2)
	}
}

// part are some examples.
func part(data fit.Data, rows []int) fit.Data {
	_, d := data.X.Dims()
	x := linalg.NewDense(len(rows), d, nil)
	out := fit.Data{X: x}
	for k, i := range rows {
		copy(x.Row(k), data.X.(*linalg.Dense).Row(i))
		out.Y = append(out.Y, data.Y[i])
	}
	return out
}

func TestSplitsRefuse(t *testing.T) {
	t.Parallel()
	c := fit.Linear{Penalty: prox.L1{Lambda: 1}}
	six := sample(&c, 6, 3, 3)
	six.Weights = nil
	p := ready(t, c, six)
	same := []float64{1, 1, 1, 1, 1, 2}
	for _, s := range []struct {
		splits choose.Splits
		says   string
	}{
		{choose.Splits{Folds: 1}, "two at least"},
		{choose.Splits{Folds: 7}, "7 folds of 6 examples"},
		{choose.Splits{Folds: 2, Repeats: -1}, "repeats"},
		{choose.Splits{Folds: 2, Group: []int{1}}, "1 groups"},
		{choose.Splits{Folds: 3, Group: []int{1, 1, 1, 2, 2, 2}}, "3 folds of 2 groups"},
		{choose.Splits{Folds: 2, Order: same}, "the same one"},
		{choose.Splits{Folds: 2, Order: []float64{1, 2, math.NaN(), 3, 4, 5}}, "example 3 is NaN"},
		{choose.Splits{Folds: 2, Order: same, Repeats: 2}, "cannot be repeated"},
		{choose.Splits{Folds: 2, Order: same, Group: []int{1, 1, 1, 2, 2, 2}}, "not by both"},
	} {
		if _, err := choose.Split(p, s.splits); err == nil || !strings.Contains(err.Error(), s.says) {
			t.Errorf("%+v: %v", s.splits, err)
		}
	}
	beyond := []choose.Fold{{Train: []int{1}, Test: []int{6}}}
	if _, err := choose.Validate(t.Context(), p, choose.Grid{{{Lambda: 1}}}, beyond); err == nil {
		t.Error("an example that is not there")
	}
	c.Loss = loss.Multinomial{}
	six.Y = []float64{1, 2, 1, 2, 3, 3}
	unlearnt := []choose.Fold{{Train: []int{0, 1, 2, 3}, Test: []int{4, 5}}}
	_, err := choose.Validate(t.Context(), ready(t, c, six), choose.Grid{{{Lambda: 1}}}, unlearnt)
	if err == nil || !strings.Contains(err.Error(), "a label that none") {
		t.Errorf("a label that is not learnt: %v", err)
	}
}
