package fit_test

import (
	"context"
	"fmt"
	"strings"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// ista is where proximal gradient steps have come to.
type ista struct {
	solver.Progress
	w []float64
}

func (s *ista) X(dst []float64) []float64 { return append(dst[:0], s.w...) }

// steps are proximal gradient steps, w ← prox(w − ∇/L, 1/L).
func steps(ctx context.Context, _ *fit.Case, p *solver.Problem, start []float64) solver.Seq[solver.State] {
	return solver.Sequence(ctx, func() (solver.State, solver.Step, error) {
		s := &ista{solver.Unknown(), make([]float64, p.Dim())}
		copy(s.w, start)
		gradient, length := make([]float64, p.Dim()), 1/p.Lipschitz()
		return s, func(context.Context) (float64, error) {
			loss := p.ValueGrad(gradient, s.w)
			floats.AddScaled(s.w, -length, gradient)
			p.Regularizer().Prox(s.w, s.w, length)
			s.Iter++
			return loss, nil
		}, nil
	})
}

// A solver of one's own is given to Linear, which computes its objective and gap at every tenth iteration, and
// certifies its answer.
func ExampleMethod() {
	own := &fit.Method{Name: "ista", Run: steps, Every: 10}
	x := linalg.NewDense(4, 2, []float64{1, 0, 2, 1, 3, 0, 4, 1})
	c := fit.Linear{Penalty: prox.L1{Lambda: 1}, Lambda: 0.1, Intercept: true, Method: own}
	data := fit.Data{X: x, Y: []float64{3, 5, 7, 9}}
	m, err := c.Fit(context.Background(), data)
	fmt.Printf("%.2f by %s, %s: %v, %v\n", m.Weights, m.Method, m.Status, m.Gap <= 1e-6*m.Objective, err)
	why, _ := c.Explain(data)
	fmt.Println(strings.Join(strings.Split(why, "\n")[:3], "\n"))
	// Output:
	// [1.92 0.00] by ista, converged: true, <nil>
	// ista: it was asked for
	//   least-squares: not here, it is for the squared loss of one output without penalty or ridge
	//   coordinate-descent: would do too
}
