package coordinate

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/arc"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/classes"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/model"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/smooth"
)

// ProximalNewton minimizes a smooth loss of one prediction an example with a norm over blocks of weights: logistic
// regression with the penalties of the lasso, the group lasso and multi-task learning, and, with μ > 0, of their
// elastic nets,
//
//	P(w) = min_b Σ_i c_i ℓ_i(⟨a_i, w⟩ + ⟨f_i, b⟩) + λ Σ_g ω_g ‖w_g‖ + (μ/2)‖w‖².
//
// With f = A w + F b, H = diag(c_i ℓ_i”(f_i)) and R the penalty and the ridge,
//
//	for k = 0, 1, 2, …
//		Δ ← argmin_Δ ⟨∇L(w), Δ⟩ + ½ ΔᵀAᵀH A Δ + R(w + Δ), by Descent to a part of the gap; Δ has parts of w and of b
//		t ← the first of 1, ½, ¼, … with P(w + tΔ) ≤ P(w) + 10⁻⁴ t (⟨∇L(w), Δ⟩ + R(w + Δ) − R(w))
//		w ← w + tΔ, or w + 2Δ where that is lower and Δ promises a tenth of P, but for models on sparse columns
//		b ← argmin_b P(w, b), by Newton's method
//
// Entries of H have a least value, which falls with whole steps. Single weights of sparse columns have a model on the
// columns as they are, by passes and extrapolation. The gap is that of P, at the slopes of the loss. The loss may also
// be that of several classes, with Hessians diag(p) − ppᵀ (Softmax), and blocks that lie in a row of W each: the model
// then keeps changes of predictions, class by class.
//
// Source: Lee, Sun, Saunders, Proximal Newton-type Methods for Minimizing Composite Functions, SIAM J. Optim. 2014,
// Algorithm 1; for the lasso Friedman, Hastie, Tibshirani, Regularization Paths for Generalized Linear Models via
// Coordinate Descent, J. Statist. Softw. 2010; for several classes and working sets Yuan, Ho, Lin, An Improved GLMNET
// for L1-regularized Logistic Regression, JMLR 2012.
type ProximalNewton struct {
	// Start is where to begin, as along a path of λ: W and then the unpenalized weights; nil for 0. It is copied.
	Start []float64
	// Memory, where not nil, is kept from run to run on the same problem at other λ and μ, and makes a path quicker.
	Memory *Memory
}

// ProximalNewtonState is the state after an iteration. Passes counts those of the inner solver over the weights.
type ProximalNewtonState struct {
	solver.Progress
	Passes float64
	w, h   []float64 // weights, and curvatures c_i ℓ_i” there

	promised float64 // how far P was to fall in the last iteration; 0 where unknown
	same     bool    // the last iteration was to keep the zeros
}

// X copies the weights: W, d×k row by row, and then those of unpenalized columns, q×k.
func (s *ProximalNewtonState) X(dst []float64) []float64 { return append(dst[:0], s.w...) }

// Settled tells whether a gap within the tolerance will do, as the last iteration kept the zeros, by a whole step or
// where P promised to fall by no more than rounding.
func (s *ProximalNewtonState) Settled() bool {
	return s.Iter > 0 && s.same && (s.Step >= 1 || s.promised < settledShare*math.Abs(s.Objective))
}

// Curvature is the sum of the loss's second derivatives in predictions, of one output.
func (s *ProximalNewtonState) Curvature() float64 { return floats.Sum(s.h) }

// settledShare of P is rounding.
const settledShare = 0x1p-50

