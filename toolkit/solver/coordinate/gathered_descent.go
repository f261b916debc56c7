package coordinate

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// groupedDescent is a run of Descent on a grouped problem: a working set is solved by its Gram matrix until its own gap
// is a small share of the whole one's, as a pass over A costs as much as hundreds over the set. Then all blocks are
// looked at, and those that are not within their bounds join the set.
type groupedDescent struct {
	config     Descent
	of         *grouped
	problem    *solver.Problem
	lambda, mu float64
	s          *State
	w          []float64 // the weights of s that are penalized, d×k
	r          []float64 // the residual √C(Y − A W − F B), k×n
	products   []float64 // AᵀC(Y − A W − F B), k×d
	set        *gathered
	dual       solver.LowerBound
	handed     *descent
}

// The share of the gap that a set is solved to, where few blocks are missing from it, and where many are.
const (
	gatheredShare  = 1e-8
	coarseShare    = 0.03
	gatheredFirst  = 200  // features in the first set, at least
	gatheredMore   = 3    // times as many blocks as a set has join it at most; of more columns than examples, as many
	mostGathered   = 3000 // features in a set: beyond, columns are copied
	gatheredPasses = 200  // passes after which they are too, where more features than examples are not 0
)

func newGroupedDescent(c Descent, g *grouped, p *solver.Problem) *groupedDescent {
	n, d := g.a.Dims()
	free := 0
	if p.Unpenalized != nil {
		free = p.Unpenalized.R
	}
	out := &groupedDescent{
		config: c, of: g, problem: p, lambda: p.Lambda, mu: p.Mu,
		s: &State{Progress: solver.Unknown(), w: make([]float64, (d+free)*g.k)},
		r: make([]float64, n*g.k), products: make([]float64, d*g.k), set: newGathered(g),
	}
	out.w = out.s.w[:d*g.k]
	return out
}

// step solves a working set, and looks at all blocks.
func (p *groupedDescent) step(ctx context.Context) (objective float64, err error) {
	s := p.s
	if p.handed != nil {
		return p.handed.step(ctx)
	}
	if s.Iter == 0 {
		copy(p.r, p.of.beside)
		if p.certify(); !solver.Finite(s.Objective) || !solver.Finite(p.of.polar) {
			return s.Objective, solver.ErrDiverged
		}
	}
	missing := p.missing()
	if p.set.size()+p.columnsOf(missing) > mostGathered || p.slow() {
		return p.handOver(ctx)
	}
	share := gatheredShare
	if 4*len(missing) > len(p.set.blocks) {
		share = coarseShare
	}
	if len(missing) > 0 && !p.set.add(missing) {
		return s.Objective, solver.ErrDiverged
	}
	if s.Set = len(p.set.blocks); s.Set > 0 {
		p.set.load(p.w, p.r)
		if err := p.solve(ctx, share*s.Gap); err != nil {
			return s.Objective, err
		}
		p.set.store(p.w)
	}
	s.Iter++
	p.certify()
	return s.Objective, nil
}

// slow tells whether many passes were taken, on more features than examples: there exact minima over blocks gain
// little, and a pass over columns takes less time than one over their Gram matrix.
func (p *groupedDescent) slow() bool {
	if p.s.Evals <= gatheredPasses {
		return false
	}
	count := 0
	for i, g := range p.set.blocks {
		if p.set.norm(i) > 0 {
			count += len(p.of.blocks[g])
		}
	}
	return count > p.of.a.R
}

// columnsOf is how many features some blocks have.
func (p *groupedDescent) columnsOf(blocks []int) (count int) {
	for _, g := range blocks {
		count += len(p.of.blocks[g])
	}
	return count
}

// missing are the blocks to add to the set: those that are beyond their bounds, the furthest first and not too many at
// once, and a quarter as many near them; in the first set, at least about so many features.
func (p *groupedDescent) missing() []int {
	var out []int
	var score []float64
	beyond := 0
	for g, size := range p.of.sizes {
		if p.set.has[g] || size == 0 {
			continue
		}
		room := p.lambda*p.of.omega[g] - p.productNorm(g)
		if room < 0 {
			beyond++
		}
		out, score = append(out, g), append(score, room/size)
	}
	least := max(2, gatheredFirst*len(p.of.blocks)/len(p.of.columns))
	most := gatheredMore * len(p.set.blocks)
	if p.set.size() > p.of.a.R {
		most = len(p.set.blocks)
	}
	count := min(beyond+beyond/4, max(least, most))
	if p.s.Iter == 0 {
		count = max(count, least)
	}
	switch {
	case count == 0:
		return nil
	case count >= len(out):
		return out
	}
	return smallest(out, score, count)
}

