package coordinate

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// ProximalNewton minimizes a smooth loss of one prediction an example with a norm over blocks of weights: logistic regression with the penalties
// of the lasso, the group lasso and multi-task learning, and, with μ > 0, of their elastic nets,
//
//	P(w) = Σ_i c_i ℓ_i(⟨a_i, w⟩) + λ Σ_g ω_g ‖w_g‖ + (μ/2)‖w‖².
//
// An iteration replaces the loss by its quadratic model at w, weighted least squares, has CoordinateDescent solve that from w to a part of the
// gap, and goes to where P is low enough on the line to the solution. The gap is that of P, at the slopes of the loss, free weights settled.
//
// Source: Lee, Sun, Saunders, Proximal Newton-type Methods for Minimizing Composite Functions, SIAM J. Optim. 2014; for the lasso Friedman,
// Hastie, Tibshirani, Regularization Paths for Generalized Linear Models via Coordinate Descent, J. Statist. Softw. 2010.
type ProximalNewton struct {
	// Start is where to begin, as along a path of λ; nil for 0. It is copied.
	Start []float64
}

// ProximalNewtonState is the state after an iteration. Passes counts those of the inner solver over the weights.
type ProximalNewtonState struct {
	solver.Progress
	Passes float64
	w      []float64
}

// X copies the weights.
func (s *ProximalNewtonState) X(dst []float64) []float64 { return append(dst[:0], s.w...) }

// Iterations solves for λ > 0 and μ ≥ 0. The loss has one example for each prediction of the blocks, and is a toolkit.TwiceDifferentiable.
func (c ProximalNewton) Iterations(ctx context.Context, blocks Blocks, loss toolkit.Separable, lambda, mu float64) solver.Seq[*ProximalNewtonState] {
	return func(yield func(*ProximalNewtonState, error) bool) {
		s := &ProximalNewtonState{Progress: solver.Unknown(), w: make([]float64, len(blocks.columns))}
		smooth, ok := loss.(toolkit.TwiceDifferentiable)
		blocks.check(loss.Len(), c.Start)
		switch {
		case !ok:
			yield(s, fmt.Errorf("ProximalNewton needs second derivatives, which %T has not", loss))
			return
		case !(lambda > 0) || math.IsInf(lambda, 1) || !(mu >= 0) || math.IsInf(mu, 1):
			yield(s, fmt.Errorf("λ = %g, μ = %g: λ must be positive, μ must not be negative, and both finite", lambda, mu))
			return
		}
		copy(s.w, c.Start)
		p := newProximalNewton(blocks, loss, smooth, lambda, mu, s)
		p.settle()
		p.certify()
		for {
			err := context.Cause(ctx)
			if err == nil && !solver.Finite(s.Objective) {
				err = solver.ErrDiverged
			}
			if err == nil {
				err = p.iterate(ctx)
			}
			if !yield(s, err) || err != nil {
				return
			}
		}
	}
}

type proximalNewton struct {
	b           Blocks
	loss        toolkit.Separable
	smooth      toolkit.TwiceDifferentiable
	lambda, mu  float64
	s           *ProximalNewtonState
	f, u        []float64 // predictions, and slopes c_i ℓ_i'
	c, h        []float64 // weights, and curvatures c_i ℓ_i”
	trial, line []float64 // predictions, and how they change along the step
}

// leastCurvature keeps the quadratic model's targets in bounds where the loss is almost straight: a share of 1 there.
const leastCurvature = 1e-5

func newProximalNewton(b Blocks, loss toolkit.Separable, smooth toolkit.TwiceDifferentiable, lambda, mu float64, s *ProximalNewtonState) *proximalNewton {
	p := &proximalNewton{b: b, loss: loss, smooth: smooth, lambda: lambda, mu: mu, s: s}
	for _, v := range []*[]float64{&p.f, &p.u, &p.c, &p.h, &p.trial, &p.line} {
		*v = make([]float64, b.n)
	}
	for i := range p.c {
		p.c[i] = loss.Weight(i)
	}
	b.addTo(p.f, s.w)
	return p
}

// addTo is f ← f + A w.
func (b *Blocks) addTo(f, w []float64) {
	for k := range b.columns {
		if e := &b.columns[k]; w[e.weightAt] != 0 {
			e.add(f, w[e.weightAt])
		}
	}
}

// quadratic is the model Σ ½(f_i − target_i)² that coordinate descent solves: the square roots of curvatures are in the blocks.
type quadratic []float64

