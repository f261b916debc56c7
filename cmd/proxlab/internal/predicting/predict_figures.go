package predicting

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/fitting"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/toolkit/fit/measures"
)

// The most labels of which the confusion can be read in a figure, and the most that have curves.
const (
	confusedFigure = 30
	curvesFigure   = 6
)

// draw writes the figures of a judgement by labels.
func (j *judgement) draw(cmd *cobra.Command, folder, data string) error {
	if j.lives != nil {
		return ui.WriteFigures(cmd, folder, j.lives.figures(data))
	}
	if j.class == nil {
		fmt.Fprintln(cmd.ErrOrStderr(), "note: there is nothing to draw: figures are of labels, known and predicted")
		return nil
	}
	about := fmt.Sprintf("%s: %d examples, %s loss, %s", data, len(j.y), j.m.Loss, j.m.Penalty)
	list := j.curveFigures(about)
	if j.p.Probabilities != nil {
		list = append(list, j.calibrationFigure(about))
	}
	if len(j.m.Labels) <= confusedFigure {
		c := measures.NewConfusion(j.class, j.guess, len(j.m.Labels))
		names := make([]string, len(j.m.Labels))
		for l, label := range j.m.Labels {
			names[l] = fitting.Name(j.m.LabelName(label))
		}
		list = append(list, figures.Confusion(figures.Meta{ID: "confusion", Title: "Confusion", Subtitle: about}, names,
			c.Counts))
	}
	return ui.WriteFigures(cmd, folder, list)
}

// curveFigures are ROC and precision over recall: of the positive of two labels, or of each of several against all
// others, those with the most examples first.
func (j *judgement) curveFigures(about string) []figures.Figure {
	labels := []int{len(j.m.Labels) - 1}
	if j.m.Classes() {
		labels = labels[:0]
		for l := range j.m.Labels {
			labels = append(labels, l)
		}
		count := make([]int, len(labels))
		for _, class := range j.class {
			if class >= 0 {
				count[class]++
			}
		}
		slices.SortStableFunc(labels, func(a, b int) int { return cmp.Compare(count[b], count[a]) })
		labels = labels[:min(curvesFigure, len(labels))]
	}
	var areas, means []string
	var fpr, tpr, recall, precision [][]float64
	for _, l := range labels {
		scores, positive := j.scores(l)
		x, y := measures.ROC(scores, positive)
		if x == nil {
			continue
		}
		label := fitting.Name(j.m.LabelName(j.m.Labels[l]))
		areas = append(areas, fmt.Sprintf("%s: area %.3f", label, measures.AUC(scores, positive)))
		fpr, tpr = append(fpr, x), append(tpr, y)
		means = append(means, fmt.Sprintf("%s: average %.3f", label, measures.AveragePrecision(scores, positive)))
		x, y = measures.PrecisionRecall(scores, positive)
		recall, precision = append(recall, x), append(precision, y)
	}
	if areas == nil {
		return nil // one label alone
	}
	return []figures.Figure{
		figures.ROC(figures.Meta{ID: "roc", Title: "Receiver operating characteristic", Subtitle: about}, areas, fpr, tpr),
		figures.PrecisionRecall(figures.Meta{ID: "precision-recall", Title: "Precision over recall", Subtitle: about}, means,
			recall, precision),
	}
}

// calibrationFigure compares probabilities with what came true.
func (j *judgement) calibrationFigure(about string) figures.Figure {
	var probability, share []float64
	var examples []int
	for _, b := range j.reliability() {
		probability, share = append(probability, b.Probability), append(share, b.Share)
		examples = append(examples, b.Examples)
	}
	of := "the probability of the label that was guessed"
	if j.p.Probabilities.C == 2 {
		of = "the probability of " + fitting.Name(j.m.LabelName(j.m.Labels[1]))
	}
	return figures.Calibration(figures.Meta{ID: "calibration", Title: "Calibration: " + of, Subtitle: about}, probability,
		share, examples)
}
