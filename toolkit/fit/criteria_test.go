package fit_test

import (
	"math"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// TestDeviances: that of counts is twice the sum of the loss, however errors are named; that of shares counts trials.
func TestDeviances(t *testing.T) {
	t.Parallel()
	x := linalg.NewDense(8, 2, nil)
	for i := range x.R {
		x.Row(i)[0], x.Row(i)[1] = float64(i), float64(i*i%5)
	}
	trials := []float64{3, 5, 2, 8, 4, 4, 9, 1}
	for _, c := range []struct {
		l          toolkit.Loss
		y, weights []float64
	}{
		{loss.Poisson{}, []float64{0, 1, 1, 3, 2, 6, 5, 9}, nil},
		{loss.NegativeBinomial{Theta: 2}, []float64{0, 1, 1, 3, 2, 6, 5, 9}, nil},
		{loss.Binomial{}, []float64{0, 0.2, 0.5, 0.25, 0.5, 0.75, 2. / 3, 1}, trials},
	} {
		p, m := fitted(t, fit.Linear{Loss: c.l, Penalty: prox.L1{Lambda: 1}, Lambda: 0.02, Intercept: true},
			fit.Data{X: x, Y: c.y, Weights: c.weights})
		got, err := p.Criteria(t.Context(), m)
		if err != nil {
			t.Fatal(err)
		}
		f, err := m.Predict(x, nil)
		if err != nil {
			t.Fatal(err)
		}
		of := c.l.(loss.Bindable).Bind(c.y, nil).(toolkit.Separable) //nolint:errcheck // all are
		var deviance float64
		for i := range c.y {
			value, _ := of.At(i, f.Scores.Data[i])
			if c.weights != nil {
				value *= c.weights[i]
			}
			deviance += 2 * value
		}
		if math.Abs(got.Deviance-deviance) > 1e-10*deviance || math.Abs(got.AIC-deviance-2*got.Degrees) > 1e-10*deviance {
			t.Errorf("%s: deviance %.10g, AIC %.10g; by hand %.10g", m.Loss, got.Deviance, got.AIC, deviance)
		}
	}
}
