package fit_test

import (
	"context"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// crawl takes steps of a hundredth of 1/L: it gains in thousands of iterations.
func crawl(ctx context.Context, _ *fit.Case, p *solver.Problem, start []float64) solver.Seq[solver.State] {
	return solver.Sequence(ctx, func() (solver.State, solver.Step, error) {
		s := &ista{solver.Unknown(), make([]float64, p.Dim())}
		copy(s.w, start)
		slope, length := make([]float64, p.Dim()), 0.01/p.Lipschitz()
		return s, func(context.Context) (float64, error) {
			loss := p.ValueGrad(slope, s.w)
			floats.AddScaled(s.w, -length, slope)
			p.Regularizer().Prox(s.w, s.w, length)
			s.Iter++
			return loss, nil
		}, nil
	})
}

// TestOwnMethodGains: a method whose objective is computed for it at every tenth iteration, and is not known before, is
// watched with its least gap, and ends when it has converged, not where its patience is over.
func TestOwnMethodGains(t *testing.T) {
	t.Parallel()
	x := linalg.NewDense(4, 2, []float64{1, 0.1, -1, 0.2, 0.3, 1, 0.2, -1})
	data := fit.Data{X: x, Y: []float64{3, -2, 1, 0.5}}
	c := fit.Linear{Penalty: prox.L1{Lambda: 1}, Lambda: 0.01, Method: &fit.Method{Name: "crawl", Run: crawl, Every: 10}}
	watched := 0
	c.Watch = func(p solver.Progress) {
		if p.Gap > 0 {
			watched++
		}
	}
	m, err := c.Fit(t.Context(), data)
	if err != nil || m.Status != solver.Converged || m.Iterations < 1500 || watched < m.Iterations-10 {
		t.Errorf("%v after %d iterations, of which %d told a gap, error %v", m.Status, m.Iterations, watched, err)
	}
}
