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

// DualCoordinateDescent minimizes the objective of a linear support vector machine,
//
//	P(w) = (μ/2)‖w‖² + Σ_i c_i max(0, 1 − y_i ⟨a_i, w⟩),      y_i ∈ {−1, +1}, μ > 0,
//
// through its dual, max Σ α_i − ‖Σ α_i y_i a_i‖²/(2μ) over 0 ≤ α_i ≤ c_i, one α_i at a time, in a new order every pass; w = Σ α_i y_i a_i/μ. A step
// costs the nonzeros of a row, so that many sparse features cost nothing. It is slow where μ is small; InteriorPoint is not.
//
// Source: Hsieh, Chang, Lin, Keerthi, Sundararajan, A Dual Coordinate Descent Method for Large-scale Linear SVM, ICML 2008, Algorithm 1.
type DualDescent struct {
	// Weights are c_i ≥ 0; nil for 1/n.
	Weights []float64
	// Seed draws the orders of the examples.
	Seed uint64
}

// DualCoordinateState is the state after a pass. Gap is P(w) − D(α), and the point the best so far.
type DualState struct {
	solver.Progress
	w []float64
}

// X copies the weights.
func (s *DualState) X(dst []float64) []float64 { return append(dst[:0], s.w...) }

// Iterations solves for labels of +1 and −1.
func (c DualDescent) Iterations(ctx context.Context, a linalg.Rows, y []float64, mu float64) solver.Seq[*DualState] {
	return func(yield func(*DualState, error) bool) {
		n, d := a.Dims()
		s := &DualState{Progress: solver.Unknown(), w: make([]float64, d)}
		p, err := c.start(a, y, mu)
		if err != nil {
			yield(s, err)
			return
		}
		rng := rand.New(rand.NewPCG(c.Seed, 83))
		best, dual := math.Inf(1), math.Inf(-1)
		for {
			err := context.Cause(ctx)
			if err == nil {
				for _, i := range rng.Perm(n) {
					p.visit(i)
				}
				s.Iter++
				s.Evals += n
				objective, bound := p.values()
				dual = math.Max(dual, bound)
				if objective < best {
					best = objective
					copy(s.w, p.w)
				}
				s.Objective, s.Gap = best, math.Max(0, best-dual)
				s.Residual = s.Gap
				if !solver.Finite(objective) {
					s.Objective = objective
					err = solver.ErrDiverged
				}
			}
			if !yield(s, err) || err != nil {
				return
			}
		}
	}
}

type dualCoordinates struct {
	a          linalg.Rows
	y, c       []float64
	mu         float64
	alpha, w   []float64
	curvatures []float64 // ‖a_i‖²/μ
}

func (c DualDescent) start(a linalg.Rows, y []float64, mu float64) (*dualCoordinates, error) {
	n, d := a.Dims()
	switch {
	case len(y) != n || c.Weights != nil && len(c.Weights) != n:
		panic("solver: a label, and a weight where there are weights, are needed for each row of A")
	case !(mu > 0) || math.IsInf(mu, 1):
		return nil, fmt.Errorf("μ = %g: it must be positive and finite", mu)
	}
	p := &dualCoordinates{a: a, y: y, c: c.Weights, mu: mu, alpha: make([]float64, n), w: make([]float64, d), curvatures: make([]float64, n)}
	if p.c == nil {
		p.c = make([]float64, n)
		floats.AddConst(1/float64(n), p.c)
	}
	for i, v := range y {
		if v != 1 && v != -1 {
			return nil, fmt.Errorf("example %d has label %g: labels are +1 and −1", i, v)
		}
		p.curvatures[i] = a.DotRows(i, i) / mu
	}
	return p, nil
}

// visit maximizes over α_i.
func (p *dualCoordinates) visit(i int) {
	now := p.c[i] // an empty row: its loss is 1 whatever w
	if p.curvatures[i] > 0 {
		slope := 1 - p.y[i]*p.a.DotRow(i, p.w)
		now = math.Min(math.Max(p.alpha[i]+slope/p.curvatures[i], 0), p.c[i])
	}
	if change := now - p.alpha[i]; change != 0 {
		p.alpha[i] = now
		p.a.AddRow(p.w, change*p.y[i]/p.mu, i)
	}
}

// values are P(w) and D(α).
func (p *dualCoordinates) values() (primal, dual float64) {
	ridge := p.mu / 2 * floats.Dot(p.w, p.w)
	var losses float64
	for i, c := range p.c {
		losses += c * math.Max(0, 1-p.y[i]*p.a.DotRow(i, p.w))
	}
	return ridge + losses, floats.Sum(p.alpha) - ridge
}
