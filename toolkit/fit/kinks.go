package fit

import (
	"context"
	"math"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/solver"

	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
	"github.com/proxlab/proxlab/toolkit/solver/multipliers"
	"github.com/proxlab/proxlab/toolkit/solver/newton"
)

// kinked tells whether the loss has kinks, and an envelope without.
func (p *Prepared) kinked() bool {
	_, ok := p.scalar().(toolkit.MoreauEnvelope)
	return ok && !p.smooth()
}

// byMultipliers solves smooth problems by what suits the penalty.
func byMultipliers(ctx context.Context, p *Prepared, problem *solver.Problem, start []float64) solver.Seq[state] {
	return states(p.multipliers(start).Iterations(ctx, problem))
}

// multipliers is the method with a solver of smooth losses that suits the penalty.
func (p *Prepared) multipliers(start []float64) multipliers.Method {
	c := multipliers.Method{Start: start}
	switch {
	case p.penalty == nil:
		c.Inner = func(ctx context.Context, sub *solver.Problem, start []float64) solver.Seq[state] {
			return weightsAlone(certified(newton.CG{Start: start}.Iterations(ctx, sub), sub), sub.Dim())
		}
	case p.noBlocks() == "":
		c.Inner = func(ctx context.Context, sub *solver.Problem, start []float64) solver.Seq[state] {
			return states(coordinate.ProximalNewton{Start: start}.Iterations(ctx, sub))
		}
	default:
		c.MaxInner = 3000
		c.Inner = func(ctx context.Context, sub *solver.Problem, start []float64) solver.Seq[state] {
			return states(gradient.FISTA{Start: start[:sub.Dim()]}.Iterations(ctx, sub))
		}
	}
	return c
}

// certified adds the gap, which takes a ridge.
func certified(seq solver.Seq[*newton.CGState], problem *solver.Problem) solver.Seq[state] {
	size := problem.Dim()
	return states(solver.Evaluate(seq, 1, func(st *newton.CGState) (objective, gap float64) {
		if st.Iter == 0 || st.Promise > farPromise*math.Abs(st.Objective) {
			return math.NaN(), math.NaN()
		}
		w := st.X(nil)[:size] // at the best intercepts, and not at those of the method, as the gap is
		return problem.Objective(w), problem.Gap(w)
	}))
}

// farPromise is what a Newton step promises, as a share of P, where it is not yet worth a gap, which costs what a step
// does.
const farPromise = 1e-3

// weightsAlone leaves the unpenalized weights out of points, as the gap is that at their best values.
func weightsAlone(seq solver.Seq[state], size int) solver.Seq[state] {
	return func(yield func(state, error) bool) {
		for st, err := range seq {
			if !yield(firstWeights{st, size}, err) {
				return
			}
		}
	}
}

type firstWeights struct {
	state
	size int
}

// X copies the first weights.
func (s firstWeights) X(dst []float64) []float64 { return s.state.X(dst)[:s.size] }

// lambdaMaxOfKinks is λ_max of a loss with kinks: Ω's polar at multipliers of the problem with W = 0, which is solved
// for the unpenalized weights alone. Where there are several such multipliers it may be a little more than the least.
func (p *Prepared) lambdaMaxOfKinks() (float64, error) {
	if !math.IsNaN(p.lambdaMax) {
		return p.lambdaMax, nil
	}
	polar, ok := p.penalty.(toolkit.Conjugate)
	if !ok {
		return math.NaN(), errNoPolar(p.Penalty)
	}
	apart := p.ridgeOnly()
	var u []float64
	for st, err := range p.multipliers(nil).Iterations(context.Background(), p.problem.At(p.lambdaBeyond(polar, apart))) {
		if err != nil {
			return math.NaN(), err
		}
		u = st.Multipliers(u)
		if st.Left() <= 1e-13*st.Objective || st.Iter >= mostForZero {
			break
		}
	}
	p.lambdaMax = p.problem.Polar(u, apart)
	return p.lambdaMax, nil
}

// mostForZero is the most iterations to find the other weights where W = 0.
const mostForZero = 100

// lambdaBeyond is a λ at which W = 0, but for features apart: 2Ω°(‖A_1‖, …, ‖A_d‖)‖c‖, for slopes of at most 1.
func (p *Prepared) lambdaBeyond(polar toolkit.Conjugate, apart []int) float64 {
	v := make([]float64, p.problem.Dim())
	for j, norm := range p.problem.ColumnNorms() {
		for k := range p.k {
			v[j*p.k+k] = norm
		}
	}
	for _, j := range apart {
		v[j] = 0
	}
	var squares float64
	for i := range p.n {
		squares += p.share(i) * p.share(i)
	}
	return 2 * polar.Polar(v) * math.Sqrt(squares)
}
