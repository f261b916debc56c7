package lowrank

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/internal/quasinewton"
)

// FactoredDescent minimizes P(W) = φ(W) + λ‖W‖_*, φ(W) = Σ_i c_i ℓ_i(Wᵀa_i), over d×k matrices W = Uᵀ V of the rank
// that is needed, by generalized conditional gradient steps with local search on the factors. With Ψ(U, V) = φ(UᵀV) +
// (λ/2)(‖U‖² + ‖V‖²) ≥ P(UᵀV):
//
//	U, V = nothing, W = 0
//	repeat                                                 a round
//	    σ_j, p_j, q_j = the singular values above λ of −∇φ(W) outside of the spans of U and V, and their vectors
//	    W = W + t Σ_j (σ_j − λ) p_j q_jᵀ                   t by line search
//	    P S Qᵀ = the singular value decomposition of W
//	    U = √S Pᵀ, V = √S Qᵀ                               where Ψ(U, V) = P(W)
//	    repeat m times
//	        (U, V) = (U, V) − t H ∇Ψ(U, V)                 t by line search
//
// For losses of classes, of tasks and of squared errors H is about (∇²Ψ + δI)⁻¹: conjugate gradients solve a Newton
// step within a region, preconditioned, with δ in proportion to ‖∇φ‖₂ − λ, and m is 1. For others it is that of
// limited-memory BFGS, and m doubles from round to round.
//
// An iteration is a round's beginning or one of its steps. None increases Ψ but by rounding and by what a balancing of
// the factors leaves out, at most 1e-8 of the largest singular value. The losses must be smooth. Atoms' weights alone
// are moved by atoms.Descent; here the factors can turn.
//
// Source: Yu, Zhang, Schuurmans, Generalized Conditional Gradient for Sparse Estimation, JMLR 2017: interleaved with
// fixed-rank local optimization, with one pair a round. It is the rank-one descent of Dudik, Harchaoui and Malick
// (AISTATS 2012) with a stronger local search.
type FactoredDescent struct {
	// Pairs bounds the pairs added in a round; 0 for min(d, k).
	Pairs int
	// Inner is the number m of steps of BFGS in the first round; it doubles from one to the next, up to 40 times as
	// many. 0 for 10. Newton steps, of losses of classes, tasks and squared errors, do not look at it.
	Inner int
	// NoPreconditioner leaves the local search without.
	NoPreconditioner bool
	// Start is where to begin, as along a path of λ; nil for W = 0. It is copied.
	Start *State
}

// Iterations starts from Start. The penalty must be a TraceNorm, λ positive, the loss smooth, and the problem without
// ridge and unpenalized columns. Objective is Ψ, which is P(W) from the balancing to the local search, and Gap is its
// distance from the best lower bound of the minimum so far: +Inf in the first round, unless it finds no pair, and
// improved in every further one. It panics where Start is of another shape.
func (c FactoredDescent) Iterations(ctx context.Context, p *solver.Problem) solver.Seq[*State] {
	return solver.Sequence(ctx, func() (*State, solver.Step, error) {
		s := stateAtZero(p)
		lambda, err := Strength(p, "factored descent")
		if err == nil {
			err = checkSmooth(p.Loss, "factored descent")
		}
		if err != nil {
			return s, nil, err
		}
		if w := c.Start; w != nil {
			if w.d != s.d || w.k != s.k {
				panic("lowrank: the start is of another shape")
			}
			s.Rank, s.U, s.V = w.Rank, append([]float64(nil), w.U...), append([]float64(nil), w.V...)
		}
		if c.Inner == 0 {
			c.Inner = 10
		}
		if full := min(s.d, s.k); c.Pairs == 0 || c.Pairs > full {
			c.Pairs = full
		}
		f := &factoredDescent{FactoredDescent: c, factored: newFactored(p.A, p.Loss, lambda, s), inner: c.Inner}
		f.newton = f.o.Hessians(&f.hessians, f.z)
		f.doubt, f.radius = leastDoubt, math.Inf(1)
		f.restart()
		return s, f.step, nil
	})
}

// The local search: pairs kept of the quasi-Newton method; steps before the first preconditioner and between two; the
// rank from which one pays; the growth of a round's steps.
const (
	quasiNewtonPairs  = 15
	firstPrecondition = 14
	reprecondition    = 15
	preconditionRank  = 32
	maxInnerGrowth    = 40
	laterInner        = 2
)

// tinyExcess of λ is what singular values may be above it by rounding.
const tinyExcess = 1e-13

type factoredDescent struct {
	FactoredDescent
	*factored
	inner, left int // m, and the steps left in this round
	hessian     quasinewton.LBFGS
	at, grad    []float64 // where the local search is, and ∇Ψ there; nil before its first step
	objective   float64
	current     bool      // predictions and slopes are those where the local search is
	steps       int       // of the local search since it began, for the preconditioner
	line, from  []float64 // predictions of a direction, and those it leaves from

	newton bool // by Newton steps
	system
}

// step begins a round or takes a step of the local search.
func (f *factoredDescent) step(ctx context.Context) (objective float64, err error) {
	f.s.Iter++
	f.s.Step = 0
	if f.left == 0 {
		return f.beginRound()
	}
	f.left--
	if f.newton && !f.newtonStep(ctx) || !f.newton && !f.quasiNewtonStep() {
		f.left = 0 // no step helps: the next round looks for pairs
	}
	return f.report(f.objective), nil
}

