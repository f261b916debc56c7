package coordinate_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
)

// curves are n smooth curves of d points, as spectra are: their columns depend on one another to six digits.
func curves(rng *rand.Rand, n, d int) *linalg.Dense {
	x := linalg.NewDense(n, d, testproblems.Normal(rng, n*d, 1e-3))
	for i := range n {
		for range 5 {
			height, middle, width := 0.5+rng.Float64(), float64(rng.IntN(5)+1)/6, 0.2
			for j := range d {
				from := (float64(j)/float64(d) - middle) / width
				x.Row(i)[j] += height * math.Exp(-from*from)
			}
		}
	}
	return x
}

// solvesIn solves a problem to a gap, and says where it takes more passes than so many.
func solvesIn(t *testing.T, name string, p *solver.Problem, gap, most float64) {
	t.Helper()
	var passes float64
	got, err := solver.Run(solver.Tee(coordinate.Descent{}.Iterations(t.Context(), p), func(s *coordinate.State) {
		passes = s.Passes
	}), solver.Any(solver.RelGap(gap), solver.MaxIter(100)))
	if err != nil || got.Status != solver.Converged || passes > most {
		t.Errorf("%s: %v, %v, gap %g of %g after %.0f passes", name, got.Status, err, got.Gap, got.Objective, passes)
	}
}

// TestWeightsComeOneByOne: weights of smooth curves that come in one at a time solve a small λ in few passes, where
// rounds of passes take thousands.
func TestWeightsComeOneByOne(t *testing.T) {
	t.Parallel()
	const n, d = 162, 100
	for seed := range uint64(8) {
		rng := rand.New(rand.NewPCG(seed, 92))
		x := curves(rng, n, d)
		w, y := make([]float64, d), make([]float64, n)
		w[20], w[50], w[75] = 3, -2, 1
		x.MulVec(y, w)
		floats.Add(y, testproblems.Normal(rng, n, 0.1))
		p := solver.NewProblem(x, loss.Squared{Y: y}, prox.L1{Lambda: 1})
		solvesIn(t, fmt.Sprint("seed ", seed), p.At(1e-4*p.LambdaMax()), 1e-9, 1000)
	}
}

// TestGroupsOfCurves: Newton steps take groups of smooth curves to 0 as they do single weights, and solve in some
// hundred passes what passes alone do not in tens of thousands.
func TestGroupsOfCurves(t *testing.T) {
	t.Parallel()
	const n, d, size = 60, 300, 5
	for seed := range uint64(3) {
		rng := rand.New(rand.NewPCG(seed, 94))
		x := curves(rng, n, d)
		y := testproblems.Normal(rng, n, 0.3)
		for i := range n {
			y[i] += 3*x.Row(i)[60] - 2*x.Row(i)[150]
		}
		of := make(prox.Groups, d/size)
		for j := range d {
			of[j/size] = append(of[j/size], j)
		}
		p := solver.NewProblem(x, loss.Squared{Y: y}, prox.L21{Lambda: 1, Groups: of})
		solvesIn(t, fmt.Sprint("seed ", seed), p.At(1e-3*p.LambdaMax()), 1e-9, 1000)
	}
}

// TestColumnsThatAreNearlyTheSame: of columns that are others but for 1e-9 one of each pair is left, to a gap that
// passes, by which weights go from one to the other at such a rate, do not come to. Most take less than a hundred
// passes; what is left at the end is rounding of P, where some wait long for the last pairs.
func TestColumnsThatAreNearlyTheSame(t *testing.T) {
	t.Parallel()
	const n, d = 50, 300
	for seed := range uint64(5) {
		rng := rand.New(rand.NewPCG(seed, 95))
		x, y := linalg.NewDense(n, d, testproblems.Normal(rng, n*d, 1)), testproblems.Normal(rng, n, 1)
		for i := range n {
			for j := range d / 2 {
				x.Row(i)[d-1-j] = x.Row(i)[j] * (1 + 1e-9*rng.NormFloat64())
			}
		}
		p := solver.NewProblem(x, loss.Squared{Y: y}, prox.L1{Lambda: 1})
		solvesIn(t, fmt.Sprint("seed ", seed), p.At(0.05*p.LambdaMax()), 1e-11, 1000)
	}
}
