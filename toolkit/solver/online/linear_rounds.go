package online

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// linearRounds plays rounds of one example on a sparse linear model held as one dense vector w = scale·v, without the
// calls that anyRounds makes for any oracle and any parameters: the row is read twice, and everything else is a few
// numbers.
type linearRounds struct {
	*game
	loss    toolkit.Separable
	vector  toolkit.Vectorer
	v       []float64
	scale   float64
	squared float64 // ‖w‖²

	a     *linalg.CSR
	ofRow []float64 // of row i, ‖a_i‖² at 2i and the weight m c_i at 2i+1

	// Of f_t: the example, ⟨a_i, w⟩, and the slope of its loss there.
	i          int
	dot, slope float64
}

// newLinearRounds is nil where rounds must be general: for other oracles or parameters, batches, averages.
func newLinearRounds(g *game) *linearRounds {
	o, isLinear := g.oracle.(LinearOracle)
	p, isVector := g.Params.(toolkit.Vectorer)
	if !isLinear || !isVector || g.Batch > 1 || g.averager != nil {
		return nil
	}
	if several, known := g.Params.(Blocked); known && several.Blocks() > 1 {
		return nil
	}
	entries, isSparse := o.A.(linalg.Entries)
	if !isSparse || linalg.IsDense(entries) {
		return nil
	}
	a := linalg.ToCSR(entries)
	if v, isVector := p.Vector(); !isVector || len(v) != a.C {
		return nil
	}
	r := &linearRounds{game: g, a: a, loss: o.Loss, vector: p, ofRow: make([]float64, 2*a.R)}
	for i := range a.R {
		r.ofRow[2*i], r.ofRow[2*i+1] = a.DotRows(i, i), float64(a.R)*o.Loss.Weight(i)
	}
	return r
}

// hold plays on the storage of the parameters, and leaves them with scale 1.
func (r *linearRounds) hold(play func() error) error {
	r.v, _ = r.vector.Vector()
	r.scale, r.squared = 1, floats.Dot(r.v, r.v)
	defer func() {
		floats.Scale(r.scale, r.v)
		r.Params.Refresh()
	}()
	return play()
}

// ahead is how many rounds before it is read a row is asked for: rows are drawn at random, so that each would be waited
// for.
const ahead = 8

func (r *linearRounds) receive() (squared float64) {
	i := r.example()
	if len(r.left) >= ahead {
		r.a.Prefetch(r.left[ahead-1])
	}
	col, val := r.a.Row(i)
	val = val[:len(col)]
	v := r.v
	var dot float64
	for k, j := range col {
		dot += val[k] * v[j]
	}
	dot *= r.scale
	weight := r.ofRow[2*i+1]
	loss, slope := r.loss.At(i, dot)
	loss, slope = weight*loss, weight*slope
	r.i, r.dot, r.slope = i, dot, slope
	r.CumulativeLoss += loss + r.Lambda/2*r.squared
	return max(0, slope*slope*r.ofRow[2*i]+r.Lambda*(2*slope*dot+r.Lambda*r.squared)) // of g_t = λw_t + slope·a_i
}

func (r *linearRounds) project(eta, rho float64) {
	c := max(0, 1-eta*(r.Lambda+rho))
	r.shrink(c)
	if step := -eta * r.slope; step != 0 {
		t := step / r.scale
		col, val := r.a.Row(r.i)
		val = val[:len(col)]
		v := r.v
		for k, j := range col {
			v[j] += t * val[k]
		}
		r.squared = max(0, r.squared+step*(2*c*r.dot+step*r.ofRow[2*r.i]))
	}
	if r.squared > r.Radius*r.Radius {
		r.shrink(r.Radius / math.Sqrt(r.squared))
	}
	r.Norm = math.Sqrt(r.squared)
	r.Rounds++
	r.Evals++
	r.Step = eta
}

// shrink is w ← c w.
func (r *linearRounds) shrink(c float64) {
	r.scale *= c
	r.squared *= c * c
	if r.scale < 1e-100 { // fold it in, long before it underflows
		floats.Scale(r.scale, r.v)
		r.scale = 1
	}
}

func (r *linearRounds) forget() {
	r.shrink(0)
	r.Norm = 0
}

func (r *linearRounds) weights(dst []float64) []float64 {
	for _, v := range r.v {
		dst = append(dst, r.scale*v)
	}
	return dst
}
