package model

import (
	"fmt"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// Kernels is f(x) = Σ_j Weights_j Σ_i Alpha_i k_j(x_i, x): f_j has the coefficients Weights_j·Alpha, since at the
// minimum they are all in proportion to the residual. A weight of 0 says that a kernel is not needed.
type Kernels struct {
	Weights   []float64     `json:"weights"`
	Alpha     []float64     `json:"alpha"`
	Norms     []float64     `json:"norms"` // ‖f_j‖_j
	Objective float64       `json:"objective"`
	Gap       float64       `json:"gap"`
	Iter      int           `json:"iterations"`
	Status    solver.Status `json:"status"`
}

// Predict is f at new examples, from the kernels' values between each of them, a row, and the n examples learnt from.
func (m *Kernels) Predict(cross []*linalg.Dense) ([]float64, error) {
	if len(cross) != len(m.Weights) {
		return nil, fmt.Errorf("there are %d kernels, the model has %d", len(cross), len(m.Weights))
	}
	out := make([]float64, cross[0].R)
	scratch := make([]float64, len(out))
	for j, k := range cross {
		if k.R != len(out) || k.C != len(m.Alpha) {
			return nil, fmt.Errorf("kernel %d is %d × %d; %d × %d were expected", j+1, k.R, k.C, len(out), len(m.Alpha))
		}
		if m.Weights[j] != 0 {
			k.MulVec(scratch, m.Alpha)
			floats.AddScaled(out, m.Weights[j], scratch)
		}
	}
	return out, nil
}
