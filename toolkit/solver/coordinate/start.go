package coordinate

import (
	"cmp"
	"fmt"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/model"
)

// newDescent starts a run.
func newDescent(c Descent, p *solver.Problem) (*descent, error) {
	chosen, blocks := c.choosing(p)
	l, err := layoutOf(p, chosen, blocks)
	if err != nil {
		return nil, err
	}
	y, ok := l.predictions.Targets()
	if !ok {
		return nil,
			fmt.Errorf("coordinate descent needs a squared loss, which has targets (coordinate.LeastSquares); %T has none; "+
				"ProximalNewton takes smooth ones", p.Loss)
	}
	if c.Start != nil && len(c.Start) != len(l.Columns) {
		panic(badStart)
	}
	if l.gathered != nil {
		return newGathered(c, p, l, y), nil
	}
	q := newOrShared(p, leastSquaresKey{p.Mu > 0}, chosen == nil, func() *model.LeastSquares {
		return model.NewLeastSquares(l.Blocks, l.c, l.norms.squares)
	})
	w := make([]float64, len(l.Columns))
	copy(w, c.Start)
	l.Enter(w)
	for g := 0; l.norms.zeros && g < l.Penalized; g++ { // columns of zeros, which no step visits
		if l.ProductNorm(l.norms.columns, g) == 0 {
			for _, e := range l.Of(g) {
				w[e.WeightAt] = 0
			}
		}
	}
	d := begun(c, p, l, y, w)
	d.follow(q.Model(y, p.Lambda, p.Mu, w))
	d.norms = l.norms
	d.memory.bind(q, l.norms)
	switch {
	case !c.NoWorkingSets && q.ByAll:
		d.way = byAll
		d.all = solver.Shared(p, gramKey{p.Mu > 0}, func() *model.ByGram { return model.GramOf(&l.Blocks, nil, l.c) }).Fork()
	case !c.NoExtrapolation && q.ByFactor:
		d.way, d.Factor, d.memory.factor.OnPath = byFactor, d.memory.factor, c.Start != nil
	}
	return d, nil
}

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