// productNorm is ‖A_gᵀC r‖.
func (p *groupedDescent) productNorm(g int) float64 {
	d := len(p.of.columns)
	var sum float64
	for c := range p.of.k {
		for _, j := range p.of.blocks[g] {
			v := p.products[c*d+j]
			sum += v * v
		}
	}
	return math.Sqrt(sum)
}

// handOver goes on with columns that are copied.
func (p *groupedDescent) handOver(ctx context.Context) (objective float64, err error) {
	c := p.config
	c.Start = p.s.w
	if p.handed, err = newLaidOut(c, p.problem); err != nil {
		return p.s.Objective, err
	}
	p.s.w, p.handed.s = p.handed.s.w, p.s
	p.handed.dual = p.dual
	p.handed.certify()
	return p.handed.step(ctx)
}

// objective is P at the residual, and the sum of its terms.
func (p *groupedDescent) objective() float64 {
	norms, squares := 0., 0.
	for i, g := range p.set.blocks {
		norm := p.set.norm(i)
		norms += p.of.omega[g] * norm
		squares += norm * norm
	}
	return floats.Dot(p.r, p.r)/2 + p.lambda*norms + p.mu/2*squares
}

// dualAt is D at u = s√C r for the residual r, scaled by s to be feasible where there is no ridge, with the norm of
// products of each block that over is called with, and the sum of its terms' absolute values.
func (p *groupedDescent) dualAt(each func(over func(norm, bound float64))) (dual, size float64) {
	blocks := solver.BlockDual{Mu: p.mu}
	each(blocks.Add)
	scale, penalty := blocks.Scale()
	along, square := linalg.Dot(p.r, p.of.y), linalg.Dot(p.r, p.r)
	return scale*along - scale*scale*square/2 - penalty, scale*math.Abs(along) + scale*scale*square/2 + penalty
}

// certify evaluates objective and gap at all blocks, with the best dual point so far, and finds the weights that
// nothing penalizes.
func (p *groupedDescent) certify() {
	s := p.s
	s.Objective = p.objective()
	n := p.of.a.R
	u := make([]float64, len(p.r))
	for c := range p.of.k {
		floats.MulTo(u[c*n:(c+1)*n], p.r[c*n:(c+1)*n], p.of.roots)
	}
	p.allProducts(u)
	s.Evals++
	dual, size := p.dualAt(func(over func(norm, bound float64)) {
		for g, omega := range p.of.omega {
			over(p.productNorm(g), p.lambda*omega)
		}
	})
	rounding := p.rounding(u)
	rounding.Sum = s.Objective + size
	p.dual.Fill(&s.Progress, dual, rounding)
	s.Residual = s.Gap
}

// allProducts fills in AᵀU for the slopes u, k×n. Those at W = 0 are known.
func (p *groupedDescent) allProducts(u []float64) {
	n, d := p.of.a.Dims()
	p.s.Passes++
	switch k := p.of.k; {
	case len(p.set.blocks) == 0:
		_, gradient := p.problem.AtZero()
		linalg.Transpose(p.products, gradient, d, k)
		floats.Scale(-1, p.products)
	case k == 1:
		p.of.a.MulTransVec(p.products, u)
	default:
		linalg.Gemm(p.products, u, p.of.a.Data, k, n, d, false)
	}
}

// rounding is that of the gap at the slopes u, k×n, but for Sum; it finds the unpenalized weights B.
func (p *groupedDescent) rounding(u []float64) solver.Rounding {
	n, d := p.of.a.Dims()
	k := p.of.k
	r := solver.Rounding{Terms: max(n, d) * k, Slopes: floats.Norm(u, 2)}
	for j, norm := range p.of.columns {
		if row := p.w[j*k : (j+1)*k]; norm > 0 {
			r.Reach += norm * floats.Norm(row, 2)
		}
	}
	if p.of.free.q != nil {
		p.unpenalized(&r, u)
	}
	return r.OfBlocks(p.lambda, p.mu, p.of.most, p.of.polar, floats.Norm(p.of.columns, 2))
}

// unpenalized finds B, and adds what it does to rounding.
func (p *groupedDescent) unpenalized(r *solver.Rounding, u []float64) {
	n, k := p.of.a.R, p.of.k
	columns := p.problem.Unpenalized
	b := p.s.w[len(p.w):]
	for c := range k {
		for q, v := range p.of.free.solve(p.set.rest(c)) {
			b[q*k+c] = v
			r.Reach += 3 * p.of.free.norms[q] * math.Abs(v)
			r.Imbalance += 2 * math.Abs(v*linalg.Dot(columns.Row(q), u[c*n:(c+1)*n]))
		}
	}
}
