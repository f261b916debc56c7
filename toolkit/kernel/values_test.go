package kernel_test

import (
	"bytes"
	"encoding/gob"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/kernel"
)

// TestValues compares each kernel with its formula in numbers, at x = (1, 2) and z = (3, 1): ⟨x,z⟩ = 5, ‖x‖² = 5,
// ‖z‖² = 10, ‖x − z‖² = 5.
func TestValues(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		k    kernel.Kernel
		want float64
	}{
		{kernel.Linear{}, 5},
		{kernel.Quadratic{Offset: 1}, 36},
		{kernel.Quadratic{}, 25},
		{kernel.Gaussian{Variance: 2}, math.Exp(-1.25)},
		{kernel.B1Spline{Width: 4}, 1 - math.Sqrt(5)/4},
		{kernel.B1Spline{Width: 2}, 0},
		{kernel.UnitDiagonal{Of: kernel.Linear{}}, math.Sqrt2 / 2},
		{kernel.UnitDiagonal{Of: kernel.Quadratic{Offset: 1}}, 36. / (6 * 11)},
		{kernel.Scaled{C: 3, Of: kernel.Linear{}}, 15},
		{kernel.Power{Degree: 3, Offset: 1}, 216},
		{kernel.Power{}, 1},
		{kernel.Matern{Nu: 0.5, Width: 2}, math.Exp(-math.Sqrt(5) / 2)},
		{kernel.Matern{Nu: 1.5, Width: 2}, (1 + math.Sqrt(15)/2) * math.Exp(-math.Sqrt(15)/2)},
		{kernel.Matern{Nu: 2.5, Width: 2}, (1 + 2.5 + 25./12) * math.Exp(-2.5)},
		{kernel.Average{kernel.Linear{}, kernel.Quadratic{}, kernel.Quadratic{Offset: 1}}, 22},
	} {
		if got := c.k.OfDot(5, 5, 10); !testproblems.Near(got, c.want, 1e-15) {
			t.Errorf("%T%+v is %g, not %g", c.k, c.k, got, c.want)
		}
	}
	if v := (kernel.UnitDiagonal{Of: kernel.Linear{}}).OfDot(0, 0, 1); v != 0 {
		t.Errorf("a vector without direction has the normalized kernel %g", v)
	}
	if v := (kernel.Gaussian{Variance: 1}).OfDot(1+1e-16, 1, 1); v > 1 {
		t.Errorf("rounding made the Gaussian kernel %g", v)
	}
}

// TestKernelsAreSaved writes every kernel as a Kernel in gob's format and reads it again.
func TestKernelsAreSaved(t *testing.T) {
	t.Parallel()
	for name, k := range kernels {
		var b bytes.Buffer
		if err := gob.NewEncoder(&b).Encode(&k); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var again kernel.Kernel
		if err := gob.NewDecoder(&b).Decode(&again); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if d := cmp.Diff(k, again); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}
