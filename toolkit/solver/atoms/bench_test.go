package atoms_test

import (
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/atoms"
)

// choices are tasks like those of a conjoint survey: 300 persons of 14 choices between products of 14 attributes, whose
// tastes are of rank 4.
func choices() *solver.Problem {
	rng := rand.New(rand.NewPCG(7, 8))
	const tasks, each, d, rank = 300, 14, 14, 4
	x := linalg.NewDense(tasks*each, d, testproblems.Normal(rng, tasks*each*d, 1))
	y, task := make([]float64, x.R), make([]int, x.R)
	directions, tastes := testproblems.Normal(rng, rank*d, 0.5), testproblems.Normal(rng, rank*tasks, 1)
	for i := range y {
		task[i] = i / each
		score := rng.NormFloat64()
		for r := range rank {
			score += x.DotRow(i, directions[r*d:(r+1)*d]) * tastes[r*tasks+task[i]]
		}
		y[i] = 1
		if score < 0 {
			y[i] = -1
		}
	}
	l := loss.Tasks{Of: loss.Logistic{Y: y}, Task: task, K: tasks}
	return solver.NewProblem(x, l, prox.TraceNorm{Lambda: 1, Rows: d, Cols: tasks})
}

// classes are 600 examples of 40 features in 30 classes.
func classes() *solver.Problem {
	rng := rand.New(rand.NewPCG(9, 10))
	const n, d, k = 600, 40, 30
	x := linalg.NewDense(n, d, testproblems.Normal(rng, n*d, 1))
	y := make([]int, n)
	for i := range y {
		y[i] = i % k
		x.Row(i)[y[i]%8] += 3
		x.Row(i)[8+y[i]/8] += 2
	}
	return solver.NewProblem(x, loss.Multinomial{Y: y, K: k}, prox.TraceNorm{Lambda: 1, Rows: d, Cols: k})
}

// BenchmarkRankOneDescent runs ContR1D and R1D on tasks and on classes at λ_max/8, to a relative gap of 2e-2.
func BenchmarkRankOneDescent(b *testing.B) {
	for name, p := range map[string]*solver.Problem{"tasks": choices(), "classes": classes()} {
		p = p.At(p.LambdaMax() / 8)
		for method, run := range map[string]func() solver.Seq[*atoms.State]{
			"continuation": func() solver.Seq[*atoms.State] { return atoms.Continuation{}.Iterations(b.Context(), p) },
			"descent":      func() solver.Seq[*atoms.State] { return atoms.Descent{}.Iterations(b.Context(), p) },
		} {
			b.Run(name+"/"+method, func(b *testing.B) {
				for b.Loop() {
					res, err := solver.Run(run(), solver.Any(solver.RelGap(2e-2), solver.MaxIter(2000)))
					if err != nil || res.Status != solver.Converged {
						b.Fatal(res.Status, res.Gap, err)
					}
					b.ReportMetric(float64(res.Iter), "iterations")
				}
			})
		}
	}
}
