package coordinate

import (
	"errors"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/arranged"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/gathered"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/model"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/smooth"
)

// layout is a problem as coordinate descent sees it, for all λ: its columns in the blocks of the penalty, and its loss
// on the predictions.
type layout struct {
	model.Blocks
	predictions *arranged.Predictions
	c           []float64 // weights c_i, by prediction
	norms       *norms
	gathered    *gathered.Blocks // in place of blocks and norms, where sets of them only grow; nil for others
	terms       int              // the most terms that a sum over examples or features has
}

// layoutOf makes the layout of a problem, once for all λ, or, with columns that are chosen, and rows of W where blocks
// are these, for one. The error says what is wrong with λ or μ, or what the problem lacks.
func layoutOf(p *solver.Problem, chosen *linalg.ChosenColumns, rows *gathered.Rows) (*layout, error) {
	if !(p.Lambda > 0) || math.IsInf(p.Lambda, 1) || !(p.Mu >= 0) || math.IsInf(p.Mu, 1) {
		return nil, fmt.Errorf("λ = %g, μ = %g: λ must be positive, μ must not be negative, and both finite", p.Lambda, p.Mu)
	}
	if chosen != nil {
		return newLayout(p, chosen, rows)
	}
	made := solver.Shared(p, layoutKey{p.Mu > 0}, func() (made layoutOrError) {
		made.layout, made.err = newLayout(p, nil, nil)
		return made
	})
	return made.layout, made.err
}

// layoutKey is the key of a layout: with a ridge, weights in no block are penalized too.
type layoutKey struct{ ridge bool }

type layoutOrError struct {
	layout *layout
	err    error
}

func newLayout(p *solver.Problem, chosen *linalg.ChosenColumns, rows *gathered.Rows) (*layout, error) {
	var groups [][]int
	var omega []float64
	var signs []int8
	ok := rows != nil
	if !ok {
		groups, omega, signs, ok = BlocksOf(p.Penalty, p.Dim())
	}
	switch {
	case p.Penalty == nil:
		return nil, errors.New("coordinate descent needs a penalty that is a sum of norms over blocks (toolkit.BlockNorm), " +
			"and there is none; newton.CG is for smooth losses without")
	case !ok:
		return nil, fmt.Errorf("coordinate descent needs a penalty that is a sum of norms over blocks (toolkit.BlockNorm), "+
			"which %T is not; FISTA takes any", p.Penalty)
	}
	predictions, err := arranged.Of(p, chosen)
	if err != nil {
		return nil, err
	}
	blocks := model.Blocks{N: len(predictions.Example), From: []int{0}, ByRows: predictions.ByRows, Chosen: chosen}
	l := &layout{predictions: predictions, Blocks: blocks}
	l.c = make([]float64, l.N)
	var weights toolkit.Loss = predictions.Loss
	if predictions.Loss == nil {
		weights = p.Loss
	}
	for k, i := range predictions.Example {
		l.c[k] = weights.Weight(i)
	}
	free := 0
	if p.Unpenalized != nil {
		free = p.Unpenalized.R * p.Outputs()
	}
	if l.terms = linalg.Terms(p.A); rows != nil {
		l.gathered = gathered.New(predictions, chosen, rows, p.Outputs(), free)
		return l, nil
	}
	if err := arranged.Check(groups, omega, p.Dim()); err != nil {
		return nil, fmt.Errorf("%T: %w", p.Penalty, err)
	}
	l.fill(groups, omega, p.Dim(), free, p.Mu > 0)
	l.Signs = signs
	for i := range free {
		l.Add(0, predictions.Column(predictions.Unpenalized, i, p.Dim()))
	}
	var known []float64
	if chosen != nil && l.Single && p.Outputs() == 1 {
		known = p.ColumnNorms()
	}
	l.norms = newNorms(&l.Blocks, l.terms, known)
	return l, nil
}

// HasBlocks tells whether BlocksOf knows the blocks of a penalty, without them where that is plain.
func HasBlocks(penalty toolkit.Proxable, d int) bool {
	_, ok := penalty.(toolkit.BlockNorm)
	if !ok {
		_, _, _, ok = BlocksOf(penalty, d)
	}
	return ok
}

// BlocksOf are the blocks of d weights, nil for single ones, their ω_g, and the signs that single ones may have, nil
// for any, of a penalty that is a toolkit.BlockNorm, or a toolkit.SignedNorm; ok is false for others.
func BlocksOf(penalty toolkit.Proxable, d int) (groups [][]int, omega []float64, signs []int8, ok bool) {
	switch g := penalty.(type) {
	case toolkit.BlockNorm:
		groups, omega = g.Blocks(d)
		return groups, omega, nil, true
	case toolkit.SignedNorm:
		signs, omega, ok = g.Signs(d)
		return nil, omega, signs, ok
	}
	return nil, nil, nil, false
}

// fill adds the blocks of the penalty, single coordinates where groups is nil. A coordinate of no weight is a block
// with the ridge alone, or, without a ridge, an unpenalized column: these come last. There is room for so many more.
func (l *layout) fill(groups [][]int, omega []float64, d, more int, ridge bool) {
	of, weighted, columns := l.predictions, make([]bool, d), make([]model.Column, 0, d+more)
	weights, from := make([]float64, 0, len(omega)+more), append(make([]int, 0, len(omega)+more+1), 0)
	for g, w := range omega {
		if w == 0 {
			continue
		}
		one := [1]int{g}
		group := one[:]
		if groups != nil {
			group = groups[g]
		}
		for _, i := range group {
			weighted[i] = true
			columns = append(columns, of.Column(of.Columns, i, 0))
		}
		weights, from = append(weights, w), append(from, len(columns))
	}
	l.Columns, l.Omega, l.From = columns, weights, from
	l.Single = groups == nil && len(columns) == d
	if !ridge {
		l.Penalized = l.Count()
	}
	for i, is := range weighted {
		if !is {
			l.Add(0, of.Column(of.Columns, i, 0))
		}
	}
	if ridge {
		l.Penalized = l.Count()
	}
}

// smoothLoss is the loss as proximal Newton sees it; nil where it does not know its second derivatives.
func (l *layout) smoothLoss(of toolkit.Loss) smooth.Loss {
	return smooth.Of(of, l.predictions.Loss, l.predictions.Example, l.c)
}

// isSparse tells whether every block is one column, and those that are penalized are sparse.
func isSparse(b *model.Blocks) bool {
	if len(b.Columns) != b.Count() {
		return false
	}
	var last linalg.Rows
	for k := range b.Columns {
		e := &b.Columns[k]
		if e.A == last {
			continue
		}
		last = e.A
		counted, ok := e.A.(Counted)
		if _, pairs := e.A.(linalg.PairRows); !pairs || !ok && k < b.From[b.Penalized] {
			return false
		}
		if rows, columns := e.A.Dims(); ok && float64(counted.NNZ()) > model.MostFilled*float64(rows)*float64(columns) {
			return false
		}
	}
	return true
}
