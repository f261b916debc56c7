package bundle_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/bundle"
	"github.com/proxlab/proxlab/toolkit/solver/online"
	"github.com/proxlab/proxlab/toolkit/structured/rna"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

// TestFunctions checks values and subgradients of every Function that there is.
func TestFunctions(t *testing.T) {
	t.Parallel()
	x, hinge := words(12, 4)
	degrees, classes := make([]float64, 12), make([]int, 12)
	query := make([]int64, 12)
	for i := range degrees {
		degrees[i], classes[i], query[i] = float64(i%3), i%3, int64(i/5)
	}
	risk := func(l toolkit.Loss) bundle.Risk { return bundle.Risk{Problem: solver.NewProblem(x, l, nil)} }
	ones := linalg.NewDense(1, 12, nil)
	for i := range ones.Data {
		ones.Data[i] = 1
	}
	free := solver.NewProblem(x, loss.Logistic{Y: hinge.Y}, nil).WithUnpenalized(ones)
	for name, f := range map[string]bundle.Function{
		"planes":      randomPlanes(rand.New(rand.NewPCG(1, 1)), 6, 4),
		"hinge":       risk(hinge),
		"quantile":    risk(loss.Quantile{Y: degrees, Tau: 0.3}),
		"logistic":    risk(loss.Logistic{Y: hinge.Y}),
		"multinomial": risk(loss.Multinomial{Y: classes, K: 3}),
		"pairwise":    risk(bound(loss.Pairwise{}, degrees, query)),
		"ndcg":        risk(bound(loss.NDCG{K: 3}, degrees, query)),
		"cox":         risk(loss.Cox{}.BindEvents(degrees, nil, nil)),
		"oracle":      wordOracle(t),
		"RNA":         foldingOracle(t),
		"kernel":      gaussianExpansion(t, x, hinge),
	} {
		if err := toolkittest.Function(f); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := toolkittest.Function(bundle.Risk{Problem: free}, toolkittest.Tol(1e-9)); err != nil {
		t.Errorf("with an intercept: %v", err)
	}
}

// bound is a loss of rankings over documents.
func bound(l interface {
	BindQueries(y []float64, query []int64, weights []float64) toolkit.Loss
}, y []float64, query []int64,
) toolkit.Loss {
	return l.BindQueries(y, query, nil)
}

// foldingOracle is the hinge loss of two short RNAs.
func foldingOracle(t *testing.T) *bundle.Oracle {
	t.Helper()
	var examples []rna.Example
	for letters, brackets := range map[string]string{"GGGAAAUCCC": "(((....)))", "GCAAGC": "......"} {
		x, err := rna.ParseSequence(letters)
		if err != nil {
			t.Fatal(err)
		}
		y, err := rna.ParseStructure(brackets)
		if err != nil {
			t.Fatal(err)
		}
		examples = append(examples, rna.Example{Name: letters, X: x, Y: y})
	}
	f, err := bundle.NewOracle(func() (toolkit.Oracle, toolkit.Params) {
		block := params.NewExplicit(0, linalg.Identity(rna.Features), 1)
		return &rna.Hinge{Examples: examples}, params.NewModel([]params.Block{block})
	})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// gaussianExpansion is a loss over a kernel's coefficients.
func gaussianExpansion(t *testing.T, x *linalg.Dense, l loss.Hinge) *bundle.Expansion {
	t.Helper()
	gram, err := kernel.Gram(t.Context(), kernel.Gaussian{Variance: 2}, x)
	if err != nil {
		t.Fatal(err)
	}
	return bundle.NewExpansion(func() (toolkit.Oracle, toolkit.Params) {
		return online.LinearOracle{A: x, Loss: l}, params.NewModel([]params.Block{params.NewKernel(0, gram, 1)})
	}, []bundle.Family{{Rows: x.R, Cols: 1}})
}

// line is a function of one variable.
type line func(w float64) (value, slope float64)

func (line) Dim() int { return 1 }

func (f line) Subgradient(_ context.Context, a, w []float64) (value float64, err error) {
	value, a[0] = f(w[0])
	return value, nil
}

// TestEdgesOfFunctions: one variable, functions that are 0, constant or linear, and a λ that is huge or tiny.
func TestEdgesOfFunctions(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		what   string
		f      line
		lambda float64
		least  float64
		at     float64
	}{
		{"0", func(float64) (float64, float64) { return 0, 0 }, 1, 0, 0},
		{"0 and no ridge to speak of", func(float64) (float64, float64) { return 0, 0 }, 1e-12, 0, 0},
		{"a constant", func(float64) (float64, float64) { return 7, 0 }, 0.1, 7, 0},
		{"a constant below 0", func(float64) (float64, float64) { return -7, 0 }, 1e9, -7, 0},
		{"a line", func(w float64) (float64, float64) { return 3 - 2*w, -2 }, 0.5, -1, 4},
		{"a huge λ", func(w float64) (float64, float64) { return math.Abs(w - 3), math.Copysign(1, w-3) }, 1e12, 3, 1e-12},
		{"a small λ", func(w float64) (float64, float64) { return math.Abs(w - 3), math.Copysign(1, w-3) }, 1e-4, 4.5e-4, 3},
	} {
		if err := toolkittest.Function(c.f); err != nil {
			t.Errorf("%s: %v", c.what, err)
		}
		for _, m := range methods(t.Context()) {
			config := bundle.Config{Lambda: c.lambda}
			res, err := solver.Run(m.run(config, c.f), solver.Any(solver.AbsGap(1e-9), solver.MaxIter(100)))
			e := res.Objective - c.least
			if err != nil || e > res.Gap || e < -1e-12 {
				t.Errorf("%s, %s: error %g, gap %g after %d calls, %v", c.what, m.name, e, res.Gap, res.Evals, err)
			}
			if slow(m.name) {
				continue
			}
			if res.Status != solver.Converged || math.Abs(res.X[0]-c.at) > 1e-6*(1+c.at) {
				t.Errorf("%s, %s: %s at %g, not %g; gap %g", c.what, m.name, res.Status, res.X[0], c.at, res.Gap)
			}
		}
	}
}

// TestNoMinimum: without a ridge a function may have none; f falls as long as calls are allowed, and nothing is
// certified.
func TestNoMinimum(t *testing.T) {
	t.Parallel()
	falling := line(func(w float64) (float64, float64) { return -w, -1 })
	for _, m := range methods(t.Context())[2:] {
		res, err := solver.Run(m.run(bundle.Config{}, falling), solver.MaxIter(50))
		if err != nil || res.Status != solver.IterationLimit || !(res.Objective < -10) || !math.IsNaN(res.Gap) {
			t.Errorf("%s: %s, %g with a gap of %g, %v", m.name, res.Status, res.Objective, res.Gap, err)
		}
	}
}
