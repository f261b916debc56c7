package solver_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// A lasso with two examples and three features, stopped by its certificate.
func ExampleRun() {
	a := linalg.NewDense(2, 3, []float64{1, 0, 2, 0, 1, 2})
	p := solver.NewProblem(a, loss.Squared{Y: []float64{2, 2}}, prox.L1{Lambda: 0.2})
	seq := solver.FISTA{}.Iterations(context.Background(), p, p.Reg, make([]float64, 3))
	res, err := solver.Run(seq, solver.Any(solver.RelGap(1e-9), solver.MaxIter(1000)))
	fmt.Println(res.Status, err)
	fmt.Printf("w = %.3f, P = %.4f\n", res.X, res.Objective)
	// Output:
	// converged <nil>
	// w = [0.000 0.000 0.950], P = 0.1950
}

// The loop's body is the callback, and break stops the solver.
func ExampleFISTA_Iterations() {
	a := linalg.NewDense(2, 2, []float64{1, 0, 0, 2})
	p := solver.NewProblem(a, loss.Squared{Y: []float64{1, 1}}, prox.Ridge{Mu: 0.1})
	for st, err := range solver.Timed(solver.FISTA{}.Iterations(context.Background(), p, p.Reg, []float64{5, 5})) {
		if err != nil || st.Gap < 1e-10*st.Objective {
			fmt.Printf("x = %.4f, certified: %v\n", st.X(nil), st.Gap < 1e-10*st.Objective)
			break
		}
	}
	// Output:
	// x = [0.8333 0.4762], certified: true
}

// A support vector machine, trained one example at a time: hinge loss and (λ/2)‖θ‖².
func ExampleOnlineProximal() {
	a := linalg.NewDense(4, 2, []float64{1, 1, 2, 1, -1, -1, -1, -2})
	examples := solver.Linear{A: a, Loss: loss.Hinge{Y: []float64{1, 1, -1, -1}}}
	weights := params.NewExplicit(0, a, 1)
	seq := solver.OnlineProximal{Rate: solver.InvSqrt{Eta0: 0.5}, Shuffle: true}.
		Iterations(context.Background(), examples, params.NewModel([]params.Block{weights}), solver.OnNorms(prox.Ridge{Mu: 0.1}))
	_, err := solver.Run(seq, solver.MaxIter(2000))
	fmt.Printf("θ = %.1f, error %v\n", weights.Weights(), err)
	// Output:
	// θ = [0.5 0.5], error <nil>
}

// Three outputs of eight features share two directions. The trace norm finds them: a solution of rank 2, with its certificate.
func ExampleFactoredDescent() {
	rng := rand.New(rand.NewPCG(1, 2))
	const n, d, k = 200, 8, 3
	x, y := linalg.NewDense(n, d, nil), make([]float64, n*k)
	for i := range n {
		for j := range d {
			x.Data[i*d+j] = rng.NormFloat64()
		}
		a, b := x.At(i, 0)+x.At(i, 1), x.At(i, 2)-x.At(i, 3)
		for c, f := range []float64{2 * a, a + b, 2 * b} {
			y[i*k+c] = f + 0.1*rng.NormFloat64()
		}
	}
	seq := solver.FactoredDescent{}.Iterations(context.Background(), x, loss.SquaredOutputs{Y: y, K: k}, 0.1)
	for st, err := range seq {
		if err != nil || st.Gap < 1e-6*st.Objective {
			fmt.Printf("rank %d, gap below 1e-6: %v\n", st.Rank, err == nil)
			break
		}
	}
	// Output:
	// rank 2, gap below 1e-6: true
}

// positive is a gauge of one's own: its atoms are e_j e_lᵀ without signs, so that W ≥ 0 and Ω(W) is the sum of its entries.
type positive struct{}

// Extreme is the largest entry. That of no atom is below 0: then none comes in, at a promise of 0.
func (positive) Extreme(u, v, g []float64) float64 {
	at := floats.MaxIdx(g)
	clear(u)
	clear(v)
	u[at/len(v)], v[at%len(v)] = 1, 1
	return math.Max(0, g[at])
}

// Atoms of one's own work like any: here a nonnegative lasso.
func ExampleAtomDescent() {
	x := linalg.NewDense(3, 2, []float64{1, 0, 0, 1, 1, 1})
	l := loss.SquaredOutputs{Y: []float64{3, -2, 1}, K: 1}
	seq := solver.AtomDescent{}.Iterations(context.Background(), x, l, positive{}, 0.1)
	res, err := solver.Run(seq, solver.Any(solver.RelGap(1e-9), solver.MaxIter(100)))
	fmt.Printf("W = %.3f, %v, %v\n", res.X, res.Status, err)
	// Output:
	// W = [1.850 0.000], converged, <nil>
}

// Soft thresholding with a ridge μ that makes it a contraction: the a-priori step of Rosasco et al. (2009), and its factor.
func ExampleIterativeProjection() {
	a := linalg.NewDense(2, 2, []float64{2, 0, 0, 1}) // the curvature is between ½ and 2
	const mu = 0.5
	p := solver.NewProblem(a, loss.Squared{Y: []float64{3, 1}}, prox.Ridge{Mu: mu, Inner: prox.L1{Lambda: 0.5}})
	step := solver.OptimalStep(2, 0.5, mu)
	seq := solver.IterativeProjection{Step: step}.Iterations(context.Background(), solver.Damped{F: p, Mu: mu}, prox.L1{Lambda: 0.5}, []float64{0, 0})
	res, err := solver.Run(seq, solver.Any(solver.RelGap(1e-9), solver.MaxIter(200)))
	fmt.Printf("w = %.3f, %v, contracts by %.2f, error %v\n", res.X, res.Status, solver.Contraction(float64(step), 2, 0.5, mu), err)
	// Output:
	// w = [1.000 0.000], converged, contracts by 0.43, error <nil>
}

// A lasso solved on working sets; columns is the transpose.
func ExampleCoordinateDescent() {
	a := linalg.NewDense(2, 3, []float64{1, 0, 2, 0, 1, 2})
	seq := solver.CoordinateDescent{}.Iterations(context.Background(), solver.SingleBlocks(linalg.Columns(a)), loss.Squared{Y: []float64{2, 2}}, 0.2, 0)
	res, err := solver.Run(seq, solver.Any(solver.RelGap(1e-9), solver.MaxIter(100)))
	fmt.Printf("w = %.3f, P = %.4f, %v, error %v\n", res.X, res.Objective, res.Status, err)
	// Output:
	// w = [0.000 0.000 0.950], P = 0.1950, converged, error <nil>
}

// Two tasks share a feature; the second feature is of no use to either.
func ExampleTaskBlocks() {
	first, second := linalg.NewDense(2, 2, []float64{1, 1, -1, 1}), linalg.NewDense(2, 2, []float64{2, -1, -2, -1})
	blocks := solver.TaskBlocks([]linalg.Rows{linalg.Columns(first), linalg.Columns(second)})
	l := loss.Squared{Y: []float64{3, -3, 8, -8}} // of the first task, then of the second
	fmt.Printf("λ_max = %.3f\n", blocks.LambdaMax(l))
	res, err := solver.Run(solver.CoordinateDescent{}.Iterations(context.Background(), blocks, l, 1, 0), solver.RelGap(1e-9))
	fmt.Printf("%.3f %s %v\n", res.X, res.Status, err)
	// Output:
	// λ_max = 8.139
	// [2.016 3.565 0.000 0.000] converged <nil>
}
