package loss_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/loss"
)

// TestShiftInvariant: the losses that say so, and no others, have the same value and gradient where a constant is added
// to all predictions.
func TestShiftInvariant(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 33))
	y, query, f := rankings(rng)
	moved, before, after := make([]float64, len(f)), make([]float64, len(f)), make([]float64, len(f))
	for i := range f {
		f[i] = rng.NormFloat64()
		moved[i] = f[i] + 0.75
	}
	for _, e := range loss.Catalogue() {
		var of toolkit.Joint
		switch l := e.Make(0).(type) {
		case loss.Ranked:
			of = bound(l, y, query)
		case toolkit.Joint:
			of, _ = l.(loss.Bindable).Bind(y, nil).(toolkit.Joint)
		default:
			if _, says := l.(loss.ShiftInvariant); says {
				t.Errorf("%s is a sum over examples", e.Name())
			}
			continue
		}
		value, shifted := of.ValueGrad(before, f), of.ValueGrad(after, moved)
		same := math.Abs(value-shifted) < 1e-12 && floats.EqualApprox(before, after, 1e-12)
		if l, ok := of.(loss.ShiftInvariant); same != (ok && l.ShiftInvariant()) {
			t.Errorf("%s: %g, and %g where predictions are shifted", e.Name(), value, shifted)
		}
	}
}
