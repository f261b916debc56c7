package atoms

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/solver"
)

// Descent minimizes P(W) = φ(W) + λΩ(W), φ(W) = Σ_i c_i ℓ_i(Wᵀa_i), over d×k matrices for a gauge Ω, by coordinate
// descent on the weights of its atoms, W_θ = Σ_a θ_a M_a with θ ≥ 0, in Ψ(θ) = φ(W_θ) + λ Σ_a θ_a. It is
// Algorithm 3 of Dudik, Harchaoui and Malick, AtomDescent(φ, Ω, λ, θ_0, ε), and with the atoms of the trace norm their
// Algorithm 1, rank-one descent R1D:
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
// where (b') is |∂Ψ/∂θ_a| ≤ ε for all a with θ_a > 0. In the place of a return ε shrinks, as in Theorem 3.6: it
// begins at λ.
//
// With the lasso's atoms it is greedy coordinate descent, with those of the group lasso block coordinate descent,
// with those of the trace norm rank-one descent: W is never formed, and A u_a is kept for every atom. The losses must
// be smooth.
//
// Source: Dudik, Harchaoui, Malick, Lifted Coordinate Descent for Learning with Trace-Norm Regularization, AISTATS
// 2012, Algorithms 1 and 3, Theorem 3.6.
type Descent struct {
	// Shrink multiplies ε whenever the optimality conditions hold to ε; 0 for ½. The first ε is λ.
	Shrink float64
	// BoundedSteps takes the step −g/h into a new atom, h a bound of the curvature along it, in place of a line search.
	BoundedSteps bool
	// Random draws the atoms at hand whose weights are optimized, from Seed; by default they take turns.
	Random bool
	Seed   uint64
}

// Iterations starts from W = 0. The penalty must be a toolkit.Gauge, λ positive, the loss smooth, and the problem
// without ridge and unpenalized columns.
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
	au              [][]float64 // A u_a of the atoms at hand
	violation       float64     // the largest |∂Ψ/∂θ_a| of the atoms at hand
}

func newDescent(c Descent, p *solver.Problem) (*descent, error) {
	w, err := newCombination(p, "descent on atoms")
	w.s.Lambda = p.Lambda
	d := &descent{
		Descent: c, combination: w, lambda: p.Lambda, epsilon: p.Lambda, target: p.Lambda,
		rng: rand.New(rand.NewPCG(c.Seed, 9)),
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
	case c.Shrink == 0:
		d.Shrink = 0.5
	}
	return d, nil
}

// step is 3 or 4 of the algorithm, and then 1 and 2 of the next iteration: the gap at the new W rests on them.
func (d *descent) step(ctx context.Context) (objective float64, err error) {
	s := d.s
	if s.Iter == 0 { // 1 and 2
		d.evaluate()
	}
	if err := d.check(); err != nil {
		return s.Objective, err
	}
	for !d.fixedEpsilon && d.optimal() && d.epsilon > 1e-13*d.lambda {
		d.epsilon *= d.Shrink
	}
	s.Step = 0
	if d.slope() <= -d.epsilon/2 { // 3
		d.add(d.u, d.v)
	} else if err := d.restricted(ctx); err != nil { // 4
		s.Objective, s.Gap, s.Residual = math.NaN(), math.NaN(), math.NaN() // W has moved on
		return s.Objective, err
	}
	s.Iter++
	d.evaluate() // 1 and 2 of the next
	return s.Objective, nil
}

// slope is g = ∂Ψ/∂θ = λ + ⟨M, ∇φ(W)⟩ for the oracle's atom M.
func (d *descent) slope() float64 { return d.lambda - d.polar }

// optimal tells whether no atom has a slope of −ε/2 or less, and (b') holds.
func (d *descent) optimal() bool {
	return d.slope() > -d.epsilon/2 && d.violation <= d.epsilon
}

