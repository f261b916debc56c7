package blocks

import (
	"context"
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/solver"
)

// evaluation is what a pass says of a point. Vectors have an entry for each column that was read.
type evaluation struct {
	objective float64 // P
	smooth    float64 // P with the loss that is smoothed, which steps are judged by
	gradient  []float64
	slopes    []float64 // in b, as the gradient in w: of the smoothed loss
	lower     float64   // a lower bound of P*, rounding taken off; −Inf for none
	dual      []float64
	rounding  solver.Rounding
	h         *quadratic // the second derivatives
	mass      float64    // n
	held      Held
}

// scales are what the two sides of U are multiplied by, by output, so that Σ_i u_i = 0; and what U is mixed with where
// a loss has several outputs.
func (p *Problem) scales(s *Sums, o *Origin) (scale [2][]float64, with mixture) {
	for t := range scale {
		scale[t] = slices.Repeat([]float64{1}, p.outputs())
	}
	if !p.Intercept {
		return scale, with
	}
	if p.joint() {
		with = mix(s.Sides[1].Slopes, o.Masses)
		floats.Scale(1-with.share, scale[1])
		return scale, with
	}
	for c := range p.outputs() {
		up, down := s.Sides[0].Slopes[c], -s.Sides[1].Slopes[c]
		balanced := math.Min(up, down)
		for t, size := range [2]float64{up, down} {
			if scale[t][c] = 0; size > 0 {
				scale[t][c] = balanced / size
			}
		}
	}
	return scale, with
}

// dualPoint makes a lower bound of P* of the slopes at a point. For 0 ≤ t ≤ 1 and by convexity
//
//	ℓ*(tu) ≤ tℓ*(u) + (1 − t)ℓ*(0),
//
// so that for all scales one pass has the sums that are needed: t₊ of the positive slopes and t₋ of the others make
// Σ u_i = 0, and, where there is no ridge, s = min(1, λ min_g ω_g/‖v_g‖) of v = −AᵀU/n makes U feasible. It returns
// s·v, by column read.
func (p *Problem) dualPoint(s *Sums, r *Request, o *Origin) (dual float64, v []float64) {
	scale, with := p.scales(s, o)
	n, k := s.Mass, p.outputs()
	v = make([]float64, len(s.Sides[1].Gradient))
	for t := range s.Sides {
		for at, g := range s.Sides[t].Gradient {
			v[at] -= scale[t][r.column(at)%k] / n * g
		}
	}
	with.add(v, r, o.Classes, o.Masses, n)
	blocks := solver.BlockDual{Mu: p.Mu}
	p.blocks(r.columns(), len(v), func(_ int, b part) { blocks.Add(b.norm(v), p.Lambda*b.factor) })
	feasible, conjugate := blocks.Scale()
	floats.Scale(feasible, v)
	dual = -conjugate - feasible*with.share*with.least/n
	for t, side := range s.Sides {
		for c, by := range scale[t] {
			by *= feasible
			if by > 0 { // the conjugate may be infinite where it is not asked for
				dual -= by * side.Conjugate[c] / n
			}
			if by < 1 {
				dual -= (1 - by) * side.Least[c] / n
			}
		}
	}
	return dual, v
}

// evaluate takes a pass, and says of its point what is known.
func (p *Problem) evaluate(s *Sums, r *Request, o *Origin) *evaluation {
	rows, _ := p.A.Dims()
	n, reg, norms := s.Mass, p.penalty(r.W), among(o.Norms, r.columns())
	e := &evaluation{objective: s.Loss/n + reg, smooth: s.Smooth/n + reg, mass: n, held: s.Held}
	e.gradient, e.slopes = make([]float64, len(s.Sides[1].Gradient)), make([]float64, p.free())
	for t := range s.Sides {
		side := &s.Sides[t]
		for at, g := range side.Gradient {
			e.gradient[at] += 1 / n * g
		}
		for c := range e.slopes {
			e.slopes[c] += side.Slopes[c] / n
		}
	}
	dual, v := p.dualPoint(s, r, o)
	e.dual = v
	e.rounding = solver.Rounding{
		Terms:  p.terms(s.Longest),
		Sum:    s.Sizes/n + reg + math.Abs(dual),
		Slopes: math.Sqrt(s.Slopes) / n,
		Reach:  4 * math.Sqrt(float64(rows)) * floats.Norm(r.B, 1),
	}
	z := &e.rounding
	for k, norm := range norms {
		z.Reach += norm * math.Abs(r.W[r.column(k)])
	}
	if math.IsInf(p.curvature(), 1) {
		z.Slopes = math.Max(z.Slopes, p.heaviest()/math.Sqrt(n))
	}
	*z = z.OfBlocks(p.Lambda, p.Mu, p.curvature()/n, p.polar(r.columns(), norms), floats.Norm(norms, 2))
	e.lower = dual - z.Bound()
	if !solver.Finite(e.lower) {
		e.lower = math.Inf(-1)
	}
	e.h = p.quadratic(s, r)
	return e
}

