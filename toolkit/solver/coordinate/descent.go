package coordinate

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/gathered"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/model"
)

// Descent solves least squares with a norm over blocks of weights: the lasso, the group lasso, multi-task learning, and
// with μ > 0 their elastic nets,
//
//	P(w) = min_b Σ_i c_i ½(⟨a_i, w⟩ + ⟨f_i, b⟩ − y_i)² + λ Σ_g ω_g ‖w_g‖ + (μ/2)‖w‖²,
//
// one block at a time, on working sets (Celer). With Aᵀ's rows A_j, the residual r = y − A w − F b, θ = C r and L_g the
// largest eigenvalue of A_gᵀC A_g,
//
//	for t = 1, 2, …
//		θ ← the better of the scaled residual, a dual point, and the θ before
//		stop where the gap P(w) − D(θ) is small
//		S ← the blocks that are not 0, and as many others nearest to violating ‖A_gᵀθ‖ ≤ λω_g, by (λω_g − ‖A_gᵀθ‖)/√L_g
//		until the gap of the problem on S is 0.1 of the whole one's, or 0.01 of what will do:
//			for g in S: w_g ← prox_{λω_g‖·‖/L_g}(w_g + A_gᵀC r/L_g), for a ridge divided by 1 + μ/L_g
//			every five passes extrapolate w, or take a Newton step on the w_g that are not 0, if P falls
//
// Where predictions are many more than weights the steps are on the Gram matrix, from gradients of A itself. Without a
// Start the columns of working sets alone may be copied. Of a dense A and blocks of several weights these sets only
// grow, and are solved to far less of the gap. Columns that several outputs share, and that are alike, come in by turns
// with Newton steps on those that are not 0, of systems of as many unknowns as there are columns.
//
// Single weights may have one sign alone (toolkit.SignedNorm), as in the nonnegative lasso: of A_gᵀθ then the part of
// that sign counts. The minimum over a block of several weights is exact. Unpenalized columns are blocks with ω = 0
// that are in every S, and their weights the best where a dual point is taken, so that Fᵀθ = 0.
//
// Source: Massias, Gramfort, Salmon, Celer: a Fast Solver for the Lasso with Dual Extrapolation, ICML 2018, Algorithm
// 4; Dual Extrapolation for Sparse Generalized Linear Models, JMLR 2020; extrapolation of w: Bertrand, Massias,
// Anderson Acceleration of Coordinate Descent, AISTATS 2021.
type Descent struct {
	// NoWorkingSets goes through all weights; NoExtrapolation extrapolates no weights, and takes no Newton steps.
	NoWorkingSets, NoExtrapolation bool
	// Start is where to begin, as along a path of λ: W and then the unpenalized weights; nil for 0. It is copied.
	Start []float64
	// Memory, where not nil, is kept from run to run on the same problem at other λ and μ, and makes a path quicker.
	Memory *Memory
}

// State is the state after a working set has been solved, or, without working sets, after ten passes over all weights.
// Passes counts the weights visited over their number.
type State struct {
	solver.Progress
	Passes  float64
	Set     int // the number of blocks in the working set
	w       []float64
	settled bool
}

// X copies the weights: W, d×k row by row, and then those of unpenalized columns, q×k.
func (s *State) X(dst []float64) []float64 { return append(dst[:0], s.w...) }

// Settled tells whether the last iteration gained nothing but rounding: P did not fall, nor its gap by a tenth; or P by
// 1e-4 of what will do, with 0.01 of that as gap. So it is where weights go to columns that are nearly the same.
func (s *State) Settled() bool { return s.settled }

// Iterations solves a problem for λ > 0 and μ ≥ 0. Its loss is a squared one (LeastSquares): of one prediction an
// example, of a task's own, or of several outputs (ByOutput). Its penalty is a toolkit.BlockNorm or toolkit.SignedNorm,
// and A can enumerate its entries. Weights in no block, or in one with ω_g = 0, have the ridge alone. It panics where
// Start is of another length.
func (c Descent) Iterations(ctx context.Context, p *solver.Problem) solver.Seq[*State] {
	return solver.Sequence(ctx, func() (*State, solver.Step, error) {
		d, err := newDescent(c, p)
		if err != nil {
			return &State{Progress: solver.Unknown()}, nil, err
		}
		return d.s, d.step, nil
	})
}

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

