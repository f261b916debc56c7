package fit

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// Method names the solver of a Linear.
type Method string

// The methods. Auto is the first in Methods' order that can.
const (
	Auto                  Method = "auto"
	LeastSquares          Method = "least-squares"           // a singular value decomposition
	CoordinateDescent     Method = "coordinate-descent"      // solver.CoordinateDescent
	ProximalNewton        Method = "proximal-newton"         // solver.ProximalNewton
	FactoredDescent       Method = "factored-descent"        // solver.FactoredDescent
	NewtonCG              Method = "newton-cg"               // solver.NewtonCG
	InteriorPoint         Method = "interior-point"          // solver.InteriorPoint
	DualCoordinateDescent Method = "dual-coordinate-descent" // solver.DualCoordinateDescent
	FISTA                 Method = "fista"                   // solver.FISTA
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
			switch most := mostFactored; {
			case p.Loss != Hinge:
				return "it is for the hinge loss"
			case p.Intercept || p.Method == InteriorPoint:
				most = mostInterior
				fallthrough
			default:
				if p.d > most {
					return fmt.Sprintf("%d features are too many for it: it factors a matrix of that size", p.d)
				}
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

// blocks are those of coordinate descent.
func (p *linearProblem) blocks() solver.Blocks {
	var b solver.Blocks
	switch p.Penalty {
	case Group:
		var err error
		if b, err = solver.GroupBlocks(linalg.Columns(p.x), p.groups); err == nil && p.GroupWeights != nil {
			b, err = b.Weighted(p.GroupWeights)
		}
		if err != nil {
			panic("fit: " + err.Error()) // prepare checks groups
		}
	case MultiTask:
		columns := make([]linalg.Rows, p.k)
		from := 0
		for t, to := range p.ends {
			columns[t] = linalg.Columns(between(p.x, from, to))
			from = to
		}
		b = solver.TaskBlocks(columns)
	default:
		b = solver.SingleBlocks(linalg.Columns(p.x))
	}
	if p.free == nil {
		return b
	}
	if p.Penalty != MultiTask {
		return b.Free(p.free, 0)
	}
	from := 0
	for _, to := range p.ends {
		ones := linalg.NewDense(1, to-from, nil)
		for i := range ones.Data {
			ones.Data[i] = 1
		}
		b = b.Free(ones, from)
		from = to
	}
	return b
}

// between views rows of a matrix.
func between(x linalg.Map, lo, hi int) linalg.Map {
	switch x := x.(type) {
	case *linalg.Dense:
		return linalg.NewDense(hi-lo, x.C, x.Data[lo*x.C:hi*x.C])
	case *linalg.CSR:
		a, b := x.Ptr[lo], x.Ptr[hi]
		out := &linalg.CSR{R: hi - lo, C: x.C, Ptr: make([]int, 0, hi-lo+1), Col: x.Col[a:b], Val: x.Val[a:b]}
		for i := lo; i <= hi; i++ {
			out.Ptr = append(out.Ptr, x.Ptr[i]-a)
		}
		return out
	}
	panic("fit: neither dense nor sparse")
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

func coordinateDescent(ctx context.Context, p *linearProblem, lambda float64, start []float64) solver.Seq[state] {
	return states(solver.CoordinateDescent{Start: start}.Iterations(ctx, p.blocks(), p.separable(), lambda, p.Mu))
}

func proximalNewton(ctx context.Context, p *linearProblem, lambda float64, start []float64) solver.Seq[state] {
	return states(solver.ProximalNewton{Start: start}.Iterations(ctx, p.blocks(), p.separable(), lambda, p.Mu))
}

func factoredDescent(ctx context.Context, p *linearProblem, lambda float64, start []float64) solver.Seq[state] {
	c := solver.FactoredDescent{}
	if start != nil {
		if pairs, ok := linalg.ThinPairs(start, p.d, p.k); ok {
			c.Start = factors(pairs, p.d, p.k)
		}
	}
	return states(c.Iterations(ctx, p.x, p.outputs(), lambda))
}

// factors are those of a matrix given by its singular pairs.
func factors(pairs linalg.Pairs, d, k int) *solver.FactoredState {
	var u, v []float64
	for j, s := range pairs.Values {
		if s <= 1e-12*pairs.Values[0] {
			break
		}
		root := math.Sqrt(s)
		for _, x := range pairs.Left[j*d : (j+1)*d] {
			u = append(u, root*x)
		}
		for _, x := range pairs.Right[j*k : (j+1)*k] {
			v = append(v, root*x)
		}
	}
	return solver.NewFactoredState(u, v, d, k)
}

func newtonCG(ctx context.Context, p *linearProblem, lambda float64, start []float64) solver.Seq[state] {
	c := solver.NewtonCG{Start: start}
	x := p.x
	if p.free != nil {
		c.Free, _ = p.free.Dims()
		x = withColumns(x, p.free)
	}
	seq := solver.Seq[*solver.NewtonCGState](c.Iterations(ctx, x, p.outputs(), p.Mu))
	if p.Mu > 0 {
		certifier := p.matrix(lambda)
		size := certifier.Dim()
		seq = solver.Evaluate(seq, 1, func(st *solver.NewtonCGState) (objective, gap float64) {
			return math.NaN(), certifier.Gap(st.X(nil)[:size])
		})
	}
	return states(seq)
}

// withColumns is a matrix with more columns, given as rows.
func withColumns(x linalg.Map, columns *linalg.Dense) linalg.Map {
	q, n := columns.Dims()
	switch x := x.(type) {
	case *linalg.Dense:
		out := linalg.NewDense(n, x.C+q, nil)
		for i := range n {
			row := out.Row(i)
			copy(row, x.Row(i))
			for j := range q {
				row[x.C+j] = columns.At(j, i)
			}
		}
		return out
	case *linalg.CSR:
		out := &linalg.CSR{R: n, C: x.C + q, Ptr: make([]int, 1, n+1)}
		for i := range n {
			col, val := x.Row(i)
			out.Col, out.Val = append(out.Col, col...), append(out.Val, val...)
			for j := range q {
				out.Col, out.Val = append(out.Col, int32(x.C+j)), append(out.Val, columns.At(j, i))
			}
			out.Ptr = append(out.Ptr, len(out.Val))
		}
		return out
	}
	panic("fit: neither dense nor sparse")
}

func interiorPoint(ctx context.Context, p *linearProblem, _ float64, _ []float64) solver.Seq[state] {
	return states(solver.InteriorPoint{Weights: p.c, Intercept: p.Intercept}.Iterations(ctx, sparse(p.x), p.y, p.Mu))
}

// sparse is a matrix as a sparse one.
func sparse(x linalg.Map) *linalg.CSR {
	dense, ok := x.(*linalg.Dense)
	if !ok {
		return x.(*linalg.CSR) //nolint:errcheck // checkValues lets no other in
	}
	out := &linalg.CSR{R: dense.R, C: dense.C, Ptr: make([]int, 1, dense.R+1)}
	for i := range dense.R {
		for j, v := range dense.Row(i) {
			if v != 0 {
				out.Col, out.Val = append(out.Col, int32(j)), append(out.Val, v)
			}
		}
		out.Ptr = append(out.Ptr, len(out.Val))
	}
	return out
}

func dualCoordinateDescent(ctx context.Context, p *linearProblem, _ float64, _ []float64) solver.Seq[state] {
	rows := p.x.(linalg.Rows) //nolint:errcheck // both kinds are
	return states(solver.DualCoordinateDescent{Weights: p.c, Seed: p.Seed}.Iterations(ctx, rows, p.y, p.Mu))
}

func fista(ctx context.Context, p *linearProblem, lambda float64, start []float64) solver.Seq[state] {
	m := p.matrix(lambda)
	if overlap, ok := m.Reg.(prox.Overlap); ok {
		m.Reg = &warmOverlap{Overlap: overlap}
	}
	x0 := make([]float64, m.Dim())
	copy(x0, start)
	return states(solver.FISTA{CheckEvery: fistaCheck}.Iterations(ctx, m, m.Reg, x0))
}

// fistaCheck is how often FISTA's gap is computed: it costs what an iteration does.
const fistaCheck = 20

// warmOverlap keeps the dual variables of the prox, and goes on from them.
type warmOverlap struct {
	prox.Overlap
	dual []float64
}

// Prox starts from the dual variables of the one before.
func (g *warmOverlap) Prox(dst, v []float64, gamma float64) float64 {
	if g.dual == nil {
		g.dual = make([]float64, g.Duals(len(v)))
	}
	value, _ := g.ProxTo(dst, g.dual, v, gamma, warmTol)
	return value
}

// PolarNear takes the dual variables of the last prox: FISTA's, from the very gradient whose polar it asks for. It costs next to nothing, and is the
// closer, the nearer the solution.
func (g *warmOverlap) PolarNear(v, x []float64) float64 {
	if g.dual == nil {
		return g.Overlap.PolarNear(v, x)
	}
	return g.PolarAt(v, g.dual)
}

// warmTol is the relative gap of such a prox.
const warmTol = 1e-14
