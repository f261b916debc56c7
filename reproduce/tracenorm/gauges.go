package tracenorm

import (
	"context"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/plan"
	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// gaugeSpec is a gauge on 2×2 matrices, known by its atoms and by formula.
type gaugeSpec struct {
	id, title string
	gauge     gauge
}

type gauge interface {
	toolkit.Gauge
	toolkit.Proxable
}

var gaugeSpecs = []gaugeSpec{
	{"lasso", "lasso", prox.L1{Lambda: 1}},
	{"rows", "group lasso", prox.MultiTask{Lambda: 1, Cols: 2}},
	{"trace", "trace norm", prox.TraceNorm{Lambda: 1, Rows: 2, Cols: 2}},
}

// slice makes a matrix [[a, b], [b, a]] of the slice that is pictured. All three gauges stay the same when rows, or
// columns, trade places, so that the half-planes of matrices G of the slice alone bound their balls in it.
func slice(a, b float64) []float64 { return []float64{a, b, b, a} }

// ballAngles is how many directions a ball is drawn and bounded by.
const ballAngles = 720

// radius returns how far the unit ball of a gauge reaches at an angle: the least Ω°(G)/⟨G, W⟩ over half-planes ⟨G, ·⟩ ≤
// Ω°(G).
func radius(g toolkit.Gauge, angle float64) float64 {
	w := slice(math.Cos(angle), math.Sin(angle))
	least := math.Inf(1)
	u, v := make([]float64, 2), make([]float64, 2)
	for k := range ballAngles {
		t := 2 * math.Pi * float64(k) / ballAngles
		normal := slice(math.Cos(t), math.Sin(t))
		var dot float64
		for i := range w {
			dot += w[i] * normal[i]
		}
		if dot > 1e-9 {
			least = math.Min(least, g.LMO(u, v, normal)/dot)
		}
	}
	return least
}

// pictured is the matrix whose gauges are measured, in the slice.
var pictured = [2]float64{1.1, 0.5}

// measured is a gauge in the slice: the radii of its ball at the angles, and the gauge of the matrix pictured by the
// atoms and by formula.
type measured struct {
	Angles, Radii  []float64
	Atoms, Formula float64
}

// Check tells whether there is a radius for every angle.
func (m measured) Check() error {
	if n := ballAngles/6 + 1; len(m.Angles) != n || len(m.Radii) != n {
		return fmt.Errorf("%d angles and %d radii, not %d", len(m.Angles), len(m.Radii), n)
	}
	return nil
}

// gauges plans to measure Ω of a matrix by the atoms and by formula, and the unit balls.
func (w work) gauges() {
	if !w.Wants(tableGauges) {
		return
	}
	var all []*plan.Result[measured]
	for _, g := range gaugeSpecs {
		t := plan.Task{Key: "gauge " + g.id, Label: "gauge, " + g.title}
		task := plan.Add(w.Plan, t, func(context.Context) (measured, error) { return measure(g.gauge), nil })
		all = append(all, task)
		w.Row(tableGauges, g.id, func() (src datasets.Source, values reproduce.Values) {
			m, ok := task.Get()
			if !ok {
				return src, nil
			}
			src = datasets.Source{Name: "one matrix", Kind: datasets.Synthetic}
			return src, gaugeFields.Values(m)
		})
	}
	w.Curves(func() []reproduce.Curve {
		found := plan.Filled(all)
		if len(found) < len(gaugeSpecs) {
			return nil
		}
		curve := reproduce.Curve{ID: tableGauges, Columns: []string{"angle"}, Values: [][]float64{found[0].Angles}}
		for k, g := range gaugeSpecs {
			curve.Columns, curve.Values = append(curve.Columns, g.id), append(curve.Values, found[k].Radii)
		}
		return []reproduce.Curve{curve}
	})
}

func measure(g gauge) (m measured) {
	for i := range ballAngles/6 + 1 {
		angle := 2 * math.Pi * float64(i) / (ballAngles / 6)
		m.Angles, m.Radii = append(m.Angles, angle), append(m.Radii, radius(g, angle))
	}
	m.Atoms = math.Hypot(pictured[0], pictured[1]) / radius(g, math.Atan2(pictured[1], pictured[0]))
	m.Formula = g.Value(slice(pictured[0], pictured[1]))
	return m
}
