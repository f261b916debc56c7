package fit

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
)

// TestKnownNorms: the norms that a problem is told are those of its own features, also where these are not as they were
// given.
func TestKnownNorms(t *testing.T) {
	t.Parallel()
	const n, d = 30, 4
	rng := rand.New(rand.NewPCG(6, 1))
	x, y := linalg.NewDense(n, d, nil), make([]float64, n)
	for i := range n {
		for j := range d {
			x.Row(i)[j] = 1 + float64(j)*rng.NormFloat64()
		}
		y[i] = float64(i % 2)
	}
	for _, c := range []Linear{
		{Mu: 0.1}, {Mu: 0.1, Intercept: true}, {Mu: 0.1, Standardize: true}, {Mu: 0.1, Standardize: true, Intercept: true},
	} {
		c.Loss = loss.Hinge{}
		for _, a := range []linalg.Map{x, linalg.ToCSR(x)} {
			p, err := c.Prepare(Data{X: a, Y: y})
			if err != nil {
				t.Fatal(err)
			}
			if got, want := p.made.ColumnNorms(), linalg.ColumnNorms(p.made.A); !floats.Equal(got, want) {
				t.Errorf("intercept %v, standardized %v, %T: norms %v, not %v", c.Intercept, c.Standardize, a, got, want)
			}
		}
	}
}