// The share of the gap that a set is solved to: as a rule; by the Gram matrix of all columns, which is given up where
// the gap is not a share of the one before, as columns are too nearly dependent or there is no more to gain; and of
// columns that are gathered, as a pass over A costs as much as hundreds over these, where few blocks are missing and
// where many are. By passes it is no less than a share of what will do, ¼ of it before factors: like columns go on.
const (
	innerShare    = 0.1
	tallShare     = 1e-12
	tallGain      = 0.5
	gatheredShare = 1e-8
	coarseShare   = 0.03
	leastShare    = 1e-2 // of the tolerance
)

// What an iteration gains at least, as a share of P or of what will do, or leaves of the gap at most, to go on.
const (
	gainLeast = 1e-13
	gainOfTol = 1e-4
	gainOfGap = 0.9
)

// step takes one iteration of the outer loop: choose a working set, solve the problem on it, and find the best dual
// point.
func (p *descent) step(ctx context.Context) (objective float64, err error) {
	s := p.s
	if s.Iter == 0 {
		if p.begin(); !solver.Finite(s.Objective) || !solver.Finite(p.norms.whole) {
			return s.Objective, solver.ErrDiverged
		}
	}
	way, gap, objective, w := p.way, s.Gap, s.Objective, []float64(nil)
	had := len(p.Set)
	p.gram = nil
	p.choose()
	if way == byAll || way == byGathered {
		w = slices.Clone(p.W)
	}
	if err = p.solveSet(ctx, had); err == nil {
		s.Iter++
	}
	p.certify()
	if p.gram != nil && !(s.Objective <= objective+solver.Slack*math.Abs(objective)) {
		copy(p.W, w)
		p.certify()
	}
	if way == byAll && !(s.Gap < tallGain*gap) {
		p.way = byPasses
	}
	p.spoilt = p.spoilt || p.gram != nil && !(s.Gap < tallGain*gap)
	p.repeated = p.repeated || s.Gap >= tallGain*gap
	gained, size := objective-s.Objective, math.Abs(objective)
	s.settled = way == p.way && gained <= gainLeast*size && !(s.Gap < gainOfGap*gap) ||
		gained <= gainOfTol*p.tol*size && s.Gap <= leastShare*p.tol*size
	return s.Objective, err
}

// begin evaluates the objective, and the gap but for a run that goes on along a path: the points before say which
// blocks to begin with, and how far the solution is shows on these.
func (p *descent) begin() {
	if p.way == byFactor && p.Start != nil && p.memory.remembered.Begun() {
		p.s.Objective = p.Objective()
		return
	}
	p.certify()
}

// choose chooses a working set.
func (p *descent) choose() {
	if p.way == byGathered {
		p.chooseGathered()
	}
	if p.way != byGathered {
		p.Set = p.workingSet()
	}
	p.s.Set = len(p.Set)
	p.Choose(p.Set)
}

// solveSet solves the problem on the working set, after one of so many blocks.
func (p *descent) solveSet(ctx context.Context, had int) error {
	gap, least := p.s.Gap, leastShare*p.tol*math.Abs(p.s.Objective)
	switch p.way {
	case byAll:
		p.gram = p.all
		products := p.residual.ProductsOf(p.Set)
		return p.SolveBy(ctx, p.gram, products, p.all.Within(products), math.Max(tallShare*gap, least))
	case byGathered:
		target := math.Max(gatheredShare*gap, least)
		byGram := !p.spoilt && p.GramPays(p.Set)
		if 4*(len(p.Set)-had) > len(p.Set) && !p.gathered.IsDear(byGram) {
			target = coarseShare * gap
		}
		if byGram {
			if p.kept == nil {
				p.kept = model.GramOf(&p.Blocks, p.Set, p.residual.C)
			}
			p.gram = p.kept
			return p.SolveBy(ctx, p.gram, p.residual.ProductsOf(p.Set), p.residual.Energy(p.W), target)
		}
		return p.Solve(ctx, p.Set, target, gathered.Passes)
	case byFactor:
		set := p.Set
		if p.Mu == 0 && !p.repeated {
			set = p.single(set)
		}
		solved, err := p.SolveActive(ctx, set, math.Max(model.PassesShare*gap, least/4), model.ActiveShare*gap)
		if solved || err != nil {
			return err
		}
		if p.way = byPasses; math.IsNaN(gap) {
			p.certify()
		}
	}
	if p.NoWorkingSets {
		p.Passes(ctx, p.Set, model.InnerPasses)
		return context.Cause(ctx)
	}
	return p.Solve(ctx, p.Set, math.Max(innerShare*p.s.Gap, least), model.MaxInnerPasses)
}
