package fit_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/fit/measures"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
)

// searches are documents of queries, whose relevance follows from two of five features and from noise.
func searches(queries int) fit.Data {
	rng := rand.New(rand.NewPCG(41, 42))
	data := fit.Data{}
	var x []float64
	for q := range queries {
		for range 6 {
			features := make([]float64, 5)
			for j := range features {
				features[j] = rng.NormFloat64()
			}
			score := features[0] - 0.5*features[3] + 0.5*rng.NormFloat64()
			x = append(x, features...)
			data.Y = append(data.Y, math.Round(min(2, max(0, score))))
			data.Query = append(data.Query, int64(q))
		}
	}
	data.X = linalg.NewDense(len(data.Y), 5, x)
	return data
}

// TestRankingModels learns to rank with a certificate, and ranks documents that it has not seen.
func TestRankingModels(t *testing.T) {
	t.Parallel()
	data, held := searches(30), searches(60)
	for _, l := range []toolkit.Loss{loss.Pairwise{}, loss.NDCG{K: 3}} {
		m, err := fit.Linear{Loss: l, Mu: 0.01, Tol: 1e-4}.Fit(t.Context(), data)
		if err != nil {
			t.Fatal(err)
		}
		if m.Method != fit.Bundle.Name || m.Link != "order" || !(m.Gap <= 1e-4*m.Objective) {
			t.Errorf("%v: %s with a gap of %g of %g, link %s", l, m.Method, m.Gap, m.Objective, m.Link)
		}
		p, err := m.Predict(held.X, nil)
		if err != nil {
			t.Fatal(err)
		}
		if r := measures.JudgeRanking(p.Scores.Data, held.Y, held.Query, 3); r.NDCG < 0.85 || r.MAP < 0.8 || r.MRR < 0.8 {
			t.Errorf("%v: %+v", l, r)
		}
		mean, _, err := fit.MeanError(m, data)
		ridge := m.Mu / 2 * squares(m.Weights)
		if err != nil || math.Abs(mean+ridge-m.Objective) > 1e-9 {
			t.Errorf("%v: mean error %g and ridge %g are not the objective %g, %v", l, mean, ridge, m.Objective, err)
		}
	}
}

func squares(w []float64) (sum float64) {
	for _, v := range w {
		sum += v * v
	}
	return sum
}

func TestWrongRankings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		change func(c *fit.Linear, data *fit.Data)
		want   string
	}{
		{func(_ *fit.Linear, d *fit.Data) { d.Query = nil }, "needs the query"},
		{func(_ *fit.Linear, d *fit.Data) { d.Query = d.Query[1:] }, "queries of them"},
		{func(_ *fit.Linear, d *fit.Data) { d.Y[3] = -1 }, "relevance -1"},
		{func(c *fit.Linear, _ *fit.Data) { c.Intercept = true }, "no intercept"},
		{func(_ *fit.Linear, d *fit.Data) { d.Task = d.Query }, "no tasks"},
		{func(c *fit.Linear, _ *fit.Data) { c.Mu = 0 }, "needs μ > 0"},
		{func(c *fit.Linear, _ *fit.Data) { c.Loss = loss.Squared{} }, "queries go with a loss of rankings"},
		{func(_ *fit.Linear, d *fit.Data) { clear(d.Y) }, "nothing to rank"},
	} {
		settings, data := fit.Linear{Loss: loss.Pairwise{}, Mu: 0.1}, searches(5)
		c.change(&settings, &data)
		if _, err := settings.Fit(t.Context(), data); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v does not say %q", err, c.want)
		}
	}
}
