package blocks

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/solver"
)

// Newton solves a Problem by passes over its blocks. One pass at (w, b) gives objective, gradient and a dual point of
// all examples, and the Hessian H of some of them in a working set S of features:
//
//	for t = 1, 2, …
//		a pass at the trial point; take it if P has fallen, else damp the step more: ρ ← 10ρ
//		drop the columns that the gap shows to have no weight: later passes do not read them
//		the next trial is the minimum over S of ⟨∇, δ⟩ + ½ δᵀ(H + ρ diag H)δ + λ‖w + δ‖₁ + (μ/2)‖w + δ‖²
//		S ← features that are not 0, and those whose gradient is largest
//
// The Hessian is of as many examples as make it cost about what the rest of a pass does, different ones each time: it
// chooses the step, and objective, gradient and gap are of all. A pass reads 8 bytes for an example and each column
// that is left of a dense source, and all of a sparse one; there are no vectors of n numbers in memory.
//
// The hinge is smoothed (softHinge), with τ falling as the smoothed problem is solved; dual points are those of the
// hinge itself, and so is the gap.
//
// Source: Lee, Sun, Saunders, Proximal Newton-Type Methods for Minimizing Composite Functions, SIAM Journal on
// Optimization 2014; Byrd, Chin, Neveitt, Nocedal, On the Use of Stochastic Hessian Information in Optimization
// Methods for Machine Learning, SIAM Journal on Optimization 2011; damping: Nocedal and Wright, Numerical
// Optimization, 2006, section 10.3.
type Newton struct {
	Origin *Origin   // what is known of w = 0; nil to take a pass for it
	Start  []float64 // w, and b where there is an intercept; nil for w = 0. One that is worse than w = 0 is not taken.
	Most   int       // the most features in S; 0 for 512
	Exact  bool      // the Hessian is of all examples
}

// State is the state after a pass. X is w, and b behind it where there are intercepts.
type State struct {
	solver.Progress
	Columns   int     // that the last pass read
	Set       int     // features in S
	Smoothing float64 // τ of the hinge; 0 for other losses
	Held      Held    // what is known of the fold that is left out
	x         []float64
}

// X copies the point.
func (s *State) X(dst []float64) []float64 { return append(dst[:0], s.x...) }

// Iterations solves the problem: an iteration is a pass. Errors are those of the source.
func (c Newton) Iterations(ctx context.Context, p *Problem) solver.Seq[*State] {
	return solver.Sequence(ctx, func() (*State, solver.Step, error) {
		n := &newton{Newton: c, p: p, s: &State{Progress: solver.Unknown()}, lower: math.Inf(-1)}
		if err := n.begin(ctx); err != nil {
			return n.s, nil, err
		}
		return n.s, n.step, nil
	})
}

// newton is a run of Newton.
type newton struct {
	Newton
	p       *Problem
	s       *State
	columns []int // that are left, ascending; nil for all
	lower   float64

	at      *evaluation // of the last point that was taken; nil before
	w       []float64   // that point
	b       []float64
	damping float64
	trial   []float64 // w, b
	gain    float64   // that the model expects of the trial
	tau     float64
	was     float64 // τ at the last point that was taken
	places  []int
}

func (n *newton) begin(ctx context.Context) (err error) {
	if err := n.p.check(); err != nil {
		return err
	}
	if n.Origin == nil {
		if n.Origin, err = n.p.Origin(ctx); err != nil {
			return err
		}
	}
	if n.Start != nil && len(n.Start) != len(n.zero()) {
		panic("blocks: the start has not the length of the point")
	}
	if n.Most == 0 {
		n.Most = 512
	}
	if n.p.hinge() {
		n.tau = firstSmoothing
	}
	n.w, n.b = make([]float64, n.p.size()), n.Origin.Intercept
	if n.trial = n.zero(); n.Start != nil {
		n.trial = slices.Clone(n.Start)
	}
	w, _ := n.p.split(n.trial)
	n.places = n.workingSet(w, n.Origin.Gradient)
	return nil
}

// zero is the point w = 0 with its intercepts.
func (n *newton) zero() []float64 {
	return append(make([]float64, n.p.size()), n.Origin.Intercept...)
}

// step takes a pass at the trial, and finds the next one.
func (n *newton) step(ctx context.Context) (objective float64, err error) {
	e, r, err := n.look(ctx)
	if err != nil {
		return n.s.Objective, err
	}
	n.s.Iter++
	n.s.Evals++
	if n.at == nil && n.Start != nil && !(e.objective <= n.Origin.Objective) { // a bad start
		n.Start, n.trial = nil, n.zero()
		w, _ := n.p.split(n.trial)
		n.places = n.workingSet(w, n.Origin.Gradient)
		if e, r, err = n.look(ctx); err != nil {
			return n.s.Objective, err
		}
		n.s.Iter++
	}
	n.lower = math.Max(n.lower, e.lower)
	n.judge(e, r)
	n.report()
	if n.p.Lambda > 0 && !math.IsInf(n.p.curvature(), 1) {
		n.screen(e, r)
	}
	n.next()
	return n.s.Objective, nil
}

