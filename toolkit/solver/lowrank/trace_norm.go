package lowrank

import (
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/internal/outputs"
)

// TraceNorm is the capability of a penalty that is a multiple of the trace norm,
//
//	Ω(W) = strength · ‖W‖_*,      ‖W‖_* = Σ_j σ_j(W),
//
// such as prox.TraceNorm. The methods of this package work on singular values, and need no more of Ω than its strength.
type TraceNorm interface {
	TraceNorm() (strength float64)
}

// Strength is the λ of λ‖W‖_* in a problem: its own λ times the strength of its penalty. The error says what keeps
// a method from the problem.
func Strength(p *solver.Problem, method string) (lambda float64, err error) {
	penalty, ok := p.Penalty.(TraceNorm)
	switch {
	case p.Penalty == nil:
		return 0, fmt.Errorf("%s needs the trace norm as its penalty, and the problem has no penalty", method)
	case !ok:
		return 0, fmt.Errorf("%s needs a penalty that is a multiple of the trace norm (lowrank.TraceNorm), "+
			"which %T is not; FISTA takes any", method, p.Penalty)
	case p.Mu != 0:
		return 0, fmt.Errorf("%s takes no ridge, and the problem has μ = %g; FISTA takes one", method, p.Mu)
	case p.Unpenalized != nil:
		return 0, fmt.Errorf("%s takes no unpenalized columns, and the problem has %d; FISTA takes them",
			method, p.Unpenalized.R)
	}
	if lambda = p.Lambda * penalty.TraceNorm(); !(lambda > 0) || math.IsInf(lambda, 1) {
		return 0, fmt.Errorf("λ = %g: it must be positive and finite; for λ = 0 no rank is preferred", lambda)
	}
	return lambda, nil
}

// checkSmooth is the error of a loss whose curvature has no bound, for a method whose steps rest on it.
func checkSmooth(loss toolkit.Loss, method string) error {
	if math.IsInf(loss.Curvature(), 1) {
		return fmt.Errorf("%s needs a smooth loss whose second derivatives are bounded, and the Curvature of %T is +Inf",
			method, loss)
	}
	return nil
}

// LambdaMax is the least λ at which W = 0 minimizes Σ_i c_i ℓ_i(Wᵀa_i) + λ‖W‖_*: the spectral norm of the loss's
// gradient at 0; NaN where that is not finite. It is the LambdaMax of a problem with prox.TraceNorm of strength 1, by
// eigenvalues of the smaller Gram matrix of the gradient. It panics when A has not as many rows as the loss has
// examples.
func LambdaMax(a linalg.Map, loss toolkit.Loss) float64 {
	o := outputs.New(loss)
	n, d := a.Dims()
	if n != o.N {
		panic("lowrank: the loss needs one example for each row of A")
	}
	slopes, gradient := make([]float64, o.Size()), make([]float64, d*o.K)
	o.Slopes(slopes, slopes)
	o.Gradient(gradient, a, slopes)
	_, norm, _ := linalg.SingularPairs(gradient, d, o.K, math.Inf(1))
	return norm
}
