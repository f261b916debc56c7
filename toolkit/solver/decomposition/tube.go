package decomposition

import (
	"fmt"

	"github.com/proxlab/proxlab/toolkit"
)

// Tube is a toolkit.Separable loss that is 0 in an interval, and grows linearly beyond:
//
//	ℓ_i(f) = up max(0, y − ε − f) + down max(0, f − y − ε),
//
// with the same ε for all examples.
type Tube interface {
	Tube(i int) (y, epsilon, up, down float64)
}

// NewProblem is that of a loss and a ridge, Σ_i c_i ℓ_i(f(x_i) + b) + (μ/2)‖f‖², divided by μ > 0. The error is that
// the loss is no Tube.
func NewProblem(gram toolkit.Gram, loss toolkit.Loss, mu float64, intercept bool) (Problem, error) {
	of, ok := loss.(Tube)
	if !ok {
		return Problem{}, fmt.Errorf("decomposition needs a loss that is 0 in an interval and linear beyond "+
			"(decomposition.Tube), and this is %T", loss)
	}
	if !(mu > 0) {
		return Problem{}, fmt.Errorf("μ = %g: it must be positive", mu)
	}
	n := loss.Len()
	p := Problem{
		Gram: gram, Y: make([]float64, n), Up: make([]float64, n), Down: make([]float64, n), Intercept: intercept,
	}
	for i := range n {
		c := loss.Weight(i) / mu
		p.Y[i], p.Epsilon, p.Up[i], p.Down[i] = of.Tube(i)
		p.Up[i] *= c
		p.Down[i] *= c
	}
	return p, nil
}
