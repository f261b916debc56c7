package fit_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
)

// TestPassesComeFirst: a support vector machine of few examples and many features is done by passes of dual coordinate
// descent before Newton's method has factored its matrix; where they fall behind, as for features of many units, it
// goes on. Either way the answer is that of Newton's method. With twice as many features as examples passes go by the
// Gram matrix, whatever the units.
func TestPassesComeFirst(t *testing.T) {
	t.Parallel()
	const n = 60
	rng := rand.New(rand.NewPCG(5, 97))
	for _, d := range []int{400, 115} {
		units := d < 2*n
		x := linalg.NewDense(n, d, testproblems.Normal(rng, n*d, 1))
		y := testproblems.Signs(testproblems.Normal(rng, n, 1))
		for j := 0; units && j < d; j++ {
			for i := range n {
				x.Row(i)[j] *= math.Pow(10, 6*float64(j)/float64(d)-3)
			}
		}
		c, data := fit.Linear{Loss: loss.Hinge{}, Mu: 0.5}, fit.Data{X: x, Y: y}
		got, err := c.Fit(t.Context(), data)
		if err != nil {
			t.Fatal(err)
		}
		c.Method = fit.SemismoothNewton
		want, err := c.Fit(t.Context(), data)
		if err != nil {
			t.Fatal(err)
		}
		fell := strings.Contains(got.Why, "here after")
		if of := got.Method == want.Method; of != units || fell != units ||
			math.Abs(got.Objective-want.Objective) > got.Gap+want.Gap || got.Gap > 1e-6*got.Objective {
			t.Errorf("units %t: %s (%s), P %g, gap %g, by Newton's method %g, gap %g", units, got.Method, got.Why,
				got.Objective, got.Gap, want.Objective, want.Gap)
		}
	}
}
