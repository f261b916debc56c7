package coordinate

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/arc"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/arranged"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/model"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/smooth"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/working"
)

// ProxDescent minimizes a smooth loss of one prediction an example with a penalty of single weights, such as bounds
// with or without the lasso, MCP and SCAD, or of disjoint blocks of them, such as the sparse group lasso,
//
//	P(w) = min_b Σ_i c_i ℓ_i(⟨a_i, w⟩ + ⟨f_i, b⟩) + λ Σ_j g_j(w_j) + (μ/2)‖w‖².
//
// With f = A w + F b, H = diag(c_i ℓ_i”(f_i)) and L_j = A_jᵀH A_j,
//
//	for k = 0, 1, 2, …
//		S ← the weights that are not 0, and as many others of which the step below is longest, by (L_j + μ)|step|
//		until the longest step is 0.03 of the first one's: for j in S
//			w_j ← prox_{λg_j/(L_j + μ)}((L_j w_j − m_j)/(L_j + μ)), m the gradient of the quadratic model of the loss
//			every five passes extrapolate w, if the model's objective falls, or, where P is smooth in the weights that
//			are not 0 (CurvedBlocks, CurvedWeights), take a Newton step on these, once passes have cost as much
//		halve the step until P falls; where g is not convex stay instead, and raise H (smooth.Raised)
//
// Of a block w_j, L_j is an eigenvalue of A_jᵀH A_j that none exceeds, and the step is repeated a few times.
// For the squared loss the model is the loss itself. Residual is ‖(L_j + μ)(w_j − w_j⁺)‖ over all steps; Gap is that of
// the problem, +Inf where the penalty is not convex: the point then is a minimum in every single weight, for other
// losses as far as steps of at least twice the weak convexity tell.
//
// Source: Bertrand, Klopfenstein, Bannier, Gidel, Massias, Beyond L1: Faster and Better Sparse Models with skglm,
// NeurIPS 2022, Algorithms 1 and 2; exact steps for MCP and SCAD: Breheny and Huang, Coordinate Descent Algorithms for
// Nonconvex Penalized Regression, Ann. Appl. Statist. 2011.
type ProxDescent struct {
	// Start is where to begin, as along a path of λ: W and then the unpenalized weights; nil for 0. It is copied.
	Start []float64
}

// ProxDescentState is the state after a working set has been solved.
type ProxDescentState struct {
	solver.Progress
	Set int // the number of weights, or blocks, in the working set
	w   []float64
}

// X copies the weights: W, d×k row by row, and then those of unpenalized columns, q×k.
func (s *ProxDescentState) X(dst []float64) []float64 { return append(dst[:0], s.w...) }

// Iterations solves a problem for λ ≥ 0 and μ ≥ 0 whose penalty is Coordinatewise or Blockwise. Its loss is a
// toolkit.TwiceDifferentiable: of one prediction an example, of a task's own, or of several outputs (ByOutput); A can
// enumerate its entries. It panics where Start is of another length.
func (c ProxDescent) Iterations(ctx context.Context, p *solver.Problem) solver.Seq[*ProxDescentState] {
	return solver.Sequence(ctx, func() (*ProxDescentState, solver.Step, error) {
		s := &ProxDescentState{Progress: solver.Unknown()}
		d, err := newProxDescent(p, s, c.Start)
		if err != nil {
			return s, nil, err
		}
		return s, d.step, nil
	})
}

// proxDescent is a run of ProxDescent.
type proxDescent struct {
	problem *solver.Problem // with scratch space of its own, for objective and gap
	prox    *proxParts
	s       *ProxDescentState
	b       model.Blocks // the parts of the penalty; unpenalized columns come last
	loss    toolkit.Separable
	smooth  toolkit.TwiceDifferentiable
	example []int

	c, f, u  []float64     // weights, predictions, and slopes c_i ℓ_i'
	squared  bool          // the model is the loss
	raised   smooth.Raised // how many times the curvatures H is, of a penalty that is not convex
	model    *model.Model
	residual *model.Residual // of the model
	roots    []float64       // H^½ of its columns; nil where all of H is one number, and nothing is copied
	scores   []float64       // (L_k + μ)‖step‖ by block
	start    []float64       // w where the model was made
}

// partsKey is the key under which a problem keeps its columns in the parts of its penalty.
type partsKey struct{}

type columnsOrError struct {
	b           model.Blocks
	predictions *arranged.Predictions
	err         error
}

func newProxDescent(p *solver.Problem, s *ProxDescentState, start []float64) (*proxDescent, error) {
	parts, err := proxPartsOf(p)
	if err != nil {
		return nil, err
	}
	made := solver.Shared(p, partsKey{}, func() (made columnsOrError) {
		if made.predictions, made.err = arranged.Of(p, nil); made.err == nil {
			made.b = parts.columns(p, made.predictions)
		}
		return made
	})
	if made.err != nil {
		return nil, made.err
	}
	loss := made.predictions.Loss
	smooth, ok := loss.(toolkit.TwiceDifferentiable)
	if !ok {
		return nil, fmt.Errorf("proximal coordinate descent needs second derivatives "+
			"(toolkit.TwiceDifferentiable), which %T has not", p.Loss)
	}
	d := &proxDescent{
		problem: p.At(p.Lambda), prox: parts, s: s, b: made.b, loss: loss, smooth: smooth,
		example: made.predictions.Example,
	}
	_, d.squared = loss.(LeastSquares)
	n, columns := d.b.N, len(d.b.Columns)
	d.c, d.f, d.u = make([]float64, n), make([]float64, n), make([]float64, n)
	for k, i := range d.example {
		d.c[k] = loss.Weight(i)
	}
	s.w, d.start, d.scores = make([]float64, columns), make([]float64, columns), make([]float64, d.b.Count())
	if start != nil && len(start) != columns {
		panic(badStart)
	}
	copy(s.w, start)
	parts.enter(s.w[:parts.size])
	d.certify()
	return d, nil
}

