package tracenorm

import (
	"context"
	"errors"
	"math"
	"runtime"
)

// race is one method on one problem for some work. Work is counted in evaluations of the loss, as solver.Progress
// counts them, and decides where a race ends and which of its points are kept. Processor time is measured beside it
// and decides nothing, so that the load of a machine changes no number but the times. For the literal method an
// evaluation is the loss and its slopes at predictions that are at hand, at O(n·k) and no product with X, one or two
// for a line search; for the others it is the loss of a matrix, with the products and decompositions of a step beside
// it. Evaluations of two methods do not compare: a protocol counts them for each.
type race struct {
	Method string
	Evals  int    // evaluations of the loss: an iteration is the last when it reaches them
	Seed   uint64 // of random starts
	Rank   int    // of factors of a fixed rank; 0 for the default
	Tests  bool   // look at test errors
	Steps  bool   // note every iteration of the literal method as the method itself reports it
}

// course is what a race looked like, a point for every iteration at first and then whenever a tenth more work was done.
type course struct {
	Iter      []float64
	Evals     []float64 // evaluations of the loss so far
	CPU       []float64 // processor seconds so far
	Objective []float64 // φ_λ(W), with the true trace norm
	Rank      []float64 // of W, by its singular values
	Atoms     []float64 // terms u vᵀ that W is kept in, at least the rank: atoms, or rows of factors; 0 where it is not
	TestError []float64 // where tests were asked for
	Steps     *steps    // where they were asked for
	Start     float64   // φ_λ(0)
	Gap       float64   // the last one known, NaN where none is
}

// steps are all iterations of the literal method: the processor seconds so far, Ψ at the λ asked for, and 1 where an
// iteration moved the weights of the atoms alone (Step 4).
type steps struct{ CPU, Objective, Restricted []float64 }

// check tells whether the columns are of one length, and not empty.
func (c course) check() error {
	n := len(c.Iter)
	for _, column := range [][]float64{c.Evals, c.CPU, c.Objective, c.Rank, c.Atoms} {
		if n == 0 || len(column) != n || len(c.TestError) != 0 && len(c.TestError) != n {
			return errors.New("the columns of a course differ in length, or are empty")
		}
	}
	if s := c.Steps; s != nil && (len(s.Objective) != len(s.CPU) || len(s.Restricted) != len(s.CPU)) {
		return errors.New("the columns of a course's steps differ in length")
	}
	return nil
}

// everyPoint is how many iterations from the first are all looked at, and sparser the ratio of evaluations between
// later points: smaller where a look is cheap.
const (
	everyPoint  = 25
	sparser     = 1.12
	cheaper     = 1.03
	cheapEnough = 1 << 20 // n·k·d below it
)

// closed is the relative gap, less what rounding allows for, at which there is nothing left to see.
const closed = 1e-9

// run runs a race at λ. Objective and test error are looked at off the clock, which tells processor seconds.
func (r race) run(ctx context.Context, p *problem, lambda float64, clock func() float64) (course, error) {
	w := make([]float64, p.d*p.k)
	out := course{Start: p.smooth.Value(w), Gap: math.NaN()}
	if r.Steps {
		out.Steps = &steps{}
	}
	ratio := sparser
	if p.x.R*p.k*p.d < cheapEnough || oneOutput(p.loss) {
		ratio = cheaper
	}
	runtime.GC()
	var spent, last float64
	mark := clock()
	err := play(ctx, r, p, lambda, func(v visit) bool {
		spent += clock() - mark
		defer func() { mark = clock() }()
		evals := float64(v.Evals)
		done := v.Evals >= r.Evals || v.Left() <= closed*v.Objective
		if v.Gap >= 0 && !math.IsInf(v.Gap, 0) {
			out.Gap = v.Gap
		}
		out.Steps.note(spent, v)
		if v.Iter > everyPoint && evals < ratio*last && !done {
			return true
		}
		last = evals
		value, rank, testError := v.Objective, float64(v.atoms), math.NaN()
		if r.Tests || !v.known {
			w = v.point(w)
			o := p.look(w, r.Tests)
			value, testError = o.loss+lambda*o.trace, o.testError
			rank = float64(o.rank)
		}
		out.Iter, out.Evals = append(out.Iter, float64(v.Iter)), append(out.Evals, evals)
		out.CPU = append(out.CPU, spent)
		out.Objective, out.Rank = append(out.Objective, value), append(out.Rank, rank)
		out.Atoms = append(out.Atoms, float64(v.atoms))
		if r.Tests {
			out.TestError = append(out.TestError, testError)
		}
		return !done
	})
	return out, err
}

// note adds an iteration; nothing where none are asked for.
func (s *steps) note(cpu float64, v visit) {
	if s == nil {
		return
	}
	restricted := 0.
	if v.restricted {
		restricted = 1
	}
	s.CPU, s.Objective = append(s.CPU, cpu), append(s.Objective, v.Objective)
	s.Restricted = append(s.Restricted, restricted)
}

// least returns the smallest objective of a course.
func (c course) least() float64 {
	least := c.Start
	for _, v := range c.Objective {
		least = math.Min(least, v)
	}
	return least
}

// reached returns the processor time and the iteration at which the objective first was within a share of best; NaN
// where it never was.
func (c course) reached(best, share float64) (cpu, iter float64) {
	for i, v := range c.Objective {
		if v-best <= share*math.Abs(best) {
			return c.CPU[i], c.Iter[i]
		}
	}
	return math.NaN(), math.NaN()
}
