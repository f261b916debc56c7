package coordinate_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
)

// TestSigns: with weights of one sign, some positive, some negative, some either, descent and proximal Newton end where
// no subgradient but 0 is left, at the objective that steps of the proximity operator find, from wherever they begin.
func TestSigns(t *testing.T) {
	t.Parallel()
	for _, shape := range [][2]int{{40, 150}, {300, 20}, {60, 40}} {
		n, d := shape[0], shape[1]
		x, y, ones := testproblems.Intercept(17, n, d)
		none := math.Inf(1)
		box := prox.Bounds{Lambda: 1, Lower: make([]float64, d), Upper: make([]float64, d)}
		for j := range d {
			box.Lower[j], box.Upper[j] = []float64{0, -none, -none}[j%3], []float64{none, 0, none}[j%3]
			for i := range n { // neighbours are close
				x.Row(i)[j] += 0.9 * x.Row(i)[max(0, j-1)]
			}
		}
		labels := slices.Clone(y)
		floats.AddConst(-floats.Sum(y)/float64(n), labels)
		losses := map[string]toolkit.Loss{
			"squared": loss.Squared{Y: y}, "logistic": loss.Logistic{Y: testproblems.Signs(labels)},
		}
		for name, of := range losses {
			for k, a := range []linalg.Map{x, linalg.ToCSR(x)} {
				for _, mu := range []float64{0, 0.1} {
					p := solver.NewProblem(a, of, box).WithRidge(mu).WithUnpenalized(ones)
					p = p.At(0.02 * p.LambdaMax())
					checkSigns(t, fmt.Sprintf("%s, %d × %d, storage %d, μ = %g", name, n, d, k, mu), p, box)
				}
			}
		}
	}
}

func checkSigns(t *testing.T, name string, p *solver.Problem, box prox.Bounds) {
	t.Helper()
	start := make([]float64, p.Dim()+1) // at weights of both signs
	for j := range start {
		start[j] = 0.1 * float64(1-2*(j/2%2))
	}
	of := func(from []float64) solver.Result {
		stop := solver.Any(solver.RelGap(1e-10), solver.MaxIter(200))
		var out solver.Result
		var err error
		if _, squared := p.Loss.(loss.Squared); squared {
			out, err = solver.Run(coordinate.Descent{Start: from}.Iterations(t.Context(), p), stop)
		} else {
			out, err = solver.Run(coordinate.ProximalNewton{Start: from}.Iterations(t.Context(), p), stop)
		}
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	want, err := solver.Run(coordinate.ProxDescent{}.Iterations(t.Context(), p), solver.Any(solver.RelGap(1e-10),
		solver.MaxIter(500)))
	if err != nil {
		t.Fatal(err)
	}
	for _, from := range [][]float64{nil, start} {
		got := of(from)
		w := got.X[:p.Dim()]
		slopes := make([]float64, p.Dim())
		p.ValueGrad(slopes, w)
		floats.AddScaled(slopes, p.Mu, w)
		box.Lambda = p.Lambda
		box.Least(slopes, w, slopes)
		if most := floats.Norm(slopes, math.Inf(1)); got.Status != solver.Converged || !(most < 1e-4*p.Lambda) ||
			math.IsInf(box.Value(w), 1) || math.Abs(got.Objective-want.Objective) > 2e-10*want.Objective {
			t.Errorf("%s: %s, subgradient %g of %g, P %.12g, by prox %.12g", name, got.Status, most, p.Lambda, got.Objective,
				want.Objective)
		}
	}
}