// evaluate finds Ψ at W, the atom M that the oracle finds, the gap Ψ − D with the dual point −c_i∇ℓ_i scaled into the
// polar's ball, and the residual. While another λ is in force than the problem's, Ψ is still the problem's, and gap and
// residual are not known: what is left to the minimum at that λ says nothing of the problem's.
func (d *descent) evaluate() {
	s := d.s
	s.Objective = d.linearize()
	for _, t := range s.Atoms {
		s.Objective += d.target * t.Theta
	}
	d.violation = d.largestSlope()
	s.Lambda, s.Epsilon = d.lambda, d.epsilon
	if s.Residual, s.Gap = math.NaN(), math.NaN(); d.lambda != d.target {
		return
	}
	s.Residual = solver.Known(math.Max(d.polar-d.lambda, d.violation))
	dual, size := d.o.Dual(d.slopes, 1/math.Max(1, d.polar/d.lambda))
	r := d.rounding(s.Objective + size)
	r.Polar = d.frobenius / d.lambda
	r.Fill(&s.Progress, s.Objective, dual)
}

// largestSlope is the largest |∂Ψ/∂θ_a| = |λ + Σ_i ⟨a_i, u_a⟩⟨c_i∇ℓ_i, v_a⟩| over the atoms at hand, by the slopes.
func (d *descent) largestSlope() (largest float64) {
	r := len(d.s.Atoms)
	if r == 0 {
		return 0
	}
	v := make([]float64, 0, r*d.s.k)
	for _, t := range d.s.Atoms {
		v = append(v, t.V...)
	}
	rv := make([]float64, d.o.N*r)
	d.o.TimesRows(rv, d.slopes, v, r)
	for t := range r {
		sum := d.lambda
		for i, p := range d.au[t] {
			sum += p * rv[i*r+t]
		}
		largest = math.Max(largest, math.Abs(sum))
	}
	return largest
}

// add brings an atom in, or raises the one at hand that it equals.
func (d *descent) add(u, v []float64) {
	t := slices.IndexFunc(d.s.Atoms, func(a Atom) bool { return floats.Equal(a.U, u) && floats.Equal(a.V, v) })
	if t < 0 {
		t = len(d.s.Atoms)
		d.s.Atoms, d.au = append(d.s.Atoms, Atom{U: u, V: v}), append(d.au, d.predict(u))
	}
	var step float64
	if d.BoundedSteps {
		step = -d.slope() / d.curvature(d.au[t], v)
	} else {
		step = d.lineSearch(d.au[t], v, -d.s.Atoms[t].Theta)
	}
	d.changeWeight(t, step)
	d.s.Step = step
	d.dropZeros()
}

// maxPasses bounds the passes over the atoms at hand in one step; what is left is for the next.
const maxPasses = 20

// restricted minimizes Ψ over the weights of the atoms at hand, one at a time, until |∂Ψ/∂θ_a| ≤ ε/2 for all of them.
func (d *descent) restricted(ctx context.Context) error {
	for range maxPasses {
		for t := range d.s.Atoms {
			if err := context.Cause(ctx); err != nil {
				return err
			}
			if d.Random {
				t = d.rng.IntN(len(d.s.Atoms))
			}
			d.changeWeight(t, d.lineSearch(d.au[t], d.s.Atoms[t].V, -d.s.Atoms[t].Theta))
		}
		d.dropZeros()
		d.o.Slopes(d.slopes, d.z)
		if d.largestSlope() <= d.epsilon/2 {
			return nil
		}
	}
	return nil
}

// changeWeight adds a step to the weight of atom t, and to Z with it.
func (d *descent) changeWeight(t int, step float64) {
	if step == 0 {
		return
	}
	atom := &d.s.Atoms[t]
	atom.Theta += step
	d.addAtom(d.z, d.z, step, d.au[t], atom.V)
}

// dropZeros leaves out the atoms of weight 0.
func (d *descent) dropZeros() {
	keep := 0
	for t, a := range d.s.Atoms {
		if a.Theta > 1e-300 {
			d.s.Atoms[keep], d.au[keep] = a, d.au[t]
			keep++
		}
	}
	d.s.Atoms, d.au = d.s.Atoms[:keep], d.au[:keep]
}
