package coordinate

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// DualDescent minimizes the objective of a linear support vector machine,
//
//	P(w) = (μ/2)‖w‖² + Σ_i c_i max(0, 1 − y_i ⟨a_i, w⟩),      y_i ∈ {−1, +1}, μ > 0,
//
// through its dual, max Σ α_i − ‖Σ α_i y_i a_i‖²/(2μ) over 0 ≤ α_i ≤ c_i, one α_i at a time, in a new order every pass:
//
//	w = Σ_i α_i y_i a_i/μ
//	while α is not optimal
//		for i in a random permutation of 1, …, n
//			G ← y_i ⟨a_i, w⟩ − 1, Q ← ‖a_i‖²/μ
//			α ← min(max(α_i − G/Q, 0), c_i)
//			w ← w + (α − α_i) y_i a_i/μ
//			α_i ← α
//
// A step costs the nonzeros of a row, so that many sparse features cost nothing. It is slow where μ is small;
// newton.InteriorPoint is not.
//
// Source: Hsieh, Chang, Lin, Keerthi, Sundararajan, A Dual Coordinate Descent Method for Large-scale Linear SVM, ICML
// 2008, Algorithm 1, with permutations (their section 3.1).
type DualDescent struct {
	// Seed draws the orders of the examples.
	Seed uint64
}

// DualState is the state after a pass. Gap is P(w) − D(α), and the point the best so far.
type DualState struct {
	solver.Progress
	w []float64
}

// X copies the weights.
func (s *DualState) X(dst []float64) []float64 { return append(dst[:0], s.w...) }

// Iterations solves a problem with a hinge loss of one output (see solver.Problem.HingeSigns), a ridge μ > 0, no
// penalty and no unpenalized columns, for A with access to its rows (linalg.Rows).
func (c DualDescent) Iterations(ctx context.Context, p *solver.Problem) solver.Seq[*DualState] {
	return solver.Sequence(ctx, func() (*DualState, solver.Step, error) {
		d, err := c.start(p)
		if err != nil {
			return &DualState{Progress: solver.Unknown()}, nil, err
		}
		return d.s, d.step, nil
	})
}

// dualDescent is a run of DualDescent.
type dualDescent struct {
	a        linalg.Rows
	y, c     []float64
	mu       float64
	s        *DualState
	alpha, w []float64
	diagonal []float64 // ‖a_i‖²/μ
	norms    []float64 // ‖A_j‖
	best     float64   // the lowest objective so far
	dual     float64   // the best dual objective so far
	rng      *rand.Rand
}

func (c DualDescent) start(p *solver.Problem) (*dualDescent, error) {
	y, err := p.HingeSigns()
	rows, ok := p.A.(linalg.Rows)
	switch {
	case err != nil:
		return nil, fmt.Errorf("dual coordinate descent: %w", err)
	case !ok:
		return nil, fmt.Errorf("dual coordinate descent needs the rows of A (linalg.Rows), which %T does not give", p.A)
	case p.Penalty != nil && p.Lambda != 0:
		return nil, fmt.Errorf("dual coordinate descent knows a ridge alone, and the penalty is %T", p.Penalty)
	case p.Unpenalized != nil:
		return nil, fmt.Errorf("dual coordinate descent knows no unpenalized columns, and there are %d: "+
			"newton.InteriorPoint knows an intercept; a feature that is 1 everywhere is one with a little ridge",
			p.Unpenalized.R)
	case !(p.Mu > 0) || math.IsInf(p.Mu, 1):
		return nil, fmt.Errorf("μ = %g: it must be positive and finite", p.Mu)
	}
	n, width := rows.Dims()
	d := &dualDescent{
		a: rows, y: y, c: make([]float64, n), mu: p.Mu, s: &DualState{Progress: solver.Unknown(), w: make([]float64, width)},
		alpha: make([]float64, n), w: make([]float64, width), diagonal: make([]float64, n),
		norms: p.ColumnNorms(), best: math.Inf(1), dual: math.Inf(-1), rng: rand.New(rand.NewPCG(c.Seed, 83)),
	}
	for i := range y {
		d.c[i] = p.Loss.Weight(i)
		d.diagonal[i] = rows.DotRows(i, i) / p.Mu
	}
	return d, nil
}

// step is a pass over the examples.
func (d *dualDescent) step(context.Context) (objective float64, err error) {
	for _, i := range d.rng.Perm(len(d.y)) {
		d.maximize(i)
	}
	s := d.s
	s.Iter++
	s.Evals += len(d.y)
	if s.Iter%fresh == 0 {
		d.refresh()
	}
	objective, dual := d.values()
	rounding := d.rounding(objective + math.Abs(dual))
	d.dual = math.Max(d.dual, dual-rounding.Bound())
	if objective < d.best {
		d.best = objective
		copy(s.w, d.w)
	}
	s.Objective = d.best
	rounding.FillBest(&s.Progress, d.best, d.dual)
	s.Residual = s.Gap
	if !solver.Finite(objective) {
		s.Objective = objective
	}
	return objective, nil
}

// maximize maximizes the dual objective over α_i.
func (d *dualDescent) maximize(i int) {
	now := d.c[i] // an empty row: its loss is 1 whatever w
	if d.diagonal[i] > 0 {
		slope := 1 - d.y[i]*d.a.DotRow(i, d.w)
		now = math.Min(math.Max(d.alpha[i]+slope/d.diagonal[i], 0), d.c[i])
	}
	if change := now - d.alpha[i]; change != 0 {
		d.alpha[i] = now
		d.a.AddRow(d.w, change*d.y[i]/d.mu, i)
	}
}

// fresh is how many passes change w before it is summed up anew: each change adds rounding.
const fresh = 8

// refresh is w = Σ_i α_i y_i a_i/μ.
func (d *dualDescent) refresh() {
	clear(d.w)
	for i, alpha := range d.alpha {
		if alpha != 0 {
			d.a.AddRow(d.w, alpha*d.y[i]/d.mu, i)
		}
	}
}

// rounding is that of the gap, with every change of w since it was summed up; slopes of the hinge are at most 1.
func (d *dualDescent) rounding(size float64) solver.Rounding {
	n := len(d.y)
	r := solver.Rounding{Terms: max(n*(1+d.s.Iter%fresh), len(d.w)), Sum: size, Slopes: floats.Norm(d.c, 2)}
	for j, norm := range d.norms {
		r.Reach += norm * math.Abs(d.w[j])
	}
	norm := floats.Norm(d.norms, 2) * r.Slopes
	r.Square = norm * norm / (2 * d.mu)
	return r
}

// values are P(w) and D(α).
func (d *dualDescent) values() (primal, dual float64) {
	ridge := d.mu / 2 * floats.Dot(d.w, d.w)
	var losses float64
	for i, c := range d.c {
		losses += c * math.Max(0, 1-d.y[i]*d.a.DotRow(i, d.w))
	}
	return ridge + losses, floats.Sum(d.alpha) - ridge
}
