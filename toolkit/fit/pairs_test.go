package fit_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// TestEveryPair solves random problems of every pair to a relative gap of 1e-8, and compares with a plain method; at
// every tolerance the gap bounds the error, and the objective is that of the weights returned.
func TestEveryPair(t *testing.T) {
	t.Parallel()
	for k, c := range slices.Concat(drawnPairs, structuredPairs) {
		for half := range uint64(2) {
			c, variant := c, 2*half+uint64(k)%2
			c.Intercept, c.Standardize = variant%2 == 1, variant >= 2
			t.Run(fmt.Sprintf("%s-%s-%g-%d-%d", lossOf(c), penaltyOf(c), c.Mu, k, variant), func(t *testing.T) {
				t.Parallel()
				checkPair(t, c, uint64(k)+3*variant)
			})
		}
	}
}

func checkPair(t *testing.T, c fit.Linear, seed uint64) {
	t.Helper()
	data := sample(&c, 30, 8, seed)
	if c.Penalty != nil {
		most, err := c.LambdaMax(data)
		if err != nil {
			t.Fatal(err)
		}
		c.Lambda = 0.15 * most
	}
	c.Tol = 1e-8
	tight, err := c.Fit(t.Context(), data)
	if err != nil {
		t.Fatal(err)
	}
	if tight.Status != solver.Converged || tight.GapKind != model.DualityGap || !(tight.Gap <= 1e-8*tight.Objective) {
		t.Fatalf("%s: gap %g (%s) of %g by %s", tight.Status, tight.Gap, tight.GapKind, tight.Objective, tight.Method)
	}
	r := newReference(c, data, tight)
	if o := r.objective(r.of(tight)); math.Abs(o-tight.Objective) > 1e-9*o {
		t.Fatalf("reports %.12g, its weights have %.12g", tight.Objective, o)
	}
	least, slack := 0., 1e-9
	if lossOf(c) == "hinge" {
		least, slack = r.hinge(), 1e-5
	} else {
		least = r.minimize()
	}
	if d := tight.Objective - least; math.Abs(d) > 2e-8*least+slack*least {
		t.Fatalf("P = %.12g by %s, %.12g plainly", tight.Objective, tight.Method, least)
	}
	for _, tol := range []float64{0.5, 1e-1, 1e-3, 1e-5} {
		c.Tol = tol
		loose, err := c.Fit(t.Context(), data)
		if err != nil {
			t.Fatal(err)
		}
		if excess := loose.Objective - tight.Objective; excess > loose.Gap+1e-12 || loose.Gap > tol*loose.Objective {
			t.Errorf("to %g: %g above the minimum, gap %g", tol, excess, loose.Gap)
		}
	}
}

// TestLeastSquaresIsQR: without penalty or ridge the weights are those of a QR decomposition, and of least norm where
// features are too many.
func TestLeastSquaresIsQR(t *testing.T) {
	t.Parallel()
	c := fit.Linear{}
	data := sample(&c, 40, 6, 4)
	m, err := c.Fit(t.Context(), data)
	if err != nil {
		t.Fatal(err)
	}
	var want mat.VecDense
	if err := want.SolveVec(mat.NewDense(40, 6, data.X.(*linalg.Dense).Data), mat.NewVecDense(40, data.Y)); err != nil {
		t.Fatal(err)
	}
	if !floats.EqualApprox(m.Weights, want.RawVector().Data, 1e-9) || m.Gap > 1e-11 {
		t.Errorf("weights %v, by QR %v; gap %g", m.Weights, want.RawVector().Data, m.Gap)
	}
	wide := sample(&c, 10, 30, 4)
	if m, err := c.Fit(t.Context(), wide); err != nil || m.Status != solver.Converged || m.Objective > 1e-20 {
		t.Errorf("more features than examples: %v, objective %g, error %v", m.Status, m.Objective, err)
	}
	c.Method = fit.NewtonCG
	iterated, err := c.Fit(t.Context(), data)
	if err != nil || iterated.GapKind != model.Residual || iterated.Status != solver.Converged ||
		math.Abs(iterated.Objective-m.Objective) > 1e-9 {
		t.Errorf("Newton: %+v, error %v", iterated, err)
	}
	if !floats.EqualApprox(iterated.Weights, want.RawVector().Data, 1e-4) {
		t.Errorf("Newton: weights %v, by QR %v", iterated.Weights, want.RawVector().Data)
	}
}
