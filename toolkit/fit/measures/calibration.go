package measures

import (
	"math"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Bin are the examples whose probability lies in an interval.
type Bin struct {
	Probability float64 // its mean
	Share       float64 // of the examples, for which it came true
	Examples    int
}

// Reliability compares probabilities with what came true, in so many intervals of equal length; those without examples
// are left out. A calibrated model has Share = Probability up to chance, whose standard error is √(p(1 − p)/n). It
// panics on different lengths, or without a bin.
//
// Source: DeGroot and Fienberg, The Comparison and Evaluation of Forecasters, The Statistician 1983.
func Reliability(probability []float64, came []bool, bins int) []Bin {
	if len(probability) != len(came) {
		panic("measures: length mismatch")
	}
	if bins < 1 {
		panic("measures: there must be a bin at least")
	}
	all := make([]Bin, bins)
	for i, p := range probability {
		b := &all[min(bins-1, max(0, int(p*float64(bins))))]
		b.Probability += p
		b.Examples++
		if came[i] {
			b.Share++
		}
	}
	var out []Bin
	for _, b := range all {
		if b.Examples > 0 {
			n := float64(b.Examples)
			out = append(out, Bin{b.Probability / n, b.Share / n, b.Examples})
		}
	}
	return out
}

// CalibrationError is the expected calibration error Σ_b (n_b/n)|share_b − probability_b|; NaN of no bins.
//
// Source: Naeini, Cooper and Hauskrecht, Obtaining Well Calibrated Probabilities Using Bayesian Binning, AAAI 2015.
func CalibrationError(bins []Bin) float64 {
	var sum, all float64
	for _, b := range bins {
		sum += float64(b.Examples) * math.Abs(b.Share-b.Probability)
		all += float64(b.Examples)
	}
	return sum / all
}

// Brier is the mean squared error of probabilities, which have a column for each label: Σ_c (p_c − [c is the label])²
// from 0 to 2 for several, and half of that for two labels, (p − [the second is the label])² from 0 to 1. Examples of
// label −1 are left out; NaN of none. It panics where there are not as many labels as rows.
//
// Source: Brier, Verification of Forecasts Expressed in Terms of Probability, Monthly Weather Review 1950.
func Brier(p *linalg.Dense, label []int) float64 {
	if len(label) != p.R {
		panic("measures: length mismatch")
	}
	var sum, count float64
	for i, l := range label {
		if l < 0 {
			continue
		}
		count++
		for c, v := range p.Row(i) {
			if c == l {
				v = 1 - v
			}
			sum += v * v
		}
	}
	if p.C == 2 {
		sum /= 2
	}
	return sum / count
}
