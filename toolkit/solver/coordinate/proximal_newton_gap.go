package coordinate

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/model"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/smooth"
	"github.com/proxlab/proxlab/toolkit/solver/internal/damped"
)

// minimizeUnpenalized minimizes over the unpenalized weights, by Newton's method, and leaves the slopes and curvatures
// of the loss there.
func (p *proximalNewton) minimizeUnpenalized() {
	if p.shift, p.v = nil, p.u; len(p.b.Unpenalized()) == 0 || p.level() {
		return
	}
	damped.Minimize(&apartFrom{proximalNewton: p}, p.at, solver.Slack)
	p.v = p.u
	if p.classes != nil {
		p.centre()
	}
}

// levelLeast is the share of the objective at which the decrement of a Newton step is rounding.
const levelLeast = 1e-18

// level makes slopes v whose products with unpenalized columns are 0, as after a Newton step t over their weights that
// is not taken, to first order:
//
//	v = u − H F t,      t = (FᵀH F)⁻¹Fᵀu.
//
// They are those of models of the Gram matrix at the weights less t, and a dual point like any other. It is false where
// the step is to be taken: where its decrement is more than the square of what the last model promised, both relative
// to the objective, as steps of Newton's method leave it.
func (p *proximalNewton) level() bool {
	s, size := p.s, math.Abs(p.s.Objective)
	if !p.tall || p.classes != nil || p.isCoupled() || !(s.promised >= 0 && size > 0) {
		return false
	}
	apart := &apartFrom{proximalNewton: p}
	decrement, ok := apart.Direct(0)
	if !ok || !(decrement <= math.Max(s.promised*s.promised/size, levelLeast*size)) {
		return false
	}
	p.shift, p.v = apart.step, p.levelled
	clear(p.v)
	for j, t := range p.shift {
		p.b.Unpenalized()[j].AddTo(p.v, -t)
	}
	for i, u := range p.u {
		p.v[i] = u + p.h[i]*p.v[i]
	}
	return true
}

// apartFrom is the loss in the unpenalized weights, the others being as they are: a damped.Loss.
type apartFrom struct {
	*proximalNewton
	step  []float64
	tried float64 // the loss at its end, where slopes and curvatures are the next ones
}

func (p *apartFrom) Differentiate() {} // slopes and curvatures are kept

func (p *apartFrom) Direct(damping float64) (decrement float64, ok bool) {
	free := vec.UpTo(len(p.b.Columns))[p.b.From[p.b.Penalized]:]
	if p.classes != nil && len(free) > mostDense {
		return p.byProducts(free, damping)
	}
	gram, slopes, size := p.gram(free), make([]float64, len(free)), len(free)
	scratch, most := make([]float64, p.b.N), 0.
	for i, k := range free {
		e, at := &p.b.Columns[k], &gram[i*size+i]
		if slopes[i] = e.Dot(p.u); damping > 0 {
			*at += damping * model.WeightedDot(scratch, p.c, e, e)
		}
		*at += freeShift * *at
		most = math.Max(most, *at)
	}
	for i := 0; i < len(gram); i += size + 1 {
		if gram[i] == 0 { // the loss is straight
			gram[i] = most
		}
	}
	p.step = slices.Clone(slopes)
	linalg.SolveCholesky(linalg.CholeskyOfGram(gram, size), p.step)
	decrement = floats.Dot(slopes, p.step)
	return decrement, most > 0 && solver.Finite(decrement)
}

// Of more unpenalized weights of classes than this, steps are by products with the Hessian: so many at most, until the
// residual is so small a share of the slopes that the next step squares the error.
const (
	mostDense    = 500
	mostProducts = 300
	productShare = 1e-9
)

// byProducts is Direct by conjugate gradients, for thousands of classes.
func (p *apartFrom) byProducts(free []int, damping float64) (decrement float64, ok bool) {
	q := p.classes.At(p.h)
	slopes, diagonal, squares := make([]float64, len(free)), make([]float64, len(free)), make([]float64, len(free))
	scratch := make([]float64, p.b.N)
	for i, k := range free {
		e := &p.b.Columns[k]
		slopes[i], squares[i] = e.Dot(p.u), damping*model.WeightedDot(scratch, p.c, e, e)
		diagonal[i] = q.Square(k, true) + squares[i]
	}
	times := q.Products(free)
	p.step = make([]float64, len(free))
	linalg.ConjugateGradients{
		Times: func(dst, v []float64) {
			times(dst, v)
			for i, s := range squares {
				dst[i] += s * v[i]
			}
		},
		Precondition: func(dst, r []float64) { floats.DivTo(dst, r, diagonal) },
		Steps:        mostProducts, Stop: linalg.Share(productShare),
	}.Solve(p.step, slopes)
	decrement = floats.Dot(slopes, p.step)
	return decrement, solver.Finite(decrement)
}

// freeShift makes the Hessian of unpenalized weights regular where all classes may be shifted together, or columns
// depend on others.
const freeShift = 1e-10

