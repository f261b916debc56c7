package fit_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// smoothLosses and kinkedLosses go with all of somePenalties.
var (
	smoothLosses = []toolkit.Loss{
		loss.Huber{Delta: 1.5}, loss.SquaredEpsilonInsensitive{Epsilon: 0.5}, loss.SquaredHinge{}, loss.Poisson{},
	}
	kinkedLosses  = []toolkit.Loss{loss.Quantile{Tau: 0.3}, loss.EpsilonInsensitive{Epsilon: 0.5}, loss.Hinge{}}
	somePenalties = []fit.Linear{
		{Mu: 0.1},
		{Penalty: prox.L1{Lambda: 1}},
		{Penalty: prox.L1{Lambda: 1}, Mu: 0.1},
		{Penalty: prox.L21{Lambda: 1}},
		{Penalty: prox.SparseGroup{Lambda: 1, Mix: 0.6}},
		{Penalty: prox.Overlap{Lambda: 1}, Mu: 0.1},
		{Penalty: prox.MultiTask{Lambda: 1}},
		{Penalty: prox.TraceNorm{Lambda: 1}},
	}
)

// eachPair calls do for every loss with every penalty, with an intercept and standardized in turn.
func eachPair(t *testing.T, losses []toolkit.Loss, do func(t *testing.T, c fit.Linear, seed uint64)) {
	t.Helper()
	for k, l := range losses {
		for j, c := range somePenalties {
			variant := uint64(k+j) % 4
			c.Loss, c.Intercept, c.Standardize = l, variant%2 == 1, variant >= 2
			t.Run(fmt.Sprintf("%s-%s-%g", lossOf(c), penaltyOf(c), c.Mu), func(t *testing.T) {
				t.Parallel()
				do(t, c, uint64(7*k+j))
			})
		}
	}
}

// TestSmoothLossesWithEveryPenalty compares with a plain method, as TestEveryPair does.
func TestSmoothLossesWithEveryPenalty(t *testing.T) {
	t.Parallel()
	eachPair(t, smoothLosses, checkPair)
}

// TestKinkedLossesWithEveryPenalty: the gap falls to the tolerance, bounds the error at every tolerance, and the
// objective is that of the weights returned, written down plainly.
func TestKinkedLossesWithEveryPenalty(t *testing.T) {
	t.Parallel()
	eachPair(t, kinkedLosses, func(t *testing.T, c fit.Linear, seed uint64) {
		t.Helper()
		data := sample(&c, 14, 6, seed)
		if c.Penalty != nil {
			most, err := c.LambdaMax(data)
			if err != nil {
				t.Fatal(err)
			}
			c.Lambda = 0.15 * most
		}
		c.Tol, c.NoPolish = 1e-7, true
		tight, err := c.Fit(t.Context(), data)
		if err != nil {
			t.Fatal(err)
		}
		if tight.Status != solver.Converged || tight.GapKind != model.DualityGap || !(tight.Gap <= 1e-7*tight.Objective) {
			t.Fatalf("%s: gap %g (%s) of %g by %s", tight.Status, tight.Gap, tight.GapKind, tight.Objective, tight.Method)
		}
		r := newReference(c, data, tight)
		if o := r.objective(r.of(tight)); math.Abs(o-tight.Objective) > 1e-9*o {
			t.Fatalf("reports %.12g, its weights have %.12g", tight.Objective, o)
		}
		for _, tol := range []float64{0.5, 1e-2, 1e-4} {
			c.Tol = tol
			loose, err := c.Fit(t.Context(), data)
			if err != nil {
				t.Fatal(err)
			}
			if loose.Objective-tight.Objective > loose.Gap || tight.Objective-loose.Objective > tight.Gap ||
				loose.Gap > tol*loose.Objective {
				t.Errorf("to %g: %g above the minimum, gap %g", tol, loose.Objective-tight.Objective, loose.Gap)
			}
		}
	})
}

// plainLoss is a loss of one prediction, written down anew.
func plainLoss(l any, f, y float64) (value, slope float64) {
	r := f - y
	switch l := l.(type) {
	case loss.Huber:
		if math.Abs(r) > l.Delta {
			return l.Delta*math.Abs(r) - l.Delta*l.Delta/2, l.Delta * r / math.Abs(r)
		}
		return r * r / 2, r
	case loss.SquaredEpsilonInsensitive:
		excess := math.Max(math.Max(r-l.Epsilon, -r-l.Epsilon), 0)
		return excess * excess / 2, math.Copysign(excess, r)
	case loss.SquaredHinge:
		m := math.Max(0, 1-y*f)
		return m * m / 2, -y * m
	case loss.Poisson:
		value = math.Exp(f) - y*f - y
		if y > 0 {
			value += y * math.Log(y)
		}
		return value, math.Exp(f) - y
	case loss.Quantile:
		return math.Max(-l.Tau*r, (1-l.Tau)*r), 0
	case loss.EpsilonInsensitive:
		return math.Max(0, math.Abs(r)-l.Epsilon), 0
	}
	panic("no such loss")
}

// TestKinkedLambdaMax: at λ_max W = 0, and a little below it is not.
func TestKinkedLambdaMax(t *testing.T) {
	t.Parallel()
	for k, l := range kinkedLosses {
		for variant := range uint64(2) {
			c := fit.Linear{Loss: l, Penalty: prox.L1{Lambda: 1}, Intercept: variant == 1, Tol: 1e-10}
			data := sample(&c, 25, 5, uint64(k)+2*variant)
			most, err := c.LambdaMax(data)
			if err != nil {
				t.Fatal(err)
			}
			for _, share := range []float64{1.0001, 0.97} {
				c.Lambda = share * most
				m, err := c.Fit(t.Context(), data)
				if err != nil {
					t.Fatal(err)
				}
				if zero := m.Nonzeros() == 0; zero != (share > 1) && !(zero && lossOf(c) == "hinge" && c.Intercept) {
					t.Errorf("%s, intercept %v: at %g λ_max there are %d weights", lossOf(c), c.Intercept, share, m.Nonzeros())
				}
			}
		}
	}
}
