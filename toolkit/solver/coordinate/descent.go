package coordinate

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/solver"
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
//		θ ← the best dual point of the scaled residual, of one extrapolated from the last residuals, and the θ before
//		stop where the gap P(w) − D(θ) is small
//		S ← the blocks that are not 0, and as many others nearest to violating ‖A_gᵀθ‖ ≤ λω_g, by (λω_g − ‖A_gᵀθ‖)/√L_g
//		until the gap of the problem on S is 0.3 of the whole one's:
//			for g in S: w_g ← prox_{λω_g‖·‖/L_g}(w_g + A_gᵀC r/L_g), for a ridge divided by 1 + μ/L_g
//			every five passes extrapolate w, or take a Newton step on the w_g that are not 0, if P falls
//
// Where predictions are many more than weights the steps are on the Gram matrix, from gradients of A itself. Where A
// is dense, a block is the weights of one feature for several outputs, or those of several features, and there is no
// Start, the columns of working sets alone are copied. These sets are solved to far less of the gap, with the exact
// minimum over each block, and by their Gram matrix where it is small.
//
// A step over a block is repeated a few times where it has several weights. Unpenalized columns are blocks with ω = 0
// that are in every S; dual points are projected on Fᵀθ = 0.
//
// Source: Massias, Gramfort, Salmon, Celer: a Fast Solver for the Lasso with Dual Extrapolation, ICML 2018, Algorithm
// 4; Dual Extrapolation for Sparse Generalized Linear Models, JMLR 2020; extrapolation of w: Bertrand, Massias,
// Anderson Acceleration of Coordinate Descent, AISTATS 2021.
type Descent struct {
	// NoWorkingSets goes through all weights; NoExtrapolation extrapolates neither weights nor dual points, and takes no
	// Newton steps.
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
	Passes float64
	Set    int // the number of blocks in the working set
	w      []float64
}

// X copies the weights: W, d×k row by row, and then those of unpenalized columns, q×k.
func (s *State) X(dst []float64) []float64 { return append(dst[:0], s.w...) }

// Iterations solves a problem for λ > 0 and μ ≥ 0. Its loss is a squared one (LeastSquares): of one prediction an
// example, of a task's own, or of several outputs (ByOutput). Its penalty is a toolkit.BlockNorm, and A can enumerate
// its entries. Weights in no block, or in one with ω_g = 0, have the ridge alone. It panics where Start is of another
// length.
func (c Descent) Iterations(ctx context.Context, p *solver.Problem) solver.Seq[*State] {
	return solver.Sequence(ctx, func() (*State, solver.Step, error) {
		if !c.NoWorkingSets && !c.NoExtrapolation && c.Start == nil { // along a path copies of columns pay
			if g := groupedOf(p); g != nil {
				d := newGroupedDescent(c, g, p)
				return d.s, d.step, nil
			}
		}
		d, err := newLaidOut(c, p)
		if err != nil {
			return &State{Progress: solver.Unknown()}, nil, err
		}
		return d.s, d.step, nil
	})
}

// newLaidOut starts a run with all columns copied.
func newLaidOut(c Descent, p *solver.Problem) (*descent, error) {
	chosen := c.choosing(p)
	l, err := layoutOf(p, chosen)
	if err != nil {
		return nil, err
	}
	y, ok := targets(l.predictions)
	if !ok {
		return nil,
			fmt.Errorf("coordinate descent needs a squared loss, which has targets (coordinate.LeastSquares); %T has none; "+
				"ProximalNewton takes smooth ones", p.Loss)
	}
	create := func() *quadratic { return newQuadratic(l.blocks, l.c, l.norms.squares) }
	var q *quadratic
	if chosen != nil {
		q = create()
	} else {
		q = solver.Shared(p, quadraticKey{p.Mu > 0}, create)
	}
	d := newDescent(c, q, l.norms, y, p.Lambda, p.Mu)
	d.active = !c.NoExtrapolation && l.takesFactors()
	if !c.NoWorkingSets && l.tall() {
		d.reduced = solver.Shared(p, reducedKey{p.Mu > 0}, func() *reduced { return reduce(&l.blocks, l.c) })
	}
	return d, nil
}

// descent is a run of Descent.
type descent struct {
	Descent
	b          blocks
	lambda, mu float64
	s          *State
	c, y       []float64 // weights and targets
	r, cr      []float64 // residual y − A w, and C r where the weights differ
	curvature  curvature
	projector  projector
	norms      *norms    // nil where rounding is none of its business
	reduced    *reduced  // the same by the Gram matrix; nil where that does not pay
	mostWeight float64   // max c_i
	space      []float64 // for a step over a block
	memory     *Memory
	active     bool // working sets are solved by Newton's method with a factor that is kept
	dual       solver.LowerBound
	past       [][]float64
	set        []int   // the blocks that may not be 0, ascending; nil for all
	rounds     int     // of passes over this working set
	spent      float64 // flops in passes since the last Newton step
}

