package completion

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// Alternating minimizes a Problem in factors, λ‖L‖_* = min (λ/2)(‖U‖² + ‖V‖²) over UVᵀ = L: rows and columns in turns
// are ridge regressions each, with factors balanced between. The rank grows by singular pairs of what is left, R, as
// long as one has a value above λ, and falls where pairs vanish: where none is left and the turns have come to their
// end, it is the minimum of the convex problem. An iteration takes O(|Ω|r² + (n + m)r³).
//
// Source: Hastie, Mazumder, Lee, Zadeh, Matrix Completion and Low-Rank SVD via Fast Alternating Least Squares, J. Mach.
// Learn. Res. 2015; Mardani, Mateos, Giannakis, Decentralized Sparsity-Regularized Rank Minimization, IEEE Trans.
// Signal Process. 2013, proposition 1.
type Alternating struct {
	Start *State  // a state of the same matrix to go on from, at another λ maybe; nil for L = 0
	Rank  int     // at most; 0 for no limit: with one, the minimum need not be that of the convex problem
	Tol   float64 // the gap, as a share of P, that is looked for; 0 for 1e-4
	Seed  uint64
}

// State is L = UVᵀ with its offsets. Objective is P; Gap is NaN between certificates.
type State struct {
	solver.Progress
	Mean float64 // c
	*factored
	w []float64 // of Sided: W, a and b
}

// Rank is that of L.
func (s *State) Rank() int { return s.rank }

// At is the entry of row i and column j as it is predicted.
func (s *State) At(i, j int) float64 {
	r := s.rank
	return s.mean + s.u.offsets[i] + s.v.offsets[j] + linalg.Dot(s.u.f[i*r:(i+1)*r], s.v.f[j*r:(j+1)*r])
}

// Factors are U and V, row by row, and the offsets a and b.
func (s *State) Factors() (u, v *linalg.Dense, a, b []float64) {
	return linalg.NewDense(s.left.R, s.rank, s.u.f), linalg.NewDense(s.left.C, s.rank, s.v.f), s.u.offsets, s.v.offsets
}

// Iterations are turns of rows and columns. The problem must pass its Check.
func (c Alternating) Iterations(ctx context.Context, p Problem) solver.Seq[*State] {
	return solver.Sequence(ctx, func() (*State, solver.Step, error) {
		s := &State{Progress: solver.Unknown()}
		if err := p.Check(); err != nil {
			return s, nil, err
		}
		n, m := p.Known.Dims()
		if s.factored = newFactored(p, 0); c.Start != nil && c.Start.factored != nil {
			s.rank = c.Start.rank
			s.u.f, s.v.f = slices.Clone(c.Start.u.f), slices.Clone(c.Start.v.f)
			s.u.offsets, s.v.offsets = slices.Clone(c.Start.u.offsets), slices.Clone(c.Start.v.offsets)
		}
		s.Mean, s.Iter = s.mean, 0
		s.evaluate()
		d := &turns{
			State: s, tol: cmp.Or(c.Tol, 1e-4), most: min(n, m), rng: rand.New(rand.NewPCG(c.Seed, 13)), due: 1, grow: 8,
		}
		if c.Rank > 0 {
			d.most = min(d.most, c.Rank)
		}
		return s, d.step, nil
	})
}

func (s *State) evaluate() {
	norm := s.balance()
	s.Objective = s.residuals() + s.ridges() + s.Lambda*norm
}

// turns are the method with its state.
type turns struct {
	*State
	tol  float64
	most int // the largest rank
	rng  *rand.Rand
	due  int // the iteration of the next look at what is left
	grow int // pairs looked for
}

func (d *turns) step(ctx context.Context) (float64, error) {
	before := d.Objective
	d.rows()
	if err := solver.Interrupted(ctx); err != nil {
		d.evaluate()
		d.Gap = math.NaN()
		return d.Objective, err
	}
	d.columns()
	d.evaluate()
	d.Iter++
	d.Gap = math.NaN()
	if slow := before-d.Objective < d.tol/4*d.Objective; d.Iter < d.due && !slow {
		return d.Objective, nil
	}
	d.due = d.Iter + 4
	n, m := d.left.Dims()
	near, _ := linalg.TopPair(d.left, make([]float64, n), make([]float64, m))
	if d.certify(&d.Progress, near); d.Gap <= d.tol*d.Objective {
		d.certify(&d.Progress, NormBound(d.left, near, d.tol/50))
		return d.Objective, nil
	}
	d.Gap = math.NaN() // near is no bound
	if near <= d.Lambda*(1+d.tol/10) {
		return d.Objective, nil
	}
	pairs, ok := d.top(d.grow, 6, d.rng.NormFloat64)
	if !ok {
		return math.NaN(), nil
	}
	if d.factored.grow(pairs, d.most) {
		d.evaluate()
	}
	return d.Objective, nil
}
