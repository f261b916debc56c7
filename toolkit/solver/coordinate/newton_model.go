package coordinate

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/model"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/smooth"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/working"
)

// The working set of a quadratic model has so many blocks at least; on columns as they are stored also one for so many
// predictions, as a pass over them costs little beside slopes and the gap.
const (
	firstModelSet   = 500
	predictionsEach = 10
)

// nearShare is how much of its bound a block must come to, to be in a model.
const nearShare = 0.5

// score ranks blocks for a model: first those that are not 0, or unpenalized, then those nearest to violating ‖A_gᵀu‖ ≤
// λω_g, or furthest beyond, by (λω_g − ‖A_gᵀu‖)/‖A_g‖; near the minimum those that are far from it are left out.
func (p *proximalNewton) score(g int) float64 {
	if !p.b.IsPenalized(g) || p.b.Norm(g, p.s.w) > 0 {
		return math.Inf(-1)
	}
	bound, norm := p.lambda*p.b.Omega[g], p.b.Polar(p.products, g, -1)
	if !(norm < nearShare*bound && p.near()) {
		if length := p.b.ProductNorm(p.norms.columns, g); length > 0 {
			return (bound - norm) / length
		}
	}
	return math.Inf(1)
}

// near tells whether the gap is a small part of the objective.
func (p *proximalNewton) near() bool { return p.s.Gap <= model.ModelFar*math.Abs(p.s.Objective) }

// refinedFrom is how many times as many blocks as in a set make it worth solving to the end.
const refinedFrom = 8

// refines tells whether a set of so many blocks is.
func (p *proximalNewton) refines(size int) bool { return p.near() && refinedFrom*size <= p.b.Count() }

// workingSet are the blocks that a quadratic model moves: those that are not 0, and as many again; near the minimum, of
// dense columns, few enough to be solved to the end where that is worth it.
func (p *proximalNewton) workingSet() []int {
	return working.Choose(p.b.Count(), p.score, func(support, below int) int {
		size := max(firstModelSet, working.SetGrowth*support)
		if few := max(working.FirstSet, working.SetGrowth*(support+below)); !p.sparse && p.refines(few) {
			size = few
		}
		if p.sparse {
			size = max(size, p.b.N/predictionsEach)
		}
		return size
	})
}

// leastCurvature is the least ℓ_i” of a quadratic model; of a coupled loss, whose curvatures are a bound, what is
// nothing beside them: directions that have little by its Hessian decide how quickly the last iterations converge.
func (p *proximalNewton) leastCurvature() float64 {
	if p.isCoupled() {
		return smooth.LeastRaised
	}
	most := p.loss.Curvature() / floats.Max(p.c)
	if !solver.Finite(most) { // it has no bound
		most = 1
	}
	return model.MinCurvature * math.Max(most, math.Min(1, 4*most))
}

// curvatures are those of the model.
func (p *proximalNewton) curvatures() []float64 {
	out := make([]float64, p.b.N)
	for i, h := range p.h {
		out[i] = max(p.least*p.c[i], h)
	}
	return out
}

// minimizeModel is about the minimum of the quadratic model at w, over a working set where there are not many times as
// many predictions as weights. Where the context ends it is the point so far.
func (p *proximalNewton) minimizeModel(ctx context.Context) (next []float64) {
	switch {
	case p.classes != nil:
		return p.minimizeByClasses(ctx)
	case p.tall:
		return p.minimizeByGram(ctx)
	case p.isCoupled():
		return p.minimizeByHessian(ctx)
	}
	return p.minimizeSparse(ctx)
}

// farGain is the share of the objective that an iteration gains far from the minimum, where models change.
const farGain = 0.1

// share is that of what a model gains by which it is done: less after many iterations, as columns of many units take,
// and all of it far from the minimum, by the gap and, on columns as they are stored, by the last gain.
func (p *proximalNewton) share() float64 {
	s := p.s
	size := math.Abs(s.Objective)
	switch far := !p.sparse || s.Iter == 0 || s.promised > farGain*size; {
	case s.Iter >= 40:
		return model.ModelShare / 1000
	case far && s.Iter < 20 && !(s.Gap <= model.ModelFar*size):
		return model.WholeShare
	}
	return model.ModelShare
}

// minimizeByClasses goes towards the minimum of the model of a softmax loss, on a share of the examples.
func (p *proximalNewton) minimizeByClasses(ctx context.Context) []float64 {
	q, set := p.classes.Model(p.h, p.products, p.s.w), p.workingSet()
	m := model.NewModel(q.Blocks, q, q.Curvature(set), p.lambda, p.mu, slices.Clone(p.s.w))
	m.Set = set
	m.Lower(ctx, set, model.ClassShare)
	p.s.Passes += m.Visited / float64(len(p.s.w)) * float64(q.N) / float64(p.b.N)
	return m.W
}

// Reduced models are given up after mostSlow iterations in turn that leave more than slowly of the gap, as of nearly
// dependent columns with a few far examples: other models go on.
const mostSlow, slowly = 4, 0.9

// leastModelGap is the least gap of a model that is asked for, as a share of what will do.
const leastModelGap = 1e-3

