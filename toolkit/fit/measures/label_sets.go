package measures

import "math"

// LabelMeasures are measures of sets of labels, as shares from 0 to 1. With true positives t_l, and false positives and
// negatives e_l of label l, F1 is 2Σt/(2Σt + Σe) over all labels (micro), and the mean of 2t_l/(2t_l + e_l) over labels
// (macro), where a label that is nowhere, in truth or in guesses, is left out. They are NaN where nothing is to be
// divided by.
//
// Source: Tsoumakas, Katakis, Vlahavas, Mining Multi-label Data, 2010, section 7.
type LabelMeasures struct {
	Hamming float64 // the share of wrong ones among all decisions, one an example and a label
	Subset  float64 // the share of examples whose set is right
	MicroF1 float64
	MacroF1 float64
}

// MeasureLabels compares guessed sets with the true ones, of labels from 0 to labels − 1. It panics on different
// lengths.
func MeasureLabels(guess, truth [][]int, labels int) LabelMeasures {
	if len(guess) != len(truth) {
		panic("measures: length mismatch")
	}
	right, wrong := make([]float64, labels), make([]float64, labels)
	exact := 0
	for i := range guess {
		is := make([]int, labels)
		for _, l := range guess[i] {
			is[l] = 1
		}
		for _, l := range truth[i] {
			is[l] += 2
		}
		same := 1
		for l, v := range is {
			switch v {
			case 3:
				right[l]++
			case 1, 2:
				wrong[l]++
				same = 0
			}
		}
		exact += same
	}
	var t, e, sum, there float64
	for l := range right {
		t, e = t+right[l], e+wrong[l]
		if right[l]+wrong[l] > 0 {
			sum += 2 * right[l] / (2*right[l] + wrong[l])
			there++
		}
	}
	n := float64(len(truth))
	share := func(a, b float64) float64 {
		if b == 0 {
			return math.NaN()
		}
		return a / b
	}
	return LabelMeasures{
		Hamming: share(e, n*float64(labels)), Subset: share(float64(exact), n),
		MicroF1: share(2*t, 2*t+e), MacroF1: share(sum, there),
	}
}
