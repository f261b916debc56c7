package bundle

import (
	"context"
	"errors"

	"github.com/proxlab/proxlab/toolkit/solver"
)

// Bundle is the standard bundle method, or cutting-plane method with a ridge:
//
//	w_1 ← Start
//	for t = 1, 2, …
//		a_t ← an element of ∂ℓ(w_t),   b_t ← ℓ(w_t) − ⟨a_t, w_t⟩
//		w_{t+1} ← argmin (λ/2)‖w‖² + max_{i ≤ t} (⟨a_i, w⟩ + b_i)
//
// where the bound of Config is one of the cuts; Do, Le and Foo have 0. It needs λ > 0, and O(1/(λε)) calls to come
// within ε.
//
// Source: Teo, Vishwanathan, Smola, Le, Bundle Methods for Regularized Risk Minimization, JMLR 2010, Algorithm 2;
// Do, Le, Foo, Proximal Regularization for Online and Batch Learning, ICML 2009, section 4.
type Bundle struct {
	Config
	// LineSearch goes from the best point so far towards w_{t+1} and asks for cuts between them until it has a point
	// near the lowest, LineCalls at most, 5 where it is 0; an iteration then takes several calls.
	//
	// Source: Franc and Sonnenburg, Optimized Cutting Plane Algorithm for Support Vector Machines, ICML 2008, with calls
	// where they know the function along the line.
	LineSearch bool
	LineCalls  int
}

// defaultLineCalls is LineCalls where it is 0.
const defaultLineCalls = 5

// Iterations minimizes f = (λ/2)‖·‖² + ℓ from Start and yields after every call, or after every search of a line.
func (b Bundle) Iterations(ctx context.Context, f Function) solver.Seq[*State] {
	return solver.Sequence(ctx, func() (*State, solver.Step, error) {
		r, err := newRun(b.Config, f)
		if err == nil && b.Lambda == 0 {
			err = errors.New("bundle: the standard method needs λ > 0: without it the model has no minimizer")
		}
		if b.LineCalls == 0 {
			b.LineCalls = defaultLineCalls
		}
		return begin(r, err, func(ctx context.Context) error {
			var err error
			if b.LineSearch && r.Iter > 0 {
				err = r.searchLine(ctx, b.LineCalls)
			} else {
				err = r.improve(ctx)
			}
			if err != nil {
				return err
			}
			alpha := r.certify()
			r.Active = r.cuts.used(alpha, r.Evals)
			r.point(alpha, nil, r.Lambda)
			return nil
		})
	})
}
