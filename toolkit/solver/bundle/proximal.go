package bundle

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/solver"
)

// Proximal is the proximal bundle method of Do, Le and Foo: curvature is added around all points so far, as much as
// balances a bound of what it costs and gains.
//
//	w_1 ← Start
//	for t = 1, 2, …
//		a_t ← an element of ∂ℓ(w_t),   b_t ← ℓ(w_t) − ⟨a_t, w_t⟩
//		τ_t ← ½(−λt − τ_{1:t−1} + √((λt + τ_{1:t−1})² + (λR + ‖a_t‖)²/R²))
//		α_t ← argmax {D'_t(α) : α ≥ 0, Σ_i α_i ≤ t}
//		w_{t+1} ← (Σ_i τ_i w_i − Σ_i α_{t,i} a_i)/(λt + τ_{1:t})
//
// so that w_{t+1} minimizes t((λ/2)‖w‖² + max_i (⟨a_i, w⟩ + b_i)) + Σ_i (τ_i/2)‖w − w_i‖², which the paper prints
// without its last term below (10). With A ≥ ‖a_t‖ and R ≥ ‖w_t‖ the best of T points is within
// (λR + A)²(1 + ln T)/(λT) of the minimum (Theorem 5).
//
// R is no input of the paper's Algorithm 4, and it has no pseudocode for guessing it: Optimistic does as its
// Algorithm 3 does.
//
// Source: Do, Le, Foo, Proximal Regularization for Online and Batch Learning, ICML 2009, Algorithm 4.
type Proximal struct {
	Config
	// Radius is R; 0 stands for 1/√λ, which is a bound of the minimizer's norm where ℓ ≥ 0 and ℓ(0) ≤ ½. With Optimistic
	// it is the first guess, and 0 stands for min{1, 1/√λ}.
	Radius float64
	// Optimistic multiplies R by √2 whenever ‖w_{t+1}‖ ≥ R, up to 1/√λ.
	Optimistic bool
	// Restart sets t and τ to 0 there. The cuts and w stay; without it t and τ go on.
	Restart bool
}

// Iterations minimizes f = (λ/2)‖·‖² + ℓ from Start and yields after every call.
func (p Proximal) Iterations(ctx context.Context, f Function) solver.Seq[*State] {
	return solver.Sequence(ctx, func() (*State, solver.Step, error) {
		r, err := newRun(p.Config, f)
		if err == nil {
			err = p.check()
		}
		if err != nil {
			return begin(r, err, nil)
		}
		q := &proximal{run: r, Proximal: p, most: math.Inf(1), centre: make([]float64, f.Dim())}
		q.master.gram = &r.cuts.gram
		if p.Lambda > 0 {
			q.most = 1 / math.Sqrt(p.Lambda)
		}
		if r.Radius, r.Phases = p.Radius, 1; r.Radius == 0 {
			if r.Radius = q.most; p.Optimistic {
				r.Radius = min(1, q.most)
			}
		}
		return begin(r, nil, q.step)
	})
}

func (p Proximal) check() error {
	switch {
	case !(p.Radius >= 0) || math.IsInf(p.Radius, 1):
		return fmt.Errorf("bundle: radius %g: it must be positive and finite", p.Radius)
	case p.Radius == 0 && p.Lambda == 0 && !p.Optimistic:
		return errors.New("bundle: for λ = 0 the radius must be given or guessed")
	case p.Restart && !p.Optimistic:
		return errors.New("bundle: nothing restarts but where the radius is guessed (Optimistic)")
	}
	return nil
}

// proximal is a run of Proximal.
type proximal struct {
	*run
	Proximal
	master activeSet
	most   float64   // 1/√λ
	t      float64   // calls of the phase
	tau    float64   // τ_{1:t}
	centre []float64 // Σ_i τ_i w_i
}

func (q *proximal) step(ctx context.Context) error {
	r := q.run
	if err := r.improve(ctx, &q.master); err != nil {
		return err
	}
	r.certify()
	q.t++
	sum := r.Lambda*q.t + q.tau
	g := r.Lambda + math.Sqrt(r.cuts.squared())/r.Radius
	tau := g * g / (2 * (sum + math.Sqrt(sum*sum+g*g))) // without cancellation
	q.tau += tau
	floats.AddScaled(q.centre, tau, r.next)
	kappa := r.Lambda*q.t + q.tau
	if kappa == 0 { // a_t = 0 and λ = 0: w_t is a minimizer
		return nil
	}
	alpha := q.master.solve(r.centred(q.centre, kappa), q.t)
	r.Active, r.Step = r.cuts.used(alpha, r.Evals), 1/kappa
	r.point(alpha, q.centre, kappa)
	if q.Optimistic && r.Radius < q.most && math.Sqrt(r.squared(r.next)) >= r.Radius {
		r.Radius = min(q.most, math.Sqrt2*r.Radius)
		r.Phases++
		if q.Restart {
			q.t, q.tau = 0, 0
			clear(q.centre)
		}
	}
	return nil
}

// squared is ‖a‖² of the last cut.
func (s *cuts) squared() float64 {
	i := len(s.a) - 1
	return s.g[i][i]
}
