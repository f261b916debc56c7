package tracenorm

import (
	"math"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// gaugeSpec is a gauge on 2×2 matrices, known by its atoms and by formula.
type gaugeSpec struct {
	id, title string
	gauge     interface {
		toolkit.Gauge
		toolkit.Proxable
	}
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

// addGauges measures Ω of a matrix by the atoms and by formula, and adds the unit balls.
func addGauges(rec *reproduce.Record, t *reproduce.Table) {
	curve := reproduce.Curve{ID: tableGauges, Columns: []string{"angle"}, Values: [][]float64{{}}}
	angles := make([]float64, ballAngles/6+1)
	for i := range angles {
		angles[i] = 2 * math.Pi * float64(i) / float64(len(angles)-1)
	}
	curve.Values[0] = angles
	for _, g := range gaugeSpecs {
		out := make([]float64, len(angles))
		for i, angle := range angles {
			out[i] = radius(g.gauge, angle)
		}
		curve.Columns, curve.Values = append(curve.Columns, g.id), append(curve.Values, out)
		length := math.Hypot(pictured[0], pictured[1])
		byAtoms := length / radius(g.gauge, math.Atan2(pictured[1], pictured[0]))
		t.Rows = append(t.Rows, reproduce.Row{
			ID:   g.id,
			Data: datasets.Source{Name: "one matrix", Kind: datasets.Synthetic},
			Values: map[string]any{
				"atoms":   byAtoms,
				"formula": g.gauge.Value(slice(pictured[0], pictured[1])),
			},
		})
	}
	rec.Curves = append(rec.Curves, curve)
}
