package atoms

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// Descent minimizes P(W) = φ(W) + λΩ(W), φ(W) = Σ_i c_i ℓ_i(Wᵀa_i), over d×k matrices for a gauge Ω, by coordinate
// descent on the weights of its atoms, W_θ = Σ_a θ_a M_a with θ ≥ 0, in Ψ(θ) = φ(W_θ) + λ Σ_a θ_a. It is
// Algorithm 3 of Dudik, Harchaoui and Malick, AtomDescent(φ, Ω, λ, θ_0, ε), over any compact set of atoms that is
// known by its linear minimization oracle (toolkit.Gauge, toolkit.MatrixGauge), and with the atoms of the trace norm
// their Algorithm 1, rank-one descent R1D(φ, λ, θ_0, ε):
//
//	for t = 0, 1, 2, …
//	 1. find an atom M_t with ⟨M_t, −∇φ(W_t)⟩ ≥ Ω°(−∇φ(W_t)) − ε/2
//	 2. g_t = λ + ⟨M_t, ∇φ(W_t)⟩
//	 3. if g_t ≤ −ε/2
//	        W_{t+1} = W_t + δM_t, θ_{t+1} = θ_t + δe_t     δ by line search, or a bounded step
//	 4. else
//	        if θ_t satisfies (b'), return θ_t
//	        θ_{t+1} = an ε-solution of min_θ Ψ(θ) over θ ≥ 0 on the atoms of θ_t
//
// where (b') is |∂Ψ/∂θ_a| ≤ ε for all a with θ_a > 0. By default ε shrinks in the place of a return, as in Theorem
// 3.6: it begins at λ. Where Epsilon is given it stays, and what the algorithm returns is the first state with Optimal.
//
// With the lasso's atoms it is greedy coordinate descent, with those of the group lasso block coordinate descent,
// with those of the trace norm rank-one descent: W is never formed, and the predictions A M_a are kept for every atom,
// as (A u_a) v_aᵀ where there are many. The losses must be smooth.
//
// Source: Dudik, Harchaoui, Malick, Lifted Coordinate Descent for Learning with Trace-Norm Regularization, AISTATS
// 2012, Algorithms 1 and 3, Theorem 3.6.
type Descent struct {
	// Start is θ_0, a list of atoms of the gauge with their weights, as a State has it; nil for W = 0. It is copied.
	Start []Atom
	// Epsilon is ε, at most λ; 0 for one that shrinks.
	Epsilon float64
	// Shrink multiplies ε whenever the optimality conditions hold to ε; 0 for ½. The first ε is λ.
	Shrink float64
	// BoundedSteps takes the step −g/h into a new atom, h a bound of the curvature along it, in place of a line search.
	BoundedSteps bool
	// Random draws the coordinates of Step 4, weights of the atoms at hand, from Seed; by default they take turns.
	Random bool
	Seed   uint64
}

// Iterations starts from Start. The penalty must be a toolkit.Gauge or a toolkit.MatrixGauge, λ positive, the loss
// smooth, and the problem without ridge and unpenalized columns. A state with Optimal and a given Epsilon is the last
// that moves. It panics where an atom of Start is of another shape.
func (c Descent) Iterations(ctx context.Context, p *solver.Problem) solver.Seq[*State] {
	return solver.Sequence(ctx, func() (*State, solver.Step, error) {
		d, err := newDescent(c, p)
		return d.s, d.step, err
	})
}

type descent struct {
	Descent
	*combination
	lambda, epsilon float64 // in force
	target          float64 // the problem's λ
	fixedEpsilon    bool    // ε stays as it is
	rng             *rand.Rand
	rays            []ray       // of the atoms at hand
	violation       float64     // the largest |∂Ψ/∂θ_a| of the atoms at hand; NaN where it was not looked at
	gram            [][]float64 // inner products of rays, a lower triangle: of those that Step 4 has met
	scale           float64     // of the Gram matrix in models of Ψ
	mostScale       float64     // the largest, by the bound of the losses' curvature
	curved          float64     // the share of the bound of the curvature that the last line search has found
}

func newDescent(c Descent, p *solver.Problem) (*descent, error) {
	w, err := newCombination(p, "descent on atoms")
	w.s.Lambda = p.Lambda
	d := &descent{
		Descent: c, combination: w, lambda: p.Lambda, epsilon: p.Lambda, target: p.Lambda, violation: math.NaN(),
		rng: rand.New(rand.NewPCG(c.Seed, 9)), curved: 1,
	}
	switch {
	case err != nil:
		return d, err
	case math.IsInf(p.Loss.Curvature(), 1):
		return d, fmt.Errorf("descent on atoms needs a smooth loss whose second derivatives are bounded, "+
			"and the Curvature of %T is +Inf", p.Loss)
	case !(p.Lambda > 0) || math.IsInf(p.Lambda, 1):
		return d, fmt.Errorf("λ = %g: it must be positive and finite; for λ = 0 the gauge bounds nothing", p.Lambda)
	case c.Shrink < 0 || c.Shrink >= 1:
		return d, fmt.Errorf("ε shrinks by %g: it must be between 0 and 1", c.Shrink)
	case !(c.Epsilon >= 0 && c.Epsilon <= p.Lambda):
		return d, fmt.Errorf("ε = %g: it must be between 0 and λ = %g", c.Epsilon, p.Lambda)
	case c.Shrink == 0:
		d.Shrink = 0.5
	}
	if c.Epsilon > 0 {
		d.epsilon, d.fixedEpsilon = c.Epsilon, true
	}
	var most float64
	for i := range p.Loss.Len() {
		most = math.Max(most, p.Loss.Weight(i))
	}
	d.mostScale = p.Loss.Curvature() / math.Max(most, math.SmallestNonzeroFloat64)
	d.scale = d.mostScale
	return d, d.begin(c.Start, p.Penalty)
}