func (q quadratic) Len() int             { return len(q) }
func (q quadratic) Weight(int) float64   { return 1 }
func (q quadratic) Target(i int) float64 { return q[i] }
func (q quadratic) Curvature() float64   { return 1 }

func (q quadratic) At(i int, f float64) (value, slope float64) {
	r := f - q[i]
	return r * r / 2, r
}

func (q quadratic) Conjugate(i int, u float64) float64 { return u * (u/2 + q[i]) }

// iterate solves the model and steps towards its solution.
func (p *proximalNewton) iterate(ctx context.Context) error {
	s := p.s
	roots, targets := make([]float64, p.b.n), make(quadratic, p.b.n)
	for i, f := range p.f {
		h := p.c[i] * math.Max(leastCurvature, p.smooth.Second(i, f))
		if h > 0 {
			roots[i] = math.Sqrt(h)
			targets[i] = roots[i]*f - p.u[i]/roots[i]
		}
	}
	// the last iterations converge quadratically where the model is solved the better, the nearer w is
	part := math.Min(0.1, s.Gap/math.Max(math.Abs(s.Objective), math.SmallestNonzeroFloat64))
	if !solver.Finite(s.Gap) {
		part = 0.1
	}
	var size float64 // of the model's objective, for what rounding hides
	for i, root := range roots {
		size += math.Pow(targets[i]-root*p.f[i], 2) / 2
	}
	size += p.penalty(s.w)
	stop := solver.Any(solver.AbsGap(math.Max(part*s.Gap, innerRounding*size)), solver.MaxIter(innerSets))
	next, before := append([]float64(nil), s.w...), math.Inf(1)
	for st, err := range (Descent{Start: s.w}).Iterations(ctx, p.b.scaled(roots), targets, p.lambda, p.mu) {
		next = st.X(next)
		stalled := st.Gap > 0.9*before && st.Set == len(s.w) // all there is
		before = st.Gap
		if err != nil || stalled || stop(st.Report()) != "" {
			s.Passes += st.Passes
			if err != nil && context.Cause(ctx) == nil {
				return err
			}
			break
		}
	}
	s.Iter++
	p.search(next)
	p.settle()
	p.certify()
	return context.Cause(ctx)
}

// innerSets bounds the working sets of an inner solution; innerRounding of the model's objective is what rounding hides in its gap.
const (
	innerSets     = 20
	innerRounding = 1e-14
)

// search halves the step to next until P falls by a small part of what the step promises.
func (p *proximalNewton) search(next []float64) {
	s := p.s
	change := make([]float64, len(next))
	floats.SubTo(change, next, s.w)
	clear(p.line)
	p.b.addTo(p.line, change)
	before := s.Objective
	slack := solver.Slack * math.Abs(before)
	promise := floats.Dot(p.u, p.line) + p.penalty(next) - p.penalty(s.w) // ≤ 0
	at := make([]float64, len(next))
	s.Step = 0
	for t := 1.; t > 1e-10; t /= 2 {
		floats.AddScaledTo(p.trial, p.f, t, p.line)
		floats.AddScaledTo(at, s.w, t, change)
		if t == 1 {
			copy(at, next) // its zeros are exact
		}
		if after := p.value(p.trial) + p.penalty(at); after <= before+1e-4*t*math.Min(0, promise)+slack {
			copy(s.w, at)
			p.f, p.trial = p.trial, p.f
			s.Step = t
			return
		}
	}
}

// value is the loss at predictions.
func (p *proximalNewton) value(f []float64) float64 {
	p.s.Evals++
	var sum float64
	for i, v := range f {
		if p.c[i] > 0 {
			l, _ := p.loss.At(i, v)
			sum += p.c[i] * l
		}
	}
	return sum
}

// penalty is λ Σ_g ω_g ‖w_g‖ + (μ/2)‖w‖², free weights aside.
func (p *proximalNewton) penalty(w []float64) float64 {
	var norms, squares float64
	for g := range p.b.Count() {
		norm := p.b.norm(g, w)
		norms += p.b.omega(g) * norm
		squares += norm * norm
	}
	return p.lambda*norms + p.mu/2*squares
}

// slopes fills u and h, and returns the loss.
func (p *proximalNewton) slopes() float64 {
	p.s.Evals++
	var sum float64
	for i, f := range p.f {
		l, slope := p.loss.At(i, f)
		sum += p.c[i] * l
		p.u[i] = p.c[i] * slope
		p.h[i] = p.c[i] * p.smooth.Second(i, f)
	}
	return sum
}
