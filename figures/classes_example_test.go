package figures_test

import "github.com/proxlab/proxlab/figures"

// The diagonal is what guessing would do.
func ExampleROC() {
	save(figures.ROC(
		figures.Meta{ID: "roc", Title: "Receiver operating characteristic", Subtitle: "made-up numbers"},
		[]string{"flat: area 0.900", "house: area 0.680"},
		[][]float64{{0, 0, 0.1, 0.3, 1}, {0, 0.2, 0.6, 1}}, [][]float64{{0, 0.5, 0.7, 0.95, 1}, {0, 0.5, 0.8, 1}},
	))
}

// Precision falls in steps.
func ExamplePrecisionRecall() {
	save(figures.PrecisionRecall(
		figures.Meta{ID: "precision-recall", Title: "Precision over recall", Subtitle: "made-up numbers"},
		[]string{"flat: average 0.806"}, [][]float64{{1. / 3, 2. / 3, 1}}, [][]float64{{1, 2. / 3, 0.75}},
	))
}

// The band is wide where a group has few examples.
func ExampleCalibration() {
	save(figures.Calibration(
		figures.Meta{ID: "calibration", Title: "Calibration: the probability of flat", Subtitle: "made-up numbers"},
		[]float64{0.05, 0.3, 0.52, 0.71, 0.96}, []float64{0.07, 0.2, 0.55, 0.9, 1}, []int{120, 60, 12, 9, 80},
	))
}

// A row stands for a label.
func ExampleConfusion() {
	save(figures.Confusion(
		figures.Meta{ID: "confusion", Title: "Confusion", Subtitle: "made-up numbers"},
		[]string{"flat", "house", "hut"}, [][]int{{117, 7, 0}, {9, 83, 7}, {0, 0, 0}},
	))
}
