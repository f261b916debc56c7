package solver_test

import (
	"context"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/atoms"
	"github.com/proxlab/proxlab/toolkit/solver/blocks"
	"github.com/proxlab/proxlab/toolkit/solver/bundle"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
	"github.com/proxlab/proxlab/toolkit/solver/lowrank"
	"github.com/proxlab/proxlab/toolkit/solver/multipliers"
	"github.com/proxlab/proxlab/toolkit/solver/newton"
	"github.com/proxlab/proxlab/toolkit/solver/online"
	"github.com/proxlab/proxlab/toolkit/solver/risk"
	"github.com/proxlab/proxlab/toolkit/solver/rivals"
)

// method is a config of a solver of problems of type P.
type method[P any, S solver.Reporter] interface {
	Iterations(ctx context.Context, p P) solver.Seq[S]
}

// drive takes three iterations; refused is what the error says, "" where the zero value works.
func drive[P any, S solver.Reporter](t *testing.T, m method[P, S], p P, refused string) {
	t.Helper()
	res, err := solver.Run(m.Iterations(t.Context(), p), solver.MaxIter(3))
	switch {
	case refused == "" && (err != nil || res.Iter != 3):
		t.Errorf("%T{}: %d iterations, error %v", m, res.Iter, err)
	case refused != "" && (err == nil || !strings.Contains(err.Error(), refused)):
		t.Errorf("%T{}: error %v, which does not say %q", m, err, refused)
	}
}

// TestZeroValues: the zero value of every config runs, or is refused by the name of what it lacks. Those that train
// parameters lack them: Params.
func TestZeroValues(t *testing.T) {
	t.Parallel()
	lasso, _ := testproblems.TinyLasso()
	svm := testproblems.NewSVM(30, 3, 0.1, 5)
	hinge, smooth := svm.Problem(), solver.NewProblem(svm.X, loss.Logistic{Y: svm.Y}, prox.Ridge{Mu: 0.1})
	x, l, d, k := testproblems.Outputs(3, false)
	matrices := solver.NewProblem(x, l, prox.TraceNorm{Lambda: 0.01, Rows: d, Cols: k})

	drive(t, gradient.FISTA{}, gradient.Problem(lasso), "")
	drive(t, gradient.IterativeProjection{}, gradient.Problem(lasso), "")
	for _, rule := range []gradient.StepRule{gradient.Backtracking{}, gradient.Safeguarded{}} {
		drive(t, gradient.IterativeProjection{Step: rule}, gradient.Problem(lasso), "")
	}
	for _, rule := range []gradient.StepRule{gradient.BarzilaiBorwein{}, gradient.FixedStep(0)} {
		drive(t, gradient.IterativeProjection{Step: rule}, gradient.Problem(lasso), "σ = 0: it must be positive")
	}
	drive(t, coordinate.Descent{}, lasso, "")
	sparse := prox.SparseGroup{Lambda: 0.1, Groups: prox.Groups{{0, 1}, {2}}}
	drive(t, coordinate.ProxDescent{}, solver.NewProblem(lasso.A, lasso.Loss, sparse), "")
	drive(t, coordinate.ProximalNewton{}, solver.NewProblem(svm.X, smooth.Loss, prox.L1{Lambda: 0.01}), "")
	drive(t, coordinate.DualDescent{}, hinge, "")
	drive(t, newton.CG{}, smooth, "")
	drive(t, newton.InteriorPoint{}, hinge, "")
	drive(t, newton.Semismooth{}, hinge, "")
	drive(t, newton.LeastSquares{}, solver.NewProblem(lasso.A, lasso.Loss, nil), "")
	drive(t, lowrank.FactoredDescent{}, matrices, "")
	drive(t, lowrank.AcceleratedProximal{}, matrices, "")
	drive(t, rivals.AlternatingMinimization{}, matrices, "")
	drive(t, rivals.IterativeRescaling{}, matrices, "")
	drive(t, atoms.Descent{}, matrices, "")
	drive(t, atoms.Continuation{}, matrices, "")
	drive(t, multipliers.Method{}, hinge, "")
	drive(t, multipliers.Method{}, solver.NewProblem(svm.X, hinge.Loss, prox.L1{Lambda: 0.1}), "needs Inner")
	drive(t, blocks.Newton{}, &blocks.Problem{A: whole{svm}, Loss: loss.Logistic{}, Mu: 0.1}, "")

	oracle := online.LinearOracle{A: svm.X, Loss: loss.Hinge{Y: svm.Y}}
	weights := params.NewModel([]params.Block{params.NewExplicit(0, svm.X, 1)})
	const lacks = "Params must be set"
	drive(t, online.Subgradient{}, toolkit.Oracle(oracle), lacks)
	drive(t, online.AdaptiveSubgradient{}, toolkit.Oracle(oracle), lacks)
	drive(t, online.ProximalSubgradient{}, toolkit.Oracle(oracle), lacks)
	drive(t, online.OptimisticProximal{}, toolkit.Oracle(oracle), lacks)
	drive(t, online.Proximal{}, toolkit.Oracle(oracle), lacks)
	drive(t, online.PassiveAggressive{}, toolkit.Oracle(oracle), lacks)
	drive(t, risk.LBFGS{}, toolkit.Oracle(oracle), lacks)
	drive(t, risk.BlockFrankWolfe{}, toolkit.Oracle(oracle), lacks)
	drive(t, online.Proximal{Params: weights}, toolkit.Oracle(oracle), "")
	drive(t, online.PassiveAggressive{Params: weights}, toolkit.Oracle(oracle), "")
	drive(t, online.Subgradient{Game: online.Game{Params: weights}}, toolkit.Oracle(oracle), "radius of S must be given")
	drive(t, risk.LBFGS{Params: weights}, toolkit.Oracle(oracle), "μ = 0: it must be positive")
	drive(t, risk.BlockFrankWolfe{Params: weights}, toolkit.Oracle(oracle), "μ = 0: it must be positive")
	for _, rate := range []online.Rate{online.Constant{}, online.InvSqrt{}, online.InvLinear{}} {
		drive(t, online.Proximal{Params: weights, Rate: rate}, toolkit.Oracle(oracle), "must be positive and finite")
	}

	f := bundle.Function(distance{1, -2})
	drive(t, bundle.Bundle{}, f, "needs λ > 0")
	drive(t, bundle.Proximal{}, f, "the radius must be given")
	drive(t, bundle.Stabilized{}, f, "")
}

// distance is ‖w − x‖₁ from a point.
type distance [2]float64

func (d distance) Dim() int { return len(d) }

func (d distance) Subgradient(_ context.Context, a, w []float64) (value float64, err error) {
	for j, at := range d {
		if a[j] = 1; w[j] < at {
			a[j] = -1
		}
		value += a[j] * (w[j] - at)
	}
	return value, nil
}

// whole is a source of one block.
type whole struct{ of testproblems.SVM }

func (s whole) Dims() (n, d int) { return s.of.X.Dims() }

func (s whole) Blocks() int { return 1 }

func (s whole) Read(_ context.Context, _ int, columns []int, into *linalg.RowBlock) error {
	if columns == nil {
		columns = []int{0, 1, 2}
	}
	all := linalg.ToDense(s.of.X)
	into.Dense, into.Y = linalg.NewDense(len(columns), all.R, nil), s.of.Y
	for k, j := range columns {
		for i := range all.R {
			into.Dense.Row(k)[i] = all.At(i, j)
		}
	}
	return nil
}
