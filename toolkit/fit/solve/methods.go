package solve

import (
	"context"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit/internal/losses"
	"github.com/proxlab/proxlab/toolkit/linalg/independent"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
	"github.com/proxlab/proxlab/toolkit/solver/lowrank"
	"github.com/proxlab/proxlab/toolkit/solver/newton"
)

// mostDecomposed are the flops up to which a singular value decomposition is chosen.
const mostDecomposed = 1e9

// LeastSquares is newton.LeastSquares.
var LeastSquares = &Method{
	Name: "least-squares", Why: "least squares of this size are solved directly, by factors of the matrix",
	Can: func(c *Case) string {
		rows, cols := float64(c.Examples), float64(c.Features)
		switch {
		case !losses.Squares(c.Loss) || c.Penalty != nil || c.Mu > 0 || c.Outputs > 1:
			return "it is for the squared loss of one output without penalty or ridge"
		case rows*cols*math.Min(rows, cols) > mostDecomposed && !c.Moments:
			return fmt.Sprintf("%d × %d examples are too many for a singular value decomposition", c.Examples, c.Features)
		}
		return ""
	},
	Run: func(ctx context.Context, c *Case, p *solver.Problem, _ []float64) solver.Seq[state] {
		// directions that rounding does not tell from dependent ones, where the data are not so exactly, are in the gap
		return states(solver.Tee(newton.LeastSquares{}.Iterations(ctx, p), func(st *newton.LeastSquaresState) {
			if c.Design != nil && st.Rank < st.Full && independent.ExactRank(c.Design()) > st.Rank {
				st.Gap, st.Rounding = st.Gap+st.Open, st.Rounding+st.Open
			}
		}))
	},
	Limit: 1, Patience: 1, Certain: true,
	Bytes: func(c *Case, _ float64) float64 { return 32 * float64(c.Examples) * float64(c.Features) },
}

// CoordinateDescent is coordinate.Descent.
var CoordinateDescent = &Method{
	Name: "coordinate-descent", Why: "the squared loss with a norm over blocks: working sets leave out most features",
	Can: func(c *Case) string {
		if _, ok := losses.Apart(c.Loss).(coordinate.LeastSquares); !ok {
			return "it is for the squared loss"
		}
		return c.noBlocks()
	},
	Run: func(ctx context.Context, c *Case, p *solver.Problem, start []float64) solver.Seq[state] {
		return states(coordinate.Descent{Start: start, Memory: c.Memory}.Iterations(ctx, p))
	},
	Limit: 1000, Patience: 20, Polish: 1e-2, Fresh: true, FewColumns: true, Bytes: bytesOfBlocks,
}

// ProximalNewton is coordinate.ProximalNewton.
var ProximalNewton = &Method{
	Name: "proximal-newton",
	Why:  "a smooth loss with a norm over blocks: few quadratic models, each solved by coordinate descent",
	Can: func(c *Case) string {
		if _, ok := c.Loss.(coordinate.Softmax); ok {
			return c.noBlocksInRows()
		}
		if m, ok := c.Loss.(toolkit.Majorized); ok && !c.Asked && c.Features > c.Examples &&
			m.HessianAt(make([]float64, c.Loss.Len())) == nil {
			return "it bounds the Hessian of a joint loss by a diagonal: many steps with more features than examples"
		}
		if _, ok := losses.Scalar(c.Loss).(toolkit.TwiceDifferentiable); !ok && !losses.Majorized(c.Loss) {
			return "it needs one prediction an example, and second derivatives of the loss " +
				"(toolkit.TwiceDifferentiable), or classes (coordinate.Softmax)"
		}
		return c.noBlocks()
	},
	Run: func(ctx context.Context, c *Case, p *solver.Problem, start []float64) solver.Seq[state] {
		return states(coordinate.ProximalNewton{Start: start, Memory: c.Memory}.Iterations(ctx, p))
	},
	Limit: 200, Patience: 8, Polish: 1e-2, Fresh: true, FromSample: true, Bytes: bytesOfBlocks,
}

// bytesOfBlocks are those of methods that keep columns, and products with them.
func bytesOfBlocks(c *Case, entries float64) float64 {
	return 3*entries + 20*c.weightBytes() + 16*c.predictionBytes()
}

// ProxDescent is coordinate.ProxDescent, for penalties of single weights or blocks that are no sums of Euclidean norms.
var ProxDescent = &Method{
	Name: "prox-descent", Why: "a penalty of single weights or blocks: steps in one at a time, over working sets",
	Can: func(c *Case) string {
		_, single := c.Penalty.(coordinate.Coordinatewise)
		_, blocks := c.Penalty.(coordinate.Blockwise)
		_, curved := losses.Apart(c.Loss).(toolkit.TwiceDifferentiable)
		switch {
		case !single && !blocks:
			return "it is for penalties of single weights (coordinate.Coordinatewise), or disjoint blocks of them " +
				"(coordinate.Blockwise)"
		case !curved:
			return "it needs one prediction an example, and second derivatives of the loss (toolkit.TwiceDifferentiable)"
		}
		return ""
	},
	Run: func(ctx context.Context, _ *Case, p *solver.Problem, start []float64) solver.Seq[state] {
		return states(coordinate.ProxDescent{Start: start}.Iterations(ctx, p))
	},
	Limit: 2000, Patience: 30,
}

