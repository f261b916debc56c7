package gradient

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// FISTA minimizes f + g for smooth f and proxable g by proximal gradient steps from points y that are ahead of the
// iterates x,
//
//	x ← x0, y ← x0, t ← 1
//	repeat
//		L ← 2L until f(x⁺) ≤ f(y) + ⟨∇f(y), x⁺ − y⟩ + (L/2)‖x⁺ − y‖², where x⁺ = prox_{g/L}(y − ∇f(y)/L)
//		t ← 1 if ⟨x⁺ − y, x⁺ − x⟩ < 0
//		t⁺ ← (1 + √(1 + 4t²))/2
//		y ← x⁺ + ((t − 1)/t⁺)(x⁺ − x)
//		x ← x⁺, t ← t⁺
//
// The second line of the loop starts momentum afresh whenever it points uphill. Without it the objective falls like
// 2L‖x0 − x*‖²/(k+1)². Where the curvature of f has no bound, L falls again by a twentieth an iteration.
//
// Where g is not convex (a solver.WeaklyConvex) L stays above its ρ, and a point with a higher objective is given up
// for a step without momentum from the one before: the objective never rises.
//
// Source: Beck and Teboulle, A Fast Iterative Shrinkage-Thresholding Algorithm, SIAM J. Imaging Sciences, 2009, section
// 4, FISTA with backtracking; restart: O'Donoghue and Candès, Adaptive Restart for Accelerated Gradient Schemes, 2015,
// gradient scheme.
type FISTA struct {
	// Start is x0; nil for 0. It is copied.
	Start []float64
	// Lipschitz is the first L; 0 asks f if it is a Lipschitzer, and else estimates from two gradients.
	Lipschitz float64
	// NoRestart keeps the momentum at all times; NoMomentum leaves it out (plain proximal gradient, ISTA).
	NoRestart, NoMomentum bool
	// CheckEvery is how often Residual, and Gap where f is a toolkit.Certifier for f + g, are computed; 0 for 10. A
	// check costs about one gradient.
	CheckEvery int
}

// step is one iteration.
func (s *FISTAState) step(c FISTA, f toolkit.Smooth, g toolkit.Proxable) {
	fy := f.ValueGrad(s.grad, s.y)
	s.Evals++
	if !solver.Finite(fy) && s.t > 1 { // momentum went beyond what is finite: a step from x
		copy(s.y, s.x)
		fy, s.t = f.ValueGrad(s.grad, s.y), 1
		s.Evals++
	}
	var fx, gx float64
	for try := 0; ; try++ {
		floats.AddScaledTo(s.scratch, s.y, -1/s.l, s.grad)
		gx = g.Prox(s.next, s.scratch, 1/s.l)
		fx = f.Value(s.next)
		s.Evals++
		floats.SubTo(s.scratch, s.next, s.y)
		bound := fy + floats.Dot(s.grad, s.scratch) + s.l/2*floats.Dot(s.scratch, s.scratch)
		slack := 1e-12 * (math.Abs(fx) + math.Abs(fy))
		below := fx <= bound+slack && !math.IsInf(fx, 1) // which is beyond any slack
		if below || try == 100 || !solver.Finite(fy) {
			break
		}
		s.l *= 2
	}
	s.Iter++
	s.Objective, s.Step = fx+gx, 1/s.l
	s.momentum(c)
	if s.easing {
		s.l *= ease
	}
}

// momentum moves x to the new point and y beyond it. On entry scratch is x⁺ − y.
func (s *FISTAState) momentum(c FISTA) {
	floats.SubTo(s.y, s.next, s.x) // x⁺ − x
	if !c.NoRestart && floats.Dot(s.scratch, s.y) < 0 {
		s.t = 1
	}
	t := (1 + math.Sqrt(1+4*s.t*s.t)) / 2
	beta := (s.t - 1) / t
	if c.NoMomentum {
		beta = 0
	}
	s.t = t
	s.x, s.next = s.next, s.x
	floats.AddScaledTo(s.y, s.x, beta, s.y)
}

// FISTAState is the state of FISTA. Objective is known at every iteration, Residual and Gap at every check.
type FISTAState struct {
	solver.Progress
	x, y, next, grad, scratch []float64
	t, l                      float64
	easing                    bool    // L is no bound for all points, and may fall again
	least                     float64 // the least gap so far
	stood                     int     // checks since it was found
}

// X copies the point, the last result of a prox.
func (s *FISTAState) X(dst []float64) []float64 {
	return append(dst[:0], s.x...)
}

// proxTol is the relative gap of a prox that is found by iteration.
const proxTol = 1e-14

