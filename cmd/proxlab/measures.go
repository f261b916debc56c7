package main

import (
	"math"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/model"
)

// judgeNumbers compares predictions of numbers with targets: by R² and squared errors, absolute errors, and the loss
// that the model was learnt by, where that is another; of times by the concordance index.
func (v *measures) judgeNumbers(m *model.Linear, p *model.Prediction, y []float64, event []bool, mean number) {
	if m.Link == model.Hazard {
		v.Concordance = number(fit.Concordance(p.Scores.Data, y, event))
		return
	}
	predicted := p.Scores.Data
	if p.Means != nil {
		predicted = p.Means.Data
	}
	var squares, absolutes float64
	for i, f := range predicted {
		squares += (f - y[i]) * (f - y[i])
		absolutes += math.Abs(f - y[i])
	}
	n := float64(len(y))
	v.R2, v.MSE = number(fit.RSquared(predicted, y)), number(squares/n)
	if name := model.ErrorName(m.Loss, m.Link); name != "mean squared error" {
		v.MAE, v.LossName, v.MeanLoss = number(absolutes/n), name, mean
	}
}
