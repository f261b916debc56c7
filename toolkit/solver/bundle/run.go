package bundle

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/solver"
)

// run is what all methods share: the cuts, the best point, and the certificate.
type run struct {
	Config
	*State
	f     Function
	cuts  *cuts
	plain activeSet // the dual with the ridge alone, for the certificate
	lower float64   // the best bound of f* so far

	next    []float64 // where the next call is
	a       []float64 // the subgradient there
	loss    float64   // ℓ there
	bestA   []float64 // the subgradient at the best point
	scratch []float64
	linear  []float64
}

// defaultCuts is MaxCuts where it is 0.
const defaultCuts = 1000

// leastCuts is the least MaxCuts: a quarter of them leave at once.
const leastCuts = 8

// newRun checks the settings and begins at the start.
func newRun(c Config, f Function) (*run, error) {
	d := f.Dim()
	metric, _ := f.(Metric)
	if c.MaxCuts == 0 {
		c.MaxCuts = defaultCuts
	}
	switch {
	case d <= 0:
		return nil, errors.New("bundle: a function of no variables")
	case !(c.Lambda >= 0) || math.IsInf(c.Lambda, 1):
		return nil, fmt.Errorf("bundle: λ = %g: it must be finite and not negative", c.Lambda)
	case c.Bounded && !solver.Finite(c.Least):
		return nil, fmt.Errorf("bundle: the least value %g must be finite", c.Least)
	case c.MaxCuts < leastCuts:
		return nil, fmt.Errorf("bundle: MaxCuts = %d: at least %d are needed", c.MaxCuts, leastCuts)
	case c.Nonnegative && metric != nil:
		return nil, errors.New("bundle: w ≥ 0 needs the plain inner product")
	case c.Start != nil && len(c.Start) != d:
		return nil, fmt.Errorf("bundle: a start of %d numbers for %d variables", len(c.Start), d)
	case c.Nonnegative && c.Start != nil && floats.Min(c.Start) < 0:
		return nil, errors.New("bundle: the start is not w ≥ 0")
	}
	r := &run{
		Config: c, State: &State{Progress: solver.Unknown(), w: make([]float64, d)}, f: f, cuts: newCuts(c, d, metric),
		lower: math.Inf(-1), next: make([]float64, d), a: make([]float64, d), bestA: make([]float64, d),
		scratch: make([]float64, d),
	}
	copy(r.next, c.Start)
	r.Objective = math.Inf(1)
	r.plain.gram = &r.cuts.gram
	return r, nil
}

// begin is what a method's range begins with.
func begin(r *run, err error, step func(ctx context.Context) error) (*State, solver.Step, error) {
	if err != nil {
		return &State{Progress: solver.Unknown()}, nil, err
	}
	return r.State, func(ctx context.Context) (float64, error) {
		err := step(ctx)
		if err == nil {
			r.Iter++
		}
		return r.Objective, err
	}, nil
}

// call asks for ℓ and a subgradient at the next point, takes the cut, and keeps the point where it is the best.
func (r *run) call(ctx context.Context, problems ...*activeSet) error {
	at := r.next
	if r.units != nil {
		at = floats.MulTo(r.scratch, r.next, r.units)
	}
	loss, err := r.f.Subgradient(ctx, r.a, at)
	if err != nil {
		return err
	}
	if r.units != nil {
		floats.Mul(r.a, r.units)
	}
	r.Evals++
	if !solver.Finite(loss + floats.Sum(r.a)) {
		return fmt.Errorf("%w: the function or its subgradient is not, at call %d (value %g)", solver.ErrDiverged, r.Evals,
			loss)
	}
	r.cuts.thin(r.MaxCuts, append(problems, &r.plain)...)
	attained, slack := loss, 0.
	if f, ok := r.f.(Slackened); ok {
		slack = f.Slack()
		loss += slack
	}
	if err := r.cuts.add(r.a, r.next, attained, loss, r.Evals); err != nil {
		return err
	}
	if f, ok := r.f.(Inexact); ok {
		r.cuts.over[len(r.cuts.over)-1] = f.Excess()
	}
	r.loss, r.Value = loss, loss+r.ridge(r.next)
	if r.Value < r.Objective {
		r.Objective, r.Slack = r.Value, slack
		copy(r.w, r.next)
		copy(r.bestA, r.a)
		r.cuts.best()
	}
	r.Cuts = len(r.cuts.a) - r.cuts.fixed
	return nil
}

