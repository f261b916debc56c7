package fit_test

import (
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// Weights of features that were standardized are within their bounds to the bit, once they are scaled back.
func TestStandardizedWeightsWithinBounds(t *testing.T) {
	const n, d, most = 30, 40, 0.0032
	r := rand.New(rand.NewPCG(1, 0))
	x, y := linalg.NewDense(n, d, nil), make([]float64, n)
	for i := range y {
		for j := range d {
			x.Data[i*d+j] = r.NormFloat64() * float64(1+j)
			y[i] += x.Data[i*d+j]
		}
	}
	m, err := fit.Linear{
		Loss: loss.Squared{}, Penalty: prox.Bounds{Lower: []float64{0}, Upper: []float64{most}},
		Standardize: true, Intercept: true,
	}.Fit(t.Context(), fit.Data{X: x, Y: y})
	if err != nil {
		t.Fatal(err)
	}
	for j, w := range m.Weights {
		if w < 0 || w > most {
			t.Errorf("weight %d is %v, which is not in [0, %v]", j+1, w, most)
		}
	}
}