// Iterations solves a problem for λ > 0 and μ ≥ 0. Its loss is a toolkit.TwiceDifferentiable: of one prediction an
// example, of a task's own, or of several outputs (ByOutput); or it is a toolkit.Majorized, with its Hessian as H. Its
// penalty is a toolkit.BlockNorm or toolkit.SignedNorm, and A can enumerate its entries. Weights in no block, or in one
// with ω_g = 0, have the ridge alone. It panics where Start is of another length.
func (c ProximalNewton) Iterations(ctx context.Context, p *solver.Problem) solver.Seq[*ProximalNewtonState] {
	return solver.Sequence(ctx, func() (*ProximalNewtonState, solver.Step, error) {
		s := &ProximalNewtonState{Progress: solver.Unknown()}
		l, err := layoutOf(p, nil, nil)
		if err != nil {
			return s, nil, err
		}
		s.w = make([]float64, len(l.Columns))
		if c.Start != nil && len(c.Start) != len(s.w) {
			panic(badStart)
		}
		if n := c.before(l); n != nil {
			copy(s.w, n.s.w)
			n.lambda, n.mu, n.tol, n.s, n.along = p.Lambda, p.Mu, p.Tol, s, true
			n.tell()
			return s, n.step, nil
		}
		loss := l.smoothLoss(p.Loss)
		if loss == nil {
			return s, nil, fmt.Errorf("proximal Newton needs second derivatives (toolkit.TwiceDifferentiable), which %T has not",
				p.Loss)
		}
		copy(s.w, c.Start)
		l.Enter(s.w)
		n := newProximalNewton(l, loss, p, s)
		if _, ok := p.Loss.(Softmax); ok {
			if n.classes, err = classes.New(p, &l.Blocks, l.c, l.norms.squares); err != nil {
				return s, nil, err
			}
		} else if c.Memory != nil {
			c.Memory.newton = n
		}
		n.predict()
		n.minimizeUnpenalized()
		n.certify()
		return s, n.step, nil
	})
}

// startRounding is how far weights are from those of the run before, as a share of the largest, where models went to
// other units and back.
const startRounding = 1e-12

// before is the run before, where it ended at the start; nil where not.
func (c ProximalNewton) before(l *layout) *proximalNewton {
	if c.Memory == nil || c.Start == nil {
		return nil
	}
	n, ok := c.Memory.newton.(*proximalNewton)
	if !ok || n.layout != l || !solver.Finite(n.s.Objective) {
		return nil
	}
	last, inf := n.s.w, math.Inf(1)
	if !(floats.Distance(c.Start, last, inf) <= startRounding*floats.Norm(last, inf)) {
		return nil
	}
	return n
}

// proximalNewton is a run of ProximalNewton.
type proximalNewton struct {
	b            model.Blocks
	layout       *layout
	loss         smooth.Loss
	lambda, mu   float64
	tol          float64 // the gap that will do, as a share of P
	along        bool    // it goes on from a run at another λ
	least, most  float64 // the least curvature of a quadratic model, and that of the first one
	s            *ProximalNewtonState
	f, u         []float64 // predictions, and slopes c_i ℓ_i'
	v            []float64 // u, or what it is after a step over the unpenalized weights
	shift        []float64 // minus that step; nil for none
	levelled     []float64 // space for v
	at           float64   // the loss at f
	c, h         []float64 // weights, and curvatures c_i ℓ_i”
	trial, line  []float64 // predictions, and how they change along the step
	nextU, nextH []float64 // slopes and curvatures at the end of the step
	norms        *norms
	products     []float64       // A_jᵀu at the last point
	tall         bool            // models are reduced
	slow         int             // iterations in turn by which these gained little
	kept         *kept           // the last one that was; nil for none
	sparse       bool            // models are on columns as they are stored
	spent        float64         // flops of passes over these since the last Newton step
	classes      *classes.Models // nil but for a softmax loss
}

func newProximalNewton(l *layout, loss smooth.Loss, of *solver.Problem, s *ProximalNewtonState) *proximalNewton {
	p := &proximalNewton{
		b: l.Blocks, layout: l, loss: loss, lambda: of.Lambda, mu: of.Mu, tol: of.Tol, s: s, c: l.c, norms: l.norms,
		products: make([]float64, len(l.Columns)), tall: l.Tall(), sparse: isSparse(&l.Blocks),
	}
	for _, v := range []*[]float64{&p.f, &p.u, &p.h, &p.trial, &p.line, &p.nextU, &p.nextH, &p.levelled} {
		*v = make([]float64, p.b.N)
	}
	p.least = p.leastCurvature()
	p.most = p.least
	p.b.AddTo(p.f, 1, s.w)
	return p
}

