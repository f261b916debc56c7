package fit_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/prox/concave"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// TestStationary: a loss with kinks and a concave penalty, without ridge, ends where P rises in every direction, which
// P alone tells; that is said to be a stationary point, no minimum; and the penalty moves it away from the lasso.
func TestStationary(t *testing.T) {
	t.Parallel()
	penalties := []toolkit.Proxable{
		prox.MCP{Lambda: 1, Gamma: 3}, prox.SCAD{Lambda: 1, A: 3.7}, concave.LogSum{Lambda: 1, Epsilon: 0.5},
	}
	for k, l := range []toolkit.Loss{loss.Quantile{Tau: 0.3}, loss.Hinge{}, loss.EpsilonInsensitive{Epsilon: 0.2}} {
		for _, g := range penalties {
			c := fit.Linear{Loss: l, Penalty: g, Intercept: true}
			name := fmt.Sprintf("%v × %v", l, g)
			data := sample(&c, 50, 8, uint64(k))
			most, err := c.LambdaMax(data)
			if err != nil {
				t.Fatal(name, err)
			}
			c.Lambda = 0.1 * most
			m, err := c.Fit(t.Context(), data)
			if err != nil || m.Status != solver.Converged || m.GapKind != model.Stationary || m.Method != "reweighted-l1" {
				t.Fatalf("%s: %s by %s, a gap of the kind %q, error %v", name, m.Status, m.Method, m.GapKind, err)
			}
			strong := g.(interface { //nolint:errcheck // all are
				WithStrength(lambda float64) toolkit.Proxable
			}).WithStrength(c.Lambda)
			r := newReference(c, data, m)
			grad, w := make([]float64, r.d+1), r.of(m)
			value := func(w []float64) float64 { return r.value(grad, w) + strong.Value(w[:r.d]) }
			if p := value(w); math.Abs(p-m.Objective) > 1e-12*p {
				t.Errorf("%s: P = %.15g, by its definition %.15g", name, m.Objective, p)
			}
			if slope := steepest(value, w); slope < -1e-5 {
				t.Errorf("%s: P falls by %g", name, -slope)
			}
		}
	}
}

// steepest is the least slope of a function among many directions, each over short distances.
func steepest(value func(w []float64) float64, w []float64) float64 {
	rng, at, next := rand.New(rand.NewPCG(7, 0)), value(w), make([]float64, len(w))
	least := math.Inf(1)
	for k := range 400 {
		direction := make([]float64, len(w))
		if direction[k/2%len(w)] = float64(k%2*2 - 1); k >= 4*len(w) {
			for j := range direction {
				direction[j] = rng.NormFloat64() / math.Sqrt(float64(len(w)))
			}
		}
		for _, far := range []float64{1e-4, 1e-6} {
			for j, v := range w {
				next[j] = v + far*direction[j]
			}
			least = min(least, (value(next)-at)/far+far) // P curves downwards, by less than that
		}
	}
	return least
}