// beginRound adds singular pairs and balances the factors. A round that adds none goes on with the local search of
// the one before, unless there are pairs to leave out.
func (f *factoredDescent) beginRound() (objective float64, err error) {
	atZero := f.s.Rank == 0
	if !f.current || f.at == nil {
		f.objective = f.value(f.point())
		f.current = true
	}
	pairs, err := f.certify(f.objective, !atZero)
	if err != nil {
		return 0, err
	}
	added := f.addPairs(f.newPairs(pairs))
	if added || f.at == nil {
		if !atZero { // singular pairs alone are balanced
			f.balance()
		}
		f.objective = f.value(f.point())
		f.restart()
	} else if truncated, value := f.truncate(f.objective, solver.Slack*math.Abs(f.objective)); truncated {
		f.objective = value
		f.restart()
	}
	if f.s.Rank > 0 {
		if f.newton {
			f.left = 1
			return f.report(f.objective), nil
		}
		f.left = f.inner
		f.inner = min(2*f.inner, maxInnerGrowth*f.Inner)
		if !added && f.at != nil { // the search goes on as if there had been no round, which costs little
			f.left = min(f.left, laterInner*f.Inner)
		}
	}
	return f.report(f.objective), nil
}

// newPairs are the singular pairs above λ of what is outside of the spans of both factors in ∇, which has some. Within
// them the local search is on its way, and goes on.
func (f *factoredDescent) newPairs(pairs linalg.Pairs) linalg.Pairs {
	s := f.s
	if f.at == nil || len(pairs.Values) == 0 {
		return pairs
	}
	left, rank, okLeft := linalg.Orthonormal(s.U, s.Rank, s.d)
	right, rankRight, okRight := linalg.Orthonormal(s.V, s.Rank, s.k)
	if !okLeft || !okRight {
		return pairs
	}
	if rank >= min(s.d, s.k) || rankRight >= min(s.d, s.k) {
		return linalg.Pairs{}
	}
	outside := append([]float64(nil), f.gradient...)
	product, columns := make([]float64, rank*s.k), make([]float64, rank*s.d)
	linalg.Gemm(product, left, outside, rank, s.d, s.k, false)
	linalg.Transpose(columns, left, rank, s.d)
	part := make([]float64, len(outside))
	linalg.Gemm(part, columns, product, s.d, rank, s.k, false)
	floats.Sub(outside, part)
	product = make([]float64, s.d*rankRight)
	linalg.Gemm(product, outside, right, s.d, s.k, rankRight, true)
	linalg.Gemm(part, product, right, s.d, rankRight, s.k, false)
	floats.Sub(outside, part)
	if found, _, ok := linalg.SingularPairs(outside, s.d, s.k, f.lambda); ok {
		return found
	}
	return pairs
}

// restart begins a new local search, as after a change of the factors.
func (f *factoredDescent) restart() {
	f.at, f.steps = nil, 0
	f.hessian = quasinewton.LBFGS{Memory: quasiNewtonPairs}
}

// addPairs adds t(σ_j − λ) p_j q_jᵀ for the pairs of −∇φ with σ_j > λ, with t near the minimum along the line, if
// that lowers Ψ.
func (f *factoredDescent) addPairs(p linalg.Pairs) bool {
	s := f.s
	count := min(len(p.Values), f.Pairs)
	if count == 0 {
		return false
	}
	weights := make([]float64, count)
	var slope float64
	for j, v := range p.Values[:count] {
		weights[j] = v - f.lambda
		slope -= weights[j] * weights[j]
	}
	left := p.Left[:count*s.d]
	right := make([]float64, count*s.k) // of −∇φ, with the weights
	for j, w := range weights {
		floats.AddScaled(right[j*s.k:(j+1)*s.k], -w, p.Right[j*s.k:(j+1)*s.k])
	}
	au := make([]float64, f.o.N*count)
	linalg.MulRows(au, f.a, left, count)
	f.line = vec.Resize(f.line, f.o.Size())
	f.o.Combine(f.line, au, right, count)
	t := f.lineSearch(f.line, slope, floats.Sum(weights))
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

// lineSearch is t near the minimum of the loss at Z + t·line plus tλ·trace, by false position on its derivative,
// which is slope < 0 at 0. It is 0 where it finds no decrease. Z and the slopes are those of the current point
// before, and of nothing after.
func (f *factoredDescent) lineSearch(line []float64, slope, trace float64) float64 {
	f.current, f.gradientKnown = false, false
	f.from = append(f.from[:0], f.z...)
	base := f.s.Objective - f.lambda/2*(floats.Dot(f.s.U, f.s.U)+floats.Dot(f.s.V, f.s.V))
	curvature := f.o.Curvature(line)
	if !(curvature > 0) || math.IsInf(curvature, 1) {
		return 0 // a direction that changes nothing
	}
	lo, slopeLo := 0., slope
	t := -slope / curvature // no further than the minimum by the bound of the curvature
	if !(-slope*t/2 > solver.Slack*math.Abs(f.s.Objective)) {
		if -slope <= tinyExcess*tinyExcess*f.lambda*f.lambda {
			return 0
		}
		return t // rounding hides the decrease, which is sure
	}
	best, lowest := 0., 0.
	for range 6 {
		floats.AddScaledTo(f.z, f.from, t, line)
		f.s.Evals++
		change := f.o.Slopes(f.slope, f.z) - base + t*f.lambda*trace
		if change < lowest {
			best, lowest = t, change
		}
		slopeT := floats.Dot(f.slope, line) + f.lambda*trace
		if !solver.Finite(slopeT) || math.Abs(slopeT) <= -0.3*slope {
			break
		}
		next := t - slopeT*(t-lo)/(slopeT-slopeLo) // where the line through both slopes is 0
		if slopeT < 0 {
			lo, slopeLo = t, slopeT
			next = math.Min(math.Max(next, 1.5*t), 20*t)
		} else {
			next = math.Max(next, lo+0.1*(t-lo))
		}
		t = next
	}
	return best
}
