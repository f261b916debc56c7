package fit_test

import (
	"bytes"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
	"github.com/proxlab/proxlab/toolkit/solver/online"
)

// robust is a regression with outliers.
func robust(seed uint64) fit.Data {
	rng := rand.New(rand.NewPCG(seed, 133))
	data := regressions(rng, 8, 40)
	for i := range data.Y {
		data.Y[i] += 2
		if i%9 == 0 {
			data.Y[i] += 20 * rng.Float64()
		}
	}
	return data
}

// The penalty and the loss are a user's: they know nothing of this module but package toolkit.
var (
	ownPenalty = testproblems.OrderedL1{Lambda: 1, Slope: 2}
	ownLoss    = testproblems.Huber{Delta: 0.5}
)

// TestOwnThroughEveryDoor: a penalty and a loss of one's own go through Fit, Path and CrossValidate, alone and
// together, with a certificate that bounds the error.
func TestOwnThroughEveryDoor(t *testing.T) {
	t.Parallel()
	data := robust(1)
	for name, c := range map[string]fit.Linear{
		"penalty": {Penalty: ownPenalty, Intercept: true, Standardize: true},
		"loss":    {Loss: ownLoss, Penalty: prox.L1{Lambda: 1}, Intercept: true},
		"both":    {Loss: ownLoss, Penalty: ownPenalty, Intercept: true, Standardize: true},
		"ridge":   {Loss: ownLoss, Penalty: ownPenalty, Mu: 0.1},
	} {
		top, err := c.LambdaMax(data)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		c.Lambda, c.Tol = 0.1*top, 1e-9
		best, err := c.Fit(t.Context(), data)
		if err != nil || best.Status != solver.Converged || best.GapKind != model.DualityGap ||
			best.Gap > 1e-9*best.Objective {
			t.Errorf("%s: %+v, error %v", name, best, err)
			continue
		}
		c.Tol = 1e-2
		rough, err := c.Fit(t.Context(), data)
		if err != nil || rough.Objective-best.Objective > rough.Gap+1e-12 {
			t.Errorf("%s: %g above the minimum, gap %g, error %v", name, rough.Objective-best.Objective, rough.Gap, err)
		}
		c.Tol = 1e-7
		lambdas := []float64{top * 1.001, 0.5 * top, 0.1 * top}
		path, err := c.Path(t.Context(), data, lambdas)
		if err != nil || len(path) != 3 || path[0].Nonzeros() != 0 || path[1].Nonzeros() == 0 ||
			math.Abs(path[2].Objective-best.Objective) > 1e-6 {
			t.Errorf("%s: the path has %d models, error %v", name, len(path), err)
		}
		v, err := c.CrossValidate(t.Context(), data, lambdas, 4)
		if err != nil || v.Converged != v.Fits || !(v.Error[2] < v.Error[0]) ||
			strings.Contains(v.Measure, "squared") != (c.Loss == nil) {
			t.Errorf("%s: %+v, error %v", name, v, err)
		}
	}
}

// TestOwnPenaltyIsFoundByItsBlocks: coordinate descent asks for blocks, not for a type.
func TestOwnPenaltyIsFoundByItsBlocks(t *testing.T) {
	t.Parallel()
	data := robust(2)
	mine, theirs := fit.Linear{
		Penalty: myLasso{prox.L1{Lambda: 1}},
		Lambda:  0.2,
	}, fit.Linear{
		Penalty: prox.L1{Lambda: 1},
		Lambda:  0.2,
	}
	a, err := mine.Fit(t.Context(), data)
	if err != nil {
		t.Fatal(err)
	}
	b, err := theirs.Fit(t.Context(), data)
	if err != nil || a.Method != fit.CoordinateDescent.Name || !floats.Equal(a.Weights, b.Weights) {
		t.Errorf("by %s: %v, by the penalty of package prox %v, error %v", a.Method, a.Weights, b.Weights, err)
	}
}

// myLasso is a penalty of another type that knows its blocks.
type myLasso struct{ toolkit.Proxable }

func (g myLasso) Conjugate(v []float64) float64 { return g.Proxable.(toolkit.Conjugate).Conjugate(v) }
func (g myLasso) Polar(v []float64) float64     { return g.Proxable.(toolkit.Conjugate).Polar(v) }
func (g myLasso) Blocks(d int) (blocks [][]int, weights []float64) {
	return g.Proxable.(toolkit.BlockNorm).Blocks(d)
}

