package fit

import (
	"errors"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit/internal/check"

	"github.com/proxlab/proxlab/toolkit/model"
)

// bindQueries gives the loss its documents and queries.
func (p *Prepared) bindQueries(of Ranked, y []float64) error {
	p.bound = of.BindQueries(y, p.data.Query, p.c)
	if l, ok := p.bound.(Ranked); ok {
		if err := l.CheckQueries(); err != nil {
			return err
		}
	}
	switch {
	case p.Intercept:
		return fmt.Errorf("the %s loss has no intercept: a constant added to all scores changes no ranking", check.NameOf(p.Loss))
	case p.data.Task != nil:
		return fmt.Errorf("the %s loss learns one column of weights for all queries: it goes with no tasks", check.NameOf(p.Loss))
	}
	return p.shape()
}

// meanErrorOfRankings is the loss of a model on documents, as theirs alone.
func meanErrorOfRankings(m *model.Linear, data Data) (float64, error) {
	with, ok := m.Known.(Ranked)
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
