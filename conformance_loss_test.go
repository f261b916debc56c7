package toolkit_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/diff/fd"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/loss"
)

// losses makes each loss for targets; labels are signs of them where the loss classifies.
var losses = map[string]func(y, weights []float64) toolkit.Separable{
	"Squared":     func(y, c []float64) toolkit.Separable { return loss.Squared{Y: y, Weights: c} },
	"Hinge":       func(y, c []float64) toolkit.Separable { return loss.Hinge{Y: signs(y), Weights: c} },
	"Logistic":    func(y, c []float64) toolkit.Separable { return loss.Logistic{Y: signs(y), Weights: c} },
	"Exponential": func(y, c []float64) toolkit.Separable { return loss.Exponential{Y: signs(y), Weights: c} },
}

func signs(y []float64) []float64 {
	s := make([]float64, len(y))
	for i, v := range y {
		s[i] = math.Copysign(1, v)
	}
	return s
}

func TestLosses(t *testing.T) {
	t.Parallel()
	for name, create := range losses {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(3, 4))
			y := randomVector(rng, 50, 1)
			l := create(y, nil)
			smooth := !math.IsInf(l.Curvature(), 1)
			for i := range l.Len() {
				if l.Weight(i) != 1.0/50 {
					t.Fatalf("weight %g, not 1/n", l.Weight(i))
				}
				a, b := 4*rng.NormFloat64(), 4*rng.NormFloat64()
				va, ga := l.At(i, a)
				vb, gb := l.At(i, b)
				difference := fd.Derivative(func(f float64) float64 { v, _ := l.At(i, f); return v }, a, &fd.Settings{Formula: fd.Central})
				if !near(ga, difference, 1e-5) {
					t.Fatalf("slope %g, by differences %g", ga, difference)
				}
				if s, ok := l.(toolkit.TwiceDifferentiable); ok {
					_, plus := l.At(i, a+1e-5)
					_, minus := l.At(i, a-1e-5)
					if second := (plus - minus) / 2e-5; !near(s.Second(i, a), second, 1e-5) {
						t.Fatalf("second derivative %g, by differences %g", s.Second(i, a), second)
					}
				} else if smooth {
					t.Fatal("a smooth loss without second derivatives")
				}
				if vb < va+ga*(b-a)-1e-12 {
					t.Fatalf("below its tangent: ℓ(%g) = %g < %g", b, vb, va+ga*(b-a))
				}
				if mid, _ := l.At(i, (a+b)/2); mid > (va+vb)/2+1e-12 {
					t.Fatalf("not convex between %g and %g", a, b)
				}
				if smooth && math.Abs(ga-gb)*l.Weight(i) > l.Curvature()*math.Abs(a-b)*(1+1e-12) {
					t.Fatalf("slope changes by %g over %g: more than the curvature bound", ga-gb, a-b)
				}
				if left, right := va+l.Conjugate(i, ga), a*ga; !near(left, right, 1e-9) {
					t.Fatalf("Fenchel-Young at f = %g: ℓ + ℓ* = %g, f·u = %g", a, left, right)
				}
				if u := rng.NormFloat64(); l.Conjugate(i, u) < a*u-va-1e-12 {
					t.Fatalf("conjugate %g at %g is below f·u − ℓ", l.Conjugate(i, u), u)
				}
			}
		})
	}
}

func TestLossEdges(t *testing.T) {
	t.Parallel()
	for name, create := range losses {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := create([]float64{1, -1}, []float64{0.25, 3})
			if l.Weight(0) != 0.25 || l.Weight(1) != 3 {
				t.Errorf("weights %g, %g", l.Weight(0), l.Weight(1))
			}
			for _, f := range []float64{1e150, -1e150} {
				if v, g := l.At(0, f); math.IsNaN(v) || math.IsNaN(g) || v < 0 {
					t.Errorf("at %g: loss %g, slope %g", f, v, g)
				}
			}
			if v, _ := l.At(0, math.NaN()); !math.IsNaN(v) {
				t.Errorf("NaN was swallowed: %g", v)
			}
		})
	}
}
