package generate

import (
	"math"
	"testing"
)

func TestSharedFeatures(t *testing.T) {
	t.Parallel()
	c := SharedFeaturesConfig{Tasks: 3, Features: 6, Relevant: 2, Train: 400, Validation: 5, Test: 7, Noise: 0.1, Seed: 1}
	train, validation, test := SharedFeatures(c)
	if train.X.R != 1200 || validation.X.R != 15 || test.X.R != 21 || train.Tasks != 3 {
		t.Fatalf("%d, %d and %d examples", train.X.R, validation.X.R, test.X.R)
	}
	var covariance, mean [6]float64 // of target and features in task 0: |w_j|/12 in size for the relevant ones
	var meanY float64
	n := 0.
	for i, task := range train.Task {
		if task == 0 {
			n++
			meanY += train.Y[i]
			for j := range mean {
				mean[j] += train.X.At(i, j)
				covariance[j] += train.X.At(i, j) * train.Y[i]
			}
		}
	}
	for j := range covariance {
		covariance[j] = covariance[j]/n - mean[j]/n*meanY/n
		if j >= c.Relevant && math.Abs(covariance[j]) > 0.02 {
			t.Errorf("feature %d matters: covariance %g", j, covariance[j])
		}
		if j < c.Relevant && math.Abs(covariance[j]) > 1./12+0.02 {
			t.Errorf("feature %d matters too much: covariance %g", j, covariance[j])
		}
	}
}
