package composite

import (
	"fmt"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
)

// Unbounded is the error of a problem whose P falls without end. By convexity P(x + t Ray) ≤ P(x) − t Slope for all
// t ≥ 0 and all x that satisfy the constraints: K_k Ray is in the recession cones of all terms, where a number of it
// counts as 0 that is at most 2⁻⁴⁶ Σ_j |K_ij||Ray_j|, and Slope, −⟨c, Ray⟩ less the terms' recession functions, is more
// than that share of what it is a sum of. Where no x is known that satisfies the constraints, X is nil: the
// problem has no solution then, be it that there is none.
//
// Source: Rockafellar, Convex Analysis, 1970, Theorems 8.5 and 8.6.
type Unbounded struct {
	X, Ray []float64
	Slope  float64
}

// Error says it.
func (e *Unbounded) Error() string {
	if e.X == nil {
		return fmt.Sprintf("infeasible or unbounded: the objective falls without end, by %.3g for each step along a ray, "+
			"wherever constraints hold", e.Slope)
	}
	return fmt.Sprintf("the objective falls without end: by %.3g for each step along a ray, and constraints hold", e.Slope)
}

// receding is h(tz)/t, which is near the recession function of h for large t.
type receding struct {
	toolkit.Composable
	of toolkit.Proxable
	t  float64
}

func (g receding) scaled(z []float64) []float64 {
	return floats.ScaleTo(make([]float64, len(z)), g.t, z)
}

// Value is h(tz)/t.
func (g receding) Value(z []float64) float64 { return g.Composable.Value(g.scaled(z)) / g.t }

// Prox is prox_{γt h}(tv)/t.
func (g receding) Prox(dst, v []float64, gamma float64) float64 {
	value := g.Composable.Prox(dst, g.scaled(v), gamma*g.t)
	floats.Scale(1/g.t, dst)
	return value / g.t
}

// ProxJacobian is that of h.
func (g receding) ProxJacobian(m *toolkit.Jacobian, v []float64, gamma float64) {
	g.Composable.ProxJacobian(m, g.scaled(v), gamma*g.t)
}

// Conjugate is h*(v)/t.
func (g receding) Conjugate(v []float64) float64 { return g.Composable.Conjugate(v) / g.t }

// Clip takes v into the domain of the conjugate, where h can.
func (g receding) Clip(v []float64, cone bool) {
	if c, ok := g.of.(clipped); ok {
		c.Clip(v, cone)
	}
}

// recedingSlopes is receding of a function that knows slopes.
type recedingSlopes struct{ receding }

// Slopes are those of h.
func (g recedingSlopes) Slopes(dst, v []float64, gamma float64) {
	g.of.(sloped).Slopes(dst, g.scaled(v), gamma*g.t)
}

// recedingSet is receding of a set.
type recedingSet struct {
	receding
	set toolkit.SupportFunction
}

// Violation is that of tz, over t.
func (g recedingSet) Violation(z []float64) float64 { return g.set.Violation(g.scaled(z)) / g.t }
