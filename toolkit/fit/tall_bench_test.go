package fit_test

import (
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// BenchmarkTall fits many examples of few features.
func BenchmarkTall(b *testing.B) {
	const n, d = 200000, 30
	rng := rand.New(rand.NewPCG(1, 2))
	x, y, signs := linalg.NewDense(n, d, nil), make([]float64, n), make([]float64, n)
	for i := range y {
		row := x.Row(i)
		for j := range row {
			if row[j] = rng.NormFloat64(); j > 0 {
				row[j] += row[j-1] / 2
			}
		}
		y[i] = 3 + row[3] - row[7]/2 + row[11] + rng.NormFloat64()
		if signs[i] = 1; y[i] < 3 {
			signs[i] = -1
		}
	}
	for name, c := range map[string]struct {
		fit.Linear
		y []float64
	}{
		"lasso": {fit.Linear{Penalty: prox.L1{Lambda: 1}, Lambda: 0.05, Intercept: true}, y},
		"ols":   {fit.Linear{Intercept: true}, y},
		"ridge": {fit.Linear{Mu: 1e-3, Intercept: true}, y},
		"l1":    {fit.Linear{Loss: loss.Logistic{}, Penalty: prox.L1{Lambda: 1}, Lambda: 0.01}, signs},
		"l2":    {fit.Linear{Loss: loss.Logistic{}, Mu: 1e-3}, signs},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := c.Fit(b.Context(), fit.Data{X: x, Y: c.y}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
