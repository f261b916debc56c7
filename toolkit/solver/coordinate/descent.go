package coordinate

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// CoordinateDescent solves least squares with a norm over blocks of weights: the lasso, the group lasso, multi-task learning, and with μ > 0
// their elastic nets,
//
//	P(w) = Σ_i c_i ½(⟨a_i, w⟩ − y_i)² + λ Σ_g ω_g ‖w_g‖ + (μ/2)‖w‖²,
//
// one block at a time; free weights (see Blocks.Free) are in no norm and no ridge. For a block of one weight that is w_j ← soft(A_jᵀC r + L_j w_j, λω_j)/(L_j + μ) with L_j = Σ_i c_i a_ij² and the
// residual r = y − A w. It works on a working set: the blocks that are not 0, and those whose columns come next to violating the dual constraint
// ‖A_gᵀC r‖ ≤ λω_g. The dual point is the best of the scaled residual, one extrapolated from the last residuals, and the best before.
//
// Source: Massias, Gramfort, Salmon, Celer: a Fast Solver for the Lasso with Dual Extrapolation, ICML 2018; Dual Extrapolation for Sparse
// Generalized Linear Models, JMLR 2020.
type Descent struct {
	// NoWorkingSets goes through all weights; NoExtrapolation extrapolates neither weights nor dual points, and takes no Newton steps.
	NoWorkingSets, NoExtrapolation bool
	// Start is where to begin, as along a path of λ; nil for 0. It is copied.
	Start []float64
}

// CoordinateState is the state after a working set has been solved, or, without, after ten passes over all weights. Passes counts the weights
// visited over their number.
type State struct {
	solver.Progress
	Passes float64
	Set    int // the number of blocks in the working set
	w      []float64
}

// X copies the weights.
func (s *State) X(dst []float64) []float64 { return append(dst[:0], s.w...) }

// Iterations solves for λ > 0 and μ ≥ 0. The loss has one example for each prediction of the blocks and must be a LeastSquares.
func (c Descent) Iterations(ctx context.Context, blocks Blocks, loss toolkit.Separable, lambda, mu float64) solver.Seq[*State] {
	return func(yield func(*State, error) bool) {
		s := &State{Progress: solver.Unknown(), w: make([]float64, len(blocks.columns))}
		squares, ok := loss.(LeastSquares)
		blocks.check(loss.Len(), c.Start)
		switch {
		case !ok:
			yield(s, fmt.Errorf("CoordinateDescent needs a squared loss, not %T", loss))
			return
		case !(lambda > 0) || math.IsInf(lambda, 1) || !(mu >= 0) || math.IsInf(mu, 1):
			yield(s, fmt.Errorf("λ = %g, μ = %g: λ must be positive, μ must not be negative, and both finite", lambda, mu))
			return
		}
		copy(s.w, c.Start)
		p := newCoordinates(c, blocks, loss, squares, lambda, mu, s)
		for {
			err := context.Cause(ctx)
			if err == nil {
				err = p.iterate(ctx)
			}
			if !yield(s, err) || err != nil {
				return
			}
		}
	}
}

type coordinates struct {
	Descent
	b           Blocks
	lambda, mu  float64
	s           *State
	c, y        []float64 // weights and targets
	r, cr       []float64 // residual y − A w, and C r where the weights differ
	moves       moves
	annihilator *annihilator
	space       []float64 // for a step over a block
	products    []float64 // A_jᵀC r at the last point
	dual        float64   // the best dual objective so far
	past        [][]float64
	rounds      int     // of passes over this working set
	spent       float64 // flops in passes since the last Newton step
}

func newCoordinates(c Descent, b Blocks, loss toolkit.Separable, squares LeastSquares, lambda, mu float64, s *State) *coordinates {
	p := &coordinates{
		Descent: c, b: b, lambda: lambda, mu: mu, s: s, c: make([]float64, b.n), y: make([]float64, b.n), r: make([]float64, b.n),
		cr: make([]float64, b.n), products: make([]float64, len(b.columns)), dual: math.Inf(-1),
	}
	for i := range b.n {
		p.c[i], p.y[i] = loss.Weight(i), squares.Target(i)
	}
	p.moves = newMoves(&p.b, p.c)
	p.annihilator = newAnnihilator(&p.b, p.c)
	copy(p.r, p.y)
	for k := range b.columns {
		if e := &b.columns[k]; s.w[e.weightAt] != 0 {
			e.add(p.r, -s.w[e.weightAt])
		}
	}
	return p
}

// The working set: its first size, its growth over the nonzero weights, the share of the gap it is solved to, and the passes between two looks
// at its gap.
const (
	firstSet     = 100 // weights
	setGrowth    = 2
	innerShare   = 0.3
	innerPasses  = 10
	innerMost    = 5000
	innerStalled = 50 // looks in a row without a gap a tenth smaller: rounding allows no more, or the next working set will do better
	wholePasses  = 5  // one in so many goes over all of a set, the others over the weights that are not 0
	extrapolated = 5  // residuals that an extrapolated dual point comes from
)

