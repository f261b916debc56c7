package coordinate

import (
	"cmp"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/gathered"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/model"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/turns"
)

// descent is a run of Descent.
type descent struct {
	Descent
	*model.Model
	s          *State
	residual   *model.Residual
	y          []float64        // targets
	atZero     func() []float64 // the gradient of the loss at W = 0
	norms      *norms
	mostWeight float64 // max c_i
	memory     *Memory
	within     func(gap, objective float64) bool // a gap will do
	tol        float64                           // the gap that will do, as a share of P
	dual       solver.LowerBound
	way        way
	all        *model.ByGram // of all columns
	repeated   bool          // sets have columns that repeat others, as it stalled without
	gram       *model.ByGram // of the set's columns, by which it was solved last; nil where it was not
	kept       *model.ByGram // the last one of a set
	spoilt     bool          // gram gained too little
	layout     *layout
	gathered   *gathered.Blocks // all blocks, where the model may have those of the set alone; nil for others
	turns      turns.Turns
}

// way is how a run solves its working sets: by passes; by Newton's method with a factor that follows the support; all
// columns by their Gram matrix; sets that only grow, of columns that are gathered.
type way int

const (
	byPasses way = iota
	byFactor
	byAll
	byGathered
)

// begun is a run without a model.
func begun(c Descent, p *solver.Problem, l *layout, y, w []float64) *descent {
	return &descent{
		Descent: c, s: &State{Progress: solver.Unknown(), w: w}, y: y, mostWeight: floats.Max(l.c),
		memory: cmp.Or(c.Memory, &Memory{}), within: p.Within, tol: p.Tol, layout: l,
		atZero: func() []float64 { _, gradient := p.AtZero(); return gradient },
	}
}

// follow goes on with a model.
func (p *descent) follow(m *model.Model) {
	p.Model = m
	p.residual, p.Plain = m.Loss.(*model.Residual), p.NoExtrapolation //nolint:errcheck // of least squares
	p.turns.Lead(m)
}

const badStart = "coordinate: the start has another length than the weights"

// The keys under which a problem keeps its columns' curvatures, and the Gram matrix of all of them.
type (
	leastSquaresKey layoutKey
	gramKey         layoutKey
)

// newOrShared is what a problem keeps under a key, or a new one.
func newOrShared[T any](p *solver.Problem, key any, shared bool, create func() T) T {
	if shared {
		return solver.Shared(p, key, create)
	}
	return create()
}
