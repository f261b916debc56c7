package toolkittest

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
)

// squares is the loss ½ (f − y_i)² with c_i = 1/n: one that this package can rely on.
type squares []float64

func (y squares) Len() int           { return len(y) }
func (y squares) Weight(int) float64 { return 1 / float64(len(y)) }
func (y squares) Curvature() float64 { return 1 / float64(len(y)) }

func (y squares) At(i int, f float64) (value, slope float64) {
	r := f - y[i]
	return r * r / 2, r
}

func (y squares) Conjugate(i int, u float64) float64 { return u * (u/2 + y[i]) }

// Target is what coordinate descent asks of a squared loss, and Second what Newton's methods ask of a smooth one.
func (y squares) Target(i int) float64 { return y[i] }

func (y squares) Second(int, float64) float64 { return 1 }

// solve minimizes a random least squares objective with the penalty.
func (c *penalty) solve() {
	n := 4*c.d + 4
	a, y := linalg.NewDense(n, c.d, normal(c.rng, n*c.d, 1)), normal(c.rng, n, 3)
	// a problem remembers slopes: it is made anew for other targets
	problem := func() *solver.Problem { return solver.NewProblem(a, squares(y), c.g) }
	if s := 5 / problem().LambdaMax(); s > 1e-6 && s < 1e6 { // a fifth of what makes all weights 0
		floats.Scale(s, y)
	}
	if c.weak > 0 {
		floats.Scale(math.Sqrt2, y) // 0 is to be no saddle, where λ is a whole number
		c.solveLocally(problem())
		return
	}
	compareFISTA(&c.report, problem())
}

// compareFISTA compares FISTA's objective with that of plain proximal gradient steps, and its gaps with how far it is
// from there.
func compareFISTA(r *report, p *solver.Problem) {
	want := plainProximalGradient(p, 600)
	iterations := 0
	var last solver.Progress
	c := gradient.FISTA{CheckEvery: 1}
	for st, err := range c.Iterations(context.Background(), p) {
		if err != nil {
			r.Faultf("FISTA on a random problem ends with an error: %w", err)
			return
		}
		last = *st.Report()
		if excess := last.Objective - want; excess > last.Gap+1e-9*math.Max(1, math.Abs(want)) {
			r.Faultf("The duality gap is no bound: FISTA's iterate %d is %.6g above the objective of plain proximal gradient "+
				"steps, and its gap is %.6g",
				last.Iter, excess, last.Gap)
			return
		}
		if iterations++; iterations == 150 {
			break
		}
	}
	if !near(last.Objective, want, 1e-7) {
		r.Faultf("FISTA ends at an objective of %.10g, plain proximal gradient steps at %.10g", last.Objective, want)
	}
	certified := p.Mu > 0 || finite(p.LambdaMax()) // a gap does not close where coordinates are not penalized
	if certified && !(last.Gap <= 1e-4*math.Max(1, math.Abs(want))) {
		r.Faultf("The duality gap does not close: it is %.4g at FISTA's iterate %d, where the objective is %.10g and the "+
			"minimum %.10g",
			last.Gap, last.Iter, last.Objective, want)
	}
}

// plainProximalGradient takes steps W ← prox_{γR}(W − γ∇L(W)) with γ = 1/(curvature · ‖A‖²_F), written out, until
// they no longer move W or are too many. It returns the objective in the end.
func plainProximalGradient(p *solver.Problem, iterations int) float64 {
	_, d := p.A.Dims()
	w := make([]float64, p.Dim())
	gradient, reg := make([]float64, p.Dim()), p.Regularizer()
	var frobenius float64
	unit, column := make([]float64, d), make([]float64, p.Loss.Len())
	for j := range d {
		clear(unit)
		unit[j] = 1
		p.A.MulVec(column, unit)
		frobenius += floats.Dot(column, column)
	}
	gamma := 1 / (p.Loss.Curvature() * frobenius)
	before := make([]float64, p.Dim())
	for range iterations {
		copy(before, w)
		p.ValueGrad(gradient, w)
		floats.AddScaled(w, -gamma, gradient)
		reg.Prox(w, w, gamma)
		if floats.Distance(w, before, 2) <= 1e-15*floats.Norm(w, 2) {
			break
		}
	}
	return p.Objective(w)
}

var _ toolkit.Separable = squares(nil)