// screened are the columns, of those that were read, that may have weights. The conjugate of a loss with ℓ” ≤ L is
// strongly convex, so that the dual solution is within a ball around the point U of the last pass: by a gap G
//
//	‖v_g − v_g*‖ ≤ ‖A_g‖√(2LG/n),      and w_g* = 0 where ‖v_g*‖ < λω_g,
//
// with the Frobenius norm. Columns whose weight in w is not 0 stay, and with them all of their group.
//
// Source: Ndiaye, Fercoq, Gramfort, Salmon, Gap Safe Screening Rules for Sparsity Enforcing Penalties, JMLR 2017,
// Theorem 6.
func (p *Problem) screened(e *evaluation, r *Request, norms, w []float64, objective float64) (places []int) {
	places = []int{} // nil stands for all
	radius := math.Sqrt(2 * p.curvature() * math.Max(0, objective-e.lower+e.rounding.Bound()) / e.mass)
	p.blocks(r.columns(), len(e.dual), func(_ int, b part) {
		without := b.norm(e.dual)+b.norm(norms)*radius < p.Lambda*b.factor
		for _, k := range b.at {
			without = without && w[r.column(k)] == 0
		}
		if !without {
			places = append(places, b.at...)
		}
	})
	slices.Sort(places)
	return places
}

// Origin is what is known of w = 0 and the best intercepts there.
type Origin struct {
	Intercept            []float64 // one for each output; nil without
	Objective, LambdaMax float64
	Gradient, Norms      []float64 // of the loss at 0; ‖A_j‖, by weight
	Classes, Masses      []float64 // see Sums
}

// interceptSteps is how many Newton steps the intercepts alone get: each reads the targets, no columns.
const interceptSteps = 50

// lastIntercept is the step, as a share of the intercept, that is the last: Newton's method squares the error.
const lastIntercept = 1e-7

// ErrClass says that a class has no examples: its intercept would have no end.
var ErrClass = errors.New("blocks: a class has no examples, or they are all in the fold that is left out")

// Origin finds the best intercepts where all weights are 0, and takes a pass there: from λ_max on w = 0 is the
// solution.
func (p *Problem) Origin(ctx context.Context) (*Origin, error) {
	if err := p.kind(); err != nil {
		return nil, err
	}
	r := &Request{W: make([]float64, p.size()), None: true, Rows: 1}
	if p.hinge() {
		r.Tau = firstSmoothing
	}
	o := &Origin{}
	if p.Intercept {
		r.B = make([]float64, p.outputs())
		if err := p.intercepts(ctx, r); err != nil {
			return nil, err
		}
		o.Intercept = r.B
	}
	r.None, r.Norms = false, true
	s, err := p.pass(ctx, r)
	if err != nil {
		return nil, err
	}
	if !(s.Mass > 0) {
		return nil, errors.New("blocks: all examples are in the fold that is left out")
	}
	o.Objective, o.Classes, o.Masses = s.Loss/s.Mass, s.Classes, s.Masses
	alone := *p
	alone.Lambda, alone.Mu = 0, 1
	_, o.Gradient = alone.dualPoint(s, r, o)
	o.LambdaMax = p.polar(nil, o.Gradient)
	floats.Scale(-1, o.Gradient)
	o.Norms = s.Squares
	for j, square := range o.Norms {
		o.Norms[j] = math.Sqrt(square)
	}
	if !solver.Finite(o.Objective) || !solver.Finite(floats.Norm(o.Norms, 2)) {
		return nil, solver.ErrDiverged
	}
	return o, nil
}

// intercepts finds the best ones for the weights of a request that reads no columns.
func (p *Problem) intercepts(ctx context.Context, r *Request) error {
	k := p.outputs()
	r.Norms = p.joint()
	best, at, step := math.Inf(1), slices.Clone(r.B), make([]float64, k)
	for range interceptSteps {
		s, err := p.pass(ctx, r)
		if err != nil {
			return err
		}
		if p.joint() {
			return shares(r.B, s.Masses)
		}
		if s.Smooth > best*(1+solver.Slack) { // too far
			floats.Scale(0.5, step)
			r.B = slices.Clone(at)
			floats.Add(r.B, step)
			continue
		}
		best, at = math.Min(best, s.Smooth), r.B
		r.B = slices.Clone(at)
		last := true
		for c := range step {
			step[c] = -(s.Sides[0].Slopes[c] + s.Sides[1].Slopes[c]) / s.Corner[c*k+c]
			if !solver.Finite(step[c]) {
				step[c] = 0
			}
			r.B[c] += step[c]
			last = last && math.Abs(step[c]) <= lastIntercept*(1+math.Abs(r.B[c]))
		}
		if last {
			return nil
		}
	}
	r.B = at
	return nil
}

// shares are the intercepts of classes: the logarithms of how often they occur, of which the sum is 0.
func shares(b, masses []float64) error {
	for c, mass := range masses {
		if !(mass > 0) {
			return ErrClass
		}
		b[c] = math.Log(mass)
	}
	floats.AddConst(-floats.Sum(b)/float64(len(b)), b)
	return nil
}

// Certificate is objective and gap at a point, by a pass over all columns. The loss is one without kinks.
func (p *Problem) Certificate(ctx context.Context, x []float64, o *Origin) (objective, gap float64, err error) {
	r := &Request{}
	r.W, r.B = p.split(x)
	s, err := p.pass(ctx, r)
	if err != nil {
		return math.NaN(), math.NaN(), err
	}
	e := p.evaluate(s, r, o)
	return e.objective, e.rounding.GapAbove(e.objective, e.lower), nil
}

// split is w and b of a point.
func (p *Problem) split(x []float64) (w, b []float64) {
	size := p.size()
	if p.Intercept {
		b = x[size:]
	}
	return x[:size], b
}

// among are the entries at some places.
func among(values []float64, places []int) []float64 {
	if places == nil {
		return values
	}
	out := make([]float64, len(places))
	for k, j := range places {
		out[k] = values[j]
	}
	return out
}
