package solve

import (
	"context"
	"fmt"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit/internal/losses"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/bundle"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
	"github.com/proxlab/proxlab/toolkit/solver/multipliers"
	"github.com/proxlab/proxlab/toolkit/solver/newton"
)

// Features up to which methods that factor a matrix of that size are chosen: where others can too, and where none knows
// the intercept, or it was asked for.
const (
	mostFactored = 2000
	mostInterior = 5000
)

// SemismoothNewton is newton.Semismooth.
var SemismoothNewton = &Method{
	Name: "semismooth-newton",
	Why: "a support vector machine of few features: working sets near the margin, or an interior point for small μ; " +
		"passes of dual coordinate descent come first where they are cheap beside these, until they fall behind",
	Can: (*Case).noInterior,
	Run: inRowSpace(func(ctx context.Context, p *solver.Problem) solver.Seq[state] {
		return states(newton.Semismooth{}.Iterations(ctx, p))
	}),
	First: func(c *Case, p *solver.Problem) (*Method, int) { return c.passesFirst(p) },
	Limit: 300, Patience: 20, Bytes: bytesOfFactors,
}

// InteriorPoint is newton.InteriorPoint.
var InteriorPoint = &Method{
	Name: "interior-point", Why: "a support vector machine of few features: a small μ costs nothing",
	Can: (*Case).noInterior,
	Run: inRowSpace(func(ctx context.Context, p *solver.Problem) solver.Seq[state] {
		return states(newton.InteriorPoint{}.Iterations(ctx, p))
	}),
	Limit: 300, Patience: 15, Bytes: bytesOfFactors,
}

// inRowSpace is a method that factors a matrix of all features, on as many as there are examples where these are fewer,
// and dense.
func inRowSpace(
	run func(context.Context, *solver.Problem) solver.Seq[state],
) func(context.Context, *Case, *solver.Problem, []float64) solver.Seq[state] {
	return func(ctx context.Context, _ *Case, p *solver.Problem, _ []float64) solver.Seq[state] {
		if !linalg.IsDense(p.A) || !isSpanned(p.A.Dims()) {
			return run(ctx, p)
		}
		s := p.InRowSpace()
		return s.Iterations(run(ctx, s.Problem))
	}
}

// bytesOfFactors are those of methods that factor a matrix of all features, and may go on to one another.
func bytesOfFactors(c *Case, entries float64) float64 {
	size := float64(c.spanned())
	return 5*entries + 32*size*size + 24*c.predictionBytes()
}

// noInterior says why methods for support vector machines that factor a matrix of the features cannot, "" where they
// can.
func (c *Case) noInterior() string {
	most := mostFactored
	if c.Intercept || c.Asked {
		most = mostInterior
	}
	switch {
	case !losses.Hinge(c.Loss) || c.Penalty != nil || c.Outputs > 1:
		return "it is for the hinge loss of one output without penalty"
	case c.spanned() > most:
		return fmt.Sprintf("%d features are too many for it: it factors a matrix of that size", c.spanned())
	}
	return ""
}

// DualCoordinateDescent is coordinate.DualDescent.
var DualCoordinateDescent = &Method{
	Name: "dual-coordinate-descent",
	Why:  "a loss with kinks and a ridge alone: a step costs the nonzeros of one example",
	Can: func(c *Case) string {
		switch {
		case !losses.Kinked(c.Loss) || c.Penalty != nil || c.Outputs > 1 || !(c.Mu > 0):
			return "it is for losses of one output with kinks and a known envelope, such as the hinge, and a ridge alone"
		case !c.Asked && !losses.Hinge(c.Loss) && c.Features <= mostFactored:
			return "it is slow where μ is small, and there are few features"
		case c.Intercept:
			return "it knows no intercept: a feature that is 1 everywhere is one with a little ridge"
		}
		return ""
	},
	Run: func(ctx context.Context, c *Case, p *solver.Problem, _ []float64) solver.Seq[state] {
		return states(coordinate.DualDescent{Seed: c.Seed}.Iterations(ctx, p))
	},
	Limit: 20000, Patience: 20000,
}

// Multipliers is multipliers.Method.
var Multipliers = &Method{
	Name: "multipliers", Why: "a loss with kinks: few smooth problems, each solved by a method for those",
	Can: func(c *Case) string {
		_, conjugate := c.Penalty.(toolkit.Conjugate)
		switch {
		case !losses.Kinked(c.Loss):
			return "it is for losses with kinks and a known envelope (toolkit.MoreauEnvelope)"
		case c.Mu == 0 && !conjugate:
			return "it needs μ > 0, or a penalty whose conjugate is known (toolkit.Conjugate)"
		case !c.Asked && c.stationary():
			return "where P is not convex it has no bound, and it knows no residual"
		}
		return ""
	},
	Run: func(ctx context.Context, c *Case, p *solver.Problem, start []float64) solver.Seq[state] {
		return states(multipliersFor(c, start).Iterations(ctx, p))
	},
	Limit: 200, Patience: 20,
}

// stationary tells whether a penalty is concave in single weights, and no ridge makes P convex at λ = 1.
func (c *Case) stationary() bool {
	weak, concave := c.Penalty.(solver.WeaklyConvex)
	_, bent := c.Penalty.(coordinate.CurvedWeights)
	return concave && bent && c.Mu < weak.WeakConvexity()
}

