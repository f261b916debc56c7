package solver

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// CoordinateDescent solves the lasso and the elastic net,
//
//	P(w) = Σ_i c_i ½(⟨a_i, w⟩ − y_i)² + λ‖w‖₁ + (μ/2)‖w‖²,
//
// one weight at a time, w_j ← soft(A_jᵀC r + L_j w_j, λ)/(L_j + μ) with L_j = Σ_i c_i a_ij² and the residual r = y − A w, on a working set: the
// weights that are not 0, and those whose columns come next to violating the dual constraint |A_jᵀC r| ≤ λ. The dual point is the best of the
// scaled residual, one extrapolated from the last residuals, and the best before.
//
// Source: Massias, Gramfort, Salmon, Celer: a Fast Solver for the Lasso with Dual Extrapolation, ICML 2018.
type CoordinateDescent struct {
	// NoWorkingSets goes through all weights; NoExtrapolation extrapolates neither weights nor dual points.
	NoWorkingSets, NoExtrapolation bool
	// Start is where to begin, as along a path of λ; nil for 0. It is copied.
	Start []float64
}

// CoordinateState is the state after a working set has been solved, or, without, after ten passes over all weights. Passes counts the weights
// visited over d.
type CoordinateState struct {
	Progress
	Passes float64
	Set    int // the size of the working set
	w      []float64
}

// X copies the weights.
func (s *CoordinateState) X(dst []float64) []float64 { return append(dst[:0], s.w...) }

