package solver

import (
	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/solver/internal/outputs"
)

// What a loss may know beside what it must, so that a problem or its solvers can do more with it.
type (
	// LeastSquares is a toolkit.Separable loss ½ (f − Target(i))².
	LeastSquares interface{ Target(i int) float64 }
	// Margin is the hinge max(0, 1 − y f), of the sign y = Hinge(i) of an example, +1 or −1.
	Margin interface{ Hinge(i int) (sign float64) }
	// Tasked is a loss of several outputs of which each example has one, with the same loss of one prediction: Each()
	// returns that, a toolkit.Separable.
	Tasked = outputs.Tasked
	// AbsolutelyRounded is a loss whose values are good to γ times this number, and not of their own size: see Rounding.
	AbsolutelyRounded interface{ AbsoluteRounding() float64 }
	// Ranged is a toolkit.Separable loss that goes through several examples at once, which is quicker: Range(slopes, f
	// []float64, from int) writes c_i ℓ_i'(f_i) to slopes, which may be f, for the examples from, from + 1, …, and returns
	// Σ c_i ℓ_i(f_i); SecondRange(h, f []float64, from int) writes c_i ℓ_i”(f_i) to h.
	Ranged = outputs.Ranged
	// RangedConjugate is a toolkit.Separable loss that goes through the conjugates of several examples at once:
	// ConjugateRange(s []float64, t float64, from int) returns Σ c_i ℓ_i*(t s_i/c_i) for the examples from, from + 1, …,
	// without those of weight 0, and the sum of its terms' absolute values.
	RangedConjugate = outputs.RangedConjugate
	// RangedClasses is Ranged of a toolkit.MultiOutput loss whose examples all have all outputs, and the Hessians
	// diag(p) − ppᵀ: RangeProbabilities(p, f []float64) writes p, row by row.
	RangedClasses = outputs.RangedClasses
	// Levelled is a toolkit.Separable loss that knows its minimum over an intercept: Level(f []float64) returns the b at
	// which Σ_i c_i ℓ_i(f_i + b) is least, not finite where there is none.
	Levelled = outputs.Levelled
	// Curved is a toolkit.MultiOutput loss that knows the diagonal of its Hessians: Diagonal(h []float64, i int, f
	// []float64) writes that of ∇²ℓ_i(f) to h.
	Curved = outputs.Curved
	// LineCurved is a toolkit.MultiOutput loss with a bound of its own of d²ℓ_i(f + tv)/dt², over all f and t, below its
	// Curvature: line searches then start with longer steps. LineCurvature(i int, v []float64) returns it.
	LineCurved = outputs.LineCurved
)

// What a penalty Ω may know beside what it must.
type (
	// Ridged is a penalty g + (μ/2)‖·‖² that can be taken apart; g is nil for zero.
	Ridged interface {
		SplitRidge() (mu float64, g toolkit.Proxable)
	}
	// Nonhomogeneous is a penalty for which λΩ is not Ω at the strength λ, such as one that is not convex: WithStrength is
	// Ω there.
	Nonhomogeneous interface {
		WithStrength(lambda float64) toolkit.Proxable
	}
	// WeaklyConvex is a penalty that may not be convex, while Ω + (ρ/2)‖·‖² is: WeakConvexity is the least such ρ, 0 where
	// Ω is convex. Its prox has one minimum for γ < 1/ρ.
	WeaklyConvex interface{ WeakConvexity() (rho float64) }
	// Vanishing is a penalty that knows from which λ on 0 minimizes ⟨−v, w⟩ + λΩ(w), locally where Ω is not convex; +Inf
	// where there is none. For norms that is their Polar.
	Vanishing interface{ ZeroFrom(v []float64) float64 }
	// Bounded is a penalty that is +Inf beyond some bounds: Extent bounds how much its conjugate changes where entry j of
	// its argument does by sizes_j.
	Bounded interface{ Extent(sizes []float64) float64 }
	// Sized is a penalty whose polar is not that of the absolute values: PolarOfSizes is the most it is where |v_j| ≤
	// sizes_j.
	Sized interface{ PolarOfSizes(sizes []float64) float64 }
	// NearPolar is a norm whose polar is found by iteration, and better where a point x is known at which v is nearly a
	// subgradient. It is never less than the polar.
	NearPolar interface{ PolarNear(v, x []float64) float64 }
	// DualPolar is the same by the dual variables of its prox near there (toolkit.IterativeProx).
	DualPolar interface {
		PolarAt(v, dual []float64) float64
	}
	// Subdifferential is a penalty that knows its subgradients: Least writes to dst the element of gradient + ∂Ω(x) of
	// least norm.
	Subdifferential interface {
		Least(dst, x, gradient []float64)
	}
)
