package bundle

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/solver"
)

// Stabilized is the proximal bundle method with proximity control: the model is minimized near the best point x, and u
// says how near.
//
//	x ← w_1 ← Start
//	repeat
//		y ← argmin (λ/2)‖w‖² + max_i (⟨a_i, w⟩ + b_i) + (u/2)‖w − x‖²
//		v ← the model at y, without its last term, − f(x)
//		call at y, which gives f(y) and a cut
//		if f(y) ≤ f(x) + m_L v:  x ← y                  (serious step; m_L = 1/10)
//		change u: less where the model was good, more where it was not
//
// u begins at ‖a_1‖ and changes by Kiwiel's Procedure 2.2, with its interpolation 2u(1 − (f(y) − f(x))/v). For λ = 0
// the method still converges, but the gap is not known: Residual, the predicted decrease −v, is what there is to stop
// at.
//
// Source: Kiwiel, Proximity Control in Bundle Methods for Convex Nondifferentiable Minimization, Math. Programming
// 1990, Algorithm 2.1 and Procedure 2.2.
type Stabilized struct {
	Config
	// Weight is the first u; 0 stands for ‖a_1‖.
	Weight float64
	// Units are those in which distances are measured, d_j for w_j: the last term is then ½ Σ_j u_j (w_j − x_j)²/d_j²,
	// with u_j = u + λ(max_k d_k² − d_j²). Nil is for ones. Where features are of many units, planes are too steep in some
	// for what matters of others: units as 1/√(λ + h_j), with h_j the mean of squares of feature j, make them alike. They
	// do not go with Nonnegative or a Metric.
	Units []float64
}

// The constants of Kiwiel's experiments.
const (
	serious       = 0.1 // m_L
	good          = 0.5 // m_R
	most          = 10  // u changes by such a factor at most
	patience      = 3   // steps of one kind before u changes
	leastWeight   = 1e-10
	noneDecreases = 1e-15 // a predicted decrease below this share of f is rounding
)

// Iterations minimizes f = (λ/2)‖·‖² + ℓ from Start and yields after every call. Residual is −v of the state's x.
func (s Stabilized) Iterations(ctx context.Context, f Function) solver.Seq[*State] {
	return solver.Sequence(ctx, func() (*State, solver.Step, error) {
		r, err := newRun(s.Config, f)
		if err == nil {
			err = s.check(f)
		}
		if err != nil {
			return begin(r, err, nil)
		}
		q := &stabilized{
			run: r, centre: make([]float64, f.Dim()), scaled: make([]float64, f.Dim()), variation: math.Inf(1),
		}
		if r.State.units = s.Units; s.Units != nil {
			floats.Div(r.next, s.Units)
			q.steepest = s.Lambda * math.Pow(floats.Max(s.Units), 2)
		}
		q.master.gram = &r.cuts.gram
		r.Weight = s.Weight
		return begin(r, nil, q.step)
	})
}

// check refuses units that are none.
func (s Stabilized) check(f Function) error {
	_, metric := f.(Metric)
	switch {
	case s.Units == nil:
		return nil
	case len(s.Units) != f.Dim():
		return fmt.Errorf("bundle: units of %d numbers for %d variables", len(s.Units), f.Dim())
	case !(floats.Min(s.Units) > 0) || !solver.Finite(floats.Sum(s.Units)):
		return errors.New("bundle: units must be positive and finite")
	case s.Nonnegative || metric:
		return errors.New("bundle: units go neither with w ≥ 0 nor with an inner product of the function's own")
	}
	return nil
}

// stabilized is a run of Stabilized.
type stabilized struct {
	*run
	master     activeSet
	centre     []float64 // x
	value      float64   // f(x)
	loss       float64   // ℓ(x)
	scaled     []float64 // ux
	steepest   float64   // λ max_j d_j², with units
	predicted  float64   // v
	aggregate  float64   // ‖p‖ + α̃, of the aggregate subgradient p = u(x − y) and its linearization error
	variation  float64   // ε_v
	sinceSteps int       // i_u: serious steps since u changed, or null steps below 0
	least      float64   // u_min
}

