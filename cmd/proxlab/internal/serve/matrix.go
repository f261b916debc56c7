package serve

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit/fit/matrices"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/completion"
	"github.com/proxlab/proxlab/toolkit/solver/dictionary"
)

// learnMatrix learns a matrix. What is known of it is one of the answer's fits.
func learnMatrix(ctx context.Context, a matrixAsk, data *held, with arrays) (*answer, error) {
	if a.Kind == "completion" {
		return complete(ctx, a, data)
	}
	x := linalg.ToDense(data.X)
	coder := dictionary.Coder{Lambda: a.Lambda, Nonnegative: a.Positive}
	switch a.Kind {
	case "covariance":
		g, err := matrices.GraphicalLasso{Lambda: a.Lambda, Tol: a.Tol, MaxIter: a.MaxIter}.Fit(ctx, x)
		if err != nil {
			return nil, err
		}
		out := knownOf(g.Objective, g.Gap, g.Status, "quic", g.Iterations)
		out.with("precision", g.Precision.Data)
		out.with("covariance", g.Covariance.Data)
		return out, nil
	case "atoms":
		l, err := matrices.Dictionary{
			Atoms: a.Atoms, Coder: coder, Passes: a.Passes, Seed: a.Seed, NonnegativeAtoms: a.PositiveAtoms,
		}.Learn(ctx, x)
		if err != nil {
			return nil, err
		}
		out := knownOf(l.Objective, math.NaN(), solver.Converged, "online", l.Steps)
		out.with("atoms", l.D.Data)
		return out, nil
	case "codes":
		atoms := with.floats["atoms"]
		if x.C == 0 || len(atoms) == 0 || len(atoms)%x.C != 0 {
			return nil, fmt.Errorf("%d numbers are no atoms of %d each", len(atoms), x.C)
		}
		codes, err := coder.Encode(ctx, linalg.NewDense(len(atoms)/x.C, x.C, atoms), x)
		if err != nil {
			return nil, err
		}
		out := knownOf(codes.Objective, codes.Gap, solver.Converged, "homotopy", 1)
		out.with("codes", linalg.ToDense(codes.Alpha).Data)
		return out, nil
	case "separation":
		return separate(ctx, a, x)
	}
	return nil, fmt.Errorf("%.40q is no kind of matrix", a.Kind)
}

// separate parts a matrix into the arrays low and sparse.
func separate(ctx context.Context, a matrixAsk, x *linalg.Dense) (*answer, error) {
	if a.MaxIter < 1 || !(a.Tol > 0) {
		return nil, errors.New("the tolerance and the number of steps must be positive")
	}
	var last *completion.Separated
	of := completion.Separation{M: x, Lambda: a.Lambda, Kappa: a.Kappa}
	res, err := solver.Run(solver.Tee(of.Iterations(ctx), func(s *completion.Separated) { last = s }),
		solver.Any(solver.RelGap(a.Tol), solver.MaxIter(a.MaxIter)))
	if err != nil {
		return nil, err
	}
	out := knownOf(res.Objective, res.Gap, res.Status, "fista", res.Iter)
	out.Fits[0].Rank = &last.Rank
	out.with("low", last.L)
	out.with("sparse", last.S)
	return out, nil
}

// complete fills in a matrix of which the entries that are stored are known, of a dense one those that are not 0. The
// arrays are mean, rows and columns, the offsets, left and right, whose product is of low rank, and lambda.
func complete(ctx context.Context, a matrixAsk, data *held) (*answer, error) {
	known := linalg.ToCSR(data.X)
	of := matrices.Completion{Lambda: a.Lambda, Mu: a.Kappa, Rank: a.Rank, Tol: a.Tol, MaxIter: a.MaxIter, Seed: a.Seed}
	if a.Share {
		most, err := of.LambdaMaxOf(known)
		if err != nil {
			return nil, err
		}
		of.Lambda *= most
	}
	filled, err := of.Fit(ctx, known)
	if err != nil {
		return nil, err
	}
	out := knownOf(filled.Objective, filled.Gap, filled.Status, "alternating", filled.Iter)
	rank := filled.Rank()
	out.Fits[0].Rank = &rank
	left, right, rows, columns := filled.Factors()
	for name, v := range map[string][]float64{
		"left": left.Data, "right": right.Data, "rows": rows, "columns": columns, "mean": {filled.Mean},
		"lambda": {filled.Lambda},
	} {
		out.with(name, v)
	}
	return out, nil
}

// knownOf is an answer with what is known of it; the gap is NaN where it is not.
func knownOf(objective, gap float64, status solver.Status, method string, steps int) *answer {
	kind := model.DualityGap
	if math.IsNaN(gap) {
		kind = model.NoGap
	}
	return &answer{found: &found{Fits: []fitted{{
		Objective: finite(objective), Gap: finite(gap), GapKind: string(kind), Status: string(status),
		Solver: method, Iter: steps,
	}}}}
}
