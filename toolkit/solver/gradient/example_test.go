package gradient_test

import (
	"context"
	"fmt"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
)

// The loop's body is the callback, and break stops the solver.
func ExampleFISTA_Iterations() {
	a := linalg.NewDense(2, 2, []float64{1, 0, 0, 2})
	p := solver.NewProblem(a, loss.Squared{Y: []float64{1, 1}}, prox.Ridge{Mu: 0.1})
	seq := gradient.FISTA{Start: []float64{5, 5}}.Iterations(context.Background(), p)
	for st, err := range solver.Timed(seq) {
		if err != nil || st.Gap < 1e-10*st.Objective {
			fmt.Printf("x = %.4f, certified: %v\n", st.X(nil), st.Gap < 1e-10*st.Objective)
			break
		}
	}
	// Output:
	// x = [0.8333 0.4762], certified: true
}

// Soft thresholding with a ridge μ that makes it a contraction: the a-priori step of Rosasco et al. (2009), and its
// factor.
func ExampleIterativeProjection() {
	a := linalg.NewDense(2, 2, []float64{2, 0, 0, 1}) // the curvature is between ½ and 2
	const mu = 0.5
	g := prox.L1{Lambda: 0.5}
	p := solver.NewProblem(a, loss.Squared{Y: []float64{3, 1}}, prox.Ridge{Mu: mu, Inner: g})
	step := gradient.OptimalStep(2, 0.5, mu)
	seq := gradient.IterativeProjection{Step: step}.Iterations(context.Background(), gradient.WithRidge{P: p})
	res, err := solver.Run(seq, solver.Any(solver.RelGap(1e-9), solver.MaxIter(200)))
	fmt.Printf("w = %.3f, %v, error %v\n", res.X, res.Status, err)
	fmt.Printf("contracts by %.2f\n", gradient.Contraction(float64(step), 2, 0.5, mu))
	// Output:
	// w = [1.000 0.000], converged, error <nil>
	// contracts by 0.43
}

// trebling is a step rule of one's own: σ is halved between iterations, and trebled until f is below its model.
type trebling struct{ Start float64 }

func (r trebling) Begin() gradient.Search { return &treblingSearch{sigma: 2 * r.Start} }

type treblingSearch struct{ sigma float64 } // the last one

func (s *treblingSearch) Sigma(gradient.Iterate) float64 { return s.sigma / 2 }

func (s *treblingSearch) Try(t gradient.Trial) (sigma float64, accepted bool) {
	s.sigma = t.Sigma
	return 3 * t.Sigma, t.Next.F <= t.F+t.Slope()+t.Sigma/2*t.Squared()
}

// A search decides by what a trial shows; Safeguarded would add a guard of its own to it.
func ExampleStepRule() {
	a := linalg.NewDense(2, 2, []float64{2, 0, 0, 1})
	p := solver.NewProblem(a, loss.Exponential{Y: []float64{1, -1}}, prox.L1{Lambda: 0.1})
	seq := gradient.IterativeProjection{Step: trebling{Start: 0.01}, Start: []float64{0, 0}}.
		Iterations(context.Background(), p)
	res, err := solver.Run(seq, solver.Any(solver.RelGap(1e-9), solver.MaxIter(500)))
	fmt.Printf("w = %.3f, %v, error %v\n", res.X, res.Status, err)
	// Output:
	// w = [1.151 -1.609], converged, error <nil>
}
