package newton

import (
	"context"
	"math"

	"github.com/proxlab/proxlab/toolkit/solver"
)

// Semismooth minimizes the objective of a linear support vector machine,
//
//	P(w, b) = (μ/2)‖w‖² + Σ_i c_i max(0, 1 − m_i),      m_i = y_i (⟨a_i, w⟩ + b), y_i ∈ {−1, +1}, μ > 0,
//
// by the method of multipliers, with subproblems solved by Newton's method. With multipliers v_i in 0 … 1, a
// width s and the slopes α_i(w, b), which are v_i + (1 − m_i)/s clipped to 0 … 1,
//
//	(w, b, s) ← those of some of the examples, v ← 0
//	repeat
//		repeat
//			F ← {i: 0 < α_i < 1}
//			Δ ← −(μI + Σ_{i∈F} (c_i/s) a_i a_iᵀ)⁻¹ (μw − Σ_i c_i α_i y_i a_i)          (with b as a weight without μ)
//			(w, b) ← (w, b) + ηΔ, η exact along the line
//		until the gradient adds at most 20 times to the gap what the kinks do
//		v ← α, s ← 0.3 s, and a step with F as it was, on slopes that are not clipped
//
// That step comes first, as most of F is clipped at the beginning of a subproblem. The matrix is a sum over the few
// examples near the margin, changed by those that come and go. Examples far from it keep their slope for many steps: a
// working set leaves them out, as one linear function, until its solution is tried on all. An iteration is a working
// set; it costs one product with A, and one with rows whose slope is not 0. A Newton step on the set factors a d×d
// matrix, so that d up to about 2,000 is practical. b is 0 without an intercept. Where μ is small, kinks are crossed
// one after another: InteriorPoint goes on with all examples where a sample takes many steps, a set of sparse examples
// is worth little of the way, or all take 150 steps.
//
// Source: Yan and Li, An Efficient Augmented Lagrangian Method for Support Vector Machine, Optimization Methods and
// Software 2020; Rockafellar, Augmented Lagrangians and Applications of the Proximal Point Algorithm in Convex
// Programming, Math. Oper. Res. 1976. Working sets as in Chang and Lin, LIBSVM, ACM TIST 2011, section 5.1 (shrinking).
type Semismooth struct{}

// SemismoothState is the state after a working set. The gap is P(w, b) − D(α), that of the best α so far, scaled to be
// feasible where there is an intercept.
type SemismoothState struct {
	solver.Progress
	Newton int // steps of Newton's method on working sets
	w      []float64
}

// X copies the weights: w and then b, where there is an intercept.
func (s *SemismoothState) X(dst []float64) []float64 { return append(dst[:0], s.w...) }

// Iterations solves a problem with a hinge loss of one output (see solver.Problem.HingeSigns), a ridge μ > 0 and no
// penalty. The one unpenalized column that it knows is the intercept, the same number for every example. A can
// enumerate its entries (linalg.Entries).
func (Semismooth) Iterations(ctx context.Context, p *solver.Problem) solver.Seq[*SemismoothState] {
	return solver.Sequence(ctx, func() (*SemismoothState, solver.Step, error) {
		s := &SemismoothState{Progress: solver.Unknown()}
		m, err := machineOf(p, "semismooth Newton")
		if err != nil {
			return s, nil, err
		}
		all := newSVM(m)
		r := &semismooth{s: s, svm: all, dual: math.Inf(-1), norms: p.ColumnNorms()}
		if all.column != 0 {
			r.norms = append(append([]float64(nil), r.norms...), math.Abs(all.column)*math.Sqrt(float64(len(all.y))))
		}
		if err := r.begin(ctx); err != nil {
			return s, nil, err
		}
		s.w = append([]float64(nil), all.w...)
		return s, r.step, nil
	})
}
