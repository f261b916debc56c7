package coordinate

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/solver"
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
//		until the longest step is 0.1 of the first one's: for j in S
//			w_j ← prox_{λg_j/(L_j + μ)}((L_j w_j − m_j)/(L_j + μ)), m the gradient of the quadratic model of the loss
//			every five passes extrapolate w, if the model's objective falls; where P is smooth in the weights that are
//			not 0 (CurvedBlocks) take Newton's steps on these, once passes have cost as much
//		halve the step until P falls; where g is not convex take H = max_i c_i ℓ_i” in its place, which needs no search
//
// Of a block w_j, L_j is an eigenvalue of A_jᵀH A_j that none exceeds, and the step is repeated a few times.
// For the squared loss the model is the loss itself. Residual is ‖(L_j + μ)(w_j − w_j⁺)‖ over all steps; Gap is that of
// the problem, +Inf where the penalty is not convex: the point then is a minimum in every single weight.
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
	g       proximable
	s       *ProxDescentState
	b       blocks // of single columns; the unpenalized ones come last
	loss    toolkit.Separable
	smooth  toolkit.TwiceDifferentiable
	example []int
	size    int // penalized weights

	c, f, u        []float64 // weights, predictions, and slopes c_i ℓ_i'
	squared, bound bool      // the model is the loss; it lies above the loss
	model          *proxModel
	newton         proxNewton
	start          []float64 // w where the model was made
}

// allColumns is the key under which a problem keeps its columns.
type allColumns struct{}

type columnsOrError struct {
	b           blocks
	predictions *predictions
	err         error
}

func newProxDescent(p *solver.Problem, s *ProxDescentState, start []float64) (*proxDescent, error) {
	g, err := proximableOf(p)
	if err != nil {
		return nil, err
	}
	made := solver.Shared(p, allColumns{}, func() (made columnsOrError) {
		if made.predictions, made.err = predictionsOf(p, nil); made.err != nil {
			return made
		}
		made.b = blocks{n: len(made.predictions.example), start: []int{0}}
		for i := range p.Dim() {
			made.b.add(1, made.predictions.column(i))
		}
		made.b.penalized = p.Dim()
		if p.Unpenalized != nil {
			for i := range p.Unpenalized.R * p.Outputs() {
				made.b.add(0, made.predictions.unpenalizedColumn(i, p.Dim()))
			}
		}
		return made
	})
	if made.err != nil {
		return nil, made.err
	}
	loss := made.predictions.loss
	smooth, ok := loss.(toolkit.TwiceDifferentiable)
	if !ok {
		return nil, fmt.Errorf("proximal coordinate descent needs second derivatives "+
			"(toolkit.TwiceDifferentiable), which %T has not", p.Loss)
	}
	d := &proxDescent{
		problem: p.At(p.Lambda), g: g, s: s, b: made.b, loss: loss, smooth: smooth, example: made.predictions.example,
		size: p.Dim(),
	}
	_, d.squared = loss.(LeastSquares)
	d.newton.g, _ = p.Penalty.(CurvedBlocks)
	n, columns := d.b.n, len(d.b.columns)
	d.c, d.f, d.u = make([]float64, n), make([]float64, n), make([]float64, n)
	for k, i := range d.example {
		d.c[k] = loss.Weight(i)
	}
	s.w, d.start = make([]float64, columns), make([]float64, columns)
	if start != nil && len(start) != columns {
		panic(badStart)
	}
	copy(s.w, start)
	g.enter(s.w[:d.size])
	d.certify()
	return d, nil
}

// step takes one iteration of the outer loop.
func (d *proxDescent) step(ctx context.Context) (objective float64, err error) {
	s := d.s
	if !solver.Finite(s.Objective) {
		return s.Objective, solver.ErrDiverged
	}
	d.renew()
	set := d.workingSet()
	s.Set = len(set)
	copy(d.start, s.w)
	if err := d.model.solve(ctx, d, set); err != nil {
		return s.Objective, err
	}
	s.Iter++
	d.search()
	d.certify()
	return s.Objective, nil
}

// search halves the step until P falls; a penalty that is not convex gets a model that lies above the loss, and no
// step, where it does not.
func (d *proxDescent) search() {
	s := d.s
	if d.squared || d.bound {
		return
	}
	next := append([]float64(nil), s.w...)
	before, slack := s.Objective, solver.Slack*math.Abs(s.Objective)
	for t := 1.; t > 1e-10; t /= 2 {
		for j := range next {
			s.w[j] = d.start[j] + t*(next[j]-d.start[j])
		}
		if t == 1 {
			copy(s.w, next)
		}
		if d.problem.Objective(s.w[:d.size]) <= before+slack {
			return
		}
		if d.problem.WeakConvexity() > 0 {
			d.bound = !math.IsInf(d.loss.Curvature(), 1)
			break
		}
	}
	copy(s.w, d.start)
}

// certify evaluates objective and gap at the best unpenalized weights, at predictions that are computed anew.
func (d *proxDescent) certify() {
	s, w := d.s, d.s.w[:d.size]
	s.Gap, s.Rounding = d.problem.Certify(w)
	s.Objective = d.problem.Objective(w)
	copy(s.w[d.size:], d.problem.UnpenalizedWeights(w))
	s.Evals += 2
	clear(d.f)
	d.b.addTo(d.f, 1, s.w)
	for i, f := range d.f {
		_, slope := d.loss.At(d.example[i], f)
		d.u[i] = d.c[i] * slope
	}
	d.renewModel()
	d.residuals()
}

// residuals are the steps of all weights, of which it is the norm.
func (d *proxDescent) residuals() {
	m, s := d.model, d.s
	if p := d.problem; p.Unpenalized == nil && floats.Norm(s.w, 1) == 0 {
		_, gradient := p.AtZero()
		copy(m.products, gradient)
	} else {
		d.b.allProducts(m.products, d.u)
	}
	clear(m.scores)
	var sum float64
	for k := range m.scores {
		m.scores[k] = d.g.residual(d, k)
		sum += m.scores[k] * m.scores[k]
	}
	s.Residual = solver.Known(math.Sqrt(sum))
}
