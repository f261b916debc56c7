package fit

import (
	"testing"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// TestFISTAGoesOn where a quicker method has stalled, and where nobody asked for that method.
func TestFISTAGoesOn(t *testing.T) {
	t.Parallel()
	data := Data{X: linalg.NewDense(4, 2, []float64{1, 0, 0, 1, 1, 1, 2, 0}), Y: []float64{1, 2, 3, 4}}
	for _, asked := range []*Method{Auto, CoordinateDescent} {
		p, err := Linear{Loss: loss.Squared{}, Penalty: prox.L1{Lambda: 1}, Lambda: 0.1, Method: asked}.Prepare(data)
		if err != nil {
			t.Fatal(err)
		}
		m, err := p.question().choose()
		if err != nil {
			t.Fatal(err)
		}
		out := &model.Linear{Status: solver.Stalled, Objective: 1, Gap: 0.1}
		general, ok := newRun(p.made, p.Linear, p.question(), m, 0.1).handOver(out)
		if ok != (asked == Auto) || ok && general.m != FISTA {
			t.Errorf("%s, asked for as %s: handed over %v", m.Name, asked, ok)
		}
		out.Gap = 1e-10
		if _, ok := newRun(p.made, p.Linear, p.question(), m, 0.1).handOver(out); ok {
			t.Error("rounding is handed over")
		}
	}
}
