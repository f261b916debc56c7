package solve

import (
	"testing"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// caseOf is what a method is asked to solve.
func caseOf(p *solver.Problem) *Case {
	n, d := p.A.Dims()
	return &Case{
		Loss: p.Loss, Penalty: p.Penalty, Mu: p.Mu, Intercept: p.Unpenalized != nil, Examples: n, Features: d, Outputs: 1,
	}
}

// TestFISTAGoesOn where a quicker method has stalled, and where nobody asked for that method.
func TestFISTAGoesOn(t *testing.T) {
	t.Parallel()
	x := linalg.NewDense(4, 2, []float64{1, 0, 0, 1, 1, 1, 2, 0})
	p := solver.NewProblem(x, loss.Squared{Y: []float64{1, 2, 3, 4}}, prox.L1{Lambda: 1})
	for _, asked := range []*Method{nil, Auto, CoordinateDescent} {
		at := caseOf(p)
		at.Wanted = asked
		m, err := at.Choose()
		if err != nil {
			t.Fatal(err)
		}
		out := &model.Linear{Status: solver.Stalled, Objective: 1, Gap: 0.1}
		general, ok := newRun(NewProblem(p), Settings{}, at, m, 0.1).handOver(out)
		if ok != asked.Free() || ok && general.m != FISTA {
			t.Errorf("%s, asked for as %s: handed over %v", m.Name, asked, ok)
		}
		out.Gap = 1e-10
		if _, ok := newRun(NewProblem(p), Settings{}, at, m, 0.1).handOver(out); ok {
			t.Error("rounding is handed over")
		}
	}
}
