package nonzero_test

import (
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit/internal/nonzero"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
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

// TestStored: sparse features become dense ones where that is quicker, for losses that gain by it.
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
		"moments":             {loss.Squared{}, filled(900, 100, 9000), true},
		"moments of too many": {loss.Squared{}, filled(900, 100, 8999), false},
		"moments as stored":   {loss.Squared{}, filled(1000, 100, 10000), false},
		"more of them":        {loss.Squared{}, filled(1000, 100, 39999), false},
		"moments of dense":    {loss.Squared{}, filled(1000, 100, 40000), true},
		"moments of too few":  {loss.Squared{}, filled(800, 100, 8000), false},
		"moments of no use":   {loss.Logistic{}, filled(1000, 100, 10000), false},
	} {
		if _, dense := nonzero.Stored(c.of, c.x).(*linalg.Dense); dense != c.dense {
			t.Errorf("%s: dense is %v", name, dense)
		}
	}
}
