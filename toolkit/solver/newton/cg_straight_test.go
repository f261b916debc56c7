package newton_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
	"github.com/proxlab/proxlab/toolkit/solver/newton"
)

// inUnits are normal columns, and the same in units from 1e-3 to 1e5.
func inUnits(rng *rand.Rand, n, d int) (plain, raw *linalg.Dense) {
	plain, raw = linalg.NewDense(n, d, nil), linalg.NewDense(n, d, nil)
	for k := range plain.Data {
		plain.Data[k] = rng.NormFloat64()
		raw.Data[k] = plain.Data[k] * []float64{1e5, 1, 1e-3}[k%d%3]
	}
	return plain, raw
}

// minimized is P where newton.CG ends after so many steps.
func minimized(t *testing.T, p *solver.Problem, steps int) (objective, gap float64) {
	t.Helper()
	res, err := solver.Run(newton.CG{}.Iterations(t.Context(), p), solver.MaxIter(steps))
	if err != nil {
		t.Fatal(err)
	}
	return res.Objective, res.Gap
}

// TestCGWhereLossesAreStraight: almost all examples begin in the linear part of Huber's loss, where its Hessian is 0,
// in raw units, of one output or of tasks, with few examples, and with more columns than are factored. Without a ridge
// units do not change the minimum, and with as many columns as examples it is 0.
func TestCGWhereLossesAreStraight(t *testing.T) {
	t.Parallel()
	for k, size := range [][2]int{{40, 6}, {10, 20}, {60, 9}, {8, 300}, {700, 260}} {
		rng := rand.New(rand.NewPCG(uint64(k), 73))
		n, d := size[0], size[1]
		plain, raw := inUnits(rng, n, d)
		y, task := make([]float64, n), make([]int, n)
		for i := range y {
			y[i] = 40 + 30*plain.Row(i)[0] + 10*rng.NormFloat64()
			task[i] = i % 2
		}
		var l toolkit.Loss = loss.Huber{Y: y, Delta: 0.5}
		if k == 2 {
			l = loss.Tasks{Of: loss.Huber{Y: y, Delta: 0.5}, Task: task, K: 2}
		}
		got, _ := minimized(t, solver.NewProblem(raw, l, nil), 100)
		want := 0.
		if d < n {
			seq := gradient.FISTA{}.Iterations(t.Context(), solver.NewProblem(plain, l, nil))
			res, err := solver.Run(seq, solver.Any(solver.SmallResidual(1e-9), solver.MaxIter(20000)))
			if err != nil {
				t.Fatal(err)
			}
			want = res.Objective
		}
		if !(math.Abs(got-want) <= 1e-8*want+1e-12) {
			t.Errorf("%d × %d: P = %.12g, not %.12g", n, d, got, want)
		}
	}
}

// TestCGPoissonOfRawUnits: incomes, years and a constant, with more columns than examples.
func TestCGPoissonOfRawUnits(t *testing.T) {
	t.Parallel()
	for _, seed := range []uint64{8, 282, 341} {
		rng := rand.New(rand.NewPCG(seed, 73))
		n, d := 8+rng.IntN(30), 3+rng.IntN(20)
		plain, raw := inUnits(rng, n, d)
		y, most := make([]float64, n), float64(rng.IntN(9))
		for i := range y {
			row := raw.Row(i)
			row[0], row[1] = math.Round(1e5*math.Exp(rng.NormFloat64())), 2005+math.Round(8*rng.NormFloat64())
			y[i], row[2] = math.Floor(math.Exp(most+2*plain.Row(i)[0])), 5
		}
		p := solver.NewProblem(raw, loss.Poisson{Y: y}, prox.Ridge{Mu: math.Pow(10, -5*rng.Float64())})
		if got, gap := minimized(t, p, 60); !(gap <= 1e-3*got) {
			t.Errorf("%d × %d: P = %g at a gap of %g", n, d, got, gap)
		}
	}
}