// begin sets W to θ_0, with copies of its atoms. The error says which are none of the gauge's: their Ω is above 1.
func (d *descent) begin(start []Atom, penalty toolkit.Proxable) error {
	var sum float64
	for t, a := range start {
		if a.M == nil && (len(a.U) != d.s.d || len(a.V) != d.s.k) || a.M != nil && len(a.M) != d.s.d*d.s.k {
			panic("atoms: an atom of the start is of another shape")
		}
		if !(a.Theta >= 0) || math.IsInf(a.Theta, 1) {
			return fmt.Errorf("weight %d of the start is %g: it must be finite and not negative", t+1, a.Theta)
		}
		if a.Theta == 0 {
			continue
		}
		sum += a.Theta
		a.U, a.V, a.M = slices.Clone(a.U), slices.Clone(a.V), slices.Clone(a.M)
		d.s.Atoms, d.rays = append(d.s.Atoms, a), append(d.rays, d.ray(a))
		d.addRay(d.here.z, d.here.z, a.Theta, d.rays[len(d.rays)-1])
	}
	if len(d.s.Atoms) == 0 {
		return nil
	}
	if value := penalty.Value(d.s.X(nil)); !(value <= sum*(1+1e-9)) {
		return fmt.Errorf("the weights of the start add up to %g, and Ω of it is %g: its atoms are not of the gauge",
			sum, value)
	}
	return nil
}

// step is 3 or 4 of the algorithm, and then 1 and 2 of the next iteration: the gap at the new W rests on them.
func (d *descent) step(ctx context.Context) (objective float64, err error) {
	s := d.s
	if s.Iter == 0 { // 1 and 2
		d.combination.evaluate(&d.here)
		d.assess()
	}
	if err := d.check(); err != nil {
		return s.Objective, err
	}
	for !d.fixedEpsilon && d.optimal() && d.epsilon > 1e-13*d.lambda {
		d.epsilon *= d.Shrink
	}
	s.Iter++
	s.Step = 0
	switch {
	case d.fixedEpsilon && d.optimal(): // returned
		d.assess()
		return s.Objective, nil
	case d.slope() <= -d.epsilon/2: // 3
		d.add(d.atom)
	default: // 4
		if err := d.restricted(ctx); err != nil {
			s.Objective, s.Gap, s.Residual = math.NaN(), math.NaN(), math.NaN() // W has moved on
			return s.Objective, err
		}
	}
	d.assess() // 1 and 2 of the next
	return s.Objective, nil
}

// slope is g = ∂Ψ/∂θ = λ + ⟨M, ∇φ(W)⟩ for the oracle's atom M.
func (d *descent) slope() float64 { return d.lambda - d.attained }

// optimal tells whether no atom has a slope of −ε/2 or less, and (b') holds.
func (d *descent) optimal() bool {
	return d.slope() > -d.epsilon/2 && d.largestSlope() <= d.epsilon
}

// assess finds Ψ at W, the atom M that the oracle finds, the gap Ψ − D with the dual point −c_i∇ℓ_i scaled into the
// polar's ball, and the residual. While another λ is in force than the problem's, Ψ is still the problem's, and gap and
// residual are not known: what is left to the minimum at that λ says nothing of the problem's.
func (d *descent) assess() {
	s := d.s
	if d.byProducts != nil && d.lambda != d.target { // no gap rests on it
		d.linearizeWithin(d.epsilon / 4)
	}
	if d.byProducts == nil || d.lambda == d.target || d.slope() > -d.epsilon/2 { // so does 4: it asks for the polar
		d.linearize()
	}
	s.Objective = d.here.loss
	for _, t := range s.Atoms {
		s.Objective += d.target * t.Theta
	}
	s.Lambda, s.Epsilon, s.Optimal = d.lambda, d.epsilon, d.optimal()
	if s.Residual, s.Gap = math.NaN(), math.NaN(); d.lambda != d.target {
		return
	}
	s.Residual = solver.Known(math.Max(d.polar-d.lambda, d.largestSlope()))
	dual, size := d.o.Dual(d.here.slopes, 1/math.Max(1, d.polar/d.lambda))
	r := d.rounding(s.Objective + size)
	r.Polar = d.frobenius / d.lambda * math.Max(1, d.atom.norm())
	r.Fill(&s.Progress, s.Objective, dual)
}

// weightSlopes are ∂Ψ/∂θ_a = λ + ⟨A M_a, c∇ℓ⟩ of the atoms at hand, by the slopes of the losses.
func (d *descent) weightSlopes() []float64 {
	slopes := d.products(d.rays, d.here.slopes)
	floats.AddConst(d.lambda, slopes)
	return slopes
}

// largestSlope is the largest |∂Ψ/∂θ_a| of the atoms at hand.
func (d *descent) largestSlope() float64 {
	if math.IsNaN(d.violation) {
		d.violation = floats.Norm(append(d.weightSlopes(), 0), math.Inf(1))
	}
	return d.violation
}

// add brings an atom in, or raises the one at hand that it equals.
func (d *descent) add(m Atom) {
	t := slices.IndexFunc(d.s.Atoms, m.same)
	if t < 0 {
		t = len(d.s.Atoms)
		d.s.Atoms, d.rays = append(d.s.Atoms, m), append(d.rays, d.ray(m))
	}
	if r := d.rays[t]; d.BoundedSteps {
		d.s.Step = -d.slope() / d.curvature(r)
		d.derivative(r, d.s.Step)
	} else {
		d.s.Step = d.lineSearch(r, d.slope())
	}
	d.move()
	d.s.Atoms[t].Theta += d.s.Step
	d.violation = math.NaN()
}
