package composite

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Unbounded is the error of a problem whose P falls without end: from X, by Slope at least for each step along Ray, for
// all of so many steps that were tried.
type Unbounded struct {
	X, Ray []float64
	Slope  float64 // P(X + t Ray) ≤ P(X) − t Slope for 0 ≤ t ≤ Steps
	Steps  float64
}

// Error says it.
func (e *Unbounded) Error() string {
	return fmt.Sprintf("the objective falls without end: by %.3g for each of %.0g steps along a ray, and constraints hold",
		e.Slope, e.Steps)
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

// farther is how much farther than x a ray is followed, and steep the least length of one, as a share of ‖c‖: where
// there is none y is of the order of 1/farther.
const (
	farther = 1e6
	steep   = 1e-4
)

// ray looks for a direction in which P falls without end: y of
//
//	min_y P(ty)/t + ½‖y‖²
//
// in units of the columns, for a large t. It is nil where there is none.
func (p *Problem) ray(ctx context.Context, x []float64, solve search) *Unbounded {
	units, most := p.units(), 1.0
	for j, u := range units {
		most = math.Max(most, math.Abs(x[j]/u))
	}
	t := farther * math.Min(most, farther)
	receded := &Problem{Linear: p.Linear, Ridge: make([]float64, len(units))}
	for j, u := range units {
		if receded.Ridge[j] = 1 / (u * u); p.Ridge != nil {
			receded.Ridge[j] += t * p.Ridge[j]
		}
	}
	for _, of := range p.Terms {
		far := receding{composable(of.Function), of.Function, t}
		if of.Offset != nil {
			of.Offset = floats.ScaleTo(make([]float64, len(of.Offset)), 1/t, of.Offset)
		}
		switch f := of.Function.(type) {
		case toolkit.SupportFunction:
			of.Function = recedingSet{far, f}
		case sloped:
			of.Function = recedingSlopes{far}
		default:
			of.Function = far
		}
		receded.Terms = append(receded.Terms, of)
	}
	for st, err := range solve(ctx, receded) {
		if err != nil || st.Iter > mostSearched {
			break
		}
		length := floats.Norm(floats.DivTo(make([]float64, len(units)), st.X(nil), units), 2)
		if !(length > steep*floats.Norm(floats.MulTo(make([]float64, len(units)), p.Linear, units), 2)) {
			continue
		}
		found := p.falls(x, x, st.X(nil), t)
		if found == nil { // where numbers of x have run away, and hide what falls
			found = p.falls(x, make([]float64, len(x)), st.X(nil), t)
		}
		if found != nil || st.Gap <= 1e-9*math.Abs(st.Objective) {
			return found
		}
	}
	return nil
}

// falls follows a ray from a point, which falls from all alike; it is nil where P does not fall or constraints
// hold less and less.
func (p *Problem) falls(x, from, y []float64, steps float64) *Unbounded {
	out := &Unbounded{X: x, Ray: y, Slope: math.Inf(1), Steps: steps}
	units := p.units()
	for t := 1.0; t <= steps; t *= 10 {
		rise, off := p.rise(from, y, units, t)
		if off > feasible {
			return nil
		}
		out.Slope = math.Min(out.Slope, -rise/t)
	}
	if !(out.Slope > 0) || math.IsInf(out.Slope, 1) {
		return nil
	}
	return out
}

// rise is P(x + ty) − P(x), term by term, and the most by which x + ty is farther from a constraint, relative to what
// Kx + d is made of there.
func (p *Problem) rise(x, y, units []float64, t float64) (rise, off float64) {
	var most float64
	for j, u := range units {
		most = math.Max(most, math.Abs((x[j]+t*y[j])/u))
	}
	for j, c := range p.Linear {
		rise += t * c * y[j]
	}
	for j, mu := range p.Ridge {
		rise += mu * t * y[j] * (x[j] + t*y[j]/2)
	}
	for _, of := range p.Terms {
		rows, _ := of.Map.Dims()
		z, step := make([]float64, rows), make([]float64, rows)
		of.Map.MulVec(z, x)
		of.Map.MulVec(step, y)
		norms := linalg.ColumnNorms(of.Map)
		size := floats.Norm(z, 2) + t*floats.Norm(step, 2) + most*floats.Max(floats.MulTo(norms, norms, units))
		if of.Offset != nil {
			floats.Add(z, of.Offset)
			size += floats.Norm(of.Offset, 2)
		}
		there := floats.AddScaledTo(step, z, t, step)
		if set, ok := of.Function.(toolkit.SupportFunction); !ok {
			rise += of.Function.Value(there) - of.Function.Value(z)
		} else if more := set.Violation(there) - set.Violation(z); more > 0 {
			off = math.Max(off, more/size)
		}
	}
	return rise, off
}
