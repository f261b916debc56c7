package fit

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/proxlab/proxlab/toolkit/solver"
)

// Method names the solver of a Linear.
type Method string

// The methods. Auto is the first in Methods' order that can.
const (
	Auto                  Method = "auto"
	LeastSquares          Method = "least-squares"           // a singular value decomposition
	CoordinateDescent     Method = "coordinate-descent"      // coordinate.Descent
	ProximalNewton        Method = "proximal-newton"         // coordinate.ProximalNewton
	FactoredDescent       Method = "factored-descent"        // lowrank.FactoredDescent
	NewtonCG              Method = "newton-cg"               // newton.CG
	InteriorPoint         Method = "interior-point"          // newton.InteriorPoint
	DualCoordinateDescent Method = "dual-coordinate-descent" // coordinate.DualDescent
	FISTA                 Method = "fista"                   // gradient.FISTA
)

// Methods are all of them, but Auto.
func Methods() []Method {
	var out []Method
	for _, m := range methods {
		out = append(out, m.name)
	}
	return out
}

// state is what the states of all solvers have.
type state interface {
	solver.Reporter
	solver.Pointed
}

// method is a way to solve a linearProblem. can says why it cannot, "" where it can. patience is how many iterations in a row without gain mean that
// rounding allows no more; limit is the default of MaxIter.
type method struct {
	name            Method
	why             string
	can             func(p *linearProblem) string
	run             func(ctx context.Context, p *linearProblem, lambda float64, start []float64) solver.Seq[state]
	limit, patience int
}

// Sizes up to which methods that factor matrices are chosen: flops of a singular value decomposition, and features of an interior point.
const (
	mostDecomposed = 1e9
	mostFactored   = 2000
	mostInterior   = 5000
)

var methods = []method{
	{
		LeastSquares, "least squares of this size are solved directly, by a singular value decomposition",
		func(p *linearProblem) string {
			rows, cols := float64(p.n), float64(p.d)
			switch {
			case p.Loss != Squared || p.Penalty != NoPenalty || p.Mu > 0:
				return "it is for the squared loss without penalty or ridge"
			case rows*cols*math.Min(rows, cols) > mostDecomposed:
				return fmt.Sprintf("%d × %d examples are too many for a singular value decomposition", p.n, p.d)
			}
			return ""
		}, leastSquares, 1, 1,
	},
	{
		CoordinateDescent, "the squared loss with a norm over blocks: working sets leave out most features",
		func(p *linearProblem) string { return p.noBlocks(Squared) }, coordinateDescent, 1000, 20,
	},
	{
		ProximalNewton, "a smooth loss with a norm over blocks: few quadratic models, each solved by coordinate descent",
		func(p *linearProblem) string { return p.noBlocks(Logistic) }, proximalNewton, 200, 8,
	},
	{
		FactoredDescent, "the trace norm without ridge or intercept: the matrix stays in factors",
		func(p *linearProblem) string {
			switch {
			case p.Penalty != Trace:
				return "it is for the trace norm"
			case p.Mu > 0 || p.free != nil:
				return "it knows neither ridge nor intercept"
			}
			return ""
		}, factoredDescent, 20000, 2000,
	},
	{
		NewtonCG, "a smooth loss without penalty: Newton's method by conjugate gradients",
		func(p *linearProblem) string {
			if p.Penalty != NoPenalty || p.Loss == Hinge {
				return "it is for smooth losses without penalty"
			}
			return ""
		}, newtonCG, 1000, 8,
	},
	{
		InteriorPoint, "a support vector machine of few features: a small μ costs nothing",
		func(p *linearProblem) string {
			most := mostFactored
			if p.Intercept || p.Method == InteriorPoint { // no other knows the intercept, or it was asked for
				most = mostInterior
			}
			switch {
			case p.Loss != Hinge:
				return "it is for the hinge loss"
			case p.d > most:
				return fmt.Sprintf("%d features are too many for it: it factors a matrix of that size", p.d)
			}
			return ""
		}, interiorPoint, 300, 15,
	},
	{
		DualCoordinateDescent, "a support vector machine of many features: a step costs the nonzeros of one example",
		func(p *linearProblem) string {
			switch {
			case p.Loss != Hinge:
				return "it is for the hinge loss"
			case p.Intercept:
				return "it knows no intercept: a feature that is 1 everywhere is one with a little ridge"
			}
			return ""
		}, dualCoordinateDescent, 20000, 20000,
	},
	{
		FISTA, "no quicker method knows this pair: accelerated proximal gradient knows all with a penalty",
		func(p *linearProblem) string {
			if p.Penalty == NoPenalty && (p.Loss == Hinge || p.Mu == 0) {
				return "it needs a smooth loss, and a penalty or a ridge"
			}
			return ""
		}, fista, 200000, 3000,
	},
}

// choose finds the method; the error lists those that can.
func (p *linearProblem) choose() (method, error) {
	var able []string
	var reasons []string
	for _, m := range methods {
		why := m.can(p)
		switch {
		case why == "" && (p.Method == "" || p.Method == Auto || p.Method == m.name):
			return m, nil
		case why == "":
			able = append(able, string(m.name))
		case p.Method == m.name, p.Loss == Hinge && (m.name == InteriorPoint || m.name == DualCoordinateDescent):
			reasons = append(reasons, string(m.name)+": "+why)
		}
	}
	if reasons == nil {
		reasons = []string{"there is none of that name"}
	}
	if able == nil {
		able = []string{"none"}
	}
	return method{}, fmt.Errorf("the method %q does not solve %s with %s here: %s; those that do: %s", p.Method, p.Loss, p.Penalty, strings.Join(reasons, "; "), strings.Join(able, ", "))
}

// Explain says which method solves a problem, why, and why not others: a line each.
func (c Linear) Explain(data Data) (string, error) {
	p, err := c.shape(data)
	if err != nil {
		return "", err
	}
	m, err := p.choose()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", m.name, m.why)
	for _, other := range methods {
		why := other.can(p)
		switch {
		case other.name == m.name:
		case why == "":
			fmt.Fprintf(&b, "  %s: would do too\n", other.name)
		default:
			fmt.Fprintf(&b, "  %s: not here, %s\n", other.name, why)
		}
	}
	return b.String(), nil
}

// noBlocks says why coordinate descent cannot.
func (p *linearProblem) noBlocks(l Loss) string {
	switch {
	case p.Loss != l:
		return fmt.Sprintf("it is for the %s loss", l)
	case p.Penalty != L1 && p.Penalty != Group && p.Penalty != MultiTask:
		return "it is for l1, group and multitask"
	case p.Penalty == Group && p.ridged() != nil:
		return "with a ridge it needs every feature in a group of positive weight"
	}
	return ""
}
