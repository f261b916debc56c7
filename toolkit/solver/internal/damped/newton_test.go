package damped_test

import (
	"math"
	"testing"

	"github.com/proxlab/proxlab/toolkit/solver/internal/damped"
)

// exponential is exp(a + b) + exp(b − a) − b at b, in which weights meet: it has no bracket.
type exponential struct{ b, step float64 }

const half = 2.0 // a

func (e *exponential) at(b float64) float64    { return math.Exp(half+b) + math.Exp(b-half) - b }
func (e *exponential) slope(b float64) float64 { return math.Exp(half+b) + math.Exp(b-half) - 1 }

func (e *exponential) Differentiate() {}

func (e *exponential) Direct(damping float64) (decrement float64, ok bool) {
	slope := e.slope(e.b)
	e.step = slope / (slope + 1 + damping)
	return e.step * slope, true
}
func (e *exponential) Try() float64             { return e.at(e.b - e.step) }
func (e *exponential) Take() float64            { e.b -= e.step; return e.at(e.b) }
func (e *exponential) Stay() float64            { return e.at(e.b) }
func (e *exponential) Bracket() (float64, bool) { return 0, false }

// TestMinimizeDownAnExponential: each Newton step takes off a factor of e, and from e¹⁰⁰ these are many.
func TestMinimizeDownAnExponential(t *testing.T) {
	t.Parallel()
	want := -math.Log(2 * math.Cosh(half))
	for _, start := range []float64{-30, 0, 30, 100, 600} {
		e := &exponential{b: start}
		if damped.Minimize(e, e.at(start), 1e-12); math.Abs(e.b-want) > 1e-9 {
			t.Errorf("from %g: %g, the minimum is at %g", start, e.b, want)
		}
	}
}
