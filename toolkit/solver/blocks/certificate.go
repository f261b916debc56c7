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
	slope     float64 // of the smoothed loss, in w and b
	lower     float64 // a lower bound of P*, rounding taken off; −Inf for none
	dual      []float64
	rounding  solver.Rounding
	h         *quadratic // the second derivatives
	mass      float64    // n
	held      Held
}

// scales are what the two sides of U are multiplied by, so that Σ_i u_i = 0.
func (p *Problem) scales(s *Sums) (scale [2]float64) {
	scale = [2]float64{1, 1}
	if !p.Intercept {
		return scale
	}
	up, down := s.Sides[0].Slopes, -s.Sides[1].Slopes
	balanced := math.Min(up, down)
	for k, size := range [2]float64{up, down} {
		if scale[k] = 0; size > 0 {
			scale[k] = balanced / size
		}
	}
	return scale
}

// dualPoint makes a lower bound of P* of the slopes at a point. For 0 ≤ t ≤ 1 and by convexity
//
//	ℓ*(tu) ≤ tℓ*(u) + (1 − t)ℓ*(0),
//
// so that for all scales one pass has the sums that are needed: t₊ of the positive slopes and t₋ of the others make
// Σ u_i = 0, and, where there is no ridge, s = min(1, λ min_g ω_g/‖v_g‖) of v = −AᵀU/n makes U feasible. It returns
// s·v, by column read.
func (p *Problem) dualPoint(s *Sums, columns []int, n float64) (dual float64, v []float64) {
	scale := p.scales(s)
	v = make([]float64, len(s.Sides[0].Gradient))
	for k := range s.Sides {
		floats.AddScaled(v, -scale[k]/n, s.Sides[k].Gradient)
	}
	blocks := solver.BlockDual{Mu: p.Mu}
	p.blocks(columns, len(v), func(_ int, b part) { blocks.Add(b.norm(v), p.Lambda*b.factor) })
	feasible, conjugate := blocks.Scale()
	floats.Scale(feasible, v)
	dual = -conjugate
	for k, side := range s.Sides {
		scale[k] *= feasible
		if scale[k] > 0 { // the conjugate may be infinite where it is not asked for
			dual -= scale[k] * side.Conjugate / n
		}
		if scale[k] < 1 {
			dual -= (1 - scale[k]) * side.Least / n
		}
	}
	return dual, v
}

// evaluate takes a pass, and says of its point what is known. Norms are those of the columns that are read.
func (p *Problem) evaluate(s *Sums, r *Request, norms []float64) *evaluation {
	rows, _ := p.A.Dims()
	n, reg := s.Mass, p.penalty(r.W)
	e := &evaluation{objective: s.Loss/n + reg, smooth: s.Smooth/n + reg, mass: n, held: s.Held}
	e.gradient = make([]float64, len(s.Sides[0].Gradient))
	for k := range s.Sides {
		floats.AddScaled(e.gradient, 1/n, s.Sides[k].Gradient)
		e.slope += s.Sides[k].Slopes / n
	}
	dual, v := p.dualPoint(s, r.columns(), n)
	e.dual = v
	e.rounding = solver.Rounding{
		Terms:  p.terms(s.Longest),
		Sum:    s.Sizes/n + reg + math.Abs(dual),
		Slopes: math.Sqrt(s.Slopes) / n,
		Reach:  4 * math.Sqrt(float64(rows)) * math.Abs(r.B),
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
	e.h = newQuadratic(s, r)
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

// Origin is what is known of w = 0 and the best intercept there.
type Origin struct {
	Intercept, Objective, LambdaMax float64
	Gradient, Norms                 []float64 // of the loss at 0; ‖A_j‖
}

// interceptSteps is how many Newton steps the intercept alone gets: each reads the targets, no columns.
const interceptSteps = 50

// lastIntercept is the step, as a share of the intercept, that is the last: Newton's method squares the error.
const lastIntercept = 1e-7

// Origin finds the best intercept where all weights are 0, and takes a pass there: from λ_max on w = 0 is the solution.
func (p *Problem) Origin(ctx context.Context) (*Origin, error) {
	if err := p.kind(); err != nil {
		return nil, err
	}
	_, d := p.A.Dims()
	o := &Origin{}
	r := &Request{W: make([]float64, d), None: true, Rows: 1}
	if p.hinge() {
		r.Tau = firstSmoothing
	}
	for best, step, k := math.Inf(1), 0., 0; p.Intercept && k < interceptSteps; k++ {
		s, err := p.pass(ctx, r)
		if err != nil {
			return nil, err
		}
		if s.Smooth > best*(1+solver.Slack) { // too far
			step /= 2
			r.B = o.Intercept + step
			continue
		}
		best, o.Intercept = math.Min(best, s.Smooth), r.B
		if step = -(s.Sides[0].Slopes + s.Sides[1].Slopes) / s.Corner; !solver.Finite(step) {
			break
		}
		r.B += step
		if math.Abs(step) <= lastIntercept*(1+math.Abs(r.B)) {
			o.Intercept = r.B
			break
		}
	}
	r.B, r.None, r.Norms = o.Intercept, false, true
	s, err := p.pass(ctx, r)
	if err != nil {
		return nil, err
	}
	if !(s.Mass > 0) {
		return nil, errors.New("blocks: all examples are in the fold that is left out")
	}
	o.Objective = s.Loss / s.Mass
	_, o.Gradient = (&Problem{A: p.A, Mu: 1, Intercept: p.Intercept}).dualPoint(s, nil, s.Mass)
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

// Certificate is objective and gap at a point, by a pass over all columns. The loss is one without kinks.
func (p *Problem) Certificate(ctx context.Context, x []float64, o *Origin) (objective, gap float64, err error) {
	r := &Request{}
	r.W, r.B = p.split(x)
	s, err := p.pass(ctx, r)
	if err != nil {
		return math.NaN(), math.NaN(), err
	}
	e := p.evaluate(s, r, o.Norms)
	return e.objective, e.rounding.GapAbove(e.objective, e.lower), nil
}

// split is w and b of a point.
func (p *Problem) split(x []float64) (w []float64, b float64) {
	_, d := p.A.Dims()
	if p.Intercept {
		b = x[d]
	}
	return x[:d], b
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