// Iterations solves for λ > 0 and μ ≥ 0. columns is Aᵀ with access to its rows: linalg.Columns(A). The loss must be a toolkit.LeastSquares.
func (c CoordinateDescent) Iterations(ctx context.Context, columns linalg.Rows, loss toolkit.Separable, lambda, mu float64) Seq[*CoordinateState] {
	return func(yield func(*CoordinateState, error) bool) {
		d, n := columns.Dims()
		s := &CoordinateState{Progress: unknown(), w: make([]float64, d)}
		squares, ok := loss.(toolkit.LeastSquares)
		switch {
		case n != loss.Len():
			panic("solver: the loss needs one example for each row of A")
		case !ok:
			yield(s, fmt.Errorf("CoordinateDescent needs a squared loss, not %T", loss))
			return
		case !(lambda > 0) || math.IsInf(lambda, 1) || !(mu >= 0) || math.IsInf(mu, 1):
			yield(s, fmt.Errorf("λ = %g, μ = %g: λ must be positive, μ must not be negative, and both finite", lambda, mu))
			return
		case c.Start != nil && len(c.Start) != d:
			panic("solver: the start is of another length")
		}
		copy(s.w, c.Start)
		p := newCoordinates(c, columns, loss, squares, lambda, mu, s)
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
	CoordinateDescent
	a          linalg.Rows // column by column
	lambda, mu float64
	s          *CoordinateState
	n, d       int
	uniform    float64   // c_i, where all are the same; else 0
	c, y       []float64 // weights and targets
	r, cr      []float64 // residual y − A w, and C r where the weights differ
	l          []float64 // L_j
	products   []float64 // A_jᵀC r at the last point
	dual       float64   // the best dual objective so far
	past       [][]float64
}

func newCoordinates(c CoordinateDescent, a linalg.Rows, loss toolkit.Separable, squares toolkit.LeastSquares, lambda, mu float64, s *CoordinateState) *coordinates {
	d, n := a.Dims()
	p := &coordinates{
		CoordinateDescent: c, a: a, lambda: lambda, mu: mu, s: s, n: n, d: d, c: make([]float64, n), y: make([]float64, n), r: make([]float64, n),
		cr: make([]float64, n), l: make([]float64, d), products: make([]float64, d), dual: math.Inf(-1),
	}
	for i := range n {
		p.c[i], p.y[i] = loss.Weight(i), squares.Target(i)
	}
	if n > 0 && slices.Min(p.c) == slices.Max(p.c) {
		p.uniform = p.c[0]
	}
	column := make([]float64, n)
	for j := range d {
		if p.uniform > 0 {
			p.l[j] = p.uniform * a.DotRows(j, j)
			continue
		}
		clear(column)
		a.AddRow(column, 1, j)
		for i, v := range column {
			p.l[j] += p.c[i] * v * v
		}
	}
	copy(p.r, p.y)
	for j, w := range s.w {
		if w != 0 {
			a.AddRow(p.r, -w, j)
		}
	}
	return p
}

// The working set: its first size, its growth over the nonzero weights, the share of the gap it is solved to, and the passes between two looks
// at its gap.
const (
	firstSet     = 100
	setGrowth    = 2
	innerShare   = 0.3
	innerPasses  = 10
	innerMost    = 5000
	wholePasses  = 5 // one in so many goes over all of a set, the others over the weights that are not 0
	extrapolated = 5 // residuals that an extrapolated dual point comes from
)

// iterate chooses a working set and solves the problem on it.
func (p *coordinates) iterate(ctx context.Context) error {
	s := p.s
	if s.Iter == 0 {
		p.certify()
	}
	if !finite(s.Objective) || !finite(floats.Sum(p.l)) {
		return ErrDiverged
	}
	set := p.workingSet()
	s.Set = len(set)
	target := innerShare * s.Gap
	if p.NoWorkingSets {
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
	products := make([]float64, len(set))
	best := math.Inf(-1)
	for range innerMost / innerPasses {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		p.passes(set, innerPasses)
		for _, point := range p.points() {
			for k, j := range set {
				products[k] = p.a.DotRow(j, point)
			}
			if dual := p.dualAt(point, products); dual > best {
				best = dual
			}
		}
		if gap := p.primal() - best; !(gap > target) || gap <= 1e-15*math.Abs(best) {
			return nil
		}
	}
	return nil
}

// passes go over the weights of a set, exactly minimizing over each; every few, weights are extrapolated as well. Residuals are kept for the
// extrapolation of dual points.
func (p *coordinates) passes(set []int, count int) {
	weights := [][]float64{p.of(set)}
	for k := range count {
		visited := 0
		for _, j := range set {
			if p.s.w[j] != 0 || k%wholePasses == 0 {
				p.visit(j)
				visited++
			}
		}
		p.past = append(p.past, append([]float64(nil), p.r...))
		p.past = p.past[max(0, len(p.past)-extrapolated-1):]
		p.s.Passes += float64(visited) / float64(p.d)
		p.s.Evals++
		if weights = append(weights, p.of(set)); len(weights) > extrapolated && !p.NoExtrapolation {
			p.leap(set, weights)
			weights = [][]float64{p.of(set)}
		}
	}
}

// of are the weights of a set.
func (p *coordinates) of(set []int) []float64 {
	out := make([]float64, len(set))
	for k, j := range set {
		out[k] = p.s.w[j]
	}
	return out
}

// leap goes to where the weights of a set tend, if the objective is lower there.
//
// Source: Bertrand, Massias, Anderson Acceleration of Coordinate Descent, AISTATS 2021, Algorithm 4.
func (p *coordinates) leap(set []int, weights [][]float64) {
	next := make([]float64, len(set))
	if !linalg.Extrapolate(next, weights) {
		return
	}
	before := p.primal()
	r := append([]float64(nil), p.r...)
	now := weights[len(weights)-1]
	for k, j := range set {
		if next[k] != now[k] {
			p.a.AddRow(p.r, now[k]-next[k], j)
			p.s.w[j] = next[k]
		}
	}
	p.s.Passes += float64(len(set)) / float64(p.d)
	if p.primal() < before {
		p.past = p.past[:0] // another sequence begins
		return
	}
	copy(p.r, r)
	for k, j := range set {
		p.s.w[j] = now[k]
	}
}

func (p *coordinates) visit(j int) {
	if p.l[j] == 0 {
		p.s.w[j] = 0
		return
	}
	var dot float64
	if p.uniform > 0 {
		dot = p.uniform * p.a.DotRow(j, p.r)
	} else {
		floats.MulTo(p.cr, p.c, p.r)
		dot = p.a.DotRow(j, p.cr)
	}
	old := p.s.w[j]
	at := dot + p.l[j]*old
	now := 0.
	switch {
	case at > p.lambda:
		now = (at - p.lambda) / (p.l[j] + p.mu)
	case at < -p.lambda:
		now = (at + p.lambda) / (p.l[j] + p.mu)
	case at != at:
		now = at
	}
	if now != old {
		p.s.w[j] = now
		p.a.AddRow(p.r, old-now, j)
	}
}

// primal is P(w).
func (p *coordinates) primal() float64 {
	var sum float64
	for i, r := range p.r {
		sum += p.c[i] * r * r
	}
	return sum/2 + p.lambda*floats.Norm(p.s.w, 1) + p.mu/2*floats.Dot(p.s.w, p.s.w)
}
