package fit_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// leastOf is the least value of a convex function of the weights of features of these units, by golden sections inside
// one another.
func leastOf(w, units []float64, value func() float64) float64 {
	if len(units) == 0 {
		return value()
	}
	section := func(v float64) float64 {
		w[len(w)-len(units)] = v
		return leastOf(w, units[1:], value)
	}
	const ratio = 0.6180339887498949
	reach := 10 / math.Max(1, units[0])
	low, high := -reach, reach
	a, b := high-ratio*(high-low), low+ratio*(high-low)
	fa, fb := section(a), section(b)
	for range 60 {
		if fa < fb {
			high, b, fb = b, a, fa
			a = high - ratio*(high-low)
			fa = section(a)
		} else {
			low, a, fa = a, b, fb
			b = low + ratio*(high-low)
			fb = section(b)
		}
	}
	return math.Min(fa, fb)
}

// TestConvexByRidge: MCP and SCAD with a ridge that makes them convex, losses with kinks and features of any units end
// with a gap within the tolerance, at the minimum that a search over all weights finds.
func TestConvexByRidge(t *testing.T) {
	t.Parallel()
	const n, lambda, mu = 20, 0.01, 0.45
	rng := rand.New(rand.NewPCG(1, 5))
	x, units := linalg.NewDense(n, 3, nil), []float64{1e6, 1, 1e-3}
	numbers, labels := make([]float64, n), make([]float64, n)
	for i := range n {
		for j, unit := range units {
			v := rng.NormFloat64()
			x.Row(i)[j] = unit * v
			numbers[i] += v
		}
		numbers[i] += 0.5 * rng.NormFloat64()
		labels[i] = math.Copysign(1, numbers[i])
	}
	for _, l := range []toolkit.Loss{loss.Hinge{}, loss.Quantile{Tau: 0.3}, loss.EpsilonInsensitive{Epsilon: 0.1}} {
		data, of := fit.Data{X: x, Y: numbers}, toolkit.Loss(nil)
		switch l := l.(type) {
		case loss.Hinge:
			data.Y = labels
			of = loss.Hinge{Y: labels}
		case loss.Quantile:
			of = loss.Quantile{Y: numbers, Tau: l.Tau}
		case loss.EpsilonInsensitive:
			of = loss.EpsilonInsensitive{Y: numbers, Epsilon: l.Epsilon}
		}
		for _, penalty := range []toolkit.Proxable{prox.MCP{Lambda: 1, Gamma: 3}, prox.SCAD{Lambda: 1, A: 3.7}} {
			m, err := fit.Linear{Loss: l, Penalty: penalty, Lambda: lambda, Mu: mu}.Fit(t.Context(), data)
			if err != nil {
				t.Fatal(err)
			}
			if m.Status != solver.Converged || !(m.Gap <= 1e-6*m.Objective) {
				t.Errorf("%s × %T: %s by %s, gap %g of %g", l, penalty, m.Status, m.Method, m.Gap, m.Objective)
				continue
			}
			w := make([]float64, 3)
			each, _ := solver.NewProblem(x, of, nil).Separable()
			at := penalty.(solver.Nonhomogeneous).WithStrength(lambda)
			least := leastOf(w, units, func() float64 {
				sum := at.Value(w) + mu/2*(w[0]*w[0]+w[1]*w[1]+w[2]*w[2])
				for i := range n {
					r := x.Row(i)
					value, _ := each.At(i, r[0]*w[0]+r[1]*w[1]+r[2]*w[2])
					sum += each.Weight(i) * value
				}
				return sum
			})
			if math.Abs(m.Objective-least) > 1e-6*least {
				t.Errorf("%s × %T: P is %.10g, the least is %.10g", l, penalty, m.Objective, least)
			}
		}
	}
}
