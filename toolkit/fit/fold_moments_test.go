package fit

import (
	"math"
	"testing"

	"github.com/proxlab/proxlab/toolkit/fit/choose"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// TestFoldMoments: cross-validation by moments finds the errors that learning from each fold's examples, and judging by
// them, does: of folds that hold each example out once, or several times, of times, and where what is left of a column
// or of an error is rounding.
func TestFoldMoments(t *testing.T) {
	t.Parallel()
	lambdas := []float64{1, 0.1, 0.01}
	c := Linear{Penalty: prox.L1{Lambda: 1}, Intercept: true, Standardize: true, Tol: 1e-9}
	plain, spike, exact := tall(1000, 1), tall(1000, 1), tall(1, 1e-9)
	for i := range 20 {
		spike.X.(interface{ Row(i int) []float64 }).Row(i)[2] += 1e7 // nearly all of its square is in a few examples
	}
	times, together := make([]float64, len(plain.Y)), make([]int, len(plain.Y))
	for i := range times {
		times[i], together[i] = float64(i), max(0, i-19)
	}
	for name, of := range map[string]struct {
		data   Data
		splits choose.Splits
	}{
		"folds": {plain, choose.Splits{Folds: 4}}, "repeated": {plain, choose.Splits{Folds: 3, Repeats: 2}},
		"times": {plain, choose.Splits{Folds: 4, Order: times}}, "a spike": {spike, choose.Splits{Folds: 4, Group: together}},
		"a perfect fit": {exact, choose.Splits{Folds: 3}},
	} {
		p, err := c.Prepare(of.data)
		if err != nil {
			t.Fatal(name, err)
		}
		folds, err := choose.Split(p, of.splits)
		if err != nil {
			t.Fatal(name, err)
		}
		got, err := choose.Validate(t.Context(), p, choose.Grid{choose.LambdaPath(lambdas, 0)}, folds)
		if err != nil || p.momentsOfFolds(folds) == nil {
			t.Fatal(name, "is not validated by moments", err)
		}
		for f, fold := range folds {
			models, err := c.Path(t.Context(), of.data.Pick(fold.Train), lambdas)
			if err != nil {
				t.Fatal(name, err)
			}
			for k, m := range models {
				want, _, err := MeanError(m, of.data.Pick(fold.Test))
				if err != nil || !(math.Abs(got.Errors[k][f]-want) <= 1e-4*want) {
					t.Errorf("%s, fold %d, λ %g: the error is %.10g, by the examples %.10g", name, f, lambdas[k],
						got.Errors[k][f], want)
				}
			}
		}
	}
}
