package main

import (
	"math"

	"github.com/proxlab/proxlab/toolkit/fit/measures"
	"github.com/proxlab/proxlab/toolkit/model"
)

// judgeNumbers compares predictions of numbers with targets: by R² and squared errors, absolute errors, and the loss
// that the model was learnt by, where that is another; of times by the concordance index, and of rankings by theirs.
func (v *quality) judgeNumbers(j *judgement, mean number) {
	m, p, y := j.m, j.p, j.y
	switch m.Link {
	case model.Hazard:
		v.Concordance = number(measures.Concordance(p.Scores.Data, y, j.event))
		return
	case model.Order:
		r := measures.JudgeRanking(p.Scores.Data, y, j.query, j.depth)
		v.NDCG, v.MAP, v.MRR, v.Queries, v.Depth = number(r.NDCG), number(r.MAP), number(r.MRR), r.Queries, j.depth
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
	v.R2, v.MSE = number(measures.RSquared(predicted, y)), number(squares/n)
	if name := model.ErrorName(m.Loss, m.Link); name != "mean squared error" {
		v.MAE, v.LossName, v.MeanLoss = number(absolutes/n), name, mean
	}
}
