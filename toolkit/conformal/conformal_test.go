package conformal_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/conformal"
)

// TestIntervalIsTheDefinition: ends are those of sorted lists.
func TestIntervalIsTheDefinition(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		n, k := 1+rng.IntN(40), 1+rng.IntN(5)
		c := &conformal.Calibration{Way: conformal.CrossPlus}
		by := make([]float64, k)
		for m := range by {
			by[m] = rng.NormFloat64()
		}
		var low, high []float64
		for range n {
			fold, e := rng.IntN(k), math.Round(4*rng.Float64())/4 // ties
			c.Fold, c.Errors = append(c.Fold, fold), append(c.Errors, e)
			low, high = append(low, by[fold]-e), append(high, by[fold]+e)
		}
		slices.Sort(low)
		slices.Sort(high)
		level := float64(1+rng.IntN(18)) / 20
		up := int(math.Ceil(level*float64(n+1) - 1e-9))
		down := int(math.Floor((1-level)*float64(n+1) + 1e-9))
		wantLow, wantHigh := math.Inf(-1), math.Inf(1)
		if up <= n {
			wantLow, wantHigh = low[down-1], high[up-1]
		}
		if gotLow, gotHigh := c.Interval(level, 7, by); gotLow != wantLow || gotHigh != wantHigh {
			t.Fatalf("n = %d, level %g: %g to %g, not %g to %g", n, level, gotLow, gotHigh, wantLow, wantHigh)
		}
		if finite := n >= conformal.Least(level); finite == math.IsInf(wantHigh, 1) {
			t.Fatalf("level %g needs %d errors; with %d the end is %g", level, conformal.Least(level), n, wantHigh)
		}
		split := &conformal.Calibration{Way: conformal.Split, Errors: c.Errors}
		sorted := slices.Sorted(slices.Values(c.Errors))
		if up <= n {
			if gotLow, gotHigh := split.Interval(level, 7, nil); gotLow != 7-sorted[up-1] || gotHigh != 7+sorted[up-1] {
				t.Fatalf("split: %g to %g", gotLow, gotHigh)
			}
		}
	}
}

// TestCalibrationFaults: what does not go together is said.
func TestCalibrationFaults(t *testing.T) {
	t.Parallel()
	good := conformal.Calibration{
		Way: conformal.CrossPlus, Errors: []float64{1, 2, 0}, Fold: []int{0, 1, 0}, Weights: []float64{1, 2, 3, 4},
		Intercepts: []float64{0, 1},
	}
	if err := good.Check(2, true); err != nil {
		t.Fatal(err)
	}
	for want, spoil := range map[string]func(c *conformal.Calibration){
		"have NaN":              func(c *conformal.Calibration) { c.Errors = []float64{1, math.NaN(), 0} },
		"is none of":            func(c *conformal.Calibration) { c.Way = "half" },
		"no errors":             func(c *conformal.Calibration) { c.Errors = nil },
		"have models of folds":  func(c *conformal.Calibration) { c.Way = conformal.Split },
		"the folds of 2":        func(c *conformal.Calibration) { c.Fold = c.Fold[:2] },
		"3 weights":             func(c *conformal.Calibration) { c.Weights = c.Weights[:3] },
		"0 intercepts":          func(c *conformal.Calibration) { c.Intercepts = nil },
		"4 weights":             func(c *conformal.Calibration) { c.Fold = []int{0, 2, 1} },
		"3 errors and the fold": func(c *conformal.Calibration) { c.Fold = []int{0, -1, 1} },
	} {
		c := good
		if spoil(&c); c.Check(2, true) == nil || !strings.Contains(c.Check(2, true).Error(), want) {
			t.Errorf("%s: %v", want, c.Check(2, true))
		}
	}
}
