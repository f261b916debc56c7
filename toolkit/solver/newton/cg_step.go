package newton

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/internal/outputs"
)

// CGState is the state after a Newton step. Residual is ‖∇P‖, and Promise half the Newton decrement squared before the
// step, ½∇PᵀH⁻¹∇P, about what P was above its minimum there; NaN where it is not known. Gap is known for μ > 0, once
// that is a small share of P: without a ridge no dual point is feasible, and what there is to stop at is Residual.
type CGState struct {
	solver.Progress
	Promise float64
	w       []float64
	weights func() []float64 // makes w where it is nil
}

// X copies the weights: W, d×k row by row, and then B, q×k.
func (s *CGState) X(dst []float64) []float64 {
	if s.w == nil {
		s.w = s.weights()
	}
	return append(dst[:0], s.w...)
}

// newtonCG is a run of CG, on the weights of features.
type newtonCG struct {
	inner   int             // the most steps of conjugate gradients
	p       *solver.Problem // for the gap
	a, x    linalg.Map      // A, and (A F)
	free    *linalg.Dense   // Fᵀ; nil for none
	o       *outputs.Loss
	hessian toolkit.Hessian
	mu      float64
	ridged  int // so many of the weights have a ridge: they come first
	s       *CGState

	z, trial, slopes []float64 // predictions, those of a trial, and slopes
	grad, diagonal   []float64 // ∇P, and the diagonal of the Hessian
	damping          float64   // τ
	curvature        float64   // what τ is a share of
	factors          *factors  // the last ones; nil for none
	hessians         outputs.Hessians
	rates            [ways]float64 // by which conjugate gradients went last, a step: of each preconditioner; 0 before
	shared           *shared       // M where it is of Gram matrices; nil for others
	last             [ways]*shared // the last of each way
	taken            int           // steps that they took last
	spent            float64       // products with the Hessian so far
}

func newNewtonCG(p *solver.Problem, inner int, start []float64) (*newtonCG, error) {
	o := outputs.New(p.Loss)
	hessian, ok := o.Loss.(toolkit.Hessian)
	if of, separable := p.Separable(); separable {
		_, ok = of.(toolkit.TwiceDifferentiable)
	}
	switch {
	case !ok:
		return nil, fmt.Errorf("newton.CG needs second derivatives (toolkit.TwiceDifferentiable, toolkit.Hessian), "+
			"which %T has not", p.Loss)
	case p.Penalty != nil && p.Lambda != 0:
		return nil, fmt.Errorf("newton.CG is for smooth objectives, and the penalty %T is not; FISTA takes any", p.Penalty)
	case !(p.Mu >= 0) || math.IsInf(p.Mu, 1):
		return nil, fmt.Errorf("μ = %g: it must be finite and not negative", p.Mu)
	}
	n := &newtonCG{inner: inner, p: p, a: p.A, x: p.A, o: o, hessian: hessian, mu: p.Mu, ridged: p.Dim()}
	if n.free = p.Unpenalized; n.free != nil {
		n.x = linalg.Beside(p.A, n.free)
		if o.K > 1 {
			n.x = linalg.AppendColumns(p.A, n.free)
		}
	}
	_, d := n.x.Dims()
	n.s = &CGState{Progress: solver.Unknown(), Promise: math.NaN(), w: make([]float64, d*o.K)}
	if start != nil && len(start) != len(n.s.w) {
		panic("newton: the start has another length than the weights")
	}
	copy(n.s.w, start)
	for _, v := range []*[]float64{&n.z, &n.trial, &n.slopes} {
		*v = make([]float64, o.Size())
	}
	n.grad, n.diagonal = make([]float64, len(n.s.w)), make([]float64, len(n.s.w))
	o.Predict(n.z, n.x, n.s.w)
	n.s.Objective = o.Slopes(n.slopes, n.z) + n.ridge(n.s.w)
	n.gradient()
	return n, nil
}

// ridge is (μ/2)‖W‖².
func (n *newtonCG) ridge(w []float64) float64 {
	part := w[:n.ridged]
	return n.mu / 2 * floats.Dot(part, part)
}

// gradient is ∇P, at the slopes.
func (n *newtonCG) gradient() {
	n.o.Gradient(n.grad, n.x, n.slopes)
	floats.AddScaled(n.grad[:n.ridged], n.mu, n.s.w[:n.ridged])
	n.steep()
}

// steep notes a new gradient.
func (n *newtonCG) steep() {
	n.s.Residual = solver.Known(floats.Norm(n.grad, 2))
	n.s.Evals++
}

// mostInner is what CG.Inner is where it is 0.
const mostInner = 250

// step takes a Newton step: its direction, and a line search along it.
func (n *newtonCG) step(ctx context.Context) (objective float64, err error) {
	s := n.s
	if !solver.Finite(s.Objective) || !solver.Finite(s.Residual) {
		return s.Objective, solver.ErrDiverged
	}
	s.Iter++
	if s.Residual == 0 {
		s.Step = 0
		return s.Objective, nil
	}
	before := s.Step
	n.curvature = 0
	for ; n.damping <= mostDamping && context.Cause(ctx) == nil; n.damping = max(10*n.damping, leastDamping) {
		if s.Step = before; n.damping > 0 && n.curvature == 0 {
			n.curvature = n.typicalCurvature()
		}
		if n.search(n.towards(ctx)) {
			break
		}
		before = 0
	}
	switch {
	case s.Step < shortStep:
		n.damping = min(max(10*n.damping, leastDamping), mostDamping)
	case s.Step > longStep:
		n.damping /= 10
	}
	if n.damping < leastDamping {
		n.damping = 0
	}
	n.certify()
	return s.Objective, context.Cause(ctx)
}

