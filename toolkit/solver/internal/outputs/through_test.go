package outputs_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/solver/internal/outputs"
)

// TestThrough: predictions, slopes, their gradient and the loss of one pass are those of three, for rows that are gone
// through in several blocks and for those that are not; losses of several outputs are left to three.
func TestThrough(t *testing.T) {
	t.Parallel()
	const n, d = 3000, 40
	rng := rand.New(rand.NewPCG(11, 5))
	dense := linalg.NewDense(n, d, testproblems.Normal(rng, n*d, 1))
	y, counts, w := make([]float64, n), make([]float64, n), testproblems.Normal(rng, d, 0.2)
	for i := range y {
		y[i], counts[i] = float64(2*rng.IntN(2)-1), float64(rng.IntN(4))
	}
	ones := linalg.NewDense(1, n, nil)
	for i := range ones.Data {
		ones.Data[i] = 1
	}
	maps := map[string]linalg.Map{
		"dense": dense, "sparse": linalg.ToCSR(dense), "beside": linalg.Beside(dense, ones),
		"other": linalg.AppendColumns(linalg.NewDense(n, 0, nil), linalg.NewDense(d, n, dense.Data)),
	}
	for name, o := range map[string]*outputs.Loss{
		"logistic": outputs.New(loss.Logistic{Y: y}), "Poisson": outputs.New(loss.Poisson{Y: counts}),
	} {
		for of, a := range maps {
			_, columns := a.Dims()
			w := append(append([]float64(nil), w...), 0.3)[:columns]
			z, s, g := make([]float64, n), make([]float64, n), make([]float64, columns)
			value, ok := o.Through(g, a, w, z, s)
			z1, s1, g1 := make([]float64, n), make([]float64, n), make([]float64, columns)
			o.Predict(z1, a, w)
			want := o.Slopes(s1, z1)
			o.Gradient(g1, a, s1)
			if !ok || math.Abs(value-want) > 1e-12*want || !floats.EqualApprox(z, z1, 1e-12) ||
				!floats.EqualApprox(s, s1, 1e-12) || !floats.EqualApprox(g, g1, 1e-12) {
				t.Errorf("%s, %s: loss %g and not %g, or predictions, slopes or gradient differ", name, of, value, want)
			}
		}
	}
	classes := outputs.New(loss.Multinomial{Y: make([]int, n), K: 2})
	if _, ok := classes.Through(make([]float64, 2*d), dense, make([]float64, 2*d), nil, nil); ok {
		t.Error("several outputs are gone through as one is")
	}
}
