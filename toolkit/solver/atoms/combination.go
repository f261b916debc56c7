package atoms

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/internal/outputs"
)

// Atom is a term θ u vᵀ of a solution.
type Atom struct {
	Theta float64
	U, V  []float64
}

// State is the state of all methods here, W = Σ_a θ_a u_a v_aᵀ. Gap bounds the distance of Objective to the minimum.
//
// For Descent and Continuation an iteration adds an atom or optimizes the weights of those at hand. Objective is Ψ(θ)
// ≥ P(W), and Residual is the largest violation of the optimality conditions; Gap and Residual are NaN where Lambda is
// not the problem's yet. Step is what θ of the atom grew by, 0 where the weights were optimized.
//
// For ConditionalGradient Objective is the loss, Residual is Gap, Step is the share of the way to an atom, and Lambda
// and Epsilon are NaN.
type State struct {
	solver.Progress
	Atoms           []Atom  // those with θ > 0
	Lambda, Epsilon float64 // those in force
	d, k            int
}

// X forms W, row by row, in dst or in a new slice where that is too short.
func (s *State) X(dst []float64) []float64 {
	dst = slices.Grow(dst[:0], s.d*s.k)[:s.d*s.k]
	clear(dst)
	for _, a := range s.Atoms {
		for j, u := range a.U {
			if u != 0 {
				floats.AddScaled(dst[j*s.k:(j+1)*s.k], a.Theta*u, a.V)
			}
		}
	}
	return dst
}

// combination is what methods on atoms share: W by its predictions Z = A W, the loss φ there, and an atom M = u vᵀ
// that the linear minimization oracle finds.
type combination struct {
	a     linalg.Map
	o     *outputs.Loss
	gauge toolkit.Gauge
	s     *State

	z, slopes, trial []float64 // Z, c_i ∇ℓ_i there, and slopes along a line, of the pattern
	gradient         []float64 // −∇φ(W), d×k
	u, v             []float64 // the atom that maximizes ⟨u vᵀ, −∇φ(W)⟩
	polar            float64   // that maximum, Ω°(−∇φ(W))
	frobenius        float64   // ‖A‖_F
}

// newCombination is W = 0 for a problem. The error says what keeps a method from the problem.
func newCombination(p *solver.Problem, method string) (*combination, error) {
	_, d := p.A.Dims()
	c := &combination{s: &State{Progress: solver.Unknown(), d: d, k: p.Outputs()}}
	gauge, ok := p.Penalty.(toolkit.Gauge)
	switch {
	case p.Penalty == nil:
		return c, fmt.Errorf("%s needs a penalty that is made of atoms, and the problem has no penalty", method)
	case !ok:
		return c, fmt.Errorf("%s needs a penalty with a linear minimization oracle (toolkit.Gauge), "+
			"which %T is not; FISTA takes any", method, p.Penalty)
	case p.Mu != 0:
		return c, fmt.Errorf("%s takes no ridge, and the problem has μ = %g; FISTA takes one", method, p.Mu)
	case p.Unpenalized != nil:
		return c, fmt.Errorf("%s takes no unpenalized columns, and the problem has %d; FISTA takes them",
			method, p.Unpenalized.R)
	}
	c.a, c.gauge, c.o = p.A, gauge, outputs.New(p.Loss)
	c.frobenius = floats.Norm(p.ColumnNorms(), 2)
	c.z, c.slopes, c.trial = make([]float64, c.o.Size()), make([]float64, c.o.Size()), make([]float64, c.o.Size())
	c.gradient = make([]float64, d*c.s.k)
	return c, nil
}

// linearize returns the loss at Z, and finds its gradient and the oracle's atom there.
func (c *combination) linearize() (loss float64) {
	loss = c.o.Slopes(c.slopes, c.z)
	c.s.Evals++
	c.o.Gradient(c.gradient, c.a, c.slopes)
	floats.Scale(-1, c.gradient)
	c.u, c.v = make([]float64, c.s.d), make([]float64, c.s.k) // an atom keeps them
	c.polar = c.gauge.LMO(c.u, c.v, c.gradient)
	return loss
}

// rounding is that of a gap whose terms sum up to a size, with ‖A‖_F Σ_a θ_a‖u_a‖‖v_a‖ ≥ Σ_j ‖A_j‖‖w_j‖.
func (c *combination) rounding(size float64) solver.Rounding {
	r := solver.Rounding{Terms: max(c.o.N, len(c.gradient)), Sum: size, Slopes: floats.Norm(c.slopes, 2)}
	for _, a := range c.s.Atoms {
		r.Reach += c.frobenius * a.Theta * floats.Norm(a.U, 2) * floats.Norm(a.V, 2)
	}
	r.Square = c.o.Loss.Curvature() / 2 * r.Reach * r.Reach
	return r
}

// check is the error of a linearization that a step cannot go by.
func (c *combination) check() error {
	switch {
	case !solver.Finite(c.s.Objective) || math.IsNaN(c.polar):
		return solver.ErrDiverged
	case math.IsInf(c.polar, 1):
		return errors.New("the oracle finds no atom: the penalty does not bound all of W (is a strength or a weight 0?)")
	}
	return nil
}

// predict is A u for an atom's u.
func (c *combination) predict(u []float64) []float64 {
	au := make([]float64, c.o.N)
	c.a.MulVec(au, u)
	return au
}

// addAtom is dst = z + step·au vᵀ on the pattern: predictions after a step along an atom.
func (c *combination) addAtom(dst, z []float64, step float64, au, v []float64) {
	c.o.Parallel(func(_, from, to int) {
		for i := from; i < to; i++ {
			out, lo := c.o.Span(dst, i)
			in, _ := c.o.Span(z, i)
			floats.AddScaledTo(out, in, step*au[i], v[lo:lo+len(out)])
		}
	})
}
