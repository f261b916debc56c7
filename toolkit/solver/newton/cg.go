package newton

import (
	"cmp"
	"context"

	"github.com/proxlab/proxlab/toolkit/solver"
)

// CG minimizes a smooth loss with a ridge over W and the unpenalized B,
//
//	P(W, B) = Σ_i c_i ℓ_i(Wᵀa_i + Bᵀf_i) + (μ/2)‖W‖²,
//
// by Newton's method, each system solved by conjugate gradients, preconditioned by M, the ridge, about the diagonal of
// the Hessian H, or of several outputs a Gram matrix that they share or one of each, whichever has been quicker; H is
// never formed:
//
//	τ ← 0
//	for k = 0, 1, 2, …
//		ε ← min(1/4, (∇PᵀM⁻¹∇P/|P|)^¼)
//		z ← 0, r ← −∇P, d ← M⁻¹r
//		until √(rᵀM⁻¹r) ≤ ε√(∇PᵀM⁻¹∇P) or ‖r‖²/(2μ), the gap to come, is half of what will do, Inner times at most
//			stop where dᵀHd ≤ 0
//			α ← rᵀM⁻¹r/(dᵀHd)
//			z ← z + αd, r⁺ ← r − αHd
//			d ← M⁻¹r⁺ + (r⁺ᵀM⁻¹r⁺/rᵀM⁻¹r) d, r ← r⁺
//		t ← 1 where P falls enough and of its slope ⅕ is left, of several outputs 9/10, else near the least P((W, B) + tz)
//		(W, B) ← (W, B) + tz
//		τ ← 10τ, or 10⁻⁶, where t < 1/10; τ/10 where t > 1/2
//
// To the second derivatives in H a share τ of the most they can be is added (Levenberg, Marquardt): where losses are
// straight H is singular along what lowers them. That depends on no unit of a feature.
//
// For least squares it is the method of conjugate gradients. Of few weights, and of up to 2,500 once products with it
// have cost as much, the Hessian is formed and factored instead: steps by products end at twice that cost. Of fewer
// dense examples than features the problem becomes one of as many features as examples: see ridges. Without a ridge
// there may be no minimum, or many.
//
// Source: Nocedal and Wright, Numerical Optimization, 2006, Algorithm 7.1 and section 10.3; for these problems Lin,
// Weng, Keerthi, Trust Region Newton Method for Large-Scale Logistic Regression, JMLR 2008.
type CG struct {
	// Inner is the largest number of steps of conjugate gradients in an iteration; 0 for 250.
	Inner int
	// Start is where to begin: W and then B; nil for 0. It is copied.
	Start []float64
}

// Iterations solves a problem without a penalty, for μ ≥ 0 and a loss that knows its second derivatives: a
// toolkit.TwiceDifferentiable, or a toolkit.Hessian. The preconditioner needs the entries of A; for a map that cannot
// enumerate them there is none. It panics where Start is of another length.
func (c CG) Iterations(ctx context.Context, p *solver.Problem) solver.Seq[*CGState] {
	return solver.Sequence(ctx, func() (*CGState, solver.Step, error) {
		n, err := newNewtonCG(p, cmp.Or(c.Inner, mostInner), c.Start)
		if err != nil {
			return &CGState{Progress: solver.Unknown()}, nil, err
		}
		r := &ridges{newtonCG: n}
		return n.s, r.step, nil
	})
}
