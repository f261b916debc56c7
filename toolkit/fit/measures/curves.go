package measures

import (
	"math"
)

// threshold is what a threshold of scores takes for positive: so many of the positive examples, and of the others.
type threshold struct{ right, wrong float64 }

// thresholds falls through the scores, those of ties together and NaN last. It panics on different lengths.
func thresholds(scores []float64, positive []bool) (out []threshold) {
	if len(scores) != len(positive) {
		panic("measures: length mismatch")
	}
	all := make([]int, len(scores))
	for i := range all {
		all[i] = i
	}
	var now threshold
	for _, run := range tied(all, scores) {
		for _, i := range run {
			if positive[i] {
				now.right++
			} else {
				now.wrong++
			}
		}
		out = append(out, now)
	}
	return out
}

// ROC is the receiver operating characteristic: over all thresholds the share of the negative examples that are taken
// for positive, and of the positive ones that are, from (0, 0) to (1, 1). The area under its straight lines is AUC. nil
// where one kind is missing.
//
// Source: Fawcett, An Introduction to ROC Analysis, Pattern Recognition Letters 2006, algorithm 1.
func ROC(scores []float64, positive []bool) (falsePositive, truePositive []float64) {
	steps := thresholds(scores, positive)
	if len(steps) == 0 {
		return nil, nil
	}
	all := steps[len(steps)-1]
	if all.right == 0 || all.wrong == 0 {
		return nil, nil
	}
	falsePositive, truePositive = []float64{0}, []float64{0}
	for _, s := range steps {
		falsePositive, truePositive = append(falsePositive, s.wrong/all.wrong), append(truePositive, s.right/all.right)
	}
	return falsePositive, truePositive
}

// PrecisionRecall are, over all falling thresholds, the share of the positive examples that are taken for positive, and
// the share of what is taken for positive that is. Between them precision is no straight line (Davis and Goadrich, The
// Relationship between Precision-Recall and ROC Curves, 2006): draw steps. nil where no example is positive.
func PrecisionRecall(scores []float64, positive []bool) (recall, precision []float64) {
	steps := thresholds(scores, positive)
	if len(steps) == 0 || steps[len(steps)-1].right == 0 {
		return nil, nil
	}
	all := steps[len(steps)-1].right
	for _, s := range steps {
		recall, precision = append(recall, s.right/all), append(precision, s.right/(s.right+s.wrong))
	}
	return recall, precision
}

// AveragePrecision is the area under the steps of the precision-recall curve, Σ_k (R_k − R_{k−1}) P_k: NaN where no
// example is positive. Examples of equal score come in together, at one threshold; the mean over their orders, which
// is more, is MAP of JudgeRanking for a single query.
//
// Source: Zhu, Recall, Precision and Average Precision, 2004.
func AveragePrecision(scores []float64, positive []bool) float64 {
	recall, precision := PrecisionRecall(scores, positive)
	if recall == nil {
		return math.NaN()
	}
	sum, before := 0., 0.
	for k, r := range recall {
		sum += (r - before) * precision[k]
		before = r
	}
	return sum
}