// look takes a pass at the trial.
func (n *newton) look(ctx context.Context) (*evaluation, *Request, error) {
	r := &Request{Columns: n.columns, Which: n.places, Rows: n.share(), Turn: turn(n.s.Iter), Tau: n.tau}
	r.None = n.columns != nil && len(n.columns) == 0
	r.W, r.B = n.p.split(n.trial)
	s, err := n.p.pass(ctx, r)
	if err != nil {
		return nil, nil, err
	}
	n.s.Columns, n.s.Set = len(s.Sides[1].Gradient), len(n.places)
	return n.p.evaluate(s, r, n.Origin), r, nil
}

// turn goes through the numbers from 0 to 1 by the golden section.
func turn(k int) float64 {
	_, at := math.Modf(float64(k) * (math.Sqrt(5) - 1) / 2)
	return at
}

// The examples of a Hessian: at least so many for each of its features, and so many multiplications for one of the
// rest of a pass. Those of a hinge are fewer that count, as τ falls.
const (
	examplesEach = 100
	hessianShare = 4
)

// share is that of the rows that the Hessian is of.
func (n *newton) share() float64 {
	rows, _ := n.p.A.Dims()
	d := n.p.size()
	if n.Exact || len(n.places) == 0 {
		return 1
	}
	if n.columns != nil {
		d = len(n.columns)
	}
	size, all := float64(len(n.places)), float64(rows)
	count := math.Max(examplesEach*size, hessianShare*all*float64(d)/(size*size))
	if n.tau > 0 {
		count *= 4 * firstSmoothing / n.tau
	}
	return math.Min(1, count/all)
}

// How much of what the model expects makes a trial good enough to be taken, and what it must be for the damping to
// rise and to fall.
const (
	leastGain    = 1e-4
	poorGain     = 0.25
	goodGain     = 0.75
	firstDamping = 0.1
	lastDamping  = 1e-3
)

// judge takes the trial or leaves it. Where τ has changed the smoothed objectives are of different problems: then the
// trial is not to be worse than smoothing explains.
func (n *newton) judge(e *evaluation, r *Request) {
	ratio, taken := 1., n.at == nil
	switch {
	case taken:
	case n.was != r.Tau:
		if taken = e.objective <= n.at.objective+math.Ln2*n.was; !taken {
			ratio = 0
		}
	default:
		change := n.at.smooth - e.smooth
		ratio = change / n.gain
		taken = change >= leastGain*n.gain || math.Abs(change)+n.gain <= solver.Slack*math.Abs(e.smooth)
	}
	switch {
	case !(ratio >= poorGain):
		n.damping = math.Max(firstDamping, 10*n.damping)
	case ratio > goodGain:
		if n.damping /= 10; n.damping < lastDamping {
			n.damping = 0
		}
	}
	if taken {
		n.at, n.w, n.b, n.was = e, r.W, r.B, r.Tau
	}
}

// report says what is known of the last point taken.
func (n *newton) report() {
	s := n.s
	s.Objective, s.Smoothing, s.Held = n.at.objective, n.tau, n.at.held
	n.at.rounding.FillBest(&s.Progress, n.at.objective, n.lower)
	s.x = append(append(s.x[:0], n.w...), n.b...)
}

// screen drops columns. The gradient at the point that was taken is of the columns left before, be it of this pass or
// of one before, and so is the Hessian.
func (n *newton) screen(e *evaluation, r *Request) {
	places := n.p.screened(e, r, among(n.Origin.Norms, n.columns), n.w, n.s.Objective)
	if len(places) == len(e.dual) {
		return
	}
	kept := make([]int, len(places))
	for k, place := range places {
		kept[k] = r.column(place)
	}
	n.columns = kept
	n.at.gradient = among(n.at.gradient, places)
	n.at.h = n.at.h.of(kept)
}

// next finds the next trial, and the features that its pass looks at.
func (n *newton) next() {
	q := n.at.h
	w, free := slices.Clone(n.w), len(q.features)
	m := model{
		q: q, parts: n.p.partsOf(q.features), lambda: n.p.Lambda, mu: n.p.Mu, damping: n.damping,
		w: make([]float64, q.size), g: make([]float64, q.size),
	}
	for k, j := range q.features {
		m.w[k], m.g[k] = w[j], n.at.gradient[n.place(j)]
	}
	copy(m.g[free:], n.at.slopes)
	m.solve()
	n.gain = m.gain()
	for k, j := range q.features {
		w[j] += m.delta[k]
	}
	n.trial = append(slices.Clone(w), n.b...)
	floats.Add(n.trial[len(w):], m.delta[free:])
	n.sharpen()
	n.places = n.workingSet(w, n.at.gradient)
}

// smoothShare is the share of the gap that a step is to gain; one that gains less says that smoothing is in the way.
const smoothShare = 0.1

// sharpen makes the smoothed hinge more like the hinge where its own problem is nearly solved.
func (n *newton) sharpen() {
	if n.tau > lastSmoothing && n.was == n.tau && n.gain <= smoothShare*n.s.Gap {
		n.tau = math.Max(lastSmoothing, n.tau/lessSmoothing)
	}
}
