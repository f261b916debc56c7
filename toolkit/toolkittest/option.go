package toolkittest

import (
	"iter"
	"math"

	"github.com/proxlab/proxlab/toolkit"

	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/toolkittest/internal/faults"
)

type (
	report = faults.Report
	vector = faults.Vector
	parts  = faults.Parts
)

var near, finite, panics = faults.Near, faults.Finite, faults.Panics

// Option changes what a check assumes or tries.
type Option func(*settings)

type settings struct {
	tol        float64 // 0 for what each comparison takes by itself
	rows, cols int     // 0 where not told
	points     [][]float64
	iterations int
	problem    *solver.Problem
	minimum    float64
	enumerate  func(i int, p toolkit.Params) iter.Seq2[string, float64]
}

func newSettings(opts []Option) settings {
	s := settings{iterations: 1000, minimum: math.NaN()}
	for _, o := range opts {
		o(&s)
	}
	return s
}

// Tol loosens every comparison to a relative tolerance, for what is computed by iteration. By default comparisons are
// relative to 1e-8 or less, and to 1e-5 for a toolkit.IterativeProx, whose prox stops when rounding hides what is
// left of its gap. For Solver it is also how near to the minimum the solver must come, and may be less than its 1e-8.
func Tol(tol float64) Option { return func(s *settings) { s.tol = tol } }

// least is a tolerance, loosened where Tol says so.
func (s settings) least(tol float64) float64 { return math.Max(tol, s.tol) }

// Shape says that the coordinates of a penalty are a matrix of so many rows and columns, given row by row. Without it
// they are one column. Its LMO, Check and WithShape are checked on that shape.
func Shape(rows, cols int) Option { return func(s *settings) { s.rows, s.cols = rows, cols } }

// Points are tried before random ones: vectors v for Prox and matrices for Gauge, predictions for Loss, points for
// Kernel. Points of another length than what is checked are left out.
func Points(points ...[]float64) Option {
	return func(s *settings) { s.points = append(s.points, points...) }
}

// Iterations is how many Solver allows the solver; 1000 by default.
func Iterations(n int) Option { return func(s *settings) { s.iterations = n } }

// On is the problem for Solver to try, in place of a lasso of three weights, and its minimum P*; NaN has Solver find
// it by plain proximal gradient steps, which needs a smooth loss.
func On(p *solver.Problem, minimum float64) Option {
	return func(s *settings) { s.problem, s.minimum = p, minimum }
}

// Outputs lets Oracle compare with every output: of the outputs of example i, in words, what each has of the loss at p,
// such as ⟨θ, φ(x_i,y')⟩ + cost − ⟨θ, φ(x_i,y_i)⟩ of a hinge, of which the loss is the maximum. Those of a small
// example do.
func Outputs(of func(i int, p toolkit.Params) iter.Seq2[string, float64]) Option {
	return func(s *settings) { s.enumerate = of }
}
