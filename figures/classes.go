package figures

import (
	"fmt"
	"math"
)

// straight is the dashed diagonal of a unit square.
func straight(name string) Series {
	return Series{Name: name, X: []float64{0, 1}, Y: []float64{0, 1}, Dashed: true, Color: len(palette)}
}

// curves are as many curves as there are colors beside that of the diagonal.
func curves(names []string, x, y [][]float64) []Series {
	var out []Series
	for k := range names[:min(len(palette)-1, len(names))] {
		out = append(out, Series{Name: names[k], X: x[k], Y: y[k]})
	}
	return out
}

// ROC draws receiver operating characteristics: the true positive rate over the false positive rate, a curve for each
// name, for as many as there are colors. The diagonal is what guessing by chance would do.
func ROC(m Meta, names []string, falsePositive, truePositive [][]float64) Lines {
	return Lines{
		Meta: m, X: Axis{Label: "false positive rate"}, Y: Axis{Label: "true positive rate"},
		Series: append(curves(names, falsePositive, truePositive), straight("by chance")),
	}
}

// PrecisionRecall draws precision over recall, which ascends, as steps: from one recall to the next, precision is that
// of the next. It draws as many curves as there are colors.
func PrecisionRecall(m Meta, names []string, recall, precision [][]float64) Lines {
	x, y := make([][]float64, len(names)), make([][]float64, len(names))
	for k := range names {
		before := 0.
		for i, r := range recall[k] {
			x[k], y[k] = append(x[k], before, r), append(y[k], precision[k][i], precision[k][i])
			before = r
		}
	}
	return Lines{Meta: m, X: Axis{Label: "recall"}, Y: Axis{Label: "precision"}, Series: curves(names, x, y)}
}

// Calibration draws the share of examples for which a forecast came true over its probability, by groups of so many
// examples. The band is a standard error √(p(1 − p)/n), that of the share of a calibrated model at p: such a one lies
// on the diagonal up to this.
func Calibration(m Meta, probability, share []float64, examples []int) Lines {
	s := Series{Name: "mean of a group, ± standard error", X: probability, Y: share, Marks: true}
	for k, p := range probability {
		e := math.Sqrt(p * (1 - p) / float64(examples[k]))
		s.Low, s.High = append(s.Low, math.Max(0, share[k]-e)), append(s.High, math.Min(1, share[k]+e))
	}
	return Lines{
		Meta: m, X: Axis{Label: "probability"}, Y: Axis{Label: "share that came true"},
		Series: []Series{s, straight("calibrated")},
	}
}

// Confusion draws what share of each label's examples, in percent, was taken for which label, from counts by label and
// guess. A row stands for a label, the first on top; of more than ten labels what is 0 is left out.
func Confusion(m Meta, labels []string, counts [][]int) Heat {
	f := Heat{Meta: m, X: Axis{Label: "taken for (% of the label's examples)"}, Y: Axis{Label: "label (examples)"},
		Columns: labels, High: 100}
	few := len(labels) <= 10
	if few {
		f.Digits = 1
	}
	for l := len(labels) - 1; l >= 0; l-- {
		all := 0
		for _, count := range counts[l] {
			all += count
		}
		row := make([]float64, len(counts[l]))
		for g, count := range counts[l] {
			row[g] = 100 * float64(count) / float64(all) // NaN of none
			if count == 0 && !few {
				row[g] = math.NaN()
			}
		}
		f.RowsUp, f.Values = append(f.RowsUp, fmt.Sprintf("%s (%d)", labels[l], all)), append(f.Values, row)
	}
	return f
}
