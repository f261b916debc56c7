package bundle

import (
	"context"

	"github.com/proxlab/proxlab/toolkit/solver"
)

// Risk is the loss of a problem over a matrix as a Function,
//
//	ℓ(W) = Σ_i c_i ℓ_i(Wᵀa_i),
//
// at its minimum over the weights of unpenalized columns, where it has some. The problem's penalty and ridge do not
// count: the ridge is that of Config. Losses of hinges, quantiles and classes are bounded by 0.
type Risk struct{ Problem *solver.Problem }

// Dim is the number of weights.
func (r Risk) Dim() int { return r.Problem.Dim() }

// Terms is the number of examples.
func (r Risk) Terms() int { return r.Problem.Loss.Len() }

// Subgradient takes two products with the matrix.
func (r Risk) Subgradient(ctx context.Context, a, w []float64) (float64, error) {
	if err := context.Cause(ctx); err != nil {
		return 0, err
	}
	return r.Problem.ValueGrad(a, w), nil
}

// Excess is what rounding of predictions and slopes adds up to, and what is left of the slopes in the unpenalized
// weights, which are never quite at their minimum.
func (r Risk) Excess() float64 { return r.Problem.LossRounding() }
