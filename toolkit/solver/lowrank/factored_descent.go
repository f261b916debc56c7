package lowrank

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// FactoredDescent minimizes P(W) = Σ_i c_i ℓ_i(Wᵀx_i) + λ‖W‖_* over d×k matrices W = Uᵀ V of the rank that is needed: generalized
// conditional gradient with local search. A round
//
//   - adds all pairs of singular vectors of −∇ with singular values above λ, weighted by what they are above it, with a step by
//     line search;
//   - lifts anew, U = √S Pᵀ and V = √S Qᵀ for the singular decomposition P S Qᵀ of W;
//   - runs limited-memory BFGS on the smooth function Ψ(U, V) = Σ_i c_i ℓ_i + (λ/2)(‖U‖² + ‖V‖²) ≥ P(UᵀV), from a while on
//     preconditioned where that rank is high.
//
// An iteration is one of these: a round's beginning or a quasi-Newton step. No iteration increases Ψ but by rounding and by what a lift leaves
// out, at most 1e-8 of the largest singular value. It is the
// rank-one descent of Dudik, Harchaoui and Malick (AISTATS 2012) with a stronger local search than theirs, which moves the weights
// of the pairs alone (see AtomDescent): pairs can turn here. The losses must be smooth.
type FactoredDescent struct {
	// Pairs bounds the pairs added in a round; 0 for min(d, k).
	Pairs int
	// Inner is the number of quasi-Newton steps in the first round; it doubles from one to the next, up to 40 times as many. 0 for 10.
	Inner int
	// NoPreconditioner leaves the local search without.
	NoPreconditioner bool
	// Start is where to begin, as along a path of λ; nil for W = 0. It is copied.
	Start *State
}

// Iterations starts from Start. λ must be positive. Objective is Ψ, which is P(W) after a lift up to the local search, and Gap is its
// distance from the best lower bound of the minimum so far: +Inf in the first round, unless it finds no pair, and raised in every
// further one.
func (c FactoredDescent) Iterations(ctx context.Context, x linalg.Map, loss toolkit.MultiOutput, lambda float64) solver.Seq[*State] {
	return func(yield func(*State, error) bool) {
		_, d := x.Dims()
		s := &State{Progress: solver.Unknown(), d: d, k: loss.Outputs()}
		if err := checkLambda(lambda); err != nil {
			yield(s, err)
			return
		}
		if w := c.Start; w != nil {
			if w.d != s.d || w.k != s.k {
				panic("solver: the start is of another shape")
			}
			s.Rank, s.U, s.V = w.Rank, append([]float64(nil), w.U...), append([]float64(nil), w.V...)
		}
		if c.Inner == 0 {
			c.Inner = 10
		}
		if full := min(s.d, s.k); c.Pairs == 0 || c.Pairs > full {
			c.Pairs = full
		}
		f := &factoredDescent{FactoredDescent: c, factored: newFactored(x, loss, lambda, s), inner: c.Inner, hessian: lbfgs{memory: quasiMemory}}
		for {
			err := context.Cause(ctx)
			if err == nil {
				err = f.iterate()
			}
			if !yield(s, err) || err != nil {
				return
			}
		}
	}
}

// The local search: pairs kept of the quasi-Newton method; steps before the first preconditioner and between two; the rank from which
// one pays; the growth of a round's steps.
const (
	quasiMemory       = 15
	firstPrecondition = 14
	reprecondition    = 15
	preconditionRank  = 32
	mostInner         = 40
)

// tinyExcess of λ is what singular values may be above it by rounding.
const tinyExcess = 1e-13

// roundingShare of Ψ is what rounding may hide: a smaller decrease counts as none.
const roundingShare = 1e-14

type factoredDescent struct {
	FactoredDescent
	*factored
	inner, left int // steps of a round, and those left
	hessian     lbfgs
	at, grad    []float64 // where the search is, and ∇Ψ there; nil before its first step
	objective   float64
	steps       int       // of the search since it began, for the preconditioner
	line, from  []float64 // predictions of a direction, and those it leaves from
}

// iterate begins a round or takes a step of the search.
func (f *factoredDescent) iterate() error {
	f.s.Iter++
	f.s.Step = 0
	if f.left == 0 {
		return f.begin()
	}
	f.left--
	if !f.step() {
		f.left = 0 // no step helps: the next round looks for pairs
	}
	return f.report(f.objective)
}