// step takes one iteration: the model's minimum, a line search, the unpenalized weights.
func (p *proximalNewton) step(ctx context.Context) (objective float64, err error) {
	s := p.s
	if !solver.Finite(s.Objective) || !solver.Finite(p.norms.whole) {
		return s.Objective, solver.ErrDiverged
	}
	before, gap := s.Objective, s.Gap
	if p.byCopies() {
		p.solveSet(ctx)
	} else {
		p.search(p.minimizeModel(ctx))
		p.minimizeUnpenalized()
	}
	s.Iter++
	if p.least = math.Min(p.least*raised, p.most); s.Step >= 1 && !p.isCoupled() {
		p.least = math.Max(p.least*lowered, leastOfLeast*p.most)
	}
	p.certify()
	if p.slow++; !(s.Gap > slowly*gap && s.Gap > 2*s.Rounding) {
		p.slow = 0
	}
	p.tall = p.tall && p.slow < mostSlow
	if p.classes != nil {
		p.classes.Grow(s.Step, s.Objective, before-s.Objective)
	}
	return s.Objective, context.Cause(ctx)
}

// What the least curvature of models is times after each step, after a whole one too, and its own least as a share of
// what it was: near the minimum of data that are nearly parted most curvatures are less than where models begin.
const (
	raised       = 1e2
	lowered      = 1e-4
	leastOfLeast = 1e-5
)

// byCopies tells whether models are of copies of the columns.
func (p *proximalNewton) byCopies() bool {
	return p.classes == nil && !p.tall && !p.isCoupled() && !p.sparse
}

// The problem on a working set is solved to a share of the gap, or along a path, where that time shows, to a share of
// what will do where zeros stay, by so many models more at most while each halves what is left.
const (
	refinedShare = 1e-8
	refinedTol   = 0.5
	refinements  = 8
)

// solveSet goes to the end of a step on a working set and, near the minimum, on to the solution there: models, slopes
// and gap on a set cost little beside slopes of all blocks.
func (p *proximalNewton) solveSet(ctx context.Context) {
	target, last, set := refinedShare*p.s.Gap, math.Inf(1), p.workingSet()
	if !p.refines(len(set)) {
		p.search(p.minimizeByCopies(ctx, set))
		p.minimizeUnpenalized()
		return
	}
	defer p.restrict(set)()
	for range 1 + refinements {
		p.search(p.minimizeByCopies(ctx, nil))
		p.minimizeUnpenalized()
		if p.s.Step == 0 || ctx.Err() != nil {
			return
		}
		gap := p.gap()
		if p.along && p.s.same && gap <= refinedTol*p.tol*math.Abs(p.s.Objective) || !(gap > target && gap < last/2) {
			return
		}
		last = gap
	}
}

// search takes the first of the steps 1, ½, ¼, … towards next by which P falls by a small part of what the step
// promises. Predictions are then computed anew, and slopes and curvatures there.
func (p *proximalNewton) search(next []float64) {
	s := p.s
	clear(p.trial)
	p.b.AddTo(p.trial, 1, next)
	floats.SubTo(p.line, p.trial, p.f)
	after, before := p.b.Penalty(next, p.lambda, p.mu), s.Objective
	promise := floats.Dot(p.u, p.line) + after - p.b.Penalty(s.w, p.lambda, p.mu) // ≤ 0
	s.promised, s.same = -promise, model.SameZeros(s.w, next)
	enough := func(t, objective float64) bool {
		return objective <= before+1e-4*t*math.Min(0, promise)+solver.Slack*math.Abs(before)
	}
	s.Evals++
	old := slices.Clone(s.w)
	if value := p.loss.Slopes(p.nextU, p.nextH, p.trial); enough(1, value+after) {
		s.Step = 1
		p.take(next, value)
		if s.promised > farGain*math.Abs(before) && (p.tall || !p.sparse) {
			p.goOn(old, next, value+after)
		}
		return
	}
	s.Step = arc.Halve(0.5, func(t float64) bool {
		floats.AddScaledTo(p.trial, p.f, t, p.line)
		arc.Between(s.w, old, next, t)
		s.Evals++
		return enough(t, p.loss.Value(p.trial)+p.b.Penalty(s.w, p.lambda, p.mu))
	})
	if s.Step == 0 {
		copy(s.w, old)
	}
	p.predict()
}

// predict computes predictions anew, those of line searches have gathered rounding, and slopes and curvatures there.
func (p *proximalNewton) predict() {
	clear(p.f)
	p.b.AddTo(p.f, 1, p.s.w)
	p.slopes()
}
