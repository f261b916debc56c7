package bundle_test

import (
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/bundle"
	"github.com/proxlab/proxlab/toolkit/solver/newton"
	"github.com/proxlab/proxlab/toolkit/solver/online"
)

// words are n examples of two classes with d features.
func words(n, d int) (*linalg.Dense, loss.Hinge) {
	rng := rand.New(rand.NewPCG(15, 16))
	x, y := linalg.NewDense(n, d, nil), make([]float64, n)
	for i := range n {
		y[i] = float64(2*rng.IntN(2) - 1)
		for j := range d {
			x.Data[i*d+j] = rng.NormFloat64() + 0.3*y[i]
		}
	}
	return x, loss.Hinge{Y: y}
}

func wordOracle(t *testing.T) *bundle.Oracle {
	t.Helper()
	x, l := words(50, 6)
	f, err := bundle.NewOracle(func() (toolkit.Oracle, toolkit.Params) {
		return online.LinearOracle{A: x, Loss: l}, params.NewModel([]params.Block{params.NewExplicit(0, x, 1)})
	})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestOneLossByThreeFunctions: a loss over a matrix, its oracle, and its oracle over a linear kernel have one minimum,
// which is that of an interior-point method.
func TestOneLossByThreeFunctions(t *testing.T) {
	t.Parallel()
	x, l := words(50, 6)
	p := solver.NewProblem(x, l, nil)
	const lambda = 0.01
	want, err := solver.Run(newton.InteriorPoint{}.Iterations(t.Context(), p.WithRidge(lambda)), solver.RelGap(1e-11))
	if err != nil {
		t.Fatal(err)
	}
	gram := linalg.NewDense(50, 50, nil)
	for i := range 50 {
		for j := range 50 {
			gram.Data[i*50+j] = x.DotRows(i, j)
		}
	}
	kernel := bundle.NewExpansion(func() (toolkit.Oracle, toolkit.Params) {
		return online.LinearOracle{A: x, Loss: l}, params.NewModel([]params.Block{params.NewKernel(0, gram, 1)})
	}, []bundle.Family{{Rows: 50, Cols: 1}})
	for name, f := range map[string]bundle.Function{
		"a loss": bundle.Risk{Problem: p}, "an oracle": wordOracle(t), "a kernel": kernel,
	} {
		for _, m := range methods(t.Context()) {
			tol := 1e-7
			if m.name != "standard" && m.name != "line search" && m.name != "stabilized" {
				tol = 1e-3
			}
			seq := m.run(bundle.Config{Lambda: lambda, Bounded: true}, f)
			res, err := solver.Run(seq, solver.Any(solver.AbsGap(tol), solver.MaxIter(2000)))
			if e := res.Objective - want.Objective; err != nil || res.Status != solver.Converged || e > tol || e < -1e-10 {
				t.Errorf("%s, %s: %s after %d calls, error %g, gap %g, %v", name, m.name, res.Status, res.Iter, e, res.Gap, err)
			}
			if name == "a kernel" {
				continue
			}
			if d := floats.Distance(res.X, want.X, math.Inf(1)); d*d*lambda/2 > 2*tol {
				t.Errorf("%s, %s: the minimizer is %g off", name, m.name, d)
			}
		}
	}
}

// TestOracleIsTheSameOnOneProcessor to the last bit.
func TestOracleIsTheSameOnOneProcessor(t *testing.T) {
	f := wordOracle(t)
	w := []float64{0.1, -0.2, 0.3, 0, 0.5, -1}
	all, one := make([]float64, 6), make([]float64, 6)
	value, err := f.Subgradient(t.Context(), all, w)
	if err != nil {
		t.Fatal(err)
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	if again, err := f.Subgradient(t.Context(), one, w); err != nil || again != value || !floats.Equal(all, one) {
		t.Errorf("%v and %v, %g and %g, %v", all, one, value, again, err)
	}
}

// TestWorkersOfDifferentLengths: to make parameters of another length is a programmer's error.
func TestWorkersOfDifferentLengths(t *testing.T) {
	t.Parallel()
	made := 0
	short, l := words(20, 3)
	long, _ := words(20, 4)
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	_, _ = bundle.NewOracle(func() (toolkit.Oracle, toolkit.Params) {
		made++
		x := short
		if made > 1 {
			x = long
		}
		return online.LinearOracle{A: x, Loss: l}, params.NewModel([]params.Block{params.NewExplicit(0, x, 1)})
	})
}

func TestOraclesOfKernelsAreNoVectors(t *testing.T) {
	t.Parallel()
	x, l := words(4, 2)
	gram := linalg.NewDense(4, 4, []float64{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1})
	if _, err := bundle.NewOracle(func() (toolkit.Oracle, toolkit.Params) {
		return online.LinearOracle{A: x, Loss: l}, params.NewModel([]params.Block{params.NewKernel(0, gram, 1)})
	}); err == nil {
		t.Error("a kernel's parameters are taken for a vector")
	}
}
