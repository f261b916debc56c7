package measures_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/proxlab/proxlab/toolkit/fit/measures"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// near tells whether a number is another but for rounding; NaN is near NaN.
func near(a, b float64) bool { return math.Abs(a-b) <= 1e-12 || math.IsNaN(a) && math.IsNaN(b) }

// TestConfusion compares with counts by hand: of 8 examples, one is of none of the three labels.
func TestConfusion(t *testing.T) {
	t.Parallel()
	truth := []int{0, 0, 0, 1, 1, 2, 2, -1}
	guess := []int{0, 0, 1, 1, 0, 0, 1, 1}
	c := measures.NewConfusion(truth, guess, 4)
	if !slices.EqualFunc(c.Counts, [][]int{{2, 1, 0, 0}, {1, 1, 0, 0}, {1, 1, 0, 0}, {0, 0, 0, 0}}, slices.Equal) ||
		!slices.Equal(c.Other, []int{0, 1, 0, 0}) {
		t.Errorf("%+v", c)
	}
	nan := math.NaN()
	for l, want := range [][4]float64{
		{3, 2. / 4, 2. / 3, 4. / 7}, {2, 1. / 4, 1. / 2, 2. / 6}, {2, nan, 0, 0}, {0, nan, nan, nan},
	} {
		got := [4]float64{float64(c.Examples(l)), c.Precision(l), c.Recall(l), c.F1(l)}
		for k := range want {
			if !near(got[k], want[k]) {
				t.Errorf("label %d: %v, by hand %v", l, got, want)
			}
		}
	}
	if want := (4./7 + 2./6 + 0) / 3; !near(c.MacroF1(), want) {
		t.Errorf("macro F1 %g, by hand %g", c.MacroF1(), want)
	}
}

// TestCurves compares with counts threshold by threshold, and areas with the share of pairs and with the ranks.
func TestCurves(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 200))
	for range 20 {
		n := 5 + rng.IntN(60)
		scores, positive := make([]float64, n), make([]bool, n)
		for i := range scores {
			scores[i], positive[i] = float64(rng.IntN(12)), rng.IntN(3) == 0 || i == 0
		}
		positive[n-1] = false
		levels := slices.Clone(scores)
		slices.Sort(levels)
		levels = slices.Compact(levels)
		slices.Reverse(levels)
		fpr, tpr := measures.ROC(scores, positive)
		recall, precision := measures.PrecisionRecall(scores, positive)
		if len(fpr) != len(levels)+1 || len(recall) != len(levels) || fpr[0] != 0 || tpr[0] != 0 {
			t.Fatalf("%d and %d points of %d thresholds", len(fpr), len(recall), len(levels))
		}
		var area, steps float64
		for k, level := range levels {
			var c [2][2]float64 // by positive, and by at least the threshold
			for i, s := range scores {
				c[b2i(positive[i])][b2i(s >= level)]++
			}
			right, wrong := c[1][1], c[0][1]
			if !near(tpr[k+1], right/(right+c[1][0])) || !near(fpr[k+1], wrong/(wrong+c[0][0])) ||
				recall[k] != tpr[k+1] || !near(precision[k], right/(right+wrong)) {
				t.Errorf("threshold %g: %g %g %g %g", level, fpr[k+1], tpr[k+1], recall[k], precision[k])
			}
			area += (fpr[k+1] - fpr[k]) * (tpr[k+1] + tpr[k]) / 2
			steps += (tpr[k+1] - tpr[k]) * precision[k]
		}
		auc, ap := measures.AUC(scores, positive), measures.AveragePrecision(scores, positive)
		if math.Abs(area-auc) > 1e-12 ||
			math.Abs(steps-ap) > 1e-12 {
			t.Errorf("area %g, AUC %g; steps %g, average precision %g", area, auc, steps, ap)
		}
	}
	// the mean over the positives of the precision down to each, where there are no ties: ranks 1, 3 and 4 of 5
	if ap := measures.AveragePrecision([]float64{5, 4, 3, 2, 1}, []bool{true, false, true, true, false}); !near(ap,
		(1+2./3+3./4)/3) {
		t.Errorf("average precision %g", ap)
	}
	if fpr, _ := measures.ROC([]float64{1, 2}, []bool{true, true}); fpr != nil {
		t.Errorf("the ROC of one kind: %v", fpr)
	}
	if fpr, _ := measures.ROC(nil, nil); fpr != nil {
		t.Errorf("the ROC of nothing: %v", fpr)
	}
	if ap := measures.AveragePrecision([]float64{1, 2}, []bool{false, false}); !math.IsNaN(ap) {
		t.Errorf("average precision %g without a positive example", ap)
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// TestCalibration compares with numbers by hand, at the ends of the intervals too.
func TestCalibration(t *testing.T) {
	t.Parallel()
	p := []float64{0, 0.1, 0.4, 0.5, 0.7, 1}
	came := []bool{false, true, false, true, true, true}
	bins := measures.Reliability(p, came, 4) // 0 and 0.1; 0.4; 0.5 and 0.7; 1
	want := []measures.Bin{{0.05, 0.5, 2}, {0.4, 0, 1}, {0.6, 1, 2}, {1, 1, 1}}
	for k, w := range want {
		if len(bins) != len(want) || !near(bins[k].Probability, w.Probability) || bins[k].Share != w.Share ||
			bins[k].Examples != w.Examples {
			t.Fatalf("%v, by hand %v", bins, want)
		}
	}
	if ece := measures.CalibrationError(bins); !near(ece, (2*0.45+0.4+2*0.4+0)/6) {
		t.Errorf("expected calibration error %g", ece)
	}
	two := linalg.NewDense(3, 2, []float64{0.2, 0.8, 0.5, 0.5, 0.9, 0.1})
	if b := measures.Brier(two, []int{1, 0, 1}); !near(b, (0.04+0.25+0.81)/3) {
		t.Errorf("Brier score %g of two labels", b)
	}
	if b := measures.Brier(two, []int{1, -1, 1}); !near(b, (0.04+0.81)/2) {
		t.Errorf("Brier score %g without an unknown label", b)
	}
	three := linalg.NewDense(2, 3, []float64{0.2, 0.3, 0.5, 1, 0, 0})
	if b := measures.Brier(three, []int{1, 0}); !near(b, (0.04+0.49+0.25+0)/2) {
		t.Errorf("Brier score %g of three labels", b)
	}
	if b := measures.Brier(three, []int{-1, -1}); !math.IsNaN(b) {
		t.Errorf("Brier score %g of nothing", b)
	}
}
