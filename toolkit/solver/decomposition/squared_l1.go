package decomposition

import (
	"context"
	"math"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// SquaredL1 minimizes P with ½(Σ_j ‖f_j‖)² of functions of several kernels in the place of ½‖f‖², by a primal-dual
// interior-point method on the dual, which is linear but for a quadratic constraint a kernel,
//
//	½t + Σ_i (ε|a_i| − y_i a_i),      aᵀK_ja ≤ t, −L_i ≤ a_i ≤ H_i, and with an intercept Σ_i a_i = s.
//
// The multipliers η_j of the constraints sum to 1 and weigh the kernels: f_j = η_j Σ_i a_i k_j(x_i, ·), and b is best
// for these. The matrices are n×n; a step takes n³/3 operations and some n² a kernel, and there are a few tens. It ends
// where what is left of the gap is a part tol of the objective, or grows by rounding, at the best that there was; an
// error is the context's, or says what is wrong with the problem.
//
// Source: Lanckriet et al., Learning the Kernel Matrix with Semidefinite Programming, JMLR 2004 (the problem);
// Mehrotra, On the Implementation of a Primal-Dual Interior Point Method, 1992.
func SquaredL1(
	ctx context.Context, p Problem, ks []*linalg.Dense, tol float64,
) (a, eta []float64, b float64, err error) {
	if err := p.check(); err != nil {
		return nil, nil, 0, err
	}
	const most, worse = 100, 100
	m := newInterior(p, ks)
	var best point
	least := math.Inf(1)
	for range most {
		left := m.left()
		if left < least {
			least, best = left, m.point.clone()
		}
		if err = context.Cause(ctx); err != nil {
			break
		}
		if left <= tol*math.Abs(m.t/2+m.linear()) || left > worse*least || !m.step() {
			break
		}
		m.look()
	}
	a, eta = best.settle(p)
	if p.Intercept {
		m.a, m.eta = a, eta
		b = p.level(m.values())
	}
	return a, eta, b, err
}