// multipliersFor is the method of multipliers with a solver of smooth losses that suits the penalty.
func multipliersFor(c *Case, start []float64) multipliers.Method {
	out := multipliers.Method{Start: start}
	switch {
	case c.Penalty == nil:
		out.Inner = func(ctx context.Context, sub *solver.Problem, start []float64) solver.Seq[state] {
			return solver.FirstWeights(states(newton.CG{Start: start}.Iterations(ctx, sub)), sub.Dim())
		}
	case c.noBlocks() == "":
		out.Inner = func(ctx context.Context, sub *solver.Problem, start []float64) solver.Seq[state] {
			return states(coordinate.ProximalNewton{Start: start}.Iterations(ctx, sub))
		}
	default:
		out.MaxInner = 3000
		out.Inner = func(ctx context.Context, sub *solver.Problem, start []float64) solver.Seq[state] {
			if convexByRidge(sub) {
				return states(coordinate.ProxDescent{Start: start}.Iterations(ctx, sub))
			}
			return states(gradient.FISTA{Start: start[:sub.Dim()]}.Iterations(ctx, sub))
		}
	}
	return out
}

// convexByRidge tells whether it is the ridge alone that makes a penalty of single weights convex, such as MCP: steps
// in one weight at a time do not see units of features, as those of FISTA do. Where nothing makes it convex the
// minima that they find are higher.
func convexByRidge(p *solver.Problem) bool {
	_, single := p.Penalty.(coordinate.Coordinatewise)
	w, weak := p.Penalty.(solver.WeaklyConvex)
	return single && weak && w.WeakConvexity() > 0 && p.WeakConvexity() == 0
}

// Bundle is bundle.Stabilized, for any convex loss with a ridge alone. Methods that know more of the loss are quicker:
// it is the last, and there to be asked for.
var Bundle = &Method{
	Name: "bundle", Why: "a convex loss and a ridge: planes below the loss around the best weights so far",
	Can: func(c *Case) string {
		switch {
		case c.Penalty != nil || !(c.Mu > 0):
			return "it is for a ridge alone"
		case c.Intercept:
			return c.noIntercept()
		}
		return ""
	},
	Run: func(ctx context.Context, _ *Case, p *solver.Problem, start []float64) solver.Seq[state] {
		c := bundle.Config{Lambda: p.Mu}
		if least, ok := leastLoss(p); ok {
			c.Bounded, c.Least = true, least
		}
		if start != nil {
			c.Start = start[:p.Dim()] // the unpenalized ones follow
		}
		return states(bundle.Stabilized{Config: c, Units: bundle.UnitsOf(p)}.Iterations(ctx, bundle.Risk{Problem: p}))
	},
	Limit: 20000, Patience: 2000,
}

// leastLoss is the least that a loss of one prediction an example can be, −Σ_i c_i ℓ_i*(0), where it is finite.
func leastLoss(p *solver.Problem) (least float64, ok bool) {
	l, ok := p.Separable()
	if !ok {
		return 0, false
	}
	for i := range l.Len() {
		least -= l.Weight(i) * l.Conjugate(i, 0)
	}
	return least, solver.Finite(least)
}

// Nanoseconds of a factor's operation, of one of sparse products, of a dense and a sparse entry in a pass, of a sparse
// example in a step of semismooth Newton, of which there are about so many, or fewer where samples come first; and in
// a visit of dual coordinate descent, an iteration of which is worth so many passes, with its gap and its own steps,
// or so long for each feature in visits by the Gram matrix of the examples; and the fewest iterations that are worth a
// trial. Trials get half the time that the other method is predicted to take, or all of it where examples are sparse
// and no samples come first: what is slow on these is that method. They end long before where they are not going to be
// done in it.
const (
	operationTime = 1. / 16
	sparseTime    = 1
	denseEntry    = 1
	sparseEntry   = 3
	exampleTime   = 64
	newtonSteps   = 8
	sampledSteps  = 3
	visitTime     = 16
	gramVisits    = 640
	trialPasses   = 5
	fewestTrial   = 3
	mostTrial     = 1000
)

// passesFirst are the passes of dual coordinate descent that cost what semismooth Newton's method does, whose steps
// factor a matrix of the features, of products of the examples, or half of that: where they are many, they come first.
func (c *Case) passesFirst(p *solver.Problem) (first *Method, most int) {
	n, d, size := float64(c.Examples), float64(c.Features), float64(c.spanned())
	entries, step, visits, share := n*d, n*size*size*operationTime, 0., 0.5
	if sparse, ok := p.A.(coordinate.Counted); ok && !linalg.IsDense(p.A) {
		entries, share = float64(sparse.NNZ()), 1
		step, visits = entries*entries/n*sparseTime+exampleTime*n, visitTime*n
	}
	iteration := trialPasses * (denseEntry*entries + visits)
	if linalg.IsDense(p.A) && d >= 2*n { // its passes are by the Gram matrix of the examples
		iteration = denseEntry*entries + gramVisits*d
	}
	steps := float64(newtonSteps)
	if newton.Samples(c.Examples, c.spanned()) {
		steps, share = sampledSteps, 0.5
	}
	own := steps * (size*size*size/3*operationTime + step)
	if size < d {
		own += 6 * n * entries * operationTime // for a basis of the rows
	}
	most = min(int(share*own/iteration), mostTrial)
	switch {
	case size < d: // few iterations do, or none: examples are far from one another
		most = max(most, fewestTrial)
	case most < fewestTrial:
		return nil, 0
	}
	return DualCoordinateDescent, most
}
