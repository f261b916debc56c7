package kernel_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// TestFeatures: ΦΦᵀ = K, with as many columns as K has rank.
func TestFeatures(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(4, 29))
	x := linalg.NewDense(20, 3, testproblems.Normal(rng, 60, 1))
	copy(x.Row(1), x.Row(0)) // a point twice
	for name, c := range map[string]struct {
		k    kernel.Kernel
		rank int
	}{
		"linear":    {kernel.Linear{}, 3},
		"quadratic": {kernel.Quadratic{Offset: 1}, 10}, // of 1, three x_j and six products
		"Gaussian":  {kernel.Gaussian{Variance: 1}, 19},
	} {
		gram := testproblems.Must(kernel.Gram(t.Context(), c.k, x))
		phi, err := kernel.Features(gram)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if phi.R != 20 || phi.C != c.rank {
			t.Errorf("%s: features are %d × %d, of rank %d", name, phi.R, phi.C, c.rank)
		}
		got := testproblems.Must(kernel.Gram(t.Context(), kernel.Linear{}, phi))
		if off := floats.Distance(got.Data, gram.Data, math.Inf(1)); off > 1e-9 {
			t.Errorf("%s: the features' inner products differ by %g", name, off)
		}
	}
	for _, scale := range []float64{1e-20, 1e20} {
		gram := linalg.NewDense(2, 2, []float64{2 * scale, scale, scale, 2 * scale})
		if phi, err := kernel.Features(gram); err != nil || phi.C != 2 {
			t.Errorf("entries of about %g: features %+v, error %v", scale, phi, err)
		}
	}
	if phi, err := kernel.Features(linalg.NewDense(3, 3, nil)); err != nil || phi.R != 3 || phi.C != 0 {
		t.Errorf("K = 0 has features %+v, error %v", phi, err)
	}
}

func TestFeaturesRefuse(t *testing.T) {
	t.Parallel()
	for says, gram := range map[string]*linalg.Dense{
		"2 × 3 entries":                                           linalg.NewDense(2, 3, nil),
		"entry (1, 2) of the Gram matrix":                         linalg.NewDense(2, 2, []float64{1, math.NaN(), 0, 1}),
		"not symmetric: entry (2, 1) is 0, its mirror image 0.5":  linalg.NewDense(2, 2, []float64{1, 0.5, 0, 1}),
		"not positive semidefinite: entry (2, 2) is -1":           linalg.NewDense(2, 2, []float64{1, 0, 0, -1}),
		"not positive semidefinite: behind 1 of 2 dimensions":     linalg.NewDense(2, 2, []float64{1, 2, 2, 1}),
		"not positive semidefinite: behind 0 of 2 dimensions, en": linalg.NewDense(2, 2, []float64{0, 1, 1, 0}),
	} {
		if _, err := kernel.Features(gram); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("error %v does not say %q", err, says)
		}
	}
}
