package fit

import (
	"context"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit/internal/moments"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
)

// Examples are worth compressing where they are so many times as many as features, of which there are at most so many;
// for one fit of all, fewer, as a solver may need few of them; for fits along a path, fewer examples do.
const (
	compressFrom     = 8
	compressPathFrom = 3
	mostFeatures     = 1000
	mostAtOnce       = 256
)

// squares tells whether the loss is the squared one of one output, on examples that are stored row by row.
func (in *input) squares() bool {
	return in.leastSquares() && linalg.IsDense(in.data.X) && in.given.Y != nil
}

func (in *input) leastSquares() bool {
	_, squares := in.loss.(coordinate.LeastSquares)
	return squares && in.k == 1 && in.tasks == nil
}

// compressible tells whether second moments of so many of the examples do.
func (in *input) compressible(examples int) bool {
	from := compressFrom
	if in.path {
		from = compressPathFrom
	}
	return in.leastSquares() && in.n == len(in.given.Y) && in.d <= mostFeatures && examples >= from*(in.d+1)
}

// byMoments tells whether moments may do for all examples.
func (in *input) byMoments() bool {
	if !in.squares() || !in.compressible(in.n) || in.d > mostAtOnce && !in.path {
		return false
	}
	if in.penalty == nil {
		return true
	}
	_, conjugate := in.penalty.(toolkit.Conjugate)
	groups, omega, _, ok := coordinate.BlocksOf(in.penalty, in.d)
	if !ok || !conjugate {
		return false
	}
	count := len(omega)
	if groups != nil {
		count = 0
		for _, g := range groups {
			count += len(g)
		}
	}
	return count == in.d && floats.Min(omega) > 0
}

// origins is a point near the means (x̄, ȳ) of some examples, all where rows is nil; 0 without an intercept.
func (in *input) origins(rows []int) []float64 {
	if !in.asked.Intercept {
		return make([]float64, in.d+1)
	}
	return moments.Around(in.data.X.(linalg.StoredRows), in.data.Y, rows) //nolint:errcheck // squares asks
}

// momentsOf are those of some examples about a point; of all where rows is nil. When the context ends, they are not
// complete.
func (in *input) momentsOf(ctx context.Context, at []float64, rows []int) *moments.Moments {
	c := in.c
	if rows != nil {
		c = selected(c, rows)
	}
	return moments.Of(ctx, in.data.X, in.data.Y, at, c, rows)
}
