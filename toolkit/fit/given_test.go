package fit_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// TestCertifyGivenWeights: P is that of the formula, intercept included, and the gap is no less than P − P*, near a
// solution and far from it, of smooth losses and of those with kinks.
func TestCertifyGivenWeights(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(47, 1))
	const n, d = 40, 8
	data := fit.Data{X: linalg.NewDense(n, d, nil), Y: make([]float64, n)}
	x := data.X.(*linalg.Dense)
	for i := range n {
		for j := range d {
			x.Row(i)[j] = 3 + rng.NormFloat64()
		}
		data.Y[i] = float64(i % 2)
	}
	for _, c := range []fit.Linear{
		{Loss: loss.Squared{}, Penalty: prox.L1{Lambda: 1}, Lambda: 0.01},
		{Loss: loss.Squared{}, Penalty: prox.L1{Lambda: 1}, Lambda: 0.01, Intercept: true, Mu: 0.1},
		{Loss: loss.Squared{}, Penalty: prox.SCAD{Lambda: 1, A: 3.7}, Lambda: 0.01, Intercept: true},
		{Loss: loss.Logistic{}, Penalty: prox.L21{Lambda: 1, Groups: [][]int{{0, 1}, {2, 3}}}, Lambda: 0.01, Intercept: true},
		{Loss: loss.Quantile{Tau: 0.3}, Penalty: prox.L1{Lambda: 1}, Lambda: 0.01, Intercept: true},
		{Loss: loss.Hinge{}, Mu: 0.1, Intercept: true},
		{Loss: loss.Poisson{}, Penalty: prox.Fused{Lambda: 1, Mix: 0.5}, Lambda: 0.01, Intercept: true},
	} {
		t.Run(fmt.Sprintf("%T/%T", c.Loss, c.Penalty), func(t *testing.T) {
			t.Parallel()
			c.Tol = 1e-10
			best, err := c.Fit(t.Context(), data)
			if err != nil {
				t.Fatal(err)
			}
			for _, far := range []float64{0, 1e-3, 1} {
				w, b := append([]float64(nil), best.Weights...), append([]float64(nil), best.Intercept...)
				w[1] += far
				if b != nil {
					b[0] -= far / 2
				}
				got, err := c.Certify(t.Context(), data, w, b)
				if err != nil {
					t.Fatal(err)
				}
				want := objectiveByFormula(c, data, w, b)
				if math.Abs(got.Objective-want) > 1e-12*math.Abs(want) || !floats.Equal(got.Weights, w) {
					t.Errorf("P at %g is %.17g, by its formula %.17g", far, got.Objective, want)
				}
				if _, bent := c.Penalty.(prox.SCAD); bent {
					if !math.IsNaN(got.Gap) || got.GapKind != model.LocalMinimum {
						t.Errorf("a gap of %g (%s) of what is not convex", got.Gap, got.GapKind)
					}
					continue
				}
				error := want - best.Objective
				if got.Gap < error-1e-12*want || far == 0 && got.Gap > 1e-6*want {
					t.Errorf("at %g the gap is %g, and the error %g at least", far, got.Gap, error)
				}
			}
		})
	}
	c := fit.Linear{Penalty: prox.L1{Lambda: 1}, Lambda: 0.1}
	for _, w := range [][]float64{make([]float64, d-1), append(make([]float64, d-1), math.NaN())} {
		if _, err := c.Certify(t.Context(), data, w, nil); err == nil {
			t.Errorf("%v were accepted", w)
		}
	}
}

// objectiveByFormula is P.
func objectiveByFormula(c fit.Linear, data fit.Data, w, b []float64) float64 {
	y := data.Y
	if l, ok := c.Loss.(loss.Labelled); ok && l.Binary() {
		y = make([]float64, len(data.Y))
		for i, v := range data.Y {
			y[i] = 2*v - 1
		}
	}
	l := c.Loss.(loss.Bindable).Bind(y, nil).(toolkit.Separable)
	x := data.X.(*linalg.Dense)
	var sum float64
	for i := range y {
		f := floats.Dot(x.Row(i), w) + floats.Sum(b)
		v, _ := l.At(i, f)
		sum += v / float64(len(y))
	}
	switch g := c.Penalty.(type) {
	case nil:
	case prox.SCAD:
		sum += prox.SCAD{Lambda: c.Lambda, A: g.A}.Value(w)
	default:
		sum += c.Lambda * c.Penalty.Value(w)
	}
	return sum + c.Mu/2*floats.Dot(w, w)
}

// TestInterceptsOfClassesSumToZero: a number for all classes is free.
func TestInterceptsOfClassesSumToZero(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(47, 2))
	data := fit.Data{X: linalg.NewDense(60, 4, nil), Y: make([]float64, 60)}
	for i := range data.Y {
		data.Y[i] = float64(rng.IntN(3))
		for j := range 4 {
			data.X.(*linalg.Dense).Row(i)[j] = 5 + rng.NormFloat64() + data.Y[i]*float64(j)
		}
	}
	m, err := fit.Linear{Loss: loss.Multinomial{}, Penalty: prox.L1{Lambda: 1}, Lambda: 0.05, Intercept: true}.
		Fit(t.Context(), data)
	if err != nil || math.Abs(floats.Sum(m.Intercept)) > 1e-12*floats.Norm(m.Intercept, 1) {
		t.Errorf("intercepts %v, error %v", m.Intercept, err)
	}
}
