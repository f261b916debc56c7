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

// Atom is a term θM of a solution, with M = u vᵀ, or M as it is where the gauge's atoms are of any rank.
type Atom struct {
	Theta float64
	U, V  []float64
	M     []float64 // d×k row by row; nil for u vᵀ
}

// norm is ‖M‖_F.
func (a Atom) norm() float64 {
	if a.M != nil {
		return floats.Norm(a.M, 2)
	}
	return floats.Norm(a.U, 2) * floats.Norm(a.V, 2)
}

// same tells whether two atoms have the same M, number by number.
func (a Atom) same(b Atom) bool {
	return floats.Equal(a.U, b.U) && floats.Equal(a.V, b.V) && floats.Equal(a.M, b.M)
}

// State is W = Σ_a θ_a M_a. An iteration adds an atom or optimizes the weights of those at hand. Objective is Ψ(θ)
// ≥ P(W), and Residual is the largest violation of the optimality conditions; Gap and Residual are NaN where Lambda is
// not the problem's yet. Step is what θ of the atom grew by, 0 where the weights were optimized. Optimal says that the
// conditions hold to Epsilon: here R1D(φ, λ, θ_0, ε) returns.
type State struct {
	solver.Progress
	Atoms           []Atom  // those with θ > 0
	Lambda, Epsilon float64 // those in force
	Optimal         bool
	d, k            int
}

// X forms W, row by row, in dst or in a new slice where that is too short.
func (s *State) X(dst []float64) []float64 {
	dst = slices.Grow(dst[:0], s.d*s.k)[:s.d*s.k]
	clear(dst)
	for _, a := range s.Atoms {
		if a.M != nil {
			floats.AddScaled(dst, a.Theta, a.M)
		}
		for j, u := range a.U {
			if u != 0 {
				floats.AddScaled(dst[j*s.k:(j+1)*s.k], a.Theta*u, a.V)
			}
		}
	}
	return dst
}

// combination is what methods on atoms share: W by its predictions, the loss φ there, and an atom M that the linear
// minimization oracle finds.
type combination struct {
	a      linalg.Map
	o      *outputs.Loss
	oracle func(gradient []float64) (m Atom, polar float64)
	s      *State

	here, there point     // W, and a place on a line from it
	gradient    []float64 // −∇φ(W), d×k
	atom        Atom      // M, which maximizes ⟨M, −∇φ(W)⟩; its θ is 0
	polar       float64   // that maximum, Ω°(−∇φ(W)), or a bound of it
	attained    float64   // ⟨M, −∇φ(W)⟩
	byProducts  MapGauge  // where products with the gradient are cheaper than the gradient; or nil
	frobenius   float64   // ‖A‖_F
}

// point is a place by its predictions Z = A W, with the slopes c_i ∇ℓ_i there, of the pattern, and the loss.
type point struct {
	z, slopes []float64
	loss      float64
}

// newCombination is W = 0 for a problem. The error says what keeps a method from the problem.
func newCombination(p *solver.Problem, method string) (*combination, error) {
	_, d := p.A.Dims()
	c := &combination{s: &State{Progress: solver.Unknown(), d: d, k: p.Outputs()}}
	switch gauge := p.Penalty.(type) {
	case nil:
		return c, fmt.Errorf("%s needs a penalty that is made of atoms, and the problem has no penalty", method)
	case toolkit.Gauge:
		c.oracle = func(gradient []float64) (Atom, float64) {
			m := Atom{U: make([]float64, c.s.d), V: make([]float64, c.s.k)}
			return m, gauge.LMO(m.U, m.V, gradient)
		}
	case toolkit.MatrixGauge:
		c.oracle = func(gradient []float64) (Atom, float64) {
			m := Atom{M: make([]float64, len(gradient))}
			return m, gauge.LMOMatrix(m.M, gradient)
		}
	default:
		return c, fmt.Errorf("%s needs a penalty with a linear minimization oracle (toolkit.Gauge or "+
			"toolkit.MatrixGauge), which %T has not; FISTA takes any", method, p.Penalty)
	}
	switch {
	case p.Mu != 0:
		return c, fmt.Errorf("%s takes no ridge, and the problem has μ = %g; FISTA takes one", method, p.Mu)
	case p.Unpenalized != nil:
		return c, fmt.Errorf("%s takes no unpenalized columns, and the problem has %d; FISTA takes them",
			method, p.Unpenalized.R)
	}
	c.a, c.o = p.A, outputs.New(p.Loss)
	c.frobenius = floats.Norm(p.ColumnNorms(), 2)
	c.here = point{z: make([]float64, c.o.Size()), slopes: make([]float64, c.o.Size())}
	c.there = point{z: make([]float64, c.o.Size()), slopes: make([]float64, c.o.Size())}
	c.gradient = make([]float64, d*c.s.k)
	if gauge, ok := p.Penalty.(MapGauge); ok && c.cheapProducts() {
		c.byProducts = gauge
	}
	return c, nil
}

// evaluate finds the slopes and the loss at a point's predictions.
func (c *combination) evaluate(p *point) {
	p.loss = c.o.Slopes(p.slopes, p.z)
	c.s.Evals++
}

// move makes there the current point.
func (c *combination) move() { c.here, c.there = c.there, c.here }

// linearize finds the gradient at the current point, by its slopes, and the oracle's atom there.
func (c *combination) linearize() {
	c.o.Gradient(c.gradient, c.a, c.here.slopes)
	floats.Scale(-1, c.gradient)
	c.atom, c.polar = c.oracle(c.gradient) // an atom of its own, that may be kept
	c.attained = c.polar
}

// rounding is that of a gap whose terms sum up to a size, with ‖A‖_F Σ_a θ_a‖M_a‖_F ≥ Σ_j ‖A_j‖‖w_j‖.
func (c *combination) rounding(size float64) solver.Rounding {
	r := solver.Rounding{Terms: max(c.o.N, len(c.gradient)), Sum: size, Slopes: floats.Norm(c.here.slopes, 2)}
	for _, a := range c.s.Atoms {
		r.Reach += c.frobenius * a.Theta * a.norm()
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
