package matrices

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/completion"
)

// Completion fills in a matrix of which some entries are known, such as ratings: by a mean, offsets of rows and
// columns, and a matrix of low rank with the trace norm. See completion.Problem.
type Completion struct {
	Lambda    float64 // λ; Path has its own
	Mu        float64 // μ, of the offsets: one of k entries is k/(k + μ) of their mean; 0 for 1
	NoOffsets bool    // none, and no mean
	// Rows and Columns are features of them, a row each, of which L is made: see completion.Sided. Where one of both is
	// nil its rows or columns are features of themselves.
	Rows, Columns *linalg.Dense
	Rank          int     // at most; 0 for no limit
	Tol           float64 // the gap, as a share of P, that is enough; 0 for 1e-4
	MaxIter       int     // 0 for 500
	Seed          uint64
	Watch         func(solver.Progress)
}

// Filled is a matrix filled in: At is the entry of a row and a column, Factors what it is made of.
type Filled struct {
	*completion.State
	Lambda float64
	Status solver.Status
}

// LambdaMaxOf is about the least λ of known entries at which nothing but the offsets is there.
func (c Completion) LambdaMaxOf(known *linalg.CSR) (float64, error) {
	c.Lambda = 1
	p := c.problem(known)
	of, err := c.sided(known)
	switch {
	case err != nil:
		return 0, err
	case of != nil:
		if err := of.Check(p); err != nil {
			return 0, err
		}
		return of.LambdaMax(p), nil
	}
	if err := p.Check(); err != nil {
		return 0, err
	}
	return p.LambdaMax(), nil
}

func (c Completion) problem(known *linalg.CSR) completion.Problem {
	mu := cmp.Or(c.Mu, 1)
	if c.NoOffsets {
		mu = math.Inf(1)
	}
	return completion.Problem{Known: known, Lambda: c.Lambda, Mu: mu}
}

// sided has the features of rows and columns, nil where neither has any.
func (c Completion) sided(known *linalg.CSR) (*completion.Sided, error) {
	const most = 4000 // features of themselves
	of := &completion.Sided{X: c.Rows, Z: c.Columns, Tol: c.Tol}
	n, m := known.Dims()
	switch {
	case of.X == nil && of.Z == nil:
		return nil, nil
	case c.Rank > 0:
		return nil, errors.New("a largest rank is of completion without features")
	case of.X == nil && n > most || of.Z == nil && m > most:
		return nil, fmt.Errorf("%d rows, %d columns: of both there must be features where there are more than %d", n, m, most)
	case of.X == nil:
		of.X = linalg.ToDense(linalg.Identity(n))
	case of.Z == nil:
		of.Z = linalg.ToDense(linalg.Identity(m))
	}
	return of, nil
}

// Fit fills in. A fit that its context ended returns what it has and that error.
func (c Completion) Fit(ctx context.Context, known *linalg.CSR) (*Filled, error) {
	return c.from(ctx, known, nil)
}

func (c Completion) from(ctx context.Context, known *linalg.CSR, start *completion.State) (*Filled, error) {
	if !(c.Tol >= 0) || c.MaxIter < 0 || c.Rank < 0 {
		return nil, fmt.Errorf("tolerance %g, %d steps, rank %d: none may be negative", c.Tol, c.MaxIter, c.Rank)
	}
	tol := cmp.Or(c.Tol, 1e-4)
	var last *completion.State
	seq := completion.Alternating{Start: start, Rank: c.Rank, Tol: tol, Seed: c.Seed}.Iterations(ctx, c.problem(known))
	of, err := c.sided(known)
	if err != nil {
		return nil, err
	}
	if of != nil {
		of.Start = start
		seq = of.Iterations(ctx, c.problem(known))
	}
	res, err := solver.Run(solver.Tee(seq, func(s *completion.State) {
		last = s
		if c.Watch != nil {
			c.Watch(s.Progress)
		}
	}), solver.Any(solver.RelGap(tol), solver.MaxIter(cmp.Or(c.MaxIter, 500))))
	if err != nil && (last == nil || math.IsNaN(last.Objective) || solver.Interrupted(ctx) == nil) {
		return nil, err
	}
	return &Filled{State: last, Lambda: c.Lambda, Status: res.Status}, err
}

// Path fills in for several λ, each from the one before: best in descending order. What came before an error is
// returned beside it.
func (c Completion) Path(ctx context.Context, known *linalg.CSR, lambdas []float64) (path []*Filled, err error) {
	var start *completion.State
	for _, c.Lambda = range lambdas {
		f, err := c.from(ctx, known, start)
		if f != nil {
			path, start = append(path, f), f.State
		}
		if err != nil {
			return path, err
		}
	}
	return path, nil
}

// Folds are the roots of the mean squared errors at known entries that were held out, in k folds drawn by a seed, at
// each λ, with their standard errors over folds.
func (c Completion) Folds(
	ctx context.Context, known *linalg.CSR, lambdas []float64, k int,
) (mean, deviation []float64, err error) {
	if k < 2 || len(known.Val) < k {
		return nil, nil, fmt.Errorf("%d folds of %d entries: two folds of one are the least", k, len(known.Val))
	}
	fold := rand.New(rand.NewPCG(c.Seed, 3)).Perm(len(known.Val))
	off := make([][]float64, len(lambdas))
	for f := range k {
		path, err := c.Path(ctx, without(known, func(e int) bool { return fold[e]%k == f }), lambdas)
		if err != nil {
			return nil, nil, err
		}
		for l, filled := range path {
			var sum, count float64
			for i := range known.R {
				for e := known.Ptr[i]; e < known.Ptr[i+1]; e++ {
					if fold[e]%k == f {
						d := known.Val[e] - filled.At(i, int(known.Col[e]))
						sum += d * d
						count++
					}
				}
			}
			off[l] = append(off[l], math.Sqrt(sum/count))
		}
	}
	for _, e := range off {
		m, sd := stat.MeanStdDev(e, nil)
		mean, deviation = append(mean, m), append(deviation, sd/math.Sqrt(float64(k)))
	}
	return mean, deviation, nil
}

// without leaves entries out.
func without(a *linalg.CSR, out func(e int) bool) *linalg.CSR {
	ptr := []int{0}
	var col []int32
	var val []float64
	for i := range a.R {
		for e := a.Ptr[i]; e < a.Ptr[i+1]; e++ {
			if !out(e) {
				col, val = append(col, a.Col[e]), append(val, a.Val[e])
			}
		}
		ptr = append(ptr, len(col))
	}
	return linalg.NewCSR(a.R, a.C, ptr, col, val)
}