// iterate chooses a working set and solves the problem on it.
func (p *coordinates) iterate(ctx context.Context) error {
	s := p.s
	if s.Iter == 0 {
		p.certify()
	}
	if !solver.Finite(s.Objective) || !solver.Finite(floats.Sum(p.moves.l)) {
		return solver.ErrDiverged
	}
	set := p.workingSet()
	s.Set = len(set)
	target := innerShare * s.Gap
	if p.NoWorkingSets {
		p.rounds = s.Iter
		p.passes(set, innerPasses)
	} else if err := p.solve(ctx, set, target); err != nil {
		return err
	}
	s.Iter++
	p.certify()
	return nil
}

// solve runs passes over a working set until its own gap is small.
func (p *coordinates) solve(ctx context.Context, set []int, target float64) error {
	products := make([]float64, len(p.b.columns))
	best, least, stalled := math.Inf(-1), math.Inf(1), 0
	for p.rounds = range innerMost / innerPasses {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		p.passes(set, innerPasses)
		for _, point := range p.points() {
			for _, g := range set {
				p.blockProducts(products, g, point)
			}
			if dual := p.dualAt(point, products, set); dual > best {
				best = dual
			}
		}
		gap := p.primal() - best
		if stalled++; gap < 0.9*least {
			least, stalled = gap, 0
		}
		if !(gap > target) || gap <= 1e-15*math.Abs(best) || stalled >= innerStalled {
			return nil
		}
	}
	return nil
}

// passes go over the blocks of a set, minimizing over each; every few, weights are extrapolated as well. Residuals are kept for the
// extrapolation of dual points.
func (p *coordinates) passes(set []int, count int) {
	weights := [][]float64{p.of(set)}
	for k := range count {
		visited := 0
		for _, g := range set {
			if k%wholePasses == 0 || p.nonzero(g) {
				visited += p.visit(g)
			}
		}
		p.past = append(p.past, append([]float64(nil), p.r...))
		p.past = p.past[max(0, len(p.past)-extrapolated-1):]
		p.s.Passes += float64(visited) / float64(len(p.s.w))
		p.s.Evals++
		p.spent += 4 * float64(visited) * float64(p.b.n)
		weights = append(weights, p.of(set))
		if last := len(weights) - 1; last >= extrapolated && !p.NoExtrapolation {
			if p.rounds < newtonRounds || !settled(weights[last], weights[last-1]) || !p.newton(set) {
				p.leap(set, weights)
			}
			weights = [][]float64{p.of(set)}
		}
	}
}

// nonzero tells whether a block is free or has a weight that is not 0.
func (p *coordinates) nonzero(g int) bool {
	if p.b.isFree(g) {
		return true
	}
	for _, e := range p.b.of(g) {
		if p.s.w[e.weightAt] != 0 {
			return true
		}
	}
	return false
}

// of are the weights of a set.
func (p *coordinates) of(set []int) []float64 {
	out := make([]float64, 0, len(set))
	for _, g := range set {
		for _, e := range p.b.of(g) {
			out = append(out, p.s.w[e.weightAt])
		}
	}
	return out
}

// leap goes to where the weights of a set tend, if the objective is lower there.
//
// Source: Bertrand, Massias, Anderson Acceleration of Coordinate Descent, AISTATS 2021, Algorithm 4.
func (p *coordinates) leap(set []int, weights [][]float64) {
	now := weights[len(weights)-1]
	next := make([]float64, len(now))
	if !linalg.Extrapolate(next, weights) {
		return
	}
	before := p.primal()
	r := append([]float64(nil), p.r...)
	p.put(set, next, true)
	p.s.Passes += float64(len(now)) / float64(len(p.s.w))
	if p.primal() < before {
		p.past = p.past[:0] // another sequence begins
		return
	}
	copy(p.r, r)
	p.put(set, now, false)
}

// put replaces the weights of a set, and follows with the residual where asked.
func (p *coordinates) put(set []int, weights []float64, follow bool) {
	k := 0
	for _, g := range set {
		block := p.b.of(g)
		for i := range block {
			e := &block[i]
			if old := p.s.w[e.weightAt]; follow && weights[k] != old {
				e.add(p.r, old-weights[k])
			}
			p.s.w[e.weightAt] = weights[k]
			k++
		}
	}
}

// primal is P(w).
func (p *coordinates) primal() float64 {
	var sum, norms, squares float64
	for i, r := range p.r {
		sum += p.c[i] * r * r
	}
	for g := range p.b.Count() {
		norm := p.norm(g, p.s.w)
		norms += p.b.omega(g) * norm
		squares += norm * norm
	}
	return sum/2 + p.lambda*norms + p.mu/2*squares
}

// ridge is μ, but for a free block.
func (p *coordinates) ridge(g int) float64 {
	if p.b.isFree(g) {
		return 0
	}
	return p.mu
}

// norm is ‖w_g‖.
func (p *coordinates) norm(g int, w []float64) float64 { return p.b.norm(g, w) }
