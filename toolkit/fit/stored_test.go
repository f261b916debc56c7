package fit

import (
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// filled has so many numbers that are not 0, anywhere.
func filled(n, d, count int) *linalg.CSR {
	rng := rand.New(rand.NewPCG(uint64(n), uint64(d)))
	x := linalg.NewDense(n, d, nil)
	for _, at := range rng.Perm(n * d)[:count] {
		x.Data[at] = 1 + rng.Float64()
	}
	return linalg.ToCSR(x)
}

// TestStored: sparse features become dense ones where that is quicker, for losses that gain by it, and fits are the
// same.
func TestStored(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		of    toolkit.Loss
		x     *linalg.CSR
		dense bool
	}{
		"a fifth":             {loss.Logistic{}, filled(100, 200, 4000), true},
		"less":                {loss.Logistic{}, filled(100, 200, 3999), false},
		"few numbers":         {loss.Logistic{}, filled(90, 100, 4000), false},
		"kinks":               {loss.Hinge{}, filled(100, 200, 4000), false},
		"moments":             {loss.Squared{}, filled(1000, 100, 10000), true},
		"moments of too many": {loss.Squared{}, filled(1000, 100, 9999), false},
		"moments of too few":  {loss.Squared{}, filled(800, 100, 8000), false},
		"moments of no use":   {loss.Logistic{}, filled(1000, 100, 10000), false},
	} {
		if _, dense := stored(c.of, c.x).(*linalg.Dense); dense != c.dense {
			t.Errorf("%s: dense is %v", name, dense)
		}
	}
	x := filled(100, 200, 4000)
	y := make([]float64, 100)
	for i := range y {
		y[i] = float64(i % 2)
	}
	c := Linear{Loss: loss.Logistic{}, Penalty: prox.L1{Lambda: 1}, Lambda: 0.01, Intercept: true}
	sparse, err := c.Fit(t.Context(), Data{X: x, Y: y})
	if err != nil {
		t.Fatal(err)
	}
	dense, err := c.Fit(t.Context(), Data{X: linalg.ToDense(x), Y: y})
	if err != nil {
		t.Fatal(err)
	}
	if sparse.Objective != dense.Objective || sparse.Method != dense.Method {
		t.Errorf("%g by %s, dense %g by %s", sparse.Objective, sparse.Method, dense.Objective, dense.Method)
	}
}
