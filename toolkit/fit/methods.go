package fit

import (
	"context"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/lowrank"

	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
	"github.com/proxlab/proxlab/toolkit/solver/newton"
)

// Sizes up to which methods that factor matrices are chosen: flops of a singular value decomposition, and features of
// an interior point.
const (
	mostDecomposed = 1e9
	mostFactored   = 2000
	mostInterior   = 5000
)

// methods are those of Linear, the quickest for its kind of problem first.
var methods = []method{
	{
		name: LeastSquares, why: "least squares of this size are solved directly, by factors of the matrix",
		can: func(p *Prepared) string {
			rows, cols := float64(p.n), float64(p.d)
			switch {
			case !p.leastSquares() || p.penalty != nil || p.Mu > 0 || p.k > 1:
				return "it is for the squared loss of one output without penalty or ridge"
			case rows*cols*math.Min(rows, cols) > mostDecomposed && !p.byMoments():
				return fmt.Sprintf("%d × %d examples are too many for a singular value decomposition", p.n, p.d)
			}
			return ""
		},
		run: leastSquares, limit: 1, patience: 1,
	},
	{
		name: CoordinateDescent, why: "the squared loss with a norm over blocks: working sets leave out most features",
		can: func(p *Prepared) string {
			if _, ok := p.apart().(coordinate.LeastSquares); !ok {
				return "it is for the squared loss"
			}
			return p.noBlocks()
		},
		run: func(ctx context.Context, p *Prepared, problem *solver.Problem, start []float64) solver.Seq[state] {
			return states(coordinate.Descent{Start: start, Memory: p.memory}.Iterations(ctx, problem))
		}, limit: 1000, patience: 20, fresh: true,
	},
	{
		name: ProximalNewton,
		why:  "a smooth loss with a norm over blocks: few quadratic models, each solved by coordinate descent",
		can: func(p *Prepared) string {
			if _, ok := p.bound.(coordinate.Softmax); ok {
				return p.noBlocksInRows()
			}
			if p.joint() != nil && p.d > p.n && p.Method != ProximalNewton {
				return "it bounds the Hessian of a joint loss by a diagonal: many steps with more features than examples"
			}
			if _, ok := p.scalar().(toolkit.TwiceDifferentiable); !ok && !p.majorized() {
				return "it needs one prediction an example, and second derivatives of the loss " +
					"(toolkit.TwiceDifferentiable), or classes (coordinate.Softmax)"
			}
			return p.noBlocks()
		},
		run: func(ctx context.Context, _ *Prepared, problem *solver.Problem, start []float64) solver.Seq[state] {
			return states(coordinate.ProximalNewton{Start: start}.Iterations(ctx, problem))
		}, limit: 200, patience: 8, fresh: true,
	},
	proxDescent,
	{
		name: FactoredDescent, why: "the trace norm without ridge or intercept: the matrix stays in factors",
		can: func(p *Prepared) string {
			_, trace := p.penalty.(lowrank.TraceNorm)
			switch {
			case !trace:
				return "it is for the trace norm"
			case p.Mu > 0 || p.Intercept:
				return "it knows neither ridge nor intercept"
			case math.IsInf(p.bound.Curvature(), 1):
				return "it needs a smooth loss of bounded second derivatives"
			}
			return ""
		},
		run: factoredDescent, limit: 20000, patience: 2000, polish: 1e-2,
	},
	{
		name: NewtonCG, why: "a smooth loss without penalty: Newton's method by conjugate gradients",
		can: func(p *Prepared) string {
			if p.penalty != nil || !p.curved() {
				return "it is for losses that know their second derivatives, without penalty"
			}
			return ""
		},
		run: newtonCG, limit: 1000, patience: 8,
	},
	{
		name: SemismoothNewton,
		why:  "a support vector machine of few features: working sets near the margin, or an interior point for small μ",
		can:  func(p *Prepared) string { return p.noInterior(SemismoothNewton) },
		run: func(ctx context.Context, _ *Prepared, problem *solver.Problem, _ []float64) solver.Seq[state] {
			return states(newton.Semismooth{}.Iterations(ctx, problem))
		}, limit: 300, patience: 20,
	},
	{
		name: InteriorPoint, why: "a support vector machine of few features: a small μ costs nothing",
		can: func(p *Prepared) string { return p.noInterior(InteriorPoint) },
		run: func(ctx context.Context, _ *Prepared, problem *solver.Problem, _ []float64) solver.Seq[state] {
			return states(newton.InteriorPoint{}.Iterations(ctx, problem))
		}, limit: 300, patience: 15,
	},
	{
		name: DualCoordinateDescent,
		why:  "a loss with kinks and a ridge alone: a step costs the nonzeros of one example",
		can: func(p *Prepared) string {
			switch {
			case !p.kinked() || p.penalty != nil || p.k > 1 || !(p.Mu > 0):
				return "it is for losses of one output with kinks and a known envelope, such as the hinge, and a ridge alone"
			case p.Method != DualCoordinateDescent && !p.hinge() && p.d <= mostFactored:
				return "it is slow where μ is small, and there are few features"
			case p.Intercept:
				return "it knows no intercept: a feature that is 1 everywhere is one with a little ridge"
			}
			return ""
		},
		run: func(ctx context.Context, p *Prepared, problem *solver.Problem, _ []float64) solver.Seq[state] {
			return states(coordinate.DualDescent{Seed: p.Seed}.Iterations(ctx, problem))
		}, limit: 20000, patience: 20000,
	},
	{
		name: Multipliers, why: "a loss with kinks: few smooth problems, each solved by a method for those",
		can: func(p *Prepared) string {
			_, conjugate := p.penalty.(toolkit.Conjugate)
			switch {
			case !p.kinked():
				return "it is for losses with kinks and a known envelope (toolkit.MoreauEnvelope)"
			case p.Mu == 0 && !conjugate:
				return "it needs μ > 0, or a penalty whose conjugate is known (toolkit.Conjugate)"
			}
			return ""
		},
		run: byMultipliers, limit: 200, patience: 20,
	},
	{
		name: FISTA,
		why:  "no quicker method knows this pair: accelerated proximal gradient knows every smooth loss and proxable penalty",
		can: func(p *Prepared) string {
			switch {
			case !p.smooth():
				return "it needs a smooth loss"
			case p.penalty == nil && p.Mu == 0:
				return "it needs a penalty or a ridge"
			case (p.Intercept || p.flat != nil) && !p.curved():
				return "an intercept needs second derivatives of the loss (toolkit.TwiceDifferentiable or toolkit.Hessian)"
			}
			return ""
		},
		run: func(ctx context.Context, _ *Prepared, problem *solver.Problem, start []float64) solver.Seq[state] {
			x0 := make([]float64, problem.Dim())
			copy(x0, start)
			return states(gradient.FISTA{CheckEvery: fistaCheck, Start: x0}.Iterations(ctx, problem))
		}, limit: 200000, patience: 3000,
	},
	bundleMethod,
}

