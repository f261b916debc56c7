package fit

import (
	"errors"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/model"
)

// ranked is a loss of rankings of the documents of queries.
type ranked interface {
	BindQueries(y []float64, query []int64, weights []float64) toolkit.Loss
}

// bindQueries gives the loss its documents and queries.
func (p *Prepared) bindQueries(of ranked, y []float64) error {
	p.bound = of.BindQueries(y, p.data.Query, p.c)
	if l, ok := p.bound.(interface{ CheckQueries() error }); ok {
		if err := l.CheckQueries(); err != nil {
			return err
		}
	}
	switch {
	case p.Intercept:
		return fmt.Errorf("the %s loss has no intercept: a constant added to all scores changes no ranking", nameOf(p.Loss))
	case p.data.Task != nil:
		return fmt.Errorf("the %s loss learns one column of weights for all queries: it goes with no tasks", nameOf(p.Loss))
	}
	return p.shape()
}

// meanErrorOfRankings is the loss of a model on documents, as theirs alone.
func meanErrorOfRankings(m *model.Linear, data Data) (float64, error) {
	with, ok := m.Known.(ranked)
	if !ok {
		return math.NaN(), errors.New("the loss of rankings is not known: the model was read from a file")
	}
	scores, err := m.Scores(data.X)
	if err != nil {
		return math.NaN(), err
	}
	l, ok := with.BindQueries(data.Y, data.Query, data.shares()).(toolkit.Joint)
	if !ok {
		return math.NaN(), errors.New("a loss of rankings is a toolkit.Joint")
	}
	return l.ValueGrad(make([]float64, len(data.Y)), scores.Data), nil
}