// The least τ above 0 and the most, and the steps that are short or long.
const (
	leastDamping = 1e-6
	mostDamping  = 1e3
	shortStep    = 0.1
	longStep     = 0.5
)

// towards is a direction: by factors of the Hessian, or by conjugate gradients.
func (n *newtonCG) towards(ctx context.Context) []float64 {
	if n.factorable() && n.factorsPay() {
		if step := n.factoredDirection(); step != nil {
			return step
		}
	}
	return n.direction(ctx, n.mostSteps())
}

// farPromise is what a step promises, as a share of P, where it is not yet worth a gap, which costs what a step does.
const farPromise = 1e-3

// far tells whether the last step promised too much for that, or there is no gap to be had.
func (n *newtonCG) far() bool { return n.mu == 0 || n.s.Promise > farPromise*math.Abs(n.s.Objective) }

// hopeless is how many times ‖∇P‖²/(2μ), in W, is more than what will do where no dual point is asked for: that is the
// gap but for what the best B changes, and conjugates cost more than the next step may. Where a step promised less than
// will do, one is asked for, as rounding may be all that is left of the gradient.
const hopeless = 10

// certify fills in the gap: that of the problem at the best B, and what P is above it at this.
func (n *newtonCG) certify() {
	s, w := n.s, n.s.w[:n.ridged]
	s.Gap, s.Rounding = math.NaN(), math.NaN()
	if n.far() || !solver.Finite(s.Objective) {
		return
	}
	gap, rounding, ok := n.p.RidgeGap(w, n.slopes, n.grad, s.Objective)
	if s.Gap, s.Rounding = gap, rounding; ok && (gap > 2*rounding || n.p.Within(gap, s.Objective)) {
		return
	}
	part := n.grad[:n.ridged]
	will := n.p.Tol * math.Abs(s.Objective) // 0 where that is not known
	if will > 0 && s.Promise > will && floats.Dot(part, part) > hopeless*2*n.mu*will {
		s.Gap = math.NaN()
		return
	}
	s.Gap, s.Rounding = n.p.Certify(w)
	s.Gap += math.Max(0, s.Objective-n.p.Objective(w))
}

// fewProducts cost next to nothing.
const fewProducts = 1e6

// mostWhole is what a step promises at most, as a share of P, that may be taken whole, as the one before it was: to
// look at the end with the gradient is a pass too many where it is not.
const mostWhole = 0.5

// search goes along a step, on which P is the loss of Z + tXs and a parabola; without success the weights stay, and ok
// is false. Where its end will do, as it seems, that is looked at first, of one output with the gradient in one pass,
// whose predictions are new. Others are made anew where a gap is to be had of them, and where steps were hard, if this
// costs little: what steps along directions that cancel add up to is rounded.
func (n *newtonCG) search(step []float64) (ok bool) {
	s, w, ridge := n.s, n.s.w, n.ridge(n.s.w)
	part := step[:n.ridged]
	middle, square := n.mu*floats.Dot(w[:n.ridged], part), n.mu*floats.Dot(part, part)
	whole := (s.Iter == 1 || s.Step == 1) && !(s.Promise > mostWhole*math.Abs(s.Objective))
	var line, end, grad []float64 // grad is that at the end, where the last look was there
	at := func(t float64) (value, slope float64) {
		s.Evals++
		if t == 1 && whole {
			end, grad = floats.AddTo(make([]float64, len(w)), w, step), make([]float64, len(w))
			if value, ok := n.o.Through(grad, n.x, end, n.trial, n.slopes); ok {
				floats.AddScaled(grad[:n.ridged], n.mu, end[:n.ridged])
				return value + n.ridge(end), floats.Dot(grad, step)
			}
		}
		if grad = nil; line == nil {
			line = make([]float64, n.o.Size())
			n.o.Predict(line, n.x, step)
		}
		floats.AddScaledTo(n.trial, n.z, t, line)
		value = n.o.Slopes(n.slopes, n.trial) + ridge + t*(middle+t/2*square)
		return value, floats.Dot(n.slopes, line) + middle + t*square
	}
	share := slopeAtOne
	if n.o.K > 1 {
		share = slopeOfMany
	}
	t, value, ok := alongSlopes(at, s.Objective, floats.Dot(n.grad, step), solver.Slack*math.Abs(s.Objective), share)
	if !ok {
		n.o.Slopes(n.slopes, n.z)
		return false
	}
	s.Step, s.Objective = t, value
	n.z, n.trial = n.trial, n.z
	if grad != nil {
		copy(w, end)
		n.grad = grad
		n.steep()
		return true
	}
	floats.AddScaled(w, t, step)
	hard, little := t != 1 || n.damping > 0, n.o.N*len(w) <= fewProducts
	if !n.far() || n.factorable() && (hard || little && n.mu == 0) {
		n.o.Predict(n.z, n.x, w)
		s.Objective = n.o.Slopes(n.slopes, n.z) + n.ridge(w)
	}
	n.gradient()
	return true
}
