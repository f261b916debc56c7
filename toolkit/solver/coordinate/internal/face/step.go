package face

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// The equations of a step are solved to a share of their residual, by so many products at most; of the step so many
// halves are tried.
const (
	share         = 0.3
	products      = 100
	leastProducts = 3
	halves        = 6
)

// Step moves the v_i of the examples F, which are some that are at a kink p_i of their losses, where ℓ_i* is linear, to
// where their predictions are p_i, all others being as they are: with e_i = c_i Δv_i
//
//	(A_F A_Fᵀ/μ) e = A_F w − p,
//
// by conjugate gradients; or a part of the way, each v_i kept inside the domain of ℓ_i*, that lowers the dual
// objective. It takes no more visits to examples than so many, and returns how many it took; 0 where they are too few,
// or F is empty. Where the context ends it goes along the part of the step that is known.
//
// Source: the subspace steps and the projected search of Moré and Toraldo, On the Solution of Large Quadratic
// Programming Problems with Bound Constraints, SIAM J. Optim. 1991, sections 3 and 4.
func (d *Dual) Step(ctx context.Context, some []int, most int) (visits int) {
	at, kinks, right := d.atKinks(some)
	each := len(at)
	if !linalg.IsDense(d.A) { // one after the other, entries are half as much work as in the order of passes
		each = (len(at) + 1) / 2
	}
	steps := min(products, most/max(1, each))
	if len(at) == 0 || steps < leastProducts {
		return 0
	}
	step, u, enough := make([]float64, len(at)), make([]float64, len(d.W)), linalg.Share(share)
	linalg.ConjugateGradients{
		Times: func(dst, e []float64) {
			clear(u)
			for k, i := range at {
				d.A.AddRow(u, e[k]/d.Mu, i)
			}
			for k, i := range at {
				dst[k] = d.A.DotRow(i, u)
			}
			visits += each
		},
		Precondition: d.preconditioner(at), Steps: steps,
		Stop: func(square, first float64) bool { return ctx.Err() != nil || enough(square, first) },
	}.Solve(step, right)
	d.search(at, kinks, step)
	return visits
}

// atKinks are those of some examples that are at a kink, its places, and how far predictions are above it.
func (d *Dual) atKinks(some []int) (at []int, kinks, right []float64) {
	for _, i := range some {
		s := d.C[i] * d.Diagonal[i]
		if s == 0 {
			continue
		}
		f := d.A.DotRow(i, d.W)
		if v, second := d.Envelope.Envelope(i, f+s*d.V[i], s); second*s > 1-1e-9 {
			p := f + s*(d.V[i]-v)
			at, kinks, right = append(at, i), append(kinks, p), append(right, f-p)
		}
	}
	return at, kinks, right
}

// search goes along a step e, or the first of its halves that lowers the dual objective.
func (d *Dual) search(at []int, kinks, step []float64) {
	w, old := slices.Clone(d.W), make([]float64, len(at))
	for k, i := range at {
		old[k] = d.V[i]
	}
	before := d.objective(at)
	for part := 1.; part > 1./(1<<halves); part /= 2 {
		for k, i := range at {
			s := d.C[i] * d.Diagonal[i]
			now, _ := d.Envelope.Envelope(i, kinks[k]+s*old[k]+part*d.Diagonal[i]*step[k], s)
			d.A.AddRow(d.W, -d.C[i]*(now-old[k])/d.Mu, i)
			d.V[i] = now
		}
		if d.objective(at) < before {
			return
		}
		copy(d.W, w)
		for k, i := range at {
			d.V[i] = old[k]
		}
	}
}

// objective is minus the dual objective, but for what of it other examples add.
func (d *Dual) objective(at []int) float64 {
	sum := d.Mu / 2 * floats.Dot(d.W, d.W)
	for _, i := range at {
		sum += d.C[i] * d.Loss.Conjugate(i, d.V[i])
	}
	return sum
}
