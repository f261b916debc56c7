package matrices

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/dictionary"
)

// Dictionary learns atoms of which signals are sparse combinations, x ≈ Dᵀα, in passes over mini-batches: see
// dictionary.Online. The answer is a local one; the best of several Starts is kept.
type Dictionary struct {
	Atoms            int
	Coder            dictionary.Coder
	NonnegativeAtoms bool    // D ≥ 0
	SparseAtoms      float64 // γ: atoms are of ‖d‖² + γ‖d‖₁ ≤ 1
	Passes           int     // over the signals; 0 for 10
	Batch            int     // signals of a mini-batch; 0 for 256
	Starts           int     // of other seeds each; 0 for 1
	Seed             uint64
	Watch            func(solver.Progress)
}

// Learnt is a dictionary with the codes of the signals it was learnt from.
type Learnt struct {
	D         *linalg.Dense // a row an atom
	Codes     *dictionary.Codes
	Share     float64 // of the signals' squares that codes leave out
	Objective float64 // mean over signals, with the codes' penalty
	Steps     int
	Status    solver.Status
}

// Learn learns from signals, the rows of x. Where its context ends the atoms so far are returned with that error, and
// codes where there was time for them.
func (c Dictionary) Learn(ctx context.Context, x *linalg.Dense) (*Learnt, error) {
	if c.Passes < 0 || c.Starts < 0 {
		return nil, fmt.Errorf("%d passes, %d starts: neither may be negative", c.Passes, c.Starts)
	}
	var best *Learnt
	for k := range cmp.Or(c.Starts, 1) {
		l, err := c.learn(ctx, x, c.Seed+uint64(k))
		if l != nil && (best == nil || l.Objective < best.Objective) {
			best = l
		}
		if err != nil {
			return best, err
		}
	}
	return best, nil
}

func (c Dictionary) learn(ctx context.Context, x *linalg.Dense, seed uint64) (*Learnt, error) {
	of := dictionary.Online{
		Atoms: c.Atoms, Coder: c.Coder, Nonnegative: c.NonnegativeAtoms, Sparse: c.SparseAtoms,
		Batch: c.Batch, Seed: seed,
	}
	var last *dictionary.State
	seq := solver.Tee(of.Iterations(ctx, x), func(s *dictionary.State) {
		last = s
		if c.Watch != nil {
			c.Watch(s.Progress)
		}
	})
	res, err := solver.Run(seq, func(p *solver.Progress) solver.Status {
		if p.Evals >= cmp.Or(c.Passes, 10)*x.R {
			return solver.IterationLimit
		}
		return ""
	})
	if err != nil && (last == nil || last.Iter == 0 || solver.Interrupted(ctx) == nil) {
		return nil, err
	}
	l := &Learnt{D: last.D, Steps: res.Iter, Status: res.Status, Objective: math.Inf(1), Share: math.NaN()}
	if err == nil {
		l.Codes, err = c.Coder.Encode(ctx, l.D, x)
	}
	if err == nil {
		l.Objective, l.Share = l.Codes.Objective, LeftOut(l.D, l.Codes, x)
	}
	return l, err
}

// LeftOut is the share of the signals' squares that codes leave out, ‖X − AD‖²/‖X‖².
func LeftOut(d *linalg.Dense, codes *dictionary.Codes, x *linalg.Dense) float64 {
	var left, all float64
	row := make([]float64, x.C)
	for i := range x.R {
		copy(row, x.Row(i))
		all += linalg.Dot(row, row)
		col, val := codes.Alpha.Row(i)
		for k, j := range col {
			linalg.Axpy(row, -val[k], d.Row(int(j)))
		}
		left += linalg.Dot(row, row)
	}
	return left / all
}

// NonnegativeFactors are A and D of X ≈ A D, both nonnegative: see dictionary.Nonnegative.
type NonnegativeFactors struct {
	A, D      *linalg.Dense
	Objective float64 // ½‖X − AD‖²
	Residual  float64 // of the projected gradient, as a share of the first
	Steps     int
	Status    solver.Status
}

// Factor finds nonnegative factors with so many atoms, the best of several starts, until the projected gradient is a
// share tol of the first, 1e-4 for 0, in at most so many steps, 500 for 0. What a context ended is returned with its
// error.
func Factor(
	ctx context.Context, x *linalg.Dense, atoms, starts, steps int, tol float64, seed uint64,
) (best *NonnegativeFactors, err error) {
	if steps < 0 || starts < 0 || !(tol >= 0) {
		return nil, fmt.Errorf("%d starts of %d steps, tolerance %g: none may be negative", starts, steps, tol)
	}
	for k := range cmp.Or(starts, 1) {
		var last *dictionary.Factors
		seq := dictionary.Nonnegative{Atoms: atoms, Seed: seed + uint64(k)}.Iterations(ctx, x)
		res, err := solver.Run(solver.Tee(seq, func(s *dictionary.Factors) { last = s }),
			solver.Any(solver.SmallResidual(cmp.Or(tol, 1e-4)), solver.MaxIter(cmp.Or(steps, 500))))
		if last != nil && last.Iter > 0 && (best == nil || res.Objective < best.Objective) {
			best = &NonnegativeFactors{
				A: last.A, D: last.D, Objective: res.Objective, Residual: res.Residual, Steps: res.Iter, Status: res.Status,
			}
		}
		if err != nil {
			return best, err
		}
	}
	return best, nil
}
