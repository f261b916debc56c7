package concave_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox/concave"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

func TestLogSum(t *testing.T) {
	t.Parallel()
	for _, g := range []concave.LogSum{{Lambda: 0.7, Epsilon: 1}, {Lambda: 1.5, Epsilon: 3}} {
		if err := toolkittest.Prox(g, 5); err != nil {
			t.Error(err)
		}
	}
	if (concave.LogSum{}).Check(1, 1) == nil || (concave.CappedL1{Theta: -1}).Check(1, 1) == nil {
		t.Error("parameters of 0 and below were accepted")
	}
}

// TestProxByGrid: at any step no point of a fine grid is better.
func TestProxByGrid(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 6))
	for name, g := range map[string]toolkit.Proxable{
		"log-sum":   concave.LogSum{Lambda: 0.8, Epsilon: 0.3},
		"capped-l1": concave.CappedL1{Lambda: 0.8, Theta: 0.9},
	} {
		for range 300 {
			v, gamma, z := []float64{3 * r.NormFloat64()}, math.Exp(r.NormFloat64()), make([]float64, 1)
			cost := func(z float64) float64 { return g.Value([]float64{z}) + (z-v[0])*(z-v[0])/(2*gamma) }
			value := g.Prox(z, v, gamma)
			if value != g.Value(z) {
				t.Errorf("%s: Prox returns %g, and Value is %g", name, value, g.Value(z))
			}
			for k := -4000; k <= 4000; k++ {
				if at := v[0] * float64(k) / 4000; cost(at) < cost(z[0])-1e-12 {
					t.Fatalf("%s: of %g at γ = %g it is %g at a cost of %.9g, and %.9g at %g",
						name, v[0], gamma, z[0], cost(z[0]), cost(at), at)
				}
			}
		}
	}
}

// TestCappedDescends: with it FISTA's objective does not rise, and it ends where no step leads away.
func TestCappedDescends(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 8))
	a, y := linalg.NewDense(40, 8, nil), make([]float64, 40)
	for i := range a.Data {
		a.Data[i] = r.NormFloat64()
	}
	a.MulVec(y, []float64{3, -2, 0, 0, 0.1, 0, 0, 0})
	p := solver.NewProblem(a, loss.Squared{Y: y}, concave.CappedL1{Lambda: 0.3, Theta: 0.5})
	res, err := solver.Run(gradient.FISTA{}.Iterations(t.Context(), p), solver.MaxIter(3000))
	if err != nil {
		t.Fatal(err)
	}
	for j, want := range []float64{3, -2, 0, 0, 0, 0, 0, 0} {
		if math.Abs(res.X[j]-want) > 0.2 || want == 0 && res.X[j] != 0 {
			t.Errorf("w_%d = %g, not about %g", j, res.X[j], want)
		}
	}
}
