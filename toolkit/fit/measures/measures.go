// Package measures says how good predictions are: of numbers, labels, probabilities, rankings, times, sets of labels,
// spans of labels, and images.
package measures

import (
	"math"

	"gonum.org/v1/gonum/stat"
)

// AUC is the area under the receiver operating characteristic: the share of pairs of a positive and a negative
// example of which the positive scores higher, ties by half. NaN where one kind is missing.
//
// Source: Hanley and McNeil, The Meaning and Use of the Area under a Receiver Operating Characteristic Curve,
// Radiology 1982.
func AUC(scores []float64, positive []bool) float64 {
	var right, wrong, won float64
	for _, at := range thresholds(scores, positive) {
		won += (at.wrong - wrong) * (right + at.right) / 2
		right, wrong = at.right, at.wrong
	}
	if right == 0 || wrong == 0 {
		return math.NaN()
	}
	return won / (right * wrong)
}

// RSquared is the share of the variance of y that predictions explain, 1 − Σ(y − f)²/Σ(y − ȳ)²: NaN where y is
// constant.
func RSquared(predictions, y []float64) float64 {
	if len(predictions) != len(y) {
		panic("measures: length mismatch")
	}
	mean := stat.Mean(y, nil)
	var left, all float64
	for i, v := range y {
		left += (v - predictions[i]) * (v - predictions[i])
		all += (v - mean) * (v - mean)
	}
	if all == 0 {
		return math.NaN()
	}
	return 1 - left/all
}

// Accuracy is the share of labels that agree, in percent; 0 of none. It panics on different lengths.
func Accuracy(guess, truth []int) float64 {
	if len(guess) != len(truth) {
		panic("measures: length mismatch")
	}
	right := 0
	for i, l := range guess {
		if l == truth[i] {
			right++
		}
	}
	return 100 * float64(right) / float64(max(1, len(truth)))
}

// PSNR is the peak signal-to-noise ratio of an image, 10 log₁₀(peak²/mean squared error) dB; +Inf where they are equal.
func PSNR(image, truth []float64, peak float64) float64 {
	if len(image) != len(truth) {
		panic("measures: length mismatch")
	}
	var sum float64
	for k, v := range image {
		sum += (v - truth[k]) * (v - truth[k])
	}
	return 10 * math.Log10(peak*peak*float64(len(image))/sum)
}
