package kernels

import (
	"cmp"
	"context"
	"math"
	"time"

	"github.com/proxlab/proxlab/toolkit/model/machine"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// blockNorm minimizes with the block norm of p < 2. For weights η of the kernels
//
//	(Σ_j s_j^p)^{2/p} = min over η > 0 of Σ_j s_j²/η_j, where Σ_j η_j^q = 1, q = p/(2 − p),
//
// at η_j = (s_j/‖s‖_p)^{2−p}: a machine of the kernel Σ_j η_j K_j with a ridge and the best η for its norms s take
// turns. With a dual point u of a machine and t_j = √(uᵀK_ju), the dual is
//
//	−Σ_i c_i ℓ_i*(u_i/c_i) − ‖t‖²_{p*}/(2μ),      1/p + 1/p* = 1.
//
// Source: Kloft, Brefeld, Sonnenburg, Zien, ℓp-Norm Multiple Kernel Learning, JMLR 2011, section 3; Martins et al.,
// Online Multiple Kernel Learning for Structured Prediction, 2010, for p = 1.
func (c Machine) blockNorm(ctx context.Context, data Data) (*machine.Model, error) {
	began := time.Now()
	tol, most := cmp.Or(c.Tol, 1e-6), cmp.Or(c.MaxIter, 2000)
	b := &blocks{c: c, data: data, eta: make([]float64, len(data.Grams)), exact: 0.05}
	for j := range b.eta {
		b.eta[j] = math.Pow(float64(len(b.eta)), -(2-c.Norm)/c.Norm)
	}
	err := b.begin(ctx, tol)
	for iter := 1; ; iter++ {
		if err == nil && !b.certified {
			err = b.turn(ctx, tol)
		}
		b.certified = false
		if b.head == nil || err != nil && solver.Interrupted(ctx) == nil {
			return nil, err
		}
		b.head.Iterations, b.head.Seconds = iter, time.Since(began).Seconds()
		switch {
		case err != nil:
			b.head.Status = solver.Canceled
		case b.head.Gap <= tol*math.Abs(b.head.Objective):
			b.head.Status = solver.Converged
		case iter >= most:
			b.head.Status = solver.IterationLimit
		case c.TimeLimit > 0 && time.Since(began) > c.TimeLimit:
			b.head.Status = solver.TimeLimited
		default:
			b.weigh()
			continue
		}
		out, wrong := assemble(context.WithoutCancel(ctx), data.Grams, b.head, b.alphas, b.norms)
		return out, cmp.Or(err, wrong)
	}
}