// gram is A_SᵀH A_S of some columns.
func (p *proximalNewton) gram(columns []int) []float64 {
	if p.classes != nil {
		return p.classes.At(p.h).Gram(columns)
	}
	if p.isCoupled() {
		return model.NewByHessian(&p.b, p.hessian(), nil, nil).Gram(columns)
	}
	if e := &p.b.Columns[columns[0]]; len(columns) == 1 {
		return []float64{model.WeightedDot(p.trial, p.h, e, e)}
	}
	return p.b.GramOf(columns, p.h)
}

// centre makes the unpenalized weights of a column 0 on average over the classes, which changes no probability.
func (p *proximalNewton) centre() {
	columns, k := p.b.Unpenalized(), p.classes.Outputs()
	for ; len(columns) > 0; columns = columns[k:] {
		var sum float64
		for j := range k {
			sum += p.s.w[columns[j].WeightAt]
		}
		for j := range k {
			p.s.w[columns[j].WeightAt] -= sum / float64(k)
			columns[j].AddTo(p.f, -sum/float64(k))
		}
	}
}

func (p *apartFrom) Try() float64 {
	columns := p.b.Unpenalized()
	clear(p.line)
	for j, v := range p.step {
		columns[j].AddTo(p.line, -v)
	}
	floats.AddTo(p.trial, p.f, p.line)
	p.s.Evals++
	p.tried = p.loss.Slopes(p.nextU, p.nextH, p.trial)
	return p.tried
}

func (p *apartFrom) Take() float64 {
	columns := p.b.Unpenalized()
	for j, v := range p.step {
		p.s.w[columns[j].WeightAt] -= v
	}
	p.f, p.trial, p.u, p.nextU, p.h, p.nextH = p.trial, p.f, p.nextU, p.u, p.nextH, p.h
	p.at = p.tried
	return p.at
}

func (p *apartFrom) Stay() float64 { return p.at }

func (p *apartFrom) Bracket() (value float64, ok bool) {
	columns := p.b.Unpenalized()
	for k := 1; k < len(columns); k++ {
		if p.classes != nil || columns[k].Overlaps(&columns[k-1]) {
			return 0, false
		}
	}
	for k := range columns {
		p.bracket(&columns[k])
	}
	return p.slopes(), true
}

// bracket finds the weight of an unpenalized column nearly, by the sign of the slope.
func (p *proximalNewton) bracket(column *model.Column) {
	slopes, curvatures := make([]float64, p.b.N), make([]float64, p.b.N)
	w := &p.s.w[column.WeightAt]
	before := *w
	*w = damped.Near(func(at float64) float64 {
		copy(p.trial, p.f)
		column.AddTo(p.trial, at-before)
		p.loss.Slopes(slopes, curvatures, p.trial)
		return column.Dot(slopes)
	}, before)
	clear(p.f)
	p.b.AddTo(p.f, 1, p.s.w)
}

// certify evaluates objective and gap at slopes u, whose products with unpenalized columns are 0 up to rounding: scaled
// to be feasible for μ = 0, as they are for μ > 0.
func (p *proximalNewton) certify() {
	allProducts(&p.b, p.products, p.v)
	if p.tell(); p.shift != nil && !solver.Finite(p.s.Gap) { // no dual point after all
		p.s.promised = 0
		p.minimizeUnpenalized()
		allProducts(&p.b, p.products, p.v)
		p.tell()
	}
}

// gap evaluates objective and gap, but for rounding.
func (p *proximalNewton) gap() float64 {
	allProducts(&p.b, p.products, p.u)
	dual, _ := p.dual(p.u)
	return p.s.Objective - dual
}

// dual evaluates the objective, and the dual one at slopes v that are scaled to be feasible; size is the sum of the
// absolute values of the latter's terms.
func (p *proximalNewton) dual(v []float64) (dual, size float64) {
	blocks := solver.BlockDual{Mu: p.mu}
	for g := range p.b.Penalized {
		blocks.Add(p.b.Polar(p.products, g, -1), p.lambda*p.b.Omega[g])
	}
	scale, penalty := blocks.Scale()
	conjugate, size := p.loss.Dual(smooth.Point{Value: p.at, F: p.f, U: p.u, H: p.h}, v, scale)
	p.s.Objective, p.s.h = p.at+p.b.Penalty(p.s.w, p.lambda, p.mu), p.h
	return -penalty - conjugate, size + penalty
}

// tell is certify where products are known.
func (p *proximalNewton) tell() {
	s := p.s
	dual, size := p.dual(p.v)
	rounding := p.norms.rounding(&p.b, s.w, p.v, p.lambda, p.mu, p.loss.Curvature())
	rounding.Sum = math.Abs(s.Objective) + size
	rounding.Fill(&s.Progress, s.Objective, dual)
}

// slopes fills u and h, and returns the loss.
func (p *proximalNewton) slopes() float64 {
	p.s.Evals++
	p.at = p.loss.Slopes(p.u, p.h, p.f)
	return p.at
}