// minimizeByGram minimizes the model of weights that are or may not be 0 by the Gram matrix of their columns. The last
// iterations converge quadratically where the model is solved the better, the nearer w is.
func (p *proximalNewton) minimizeByGram(ctx context.Context) []float64 {
	s := p.s
	part := math.Min(0.1, s.Gap/math.Max(math.Abs(s.Objective), math.SmallestNonzeroFloat64))
	if !solver.Finite(s.Gap) {
		part = 0.1
	}
	h := p.curvatures()
	if p.kept == nil || p.isCoupled() || !p.kept.does(h, p.mayMove) {
		set := working.Choose(p.b.Count(), p.score, func(_, _ int) int { return p.b.Count() })
		p.kept = keep(&p.b, set, h, p.gramOf)
	}
	w := slices.Clone(s.w)
	for j, t := range p.shift {
		w[p.b.Unpenalized()[j].WeightAt] -= t
	}
	m := p.kept.model(p.lambda, p.mu, w, p.products)
	size := math.Abs(s.Objective)
	target := math.Max(part*s.Gap, leastModelGap*p.tol*size)
	_ = m.Solve(ctx, vec.UpTo(m.Count()), target, model.MaxInnerPasses) // the context ends the step as well
	s.Passes += m.Visited / float64(len(s.w))
	return m.W
}

// movesFrom is how much of its bound a block must come to, to be in a model that is kept.
const movesFrom = 0.8

// mayMove tells whether a block is to be in a model.
func (p *proximalNewton) mayMove(g int) bool {
	return p.b.Norm(g, p.s.w) > 0 || p.b.Polar(p.products, g, -1) > movesFrom*p.lambda*p.b.Omega[g]
}

// gramOf is the Hessian in the weights of some blocks, at curvatures h.
func (p *proximalNewton) gramOf(b *model.Blocks, h []float64) *model.ByGram {
	if p.isCoupled() {
		return model.NewByHessian(b, p.hessian(), nil, nil).ByGram()
	}
	return model.GramOf(b, nil, h)
}

// isCoupled tells whether the loss is no sum over predictions or examples.
func (p *proximalNewton) isCoupled() bool {
	_, ok := p.loss.(smooth.Coupled)
	return ok
}

// hessian is the product with the Hessian of a coupled loss, and what the model's curvatures are more than its bound.
func (p *proximalNewton) hessian() func(dst, v []float64) {
	times, more := p.loss.(smooth.Coupled).Hessian(p.f), p.curvatures() //nolint:errcheck // who calls asked
	floats.Sub(more, p.h)
	before := make([]float64, len(more))
	return func(dst, v []float64) {
		copy(before, v)
		times(dst, v)
		for i, h := range more {
			dst[i] += h * before[i]
		}
	}
}

// minimizeByHessian goes towards the minimum of the model of a coupled loss on a working set.
func (p *proximalNewton) minimizeByHessian(ctx context.Context) []float64 {
	q, set := model.NewByHessian(&p.b, p.hessian(), p.products, p.s.w), p.workingSet()
	m := model.NewModel(p.b, q, q.Curvature(set), p.lambda, p.mu, slices.Clone(p.s.w))
	m.Set = set
	m.Lower(ctx, set, p.share())
	p.s.Passes += m.Visited / float64(len(p.s.w))
	return m.W
}

// minimizeByCopies goes towards the minimum of the model Σ ½(f_i − target_i)² on a set of blocks, nil for all, whose
// columns are copied times the square roots of curvatures.
func (p *proximalNewton) minimizeByCopies(ctx context.Context, set []int) []float64 {
	s, n := p.s, p.b.N
	roots, targets, ones := make([]float64, n), make([]float64, n), slices.Repeat([]float64{1}, n)
	for i, h := range p.curvatures() {
		if h > 0 {
			roots[i] = math.Sqrt(h)
			targets[i] = roots[i]*p.f[i] - p.u[i]/roots[i]
		}
	}
	q := model.NewLeastSquares(*p.b.Part(set, roots), ones, nil)
	m := q.Model(targets, p.lambda, p.mu, slices.Clone(s.w))
	m.Lower(ctx, vec.UpTo(m.Count()), p.share())
	s.Passes += m.Visited / float64(len(s.w))
	return m.W
}

// restrict makes the run one on some blocks, all others being 0, until whole is called.
func (p *proximalNewton) restrict(set []int) (whole func()) {
	b, s, products, own := p.b, p.s, p.products, *p.s
	only, columns := p.b.Only(set)
	own.w, p.products = make([]float64, len(columns)), make([]float64, len(columns))
	for i := range columns {
		e := &only.Columns[i]
		own.w[i], e.WeightAt = s.w[e.WeightAt], i
	}
	p.b, p.s = *only, &own
	return func() {
		for i, k := range columns {
			s.w[b.Columns[k].WeightAt] = own.w[i]
		}
		own.w = s.w
		*s = own
		p.b, p.s, p.products = b, s, products
	}
}

// take goes to weights, of which the next slopes are.
func (p *proximalNewton) take(w []float64, value float64) {
	copy(p.s.w, w)
	p.f, p.trial, p.u, p.nextU, p.h, p.nextH = p.trial, p.f, p.nextU, p.u, p.nextH, p.h
	p.at = value
}

// goOn goes twice as far as from old weights to others, if P falls: models of a loss that falls off like an exponential
// function end early. Weights that are 0 or would change their sign are 0.
func (p *proximalNewton) goOn(old, next []float64, objective float64) {
	further := make([]float64, len(next))
	for i, w := range next {
		if v := 2*w - old[i]; v*w > 0 {
			further[i] = v
		}
	}
	clear(p.trial)
	p.b.AddTo(p.trial, 1, further)
	p.s.Evals++
	value := p.loss.Slopes(p.nextU, p.nextH, p.trial)
	if value+p.b.Penalty(further, p.lambda, p.mu) < objective {
		p.take(further, value)
		p.s.Step = 2
	}
}