// step takes one iteration of the outer loop.
func (d *proxDescent) step(ctx context.Context) (objective float64, err error) {
	s := d.s
	if !solver.Finite(s.Objective) {
		return s.Objective, solver.ErrDiverged
	}
	set := d.workingSet()
	s.Set = len(set)
	copy(d.start, s.w)
	d.model.Curvature.Know(set)
	d.model.Shorten(ctx, set)
	if err := context.Cause(ctx); err != nil {
		d.search()
		d.certify()
		return s.Objective, err
	}
	s.Iter++
	d.search()
	d.certify()
	return s.Objective, nil
}

// workingSet are the blocks that are not 0 or not penalized, and as many others of the highest scores.
func (d *proxDescent) workingSet() []int {
	score := func(k int) float64 {
		if d.model.IsActive(k) {
			return math.Inf(-1)
		}
		return -d.scores[k]
	}
	least := max(10, working.FirstSet*d.b.Count()/len(d.s.w))
	return working.Choose(d.b.Count(), score, func(support, _ int) int { return max(least, working.SetGrowth*support) })
}

// search halves the step until P falls; a penalty that is not convex gets a model of more curvature, and no step.
func (d *proxDescent) search() {
	s := d.s
	if d.squared {
		return
	}
	next, at, before, slack := slices.Clone(s.w), s.Objective, s.Objective, solver.Slack*math.Abs(s.Objective)
	good := func(t float64) bool {
		arc.Between(s.w, d.start, next, t)
		at = d.problem.Objective(s.w[:d.prox.size])
		return at <= before+slack
	}
	convex := !(d.problem.WeakConvexity() > 0)
	accepted := convex && arc.Halve(1, good) > 0 || !convex && good(1)
	if !convex {
		d.raised.Tried(accepted, at < before-slack)
	}
	if !accepted {
		copy(s.w, d.start)
	}
}

// certify evaluates objective and gap at the best unpenalized weights, at predictions that are computed anew.
func (d *proxDescent) certify() {
	s, w := d.s, d.s.w[:d.prox.size]
	if d.model != nil {
		s.Evals += d.model.Evals
		d.model.Evals = 0
	}
	s.Gap, s.Rounding = d.problem.Certify(w)
	s.Objective = d.problem.Objective(w)
	copy(s.w[d.prox.size:], d.problem.UnpenalizedWeights(w))
	s.Evals += 2
	clear(d.f)
	d.b.AddTo(d.f, 1, s.w)
	for i, f := range d.f {
		_, slope := d.loss.At(d.example[i], f)
		d.u[i] = d.c[i] * slope
	}
	d.renew()
	d.residuals()
}

// renew makes the model at the predictions, anew where curvatures change: with r = −H^−½u, on columns times H^½, or,
// where all of H is one number, on those of A.
func (d *proxDescent) renew() {
	h, least := make([]float64, d.b.N), model.MinCurvature
	if d.problem.WeakConvexity() > 0 {
		least = smooth.LeastRaised
	}
	for i, f := range d.f {
		h[i] = d.c[i] * math.Max(least, d.smooth.Second(d.example[i], f))
	}
	d.raised.Raise(h, d.loss.Curvature())
	even := h[0] > 0 && slices.Min(h) == h[0] && slices.Max(h) == h[0]
	if d.model == nil || !d.squared {
		b, c := &d.b, h
		if d.roots = nil; !even {
			d.roots, c = make([]float64, len(h)), make([]float64, len(h))
			for i, v := range h {
				d.roots[i], c[i] = math.Sqrt(v), 1
			}
			b = d.b.Part(nil, d.roots)
		}
		d.residual = model.NewResidual(b, c, make([]float64, len(h)))
		d.model = model.NewModel(*b, d.residual, d.residual.Curvature(nil), d.problem.Lambda, d.problem.Mu, d.s.w)
		d.model.Parts = d.prox
		for k := range d.model.Curvature.Squares {
			d.model.Curvature.Squares[k] = d.model.Curvature.Dot(k, k)
		}
	}
	for i, v := range h {
		switch {
		case d.roots == nil:
			d.residual.R[i] = -d.u[i] / v
		case v > 0:
			d.residual.R[i] = -d.u[i] / d.roots[i]
		default:
			d.residual.R[i] = 0
		}
	}
}

// residuals are the steps of all blocks, of which it is the norm.
func (d *proxDescent) residuals() {
	s, m := d.s, d.model
	if p := d.problem; p.Unpenalized == nil && floats.Norm(s.w, 1) == 0 {
		_, gradient := p.AtZero()
		for k := range m.Products {
			m.Products[k] = gradient[d.b.Columns[k].WeightAt]
		}
	} else {
		allProducts(&d.b, m.Products, d.u)
	}
	floats.Scale(-1, m.Products)
	var sum, least float64
	if weak := d.problem.WeakConvexity(); !d.squared && weak > 0 { // the model's minimum in a weight may be none of P
		least = 2*weak + d.problem.Mu
	}
	for g := range d.scores {
		left := m.ProxResidual(g, 0)
		if d.scores[g] = left; least > 0 {
			left = m.ProxResidual(g, least)
		}
		sum += left * left
	}
	s.Residual = solver.Known(math.Sqrt(sum))
}