// begin looks for pairs, adds them, and lifts. A round that adds none goes on with the search of the one before, unless there are
// pairs to leave out.
func (f *factoredDescent) begin() error {
	fresh := f.s.Rank == 0
	pairs, err := f.look(!fresh)
	if err != nil {
		return err
	}
	f.objective = f.s.Objective
	added := f.addPairs(pairs)
	if added || f.at == nil {
		if !fresh { // singular pairs alone need no lift
			f.lift()
		}
		f.objective = f.value(f.point())
		f.restart()
	} else if trimmed, value := f.trim(f.objective, roundingShare*math.Abs(f.objective)); trimmed {
		f.objective = value
		f.restart()
	}
	if f.s.Rank > 0 {
		f.left = f.inner
		f.inner = min(2*f.inner, mostInner*f.Inner)
	}
	return f.report(f.objective)
}

// restart begins a new search, as after a change of the factors.
func (f *factoredDescent) restart() {
	f.at, f.steps = nil, 0
	f.hessian = lbfgs{memory: quasiMemory}
}

// addPairs adds t(σ_j − λ) u_j v_jᵀ for the pairs of −∇ with σ_j > λ, with t near the minimum along the line, if that lowers Ψ.
func (f *factoredDescent) addPairs(p linalg.Pairs) bool {
	s := f.s
	count := min(len(p.Values), f.Pairs)
	if count == 0 {
		return false
	}
	weights := make([]float64, count)
	var promise float64
	for j, v := range p.Values[:count] {
		weights[j] = v - f.lambda
		promise += weights[j] * weights[j]
	}
	left := p.Left[:count*s.d]
	heavy := make([]float64, count*s.k)
	for j, w := range weights {
		floats.AddScaled(heavy[j*s.k:(j+1)*s.k], -w, p.Right[j*s.k:(j+1)*s.k])
	}
	xu := make([]float64, f.o.N*count)
	linalg.MulRows(xu, f.x, left, count)
	f.line = linalg.Resize(f.line, f.o.Size())
	f.o.Combine(f.line, xu, heavy, count)
	t := f.along(f.line, promise, floats.Sum(weights))
	if !(t > 0) {
		return false
	}
	for j, w := range weights {
		root := math.Sqrt(t * w)
		for i := range s.d {
			s.U = append(s.U, -root*left[j*s.d+i])
		}
		for l := range s.k {
			s.V = append(s.V, root*p.Right[j*s.k+l])
		}
	}
	s.Rank += count
	s.Step = t
	return true
}

// along searches t where the loss at Z + t·line plus tλ·trace is about least, by false position on its slope, which is −promise at 0.
// It returns 0 where it finds no decrease. Z and the slopes are those of the current point before, and of nothing after.
func (f *factoredDescent) along(line []float64, promise, trace float64) float64 {
	f.from = append(f.from[:0], f.z...)
	base := f.s.Objective - f.lambda/2*(floats.Dot(f.s.U, f.s.U)+floats.Dot(f.s.V, f.s.V))
	bound := f.o.Curvature(line)
	if !(bound > 0) || math.IsInf(bound, 1) {
		return 0 // a direction that changes nothing, or a loss with kinks
	}
	lo, slopeLo := 0., -promise
	t := promise / bound // no further than the minimum by the bound of the curvature
	if !(promise*t/2 > roundingShare*math.Abs(f.s.Objective)) {
		if promise <= tinyExcess*tinyExcess*f.lambda*f.lambda {
			return 0
		}
		return t // rounding hides the decrease, which is sure
	}
	best, least := 0., 0.
	for range 6 {
		floats.AddScaledTo(f.z, f.from, t, line)
		f.s.Evals++
		change := f.o.Slopes(f.slope, f.z) - base + t*f.lambda*trace
		if change < least {
			best, least = t, change
		}
		slope := floats.Dot(f.slope, line) + f.lambda*trace
		if !solver.Finite(slope) || math.Abs(slope) <= 0.3*promise {
			break
		}
		next := t - slope*(t-lo)/(slope-slopeLo) // where the line through both slopes is 0
		if slope < 0 {
			lo, slopeLo = t, slope
			next = math.Min(math.Max(next, 1.5*t), 20*t)
		} else {
			next = math.Max(next, lo+0.1*(t-lo))
		}
		t = next
	}
	return best
}