// FactoredDescent is lowrank.FactoredDescent.
var FactoredDescent = &Method{
	Name: "factored-descent", Why: "the trace norm without ridge or intercept: the matrix stays in factors",
	Can: func(c *Case) string {
		_, trace := c.Penalty.(lowrank.TraceNorm)
		switch {
		case !trace:
			return "it is for the trace norm"
		case c.Mu > 0 || c.Intercept:
			return "it knows neither ridge nor intercept"
		case math.IsInf(c.Loss.Curvature(), 1):
			return "it needs a smooth loss of bounded second derivatives"
		}
		return ""
	},
	Run: func(ctx context.Context, c *Case, p *solver.Problem, start []float64) solver.Seq[state] {
		method := lowrank.FactoredDescent{}
		if start != nil {
			method.Start = lowrank.FromMatrix(start[:p.Dim()], c.Features, c.Outputs)
		}
		return states(method.Iterations(ctx, p))
	},
	Limit: 20000, Patience: 2000, Polish: 1e-2, ByProducts: true,
}

// NewtonCG is newton.CG.
var NewtonCG = &Method{
	Name: "newton-cg", Why: "a smooth loss without penalty: Newton's method by conjugate gradients",
	Can: func(c *Case) string {
		if c.Penalty != nil || !losses.Curved(c.Loss) {
			return "it is for losses that know their second derivatives, without penalty"
		}
		return ""
	},
	Run: func(ctx context.Context, _ *Case, p *solver.Problem, start []float64) solver.Seq[state] {
		return states(newton.CG{Start: start}.Iterations(ctx, p))
	},
	Limit: 1000, Patience: 8, FreshGap: true, FromSample: true, ByProducts: true,
}

// FISTA is gradient.FISTA. Its gap is not computed at every step: it costs what a step does.
var FISTA = &Method{
	Name: "fista",
	Why: "no quicker method knows this pair: accelerated proximal gradient knows every smooth loss and proxable " +
		"penalty; where it is slow composite goes on",
	Can: func(c *Case) string {
		switch {
		case !losses.Smooth(c.Loss):
			return "it needs a smooth loss"
		case c.Penalty == nil && c.Mu == 0:
			return "it needs a penalty or a ridge"
		case c.Intercept || c.Whole != nil:
			return c.noIntercept()
		}
		return ""
	},
	Run: func(ctx context.Context, _ *Case, p *solver.Problem, start []float64) solver.Seq[state] {
		x0 := make([]float64, p.Dim())
		copy(x0, start)
		return states(gradient.FISTA{Start: x0, CheckEvery: 20}.Iterations(ctx, p))
	},
	Limit: 200000, Patience: 3000, KeepsBest: true, ByProducts: true,
}

// noIntercept says why the best unpenalized weights cannot be found for given others, "" where they can.
func (c *Case) noIntercept() string {
	if losses.Curved(c.Loss) {
		return ""
	}
	return "an intercept needs second derivatives of the loss (toolkit.TwiceDifferentiable or toolkit.Hessian)"
}

// noBlocks says why methods that go through blocks cannot, "" where they can.
func (c *Case) noBlocks() string {
	switch {
	case !coordinate.HasBlocks(c.Penalty, c.Features*c.Outputs):
		return "it is for penalties that are sums of norms over blocks (toolkit.BlockNorm, toolkit.SignedNorm)"
	case ridgeOnly(c.Penalty, c.Mu, c.Features, c.Outputs) != nil:
		return "with a ridge it needs every feature in a group of positive weight"
	}
	return ""
}

// noBlocksInRows says why methods that go through blocks of a feature's weights cannot, "" where they can.
func (c *Case) noBlocksInRows() string {
	groups, omega, _, ok := coordinate.BlocksOf(c.Penalty, c.Features*c.Outputs)
	if !ok {
		return c.noBlocks()
	}
	for _, group := range groups {
		for _, i := range group {
			if i/c.Outputs != group[0]/c.Outputs {
				return "of several classes it needs blocks of weights of one feature each"
			}
		}
	}
	for g, w := range omega {
		if w == 0 && (c.Mu == 0 || groups != nil) {
			return fmt.Sprintf("of several classes it needs a positive weight for every block, and that of %d is 0", g+1)
		}
	}
	return ""
}

// states forgets the type of a solver's states.
func states[S state](seq solver.Seq[S]) solver.Seq[state] {
	return func(yield func(state, error) bool) {
		for st, err := range seq {
			if !yield(st, err) {
				return
			}
		}
	}
}

// ridgeOnly are the features that the ridge is on and Ω is not.
func ridgeOnly(penalty toolkit.Proxable, mu float64, d, k int) []int {
	s, ok := penalty.(prox.Splitting)
	if !ok || mu == 0 || k > 1 {
		return nil
	}
	apart, _ := s.Split(d)
	return apart
}
