package fit

import (
	"context"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit/internal/losses"
	"github.com/proxlab/proxlab/toolkit/fit/internal/moments"
	"github.com/proxlab/proxlab/toolkit/fit/internal/nonzero"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
)

// Examples are worth compressing where they are nonzero.CompressFrom times as many as features, of which there are at
// most so many; for one fit of all, fewer, as a solver may need few of them: nonzero.MostAtOnce, and up to mostFar
// where λ is at most farShare of λ_max, as so many examples tell. For fits along a path, fewer examples do. Of outputs
// there are at most so many times as many as features: moments of two targets are of no use.
const (
	compressPathFrom = 3
	mostFeatures     = 1000
	mostFar          = 512
	farShare         = 0.05
	farExamples      = 256
	mostOutputs      = 16
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
	from := nonzero.CompressFrom
	if in.path {
		from = compressPathFrom
	}
	return in.leastSquares() && in.n == len(in.given.Y) && in.d <= mostFeatures && examples >= from*(in.d+1)
}

// compressibleOutputs tells whether the loss is the squared one of several outputs, of examples that are stored row by
// row, all count alike and are many beside features and outputs.
func (in *input) compressibleOutputs() bool {
	of, several := in.loss.(loss.OutputTargets)
	if several {
		_, several = of.Targets()
	}
	most := min(mostOutputs*in.d, mostFeatures-in.d)
	return several && in.k <= most && linalg.IsDense(in.data.X) && in.n >= nonzero.CompressFrom*(in.d+in.k)
}

// byMoments tells whether moments may do for all examples.
func (in *input) byMoments() bool {
	one := in.compressible(in.n) && (in.squares() || in.given.Y != nil && nonzero.Moments(in.data.X))
	if !one && !in.compressibleOutputs() || in.d > mostFar && !in.path {
		return false
	}
	if in.penalty == nil {
		return true
	}
	_, conjugate := in.penalty.(toolkit.Conjugate)
	groups, omega, _, ok := coordinate.BlocksOf(in.penalty, in.d*in.k)
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
	return count == in.d*in.k && floats.Min(omega) > 0 && (in.path || in.d <= nonzero.MostAtOnce || in.far())
}

// sharing tells whether tasks share examples of a squared loss, and the method is one for outputs, too.
func (in *input) sharing() bool {
	if of := in.asked.Method; in.shared == nil || !losses.Squares(in.loss) || !of.Free() && !of.FewColumns {
		return false
	}
	_, _, _, ok := coordinate.BlocksOf(in.penalty, in.d*in.k)
	return ok
}

// isFar tells whether λ is far from λ_max, as ‖·‖° of the products of some examples, evenly spread, tells: of
// features about their means and as they are scaled. Weights of examples are not looked at.
func (in *input) isFar() bool {
	x := in.features().(linalg.StoredRows) //nolint:errcheck // dense rows were asked for
	of := moments.Sampled(x, in.targets(), in.origins(nil), farExamples, in.asked.Standardize)
	most := in.penalty.(toolkit.Conjugate).Polar(of) //nolint:errcheck // byMoments asks
	return in.asked.Lambda <= farShare*most
}

// targets are those of examples, n×k.
func (in *input) targets() []float64 {
	if of, several := in.loss.(loss.OutputTargets); several {
		y, _ := of.Targets()
		return y
	}
	return in.data.Y
}

// origins is a point near the means (x̄, ȳ) of some examples, all where rows is nil; 0 without an intercept.
func (in *input) origins(rows []int) []float64 {
	if !in.asked.Intercept {
		return make([]float64, in.d+in.k)
	}
	return moments.Around(in.features().(linalg.StoredRows), in.targets(), rows) //nolint:errcheck // dense rows are asked
}

// momentsOf are those of some examples about a point; of all where rows is nil. When the context ends, they are not
// complete.
func (in *input) momentsOf(ctx context.Context, at []float64, rows []int) *moments.Moments {
	c := in.c
	if rows != nil {
		c = selected(c, rows)
	}
	return moments.Of(ctx, in.features(), in.targets(), at, c, rows)
}