// Iterations solves a problem, as a rule a *solver.Problem. A prox that is found by iteration (a toolkit.IterativeProx)
// goes on from the dual variables of the one before; the Regularizer of a solver.Problem does so by itself. It panics
// where Start is of another length.
func (c FISTA) Iterations(ctx context.Context, p Problem) solver.Seq[*FISTAState] {
	every := c.CheckEvery
	if every <= 0 {
		every = 10
	}
	return solver.Sequence(ctx, func() (*FISTAState, solver.Step, error) {
		f, g := smooth(p), p.Regularizer()
		s, warm := c.start(f, begin(p, c.Start)), solver.WarmProx(g, proxTol)
		w, weak := g.(solver.WeaklyConvex)
		if weak = weak && w.WeakConvexity() > 0; weak {
			if s.easing = false; !math.IsInf(w.WeakConvexity(), 1) { // where no step has one minimum, the best of all is taken
				s.l = math.Max(s.l, weakMargin*w.WeakConvexity())
			}
		}
		newton := newSemismooth(f, warm, len(s.x))
		return s, func(context.Context) (float64, error) {
			before := s.Objective
			if s.step(c, f, warm); weak && s.Objective > before+solver.Slack*math.Abs(before) {
				s.giveUp(before)
			}
			s.Residual, s.Gap = math.NaN(), math.NaN()
			if at := (Point{X: s.x, Grad: s.grad, Objective: s.Objective}); newton.accelerate(&at, s.Iter, s.l) {
				copy(s.y, s.x)
				s.Objective, s.t = at.Objective, 1
				s.Evals += newton.evals
			}
			if s.Iter%every == 0 && solver.Finite(s.Objective) {
				s.check(f, warm)
			}
			return s.Objective, nil
		}, nil
	})
}

func (c FISTA) start(f toolkit.Smooth, x0 []float64) *FISTAState {
	d := len(x0)
	clone := func() []float64 { return append(make([]float64, 0, d), x0...) }
	s := &FISTAState{
		Progress: solver.Unknown(), t: 1, l: c.Lipschitz, least: math.Inf(1),
		x: clone(), y: clone(), next: clone(), grad: clone(), scratch: clone(),
	}
	if l, ok := f.(Lipschitzer); ok && s.l == 0 {
		s.l = l.Lipschitz()
	}
	if !(s.l > 0) || math.IsInf(s.l, 1) {
		s.l, s.easing = s.estimate(f), !c.NoRestart
	}
	return s
}

// estimate compares the gradients at x0 and a short step downhill from it: a lower bound of L to start from.
func (s *FISTAState) estimate(f toolkit.Smooth) float64 {
	f.ValueGrad(s.grad, s.x)
	s.Evals++
	norm := floats.Norm(s.grad, 2)
	if norm == 0 || !solver.Finite(norm) {
		return 1
	}
	h := 1e-4 * max(1, floats.Norm(s.x, 2)) / norm
	floats.AddScaledTo(s.next, s.x, -h, s.grad)
	f.ValueGrad(s.scratch, s.next)
	s.Evals++
	if l := floats.Distance(s.scratch, s.grad, 2) / (h * norm); l > 0 && solver.Finite(l) {
		return l
	}
	return 1
}

// check computes the residual and the gap at x.
func (s *FISTAState) check(f toolkit.Smooth, g toolkit.Proxable) {
	f.ValueGrad(s.grad, s.x)
	s.Evals++
	floats.AddScaledTo(s.scratch, s.x, -1/s.l, s.grad)
	g.Prox(s.scratch, s.scratch, 1/s.l)
	s.Residual = solver.Known(s.l * floats.Distance(s.x, s.scratch, 2))
	switch cert := f.(type) {
	case Certified:
		s.Gap, s.Rounding = cert.Certify(s.x)
	case toolkit.Certifier:
		s.Gap = cert.Gap(s.x)
	default:
		return
	}
	s.Evals++
	s.watch(g)
}

// ease is what L falls to after an iteration where the curvature has no bound, as that of exp(f), which may be far more
// on the way than where that leads: restarts are what makes good for it.
//
// Source: Scheinberg, Goldfarb, Bai, Fast First-Order Methods for Composite Convex Optimization with Backtracking,
// Found. Comput. Math. 2014, whose Algorithm 4 changes t, too.
const ease = 0.95

// standing is how many gaps in a row that are not a tenth below the least mean that the prox is not exact enough.
const standing = 15

// watch makes the prox more exact where the gap stands.
func (s *FISTAState) watch(g toolkit.Proxable) {
	if s.stood++; s.Gap < 0.9*s.least || !solver.Finite(s.Gap) {
		s.least, s.stood = s.Gap, 0
	}
	if s.stood >= standing {
		solver.Tighten(g)
		s.stood = 0
	}
}

// weakMargin keeps L above ρ.
const weakMargin = 1.1

// giveUp goes back to the point before, without momentum.
//
// Source: Li and Lin, Accelerated Proximal Gradient Methods for Nonconvex Programming, NIPS 2015, whose Algorithm 1
// takes both steps at once.
func (s *FISTAState) giveUp(objective float64) {
	s.x, s.next = s.next, s.x
	copy(s.y, s.x)
	s.Objective, s.t = objective, 1
}
