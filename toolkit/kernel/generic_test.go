package kernel_test

import (
	"testing"

	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

var kernels = map[string]kernel.Kernel{
	"Linear":                 kernel.Linear{},
	"Quadratic":              kernel.Quadratic{Offset: 1},
	"Quadratic/homogeneous":  kernel.Quadratic{},
	"UnitDiagonal":           kernel.UnitDiagonal{Of: kernel.Linear{}},
	"UnitDiagonal/quadratic": kernel.UnitDiagonal{Of: kernel.Quadratic{Offset: 1}},
	"Gaussian":               kernel.Gaussian{Variance: 2},
	"Power":                  kernel.Power{Degree: 3, Offset: 1},
	"Matern/1.5":             kernel.Matern{Nu: 1.5, Width: 2},
	"Matern/2.5":             kernel.Matern{Nu: 2.5, Width: 2},
	"B1Spline":               kernel.B1Spline{Width: 1},
	"Scaled":                 kernel.Scaled{C: 3, Of: kernel.Gaussian{Variance: 1}},
	"Average":                kernel.Average{kernel.Linear{}, kernel.Quadratic{Offset: 1}},
}

func TestKernels(t *testing.T) {
	t.Parallel()
	for name, k := range kernels {
		dimensions := []int{1, 3}
		if name == "B1Spline" {
			dimensions = dimensions[:1] // where it is positive definite
		}
		for _, d := range dimensions {
			if err := toolkittest.Kernel(k, d); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}