// The share of the gap that a working set is solved to, and the passes between two computations of its gap.
const (
	innerShare     = 0.3
	innerPasses    = 10
	maxInnerPasses = 5000
	innerStalled   = 50 // gaps in a row that are not a tenth smaller: rounding allows no more, or the next set does better
	wholePasses    = 5  // one in so many goes over all of a set, the others over the weights that are not 0
	extrapolated   = 5  // residuals that an extrapolated dual point comes from
)

// step takes one iteration of the outer loop: choose a working set, solve the problem on it, and find the best dual
// point.
func (p *descent) step(ctx context.Context) (objective float64, err error) {
	s := p.s
	if s.Iter == 0 {
		if p.begin(); !solver.Finite(s.Objective) || !solver.Finite(floats.Sum(p.curvature.l)) {
			return s.Objective, solver.ErrDiverged
		}
	}
	if p.reduced != nil {
		return p.reducedStep(ctx)
	}
	set := p.workingSet()
	s.Set, p.set = len(set), set
	if p.NoWorkingSets {
		p.rounds = s.Iter
		p.passes(set, innerPasses)
	} else if err := p.solve(ctx, set); err != nil {
		if math.IsNaN(s.Gap) { // nothing is known yet of a run along a path
			p.certify()
		}
		return s.Objective, err
	}
	s.Iter++
	p.certify()
	return s.Objective, nil
}

// begin evaluates the objective, and the gap but for a run that goes on along a path: the points before say which
// blocks to begin with, and how far the solution is shows on these.
func (p *descent) begin() {
	if p.active && p.reduced == nil && p.Start != nil && len(p.memory.remembered.points) > 0 {
		p.s.Objective = p.primal()
		return
	}
	p.certify()
}

// solve solves the problem on a working set until its own gap is small.
func (p *descent) solve(ctx context.Context, set []int) error {
	if p.active {
		solved, err := p.solveActive(ctx, set, activeShare*p.s.Gap)
		if p.active = solved; solved || err != nil {
			return err
		}
		if math.IsNaN(p.s.Gap) {
			p.certify()
		}
	}
	return p.solveByPasses(ctx, set, innerShare*p.s.Gap)
}

// solveByPasses takes passes over a working set until its own gap is small.
func (p *descent) solveByPasses(ctx context.Context, set []int, target float64) error {
	products := make([]float64, len(p.b.columns))
	best, smallest, stalled := math.Inf(-1), math.Inf(1), 0
	for p.rounds = range maxInnerPasses / innerPasses {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		p.passes(set, innerPasses)
		for _, point := range p.points() {
			for _, g := range set {
				p.b.blockProducts(products, g, point)
			}
			if dual, _ := p.dualAt(point, products, set); dual > best {
				best = dual
			}
		}
		gap := p.primal() - best
		if stalled++; gap < 0.9*smallest {
			smallest, stalled = gap, 0
		}
		if !(gap > target) || gap <= 1e-15*math.Abs(best) || stalled >= innerStalled {
			return nil
		}
	}
	return nil
}

// passes go over the blocks of a set, minimizing over each; every few, weights are extrapolated as well. Residuals are
// kept for the extrapolation of dual points.
func (p *descent) passes(set []int, count int) {
	weights := [][]float64{p.weightsOf(set)}
	for k := range count {
		visited := 0
		for _, g := range set {
			if k%wholePasses == 0 || p.isActive(g) {
				visited += p.updateBlock(g)
			}
		}
		p.past = append(p.past, append([]float64(nil), p.r...))
		p.past = p.past[max(0, len(p.past)-extrapolated-1):]
		p.s.Passes += float64(visited) / float64(len(p.s.w))
		p.s.Evals++
		p.spent += 4 * float64(visited) * float64(p.b.n)
		weights = append(weights, p.weightsOf(set))
		if last := len(weights) - 1; last >= extrapolated && !p.NoExtrapolation {
			if p.rounds < newtonRounds || !sameZeros(weights[last], weights[last-1]) || !p.newton(set) {
				p.extrapolateWeights(set, weights)
			}
			weights = [][]float64{p.weightsOf(set)}
		}
	}
}

// isActive tells whether a block is unpenalized or has a weight that is not 0.
func (p *descent) isActive(g int) bool {
	if !p.b.isPenalized(g) {
		return true
	}
	for _, e := range p.b.of(g) {
		if p.s.w[e.weightAt] != 0 {
			return true
		}
	}
	return false
}

// primal is P(w).
func (p *descent) primal() float64 {
	var sum float64
	for i, r := range p.r {
		sum += p.c[i] * r * r
	}
	norms, squares := p.b.norms(p.s.w, p.set)
	return sum/2 + p.lambda*norms + p.mu/2*squares
}

// ridge is μ, but for an unpenalized block.
func (p *descent) ridge(g int) float64 {
	if !p.b.isPenalized(g) {
		return 0
	}
	return p.mu
}
