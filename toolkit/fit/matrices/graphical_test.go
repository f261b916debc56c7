package matrices

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// chain is drawn: each variable depends on the one before.
func chain(seed uint64, n, d int) *linalg.Dense {
	rng := rand.New(rand.NewPCG(seed, 4))
	x := linalg.NewDense(n, d, nil)
	for i := range n {
		before := 0.
		for j := range d {
			before = 0.7*before + rng.NormFloat64()
			x.Row(i)[j] = 100 + before*float64(1+j)
		}
	}
	return x
}

func TestCovariancesAreGonums(t *testing.T) {
	t.Parallel()
	x := chain(1, 40, 5)
	for _, correlations := range []bool{false, true} {
		s, err := Covariances(x, correlations)
		if err != nil {
			t.Fatal(err)
		}
		var want mat.SymDense
		if correlations {
			stat.CorrelationMatrix(&want, mat.NewDense(40, 5, x.Data), nil)
		} else {
			stat.CovarianceMatrix(&want, mat.NewDense(40, 5, x.Data), nil)
			want.ScaleSym(39./40, &want)
		}
		for k, v := range s.Data {
			if w := want.At(k/5, k%5); math.Abs(v-w) > 1e-12*(1+math.Abs(w)) {
				t.Errorf("entry %d is %g, not %g", k, v, w)
			}
		}
	}
}

// TestPathFindsTheChain: of many examples, the graph with the least EBIC is that which the examples were drawn of.
func TestPathFindsTheChain(t *testing.T) {
	t.Parallel()
	const d = 8
	x := chain(2, 4000, d)
	c := GraphicalLasso{Correlations: true}
	path, err := c.Path(t.Context(), x, nil, 12)
	if err != nil || len(path) != 12 {
		t.Fatal(len(path), err)
	}
	if n := len(path[0].Edges()); n != 0 {
		t.Errorf("at λ_max there are %d edges", n)
	}
	for k, g := range path {
		if g.Status != solver.Converged || g.Gap > 1e-6*d {
			t.Errorf("λ = %g: %s, gap %g", g.Lambda, g.Status, g.Gap)
		}
		var one mat.Cholesky
		if !one.Factorize(mat.NewSymDense(d, g.Precision.Data)) || math.Abs(one.LogDet()-g.LogDet) > 1e-9 {
			t.Errorf("λ = %g: log det is %g", g.Lambda, g.LogDet)
		}
		c.Lambda = g.Lambda
		alone, err := c.Fit(t.Context(), x)
		if err != nil || math.Abs(alone.Objective-g.Objective) > alone.Gap+g.Gap {
			t.Errorf("λ of step %d alone: P = %g, not %g, error %v", k, alone.Objective, g.Objective, err)
		}
	}
	chained := 0
	for _, e := range Least(path, 1).Edges() {
		if next := e.J == e.I+1; next && e.Partial > 0.3 {
			chained++
		} else if next || math.Abs(e.Partial) > 0.1 {
			t.Errorf("%+v", e)
		}
	}
	if chained != d-1 {
		t.Errorf("%d edges of the chain", chained)
	}
}

// TestEBIC is by hand: two variables.
func TestEBIC(t *testing.T) {
	t.Parallel()
	s := linalg.NewDense(2, 2, []float64{1, 0.5, 0.5, 1})
	g, err := GraphicalLasso{Lambda: 0.1, Tol: 1e-12}.Of(t.Context(), s, 50)
	if err != nil {
		t.Fatal(err)
	}
	// X⁻¹ has 0.4 beside the diagonal: X = (1, −0.4; −0.4, 1)/0.84.
	want := 50*(math.Log(0.84)+(2-2*0.4*0.5)/0.84) + math.Log(50) + 4*0.5*math.Log(2)
	if got := g.EBIC(0.5); math.Abs(got-want) > 1e-9 {
		t.Errorf("EBIC %g, not %g", got, want)
	}
}

// TestFoldsAndStability: held-out examples are likeliest between a full graph and none, and edges of the chain are in
// most halves.
func TestFoldsAndStability(t *testing.T) {
	t.Parallel()
	x := chain(3, 60, 10)
	c := GraphicalLasso{Correlations: true, Lambda: 0.3}
	mean, deviation, err := c.Folds(t.Context(), x, []float64{0.9, 0.1, 1e-4}, 5, 1)
	if err != nil || !(mean[1] > mean[0]) || !(mean[1] > mean[2]) || !(deviation[1] > 0) {
		t.Errorf("log-likelihoods %g ± %g, error %v", mean, deviation, err)
	}
	share, err := c.Stability(t.Context(), x, 20, 1)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 9 {
		if share.At(i, i+1) < 0.8 || share.At(i, i+1) != share.At(i+1, i) {
			t.Errorf("the edge of variables %d and %d is in %g", i+1, i+2, share.At(i, i+1))
		}
	}
	if share.At(0, 9) > 0.3 {
		t.Errorf("the ends are an edge in %g", share.At(0, 9))
	}
}

func TestRefused(t *testing.T) {
	t.Parallel()
	bad := linalg.NewDense(3, 2, []float64{1, 0, math.NaN(), 1, 2, 2})
	constant := linalg.NewDense(3, 2, []float64{1, 0.1, 2, 0.1, 4, 0.1})
	huge := linalg.NewDense(2, 2, []float64{1e200, 0, -1e200, 1})
	line := linalg.NewDense(3, 2, []float64{1, 2, 2, 4, 5, 10})
	fit := func(c GraphicalLasso, x *linalg.Dense) func() error {
		return func() error { _, err := c.Fit(t.Context(), x); return err }
	}
	none := GraphicalLasso{}
	for want, try := range map[string]func() error{
		"row 2, column 1":        fit(GraphicalLasso{Lambda: 1}, bad),
		"variable 2 is constant": fit(GraphicalLasso{Lambda: 1}, constant),
		"variable 1 is":          fit(GraphicalLasso{Lambda: 1}, huge),
		"two examples":           fit(none, linalg.NewDense(1, 2, nil)),
		"singular":               fit(none, line),
		"λ = -1":                 fit(GraphicalLasso{Lambda: -1}, line),
		"tolerance -1":           fit(GraphicalLasso{Tol: -1}, line),
		"the weights are 1 × 1":  fit(GraphicalLasso{Weights: linalg.NewDense(1, 1, nil)}, line),
		"a path of 1 steps":      func() error { _, err := none.Path(t.Context(), line, nil, 1); return err },
		"two folds":              func() error { _, _, err := none.Folds(t.Context(), line, nil, 2, 1); return err },
		"halves of 3 examples":   func() error { _, err := none.Stability(t.Context(), line, 5, 1); return err },
	} {
		if err := try(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, not %q", err, want)
		}
	}
}

// TestInterruptedKeepsTheBest: a graph is returned beside the end of a context, and a path so far.
func TestInterruptedKeepsTheBest(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	c := GraphicalLasso{Lambda: 0.01, Correlations: true, Watch: func(solver.Progress) { stop() }}
	g, err := c.Fit(ctx, chain(4, 30, 20))
	if !errors.Is(err, context.Canceled) || g == nil || g.Status != solver.Canceled || !(g.Gap > 0) {
		t.Errorf("%v, %v", g, err)
	}
}
