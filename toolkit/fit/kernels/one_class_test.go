package kernels_test

import (
	"math"
	"testing"

	"github.com/proxlab/proxlab/toolkit/fit/kernels"
	"github.com/proxlab/proxlab/toolkit/loss"
)

// TestOneClassOfLIBSVM: minima and offsets are those of scikit-learn's OneClassSVM at a tolerance of 1e-12, whose
// coefficients are n times as large.
func TestOneClassOfLIBSVM(t *testing.T) {
	t.Parallel()
	s := newSmall()
	for _, c := range []struct{ nu, objective, offset float64 }{
		{0.1, -0.000822024244, -0.0164404849}, {0.3, -0.007398311924, -0.0493834782},
		{0.6, -0.030771134034, -0.1082938255},
	} {
		d := s.data(loss.Squared{})
		d.Grams, d.Weights = d.Grams[:1], nil
		m, err := kernels.OneClass{Nu: c.nu, Tol: 1e-9}.Fit(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		h := m.Head
		if math.Abs(h.Objective-c.objective) > 1e-9 || math.Abs(h.Intercept[0]-c.offset) > 1e-6 || h.Gap > 1e-9 {
			t.Errorf("ν = %g: P is %.12g, b %.10g, gap %g; LIBSVM has %g and %g", c.nu, h.Objective, h.Intercept[0], h.Gap,
				c.objective, c.offset)
		}
	}
}