// fistaCheck is how often FISTA's gap is computed: it costs what an iteration does.
const fistaCheck = 20

// scalar is the loss of one prediction an example; nil for several.
func (p *Prepared) scalar() toolkit.Separable {
	switch l := p.bound.(type) {
	case toolkit.Separable:
		return l
	case Tasked:
		return l.Each()
	}
	return nil
}

// apart is the loss of one prediction an example, or of several outputs that are apart; nil for others.
func (p *Prepared) apart() toolkit.Separable {
	if l, ok := p.bound.(coordinate.ByOutput); ok {
		return l.ByOutput()
	}
	return p.scalar()
}

// leastSquares tells whether the loss is ½(f − y)².
func (p *Prepared) leastSquares() bool {
	_, ok := p.scalar().(coordinate.LeastSquares)
	return ok
}

// hinge tells whether the problem is a support vector machine.
func (p *Prepared) hinge() bool {
	_, ok := p.scalar().(Margin)
	return ok && p.penalty == nil
}

// curved tells whether the loss knows its second derivatives.
func (p *Prepared) curved() bool {
	if l := p.scalar(); l != nil {
		_, ok := l.(toolkit.TwiceDifferentiable)
		return ok
	}
	_, ok := p.bound.(toolkit.Hessian)
	return ok
}

// smooth tells whether the loss has a gradient.
func (p *Prepared) smooth() bool {
	return !math.IsInf(p.bound.Curvature(), 1) || p.curved() || p.majorized()
}

// noBlocks says why methods that go through blocks cannot, "" where they can.
func (p *Prepared) noBlocks() string {
	_, ok := p.penalty.(toolkit.BlockNorm)
	switch {
	case !ok:
		return "it is for penalties that are sums of norms over blocks (toolkit.BlockNorm)"
	case p.ridgeOnly() != nil:
		return "with a ridge it needs every feature in a group of positive weight"
	}
	return ""
}

// noBlocksInRows says why methods that go through blocks of a feature's weights cannot, "" where they can.
func (p *Prepared) noBlocksInRows() string {
	norm, ok := p.penalty.(toolkit.BlockNorm)
	if !ok {
		return p.noBlocks()
	}
	groups, omega := norm.Blocks(p.d * p.k)
	for _, group := range groups {
		for _, i := range group {
			if i/p.k != group[0]/p.k {
				return "of several classes it needs blocks of weights of one feature each"
			}
		}
	}
	for g, w := range omega {
		if w == 0 && (p.Mu == 0 || groups != nil) {
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

func factoredDescent(ctx context.Context, p *Prepared, problem *solver.Problem, start []float64) solver.Seq[state] {
	c := lowrank.FactoredDescent{}
	if start != nil {
		c.Start = lowrank.FromMatrix(start[:p.d*p.k], p.d, p.k)
	}
	return states(c.Iterations(ctx, problem))
}

func newtonCG(ctx context.Context, p *Prepared, problem *solver.Problem, start []float64) solver.Seq[state] {
	seq := newton.CG{Start: start}.Iterations(ctx, problem)
	if p.Mu > 0 {
		return certified(seq, problem)
	}
	return states(seq)
}

// leastSquares adds to the gap what directions hold that were taken as dependent, where the data are not so exactly.
func leastSquares(ctx context.Context, p *Prepared, problem *solver.Problem, _ []float64) solver.Seq[state] {
	return states(solver.Tee(newton.LeastSquares{}.Iterations(ctx, problem), func(st *newton.LeastSquaresState) {
		if st.Rank < st.Full && linalg.ExactRank(p.withOnes()) > st.Rank {
			st.Gap += st.Open
		}
	}))
}