// TestOwnModelIsSaved: it keeps the names, and is read without the types.
func TestOwnModelIsSaved(t *testing.T) {
	t.Parallel()
	data := robust(3)
	m, err := fit.Linear{Loss: ownLoss, Penalty: ownPenalty, Lambda: 0.02, Intercept: true}.Fit(t.Context(), data)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := m.Save(&b); err != nil {
		t.Fatal(err)
	}
	back, err := model.LoadLinear(&b)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(back.Penalty, "OrderedL1") || !strings.HasSuffix(back.Loss, "Huber") {
		t.Errorf("the penalty is called %q, the loss %q", back.Penalty, back.Loss)
	}
	want, err := m.Predict(data.X, nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := back.Predict(data.X, nil)
	if err != nil || !floats.Equal(got.Scores.Data, want.Scores.Data) {
		t.Errorf("other predictions, error %v", err)
	}
	if e := back.Errors(got, data.Y)[0]; !math.IsNaN(e) {
		t.Errorf("the error is %g, though the loss is not known any more", e)
	}
}

// TestOwnWithoutCertificate: a penalty that has no conjugate is solved to a small residual, and says that there is no
// gap; a loss that has its examples is taken as it is; what cannot be had is refused in words.
func TestOwnWithoutCertificate(t *testing.T) {
	t.Parallel()
	data := robust(4)
	c := fit.Linear{Penalty: testproblems.BoundedBelow{Low: 0}, Lambda: 1}
	m, err := c.Fit(t.Context(), data)
	if err != nil || m.GapKind != model.Residual || m.Status != solver.Converged || floats.Min(m.Weights) < 0 {
		t.Errorf("%+v, error %v", m, err)
	}
	if _, err := c.LambdaMax(data); err == nil || !strings.Contains(err.Error(), "polar") {
		t.Errorf("λ_max without a polar: %v", err)
	}
	bound := testproblems.PseudoHuber{Y: data.Y}
	alone := fit.Linear{Loss: bound, Penalty: prox.L1{Lambda: 1}, Lambda: 0.01}
	if m, err = alone.Fit(t.Context(), fit.Data{X: data.X}); err != nil || m.Status != solver.Converged ||
		m.GapKind != model.DualityGap {
		t.Errorf("a loss with its own examples: %+v, error %v", m, err)
	}
	if _, err := alone.CrossValidate(t.Context(), fit.Data{X: data.X}, []float64{0.1}, 3); err == nil ||
		!strings.Contains(err.Error(), "Bind") {
		t.Errorf("cross-validation of such a loss: %v", err)
	}
	alone.Intercept = true
	if _, err := alone.Fit(t.Context(), fit.Data{X: data.X}); err == nil ||
		!strings.Contains(err.Error(), "second derivatives") {
		t.Errorf("an intercept without second derivatives: %v", err)
	}
}

// TestOwnWithTheSolvers: FISTA, iterative projection and the online algorithm come to the same minimum.
func TestOwnWithTheSolvers(t *testing.T) {
	t.Parallel()
	data := robust(5)
	penalty := testproblems.OrderedL1{Lambda: 0.05, Slope: 2}
	l := testproblems.Huber{Y: data.Y, Delta: 0.5}
	p := solver.NewProblem(data.X, l, penalty)
	stop := solver.Any(solver.RelGap(1e-9), solver.MaxIter(20000))
	long, err := solver.Run(gradient.FISTA{}.Iterations(t.Context(), p), stop)
	if err != nil || long.Status != solver.Converged {
		t.Fatalf("FISTA: %s, gap %g, error %v", long.Status, long.Gap, err)
	}
	steps := gradient.IterativeProjection{Step: gradient.SafeStep(p.Lipschitz(), 0)}
	short, err := solver.Run(steps.Iterations(t.Context(), p), stop)
	if err != nil || math.Abs(short.Objective-long.Objective) > 1e-8 {
		t.Errorf("iterative projection: %g, FISTA %g, error %v", short.Objective, long.Objective, err)
	}
	x := linalg.ToDense(data.X)
	weights := params.NewExplicit(0, x, 1)
	seq := online.Proximal{
		Rate:    online.InvSqrt{Eta0: 0.05},
		Shuffle: true, Params: params.NewModel([]params.Block{weights}), Terms: []online.Term{online.OnVector(penalty)},
	}.Iterations(
		t.Context(), online.LinearOracle{A: x, Loss: l})
	if _, err := solver.Run(seq, solver.MaxIter(2000)); err != nil {
		t.Fatal(err)
	}
	if o := p.Objective(weights.Weights()); o > long.Objective*1.01 {
		t.Errorf("the online algorithm: %g, FISTA %g", o, long.Objective)
	}
}
