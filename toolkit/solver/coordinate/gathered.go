package coordinate

import (
	"math"

	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/model"
)

// newGathered starts a run on sets of blocks that only grow, of which the model has no others.
func newGathered(c Descent, p *solver.Problem, l *layout, y []float64) *descent {
	d := begun(c, p, l, y, make([]float64, l.gathered.Weights()))
	d.way, d.gathered = byGathered, l.gathered
	d.gather(nil, y, p.Lambda, p.Mu)
	return d
}

// chooseGathered makes the set larger by blocks that lack most; where it is too large the model has all of them, and
// sets of these are chosen anew.
func (p *descent) chooseGathered() {
	if p.gathered.TooLarge(p.s.Evals, p.Support(p.Set).Blocks) {
		p.way = byPasses
		p.take(p.gathered.All())
		return
	}
	if set := p.gathered.Next(p.Lambda, p.s.Iter == 0); len(set) > len(p.gathered.Set) {
		p.take(set)
	}
	p.Set = vec.UpTo(p.Count())
}

// take makes the model that of a larger set, at the same weights.
func (p *descent) take(set []int) {
	before, of, shapes := p.gathered.Set, p.Model, p.Curvature.Shapes
	p.gather(set, p.residual.R, p.Lambda, p.Mu)
	p.GoOnFrom(of)
	p.gathered.Gather(p.W, p.s.w)
	for at, place := range p.gathered.Places(before) {
		if shapes != nil && place >= 0 {
			p.Curvature.Shapes[place] = shapes[at]
		}
	}
}

// gather makes the model that of a set, at weights that are 0, for targets, or what is left of them.
func (p *descent) gather(set []int, y []float64, lambda, mu float64) {
	l := p.layout
	l.Blocks = p.gathered.Take(set)
	p.norms = newNorms(&l.Blocks, max(l.terms, p.gathered.Weights()), nil)
	free := p.norms.columns[l.From[l.Penalized]:]
	p.norms.polar, p.norms.whole = p.gathered.Polar, math.Hypot(p.gathered.Whole, vec.Norm(free))
	q := model.NewLeastSquares(l.Blocks, l.c, p.norms.squares)
	p.kept = nil
	p.follow(q.Model(y, lambda, mu, make([]float64, len(l.Columns))))
	p.Set = vec.UpTo(p.Count())
}