func (q *stabilized) step(ctx context.Context) error {
	r := q.run
	if err := r.call(ctx, &q.master); err != nil {
		return err
	}
	if r.Evals == 1 {
		if r.Weight == 0 {
			r.Weight = math.Sqrt(r.cuts.squared())
		}
		if r.Weight == 0 {
			r.Weight = 1
		}
		q.least = leastWeight * r.Weight
		q.moveTo()
	} else {
		q.judge()
	}
	if r.units == nil {
		r.certify()
	}
	if q.propose(); r.units != nil {
		r.bound(q.master.alpha)
		if -q.predicted <= nearlyThere*math.Abs(q.value) {
			r.refine(q.master.alpha)
		}
	}
	return nil
}

// moveTo makes the point of the call the centre.
func (q *stabilized) moveTo() {
	copy(q.centre, q.next)
	q.value, q.loss = q.Value, q.run.loss
	q.Serious++
}

// judge compares what the call found with what the model predicted: a serious step or a null step, and the next u.
func (q *stabilized) judge() {
	r, before := q.run, q.Weight
	rise := r.Value - q.value
	interpolated := 2 * before * (1 - rise/q.predicted)
	idle := -q.predicted <= noneDecreases*math.Abs(q.value)
	switch {
	case idle: // what is left may be too near: look farther
		r.Weight = max(before/most, q.least)
		if rise < 0 {
			q.moveTo()
		}
	case rise <= serious*q.predicted:
		r.Weight = q.afterSerious(rise, before, interpolated)
		q.moveTo()
	default:
		r.Weight = q.afterNull(before, interpolated)
	}
}

func (q *stabilized) afterSerious(rise, before, interpolated float64) float64 {
	u := before
	if rise <= good*q.predicted && q.sinceSteps > 0 {
		u = interpolated
	} else if q.sinceSteps > patience {
		u = before / 2
	}
	u = max(u, before/most, q.least)
	q.variation = max(q.variation, -2*q.predicted)
	if q.sinceSteps = max(q.sinceSteps+1, 1); u != before {
		q.sinceSteps = 1
	}
	return u
}

func (q *stabilized) afterNull(before, interpolated float64) float64 {
	r, u := q.run, before
	q.variation = min(q.variation, q.aggregate)
	i := len(r.cuts.a) - 1
	atCentre := q.loss - r.cuts.b[i] - floats.Dot(r.cuts.dual[i], q.centre) // the new cut's linearization error at x
	if atCentre > max(q.variation, -most*q.predicted) && q.sinceSteps < -patience {
		u = interpolated
	}
	u = min(u, most*before)
	if q.sinceSteps = min(q.sinceSteps-1, -1); u != before {
		q.sinceSteps = -1
	}
	return u
}

// propose minimizes the model around the centre.
func (q *stabilized) propose() {
	r := q.run
	floats.ScaleTo(q.scaled, r.Weight, q.centre)
	kappa := r.Lambda + r.Weight
	if r.units != nil {
		kappa = q.steepest + r.Weight
		for j := range q.scaled {
			q.scaled[j] = q.nearness(j) * q.centre[j]
		}
	}
	linear := r.centred(q.scaled, kappa)
	alpha := q.master.solve(linear, 1)
	r.Active, r.Step = r.cuts.used(alpha, r.Evals), 1/r.Weight
	r.point(alpha, q.scaled, kappa)
	q.predicted = q.master.model()/kappa + r.ridge(r.next) - q.value
	distance := make([]float64, len(r.next))
	floats.SubTo(distance, q.centre, r.next)
	if q.aggregate = -q.predicted; r.units == nil {
		norm := r.Weight * math.Sqrt(r.squared(distance))
		q.aggregate += norm - norm*norm/r.Weight
	} else {
		var square, along float64 // ‖p‖² and ⟨p, x − y⟩
		for j, v := range distance {
			p := q.nearness(j) * v
			square, along = square+p*p, along+p*v
		}
		q.aggregate += math.Sqrt(square) - along
	}
	r.Residual = solver.Known(max(0, -q.predicted))
}

// nearness is u_j.
func (q *stabilized) nearness(j int) float64 {
	return q.run.Weight + q.steepest - q.Lambda*q.units[j]*q.units[j]
}
