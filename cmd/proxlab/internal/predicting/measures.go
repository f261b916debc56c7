package predicting

import (
	"math"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/fitting"
	"github.com/proxlab/proxlab/toolkit/fit/measures"
	"github.com/proxlab/proxlab/toolkit/model"
)

// judgeNumbers compares predictions of numbers with targets: by R² and squared errors, absolute errors, and the loss
// that the model was learnt by, where that is another; of times by the concordance index, and of rankings by theirs.
func (v *quality) judgeNumbers(j *judgement, mean fitting.Number) {
	m, p, y := j.m, j.p, j.y
	switch m.Link {
	case model.Hazard:
		v.Concordance = fitting.Number(measures.Concordance(p.Scores.Data, y, j.event))
		return
	case model.Order:
		r := measures.JudgeRanking(p.Scores.Data, y, j.query, j.depth)
		v.NDCG, v.MAP, v.MRR = fitting.Number(r.NDCG), fitting.Number(r.MAP), fitting.Number(r.MRR)
		v.Queries, v.Depth = r.Queries, j.depth
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
	v.R2, v.MSE = fitting.Number(measures.RSquared(predicted, y)), fitting.Number(squares/n)
	if name := model.ErrorName(m.Loss, m.Link); name != "mean squared error" {
		v.MAE, v.LossName, v.MeanLoss = fitting.Number(absolutes/n), name, mean
	}
}
