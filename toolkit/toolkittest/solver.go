package toolkittest

import (
	"context"
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// Solver checks what any solver of a problem owes. run makes its sequence, from x0 where it takes a start:
//
//	toolkittest.Solver(func(ctx context.Context, p *solver.Problem, x0 []float64) solver.Seq[*gradient.FISTAState] {
//		return gradient.FISTA{Start: x0}.Iterations(ctx, p)
//	})
//
// On a lasso of three weights whose solution is known, or on the problem of On, within the number of Iterations:
//
//   - the states' points reach the minimum to a relative 1e-8, or Tol; iterations are counted from 1, x0 and the
//     problem's data stay as they were;
//   - the objective that a state reports is not below P at its point, nor above it by more than its gap, and every
//     gap bounds how far the objective is from the minimum;
//   - ranging over the sequence a second time gives the same bits, a break ends it, and so does the end of its
//     context, before the first iteration or later, with the context's error as the last element;
//   - data with NaN end in solver.ErrDiverged.
//
// A point may be longer than the problem's weights: what follows them, such as unpenalized weights, is not looked at.
func Solver[S solver.Reporter](
	run func(ctx context.Context, p *solver.Problem, x0 []float64) solver.Seq[S], opts ...Option,
) error {
	c := &solverCheck[S]{settings: newSettings(opts), run: run}
	if c.problem == nil {
		c.problem, c.solution = tinyLasso()
		c.minimum = c.problem.Objective(c.solution)
	}
	if math.IsNaN(c.minimum) {
		c.minimum = plainProximalGradient(c.problem.At(c.problem.Lambda), 20000)
	}
	for j := range c.problem.Dim() {
		c.x0 = append(c.x0, []float64{5, -5, 0, 1}[j%4])
	}
	c.Guard("The sequence", c.converge)
	c.Guard("The sequence", c.breakOff)
	c.Guard("The sequence", c.cancel)
	c.Guard("The sequence on data with NaN", c.nan)
	return c.Err("toolkittest: Solver with states %T", *new(S))
}

// tinyLasso is a lasso with A = diag(2, 1, 3): coordinate j minimizes c/2 (a x − y)² + λ|x| with c = 1/3, x = soft(c
// a y, λ)/(c a²).
func tinyLasso() (p *solver.Problem, solution []float64) {
	a := linalg.NewDense(3, 3, []float64{2, 0, 0, 0, 1, 0, 0, 0, 3})
	return solver.NewProblem(a, squares{4, 0.1, -6}, lasso(0.5)), []float64{(8.0/3 - 0.5) / (4.0 / 3), 0, -(6 - 0.5) / 3}
}

// lasso is λ‖·‖₁, with what solvers ask of a penalty.
type lasso float64

func (l lasso) Value(x []float64) float64 { return float64(l) * floats.Norm(x, 1) }

func (l lasso) Prox(dst, v []float64, gamma float64) float64 {
	for j, x := range v {
		dst[j] = math.Copysign(math.Max(0, math.Abs(x)-gamma*float64(l)), x)
	}
	return l.Value(dst)
}

func (l lasso) Polar(v []float64) float64 { return floats.Norm(v, math.Inf(1)) / float64(l) }

func (l lasso) Conjugate(v []float64) float64 {
	if l.Polar(v) <= 1+1e-12 {
		return 0
	}
	return math.Inf(1)
}

func (l lasso) Blocks(d int) (blocks [][]int, weights []float64) {
	weights = make([]float64, d)
	for j := range weights {
		weights[j] = float64(l)
	}
	return nil, weights
}

type solverCheck[S solver.Reporter] struct {
	report
	settings
	run      func(ctx context.Context, p *solver.Problem, x0 []float64) solver.Seq[S]
	solution []float64 // where it is unique and known
	x0       []float64
}

// fresh is the problem with scratch space of its own.
func (c *solverCheck[S]) fresh() *solver.Problem { return c.problem.At(c.problem.Lambda) }

// point is a state's point without what follows the problem's weights; nil where the state has none.
func (c *solverCheck[S]) point(st S) []float64 {
	pointed, ok := any(st).(solver.Pointed)
	if !ok {
		return nil
	}
	return pointed.X(nil)[:c.problem.Dim()]
}

// own is the objective at a state's own unpenalized weights, where it has them behind the others; else −Inf.
func (c *solverCheck[S]) own(st S) float64 {
	x, d := any(st).(solver.Pointed).X(nil), c.problem.Dim()
	if c.problem.Unpenalized == nil || len(x) < d+c.problem.Unpenalized.R*c.problem.Outputs() {
		return math.Inf(-1)
	}
	return c.fresh().ObjectiveAt(x[:d], x[d:])
}

// converge runs the solver to its number of iterations, twice.
func (c *solverCheck[S]) converge() {
	x0 := clone(c.x0)
	seq := c.run(context.Background(), c.fresh(), x0)
	var ends [2][]float64
	var objectives [2]float64
	for round := range ends {
		count := 0
		for st, err := range seq {
			if err != nil {
				c.Faultf("The sequence ends with an error after %d iterations: %w", count, err)
				return
			}
			count++
			if iter := st.Report().Iter; iter != count {
				c.Faultf("Iterations are not counted from 1: element %d reports iteration %d", count, iter)
			}
			c.state(st)
			if count == c.iterations {
				ends[round], objectives[round] = c.point(st), st.Report().Objective
				break
			}
		}
		if count < c.iterations {
			c.Faultf("The sequence ends by itself after %d iterations: it must go on until the loop breaks or its context ends",
				count)
			return
		}
		if round == 0 {
			c.reached(ends[0], objectives[0])
		}
	}
	if !floats.Same(ends[0], ends[1]) || math.Float64bits(objectives[0]) != math.Float64bits(objectives[1]) {
		c.Faultf("Ranging over the sequence again gives other numbers: it ends at %v with %.17g, then at %v with %.17g",
			vector(ends[0]), objectives[0], vector(ends[1]), objectives[1])
	}
	if !floats.Equal(x0, c.x0) {
		c.Faultf("x0 is changed from %v to %v", vector(c.x0), vector(x0))
	}
}

// state checks what a state reports against its point.
func (c *solverCheck[S]) state(st S) {
	p, tol := st.Report(), c.least(1e-9)
	size := math.Max(1, math.Abs(c.minimum))
	if excess := p.Objective - c.minimum; p.Gap < excess-tol*size {
		c.Faultf("The gap is no bound: iteration %d reports an objective of %.10g, %.4g above the minimum, and a gap of %.4g",
			p.Iter, p.Objective, excess, p.Gap)
	}
	x := c.point(st)
	if x == nil {
		return
	}
	there := c.fresh().Objective(x)
	if there > p.Objective+tol*size {
		c.Faultf("The objective is not that of the point: iteration %d reports %.10g, and at its point it is %.10g",
			p.Iter, p.Objective, there)
	}
	slack := tol * size
	if p.Gap > slack {
		slack = p.Gap
	}
	if p.Objective > math.Max(there, c.own(st))+slack {
		c.Faultf("The objective is not that of the point: iteration %d reports %.10g, and at its point it is only %.10g",
			p.Iter, p.Objective, there)
	}
	if there < c.minimum-tol*size {
		c.Faultf("The minimum is not one: iteration %d is at %.10g, and the minimum was said or found to be %.10g",
			p.Iter, there, c.minimum)
	}
}

// reached checks where a run ends.
func (c *solverCheck[S]) reached(x []float64, objective float64) {
	if x != nil {
		objective = c.fresh().Objective(x)
	}
	tol := c.tol
	if tol == 0 {
		tol = 1e-8
	}
	if !(objective-c.minimum <= tol*math.Max(1, math.Abs(c.minimum))) {
		c.Faultf("The minimum is not reached: after %d iterations the objective is %.10g, and the minimum is %.10g",
			c.iterations, objective, c.minimum)
	}
	if c.solution != nil && x != nil && !floats.EqualApprox(x, c.solution, tol) {
		c.Faultf("The solution is not reached: after %d iterations the point is %v, and the solution is %v",
			c.iterations, vector(x), vector(c.solution))
	}
}

// breakOff leaves the loop after the first state; the sequence must not go on.
func (c *solverCheck[S]) breakOff() {
	for range c.run(context.Background(), c.fresh(), clone(c.x0)) {
		break
	}
}

// cancel ends the context before the first iteration, and after the second.
func (c *solverCheck[S]) cancel() {
	for _, after := range []int{0, 2} {
		reason := errors.New("a reason of the check's own")
		ctx, cancel := context.WithCancelCause(context.Background())
		if after == 0 {
			cancel(reason)
		}
		var last error
		count := 0
		for st, err := range c.run(ctx, c.fresh(), clone(c.x0)) {
			if last != nil {
				c.Faultf("The sequence goes on after an error: %w", last)
				break
			}
			if last = err; err != nil {
				continue
			}
			if count++; count == after {
				cancel(reason)
			}
			if count > after+1 {
				c.Faultf("The sequence does not stop with its context: iteration %d comes after its end", st.Report().Iter)
				break
			}
		}
		cancel(nil)
		if !errors.Is(last, reason) {
			c.Faultf("The sequence's last error is not the context's: %v, not context.Cause(ctx)", last)
		}
	}
}

// nan runs on data of which one entry is NaN.
func (c *solverCheck[S]) nan() {
	r, d := c.problem.A.Dims()
	a := linalg.NewDense(r, d, nil)
	column, unit := make([]float64, r), make([]float64, d)
	for j := range d {
		clear(unit)
		unit[j] = 1
		c.problem.A.MulVec(column, unit)
		for i, v := range column {
			a.Row(i)[j] = v
		}
	}
	a.Data[d-1] = math.NaN()
	p := solver.NewProblem(a, c.problem.Loss, c.problem.Penalty).At(c.problem.Lambda).WithRidge(c.problem.Mu)
	if c.problem.Unpenalized != nil {
		p = p.WithUnpenalized(c.problem.Unpenalized)
	}
	count := 0
	for _, err := range c.run(context.Background(), p, clone(c.x0)) {
		if errors.Is(err, solver.ErrDiverged) {
			return
		}
		if count++; err != nil || count == c.iterations {
			c.Faultf("NaN in the data does not end in solver.ErrDiverged: after %d iterations the error is %v", count, err)
			return
		}
	}
}

var (
	_ toolkit.Conjugate = lasso(0)
	_ toolkit.BlockNorm = lasso(0)
)
