package online

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// linearGame plays rounds of one example on a sparse linear model held as one dense vector w = scale·v, without the calls that
// the general round makes for any oracle and any parameters: the row is read twice, and everything else is a few numbers.
type linearGame struct {
	a       *linalg.CSR
	loss    toolkit.Separable
	v       []float64
	scale   float64
	squared float64   // ‖w‖²
	rows    []float64 // of row i, ‖a_i‖² at 2i and the weight m c_i at 2i+1
}

// newLinearGame is nil where the round must be the general one: other oracles or parameters, batches, averages.
func newLinearGame(r *rounds) *linearGame {
	o, isLinear := r.oracle.(LinearOracle)
	p, isVector := r.p.(Vectorer)
	if !isLinear || !isVector || r.Batch > 1 || r.averager != nil {
		return nil
	}
	a, isSparse := o.A.(*linalg.CSR)
	v, isVector := p.Vector()
	if !isSparse || !isVector || len(v) != a.C {
		return nil
	}
	g := &linearGame{a: a, loss: o.Loss, rows: make([]float64, 2*a.R)}
	for i := range a.R {
		g.rows[2*i], g.rows[2*i+1] = a.DotRows(i, i), float64(a.R)*o.Loss.Weight(i)
	}
	return g
}

// pass plays a pass on the storage of the parameters, and leaves them with scale 1.
func (g *linearGame) pass(ctx context.Context, r *rounds, s *GameState) error {
	g.v, _ = r.p.(Vectorer).Vector()
	g.scale, g.squared = 1, floats.Dot(g.v, g.v)
	defer func() {
		floats.Scale(g.scale, g.v)
		r.p.Refresh()
	}()
	for range g.a.R {
		if s.Rounds&63 == 0 {
			if err := context.Cause(ctx); err != nil {
				return err
			}
		}
		g.round(r, s, r.example(g.a.R))
		if err := r.method.moved(s); err != nil {
			return err
		}
	}
	return nil
}

// round is that of rounds.round.
func (g *linearGame) round(r *rounds, s *GameState, i int) {
	col, val := g.a.Row(i)
	val = val[:len(col)]
	v := g.v
	var dot float64
	for k, j := range col {
		dot += val[k] * v[j]
	}
	dot *= g.scale
	weight := g.rows[2*i+1]
	loss, slope := g.loss.At(i, dot)
	loss, slope = weight*loss, weight*slope
	s.Played += loss + r.Lambda/2*g.squared
	gradient := slope*slope*g.rows[2*i] + r.Lambda*(2*slope*dot+r.Lambda*g.squared) // ‖g_t‖²
	eta, rho := r.method.step(max(0, gradient))
	c := max(0, 1-eta*(r.Lambda+rho))
	g.shrink(c)
	if step := -eta * slope; step != 0 {
		t := step / g.scale
		for k, j := range col {
			v[j] += t * val[k]
		}
		g.squared = max(0, g.squared+step*(2*c*dot+step*g.rows[2*i]))
	}
	if g.squared > r.Radius*r.Radius {
		g.shrink(r.Radius / math.Sqrt(g.squared))
	}
	s.Norm = math.Sqrt(g.squared)
	s.Rounds++
	s.Evals++
	s.Step = eta
}

// shrink is w ← c w.
func (g *linearGame) shrink(c float64) {
	g.scale *= c
	g.squared *= c * c
	if g.scale < 1e-100 { // fold it in, long before it underflows
		floats.Scale(g.scale, g.v)
		g.scale = 1
	}
}