// squared is ‖w‖².
func (r *run) squared(w []float64) float64 {
	switch {
	case r.units != nil:
		floats.MulTo(r.scratch, w, r.units)
		return floats.Dot(r.scratch, r.scratch)
	case r.cuts.metric == nil:
		return floats.Dot(w, w)
	}
	r.cuts.metric.Apply(r.scratch, w)
	return max(0, floats.Dot(r.scratch, w))
}

func (r *run) ridge(w []float64) float64 { return r.Lambda / 2 * r.squared(w) }

// certify solves the plain dual, with λ times its objective for q, and fills in the gap.
func (r *run) certify() (alpha []float64) {
	if r.Lambda == 0 {
		return nil
	}
	r.linear = r.linear[:0]
	for _, b := range r.cuts.b {
		r.linear = append(r.linear, r.Lambda*b)
	}
	alpha = r.plain.solve(r.linear, 1)
	r.bound(alpha)
	return alpha
}

// bound fills in the gap by what the mean plane of these weights and the ridge are not below.
func (r *run) bound(alpha []float64) {
	r.cuts.combine(r.scratch, alpha)
	if r.units != nil {
		floats.Div(r.scratch, r.units)
	}
	quadratic := 0.0
	if r.cuts.metric == nil {
		quadratic = floats.Dot(r.scratch, r.scratch)
	} else {
		for i, v := range alpha {
			if v != 0 {
				quadratic += v * floats.Dot(r.cuts.dual[i], r.scratch)
			}
		}
	}
	quadratic /= 2 * r.Lambda
	bound, size, over := -quadratic, quadratic+math.Abs(r.Objective), 0.
	for i, v := range alpha {
		bound += v * r.cuts.b[i]
		size += 2 * v * r.cuts.size[i]
		over += v * r.cuts.over[i]
	}
	rounding := solver.Rounding{Terms: r.terms() + len(alpha), Sum: size, Imbalance: over}
	r.lower = max(r.lower, bound-rounding.Bound())
	rounding.FillBest(&r.Progress, r.Objective, r.lower)
	r.Rounding = max(r.Rounding, 2*rounding.Bound())
}

// terms is how many terms the longest sum has.
func (r *run) terms() int {
	n := len(r.w)
	if t, ok := r.f.(Terms); ok {
		n = max(n, t.Terms())
	}
	return n
}

// point writes (v − Σ_i α_i a_i)/κ to the next point: the minimizer of (κ/2)‖w‖² − ⟨v, w⟩ + C max_i (⟨a_i, w⟩ + b_i),
// where Σ_i α_i = C; v is nil for 0.
func (r *run) point(alpha, v []float64, kappa float64) {
	r.cuts.combine(r.next, alpha)
	floats.Scale(-1/kappa, r.next)
	if v != nil {
		floats.AddScaled(r.next, 1/kappa, v)
	}
	if r.Nonnegative {
		for j, w := range r.next {
			r.next[j] = max(0, w) // but for rounding it is
		}
	}
}

// centred fills in the linear terms of the dual of what point minimizes, times κ: c_i = κb_i + ⟨a_i, v⟩.
func (r *run) centred(v []float64, kappa float64) []float64 {
	r.linear = r.linear[:0]
	for i, b := range r.cuts.b {
		r.linear = append(r.linear, kappa*b+floats.Dot(r.cuts.dual[i], v))
	}
	return r.linear
}

// improve is a call, which is a serious step where it is the best so far.
func (r *run) improve(ctx context.Context, problems ...*activeSet) error {
	before := r.Objective
	err := r.call(ctx, problems...)
	if r.Objective < before {
		r.Serious++
	}
	return err
}
