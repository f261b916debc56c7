package bundle_test

import (
	"context"
	"testing"

	"github.com/proxlab/proxlab/toolkit/solver/bundle"
)

// rounds is max(0, 1 − w), found as a difference of numbers near 1: where it is 0 it may be 2e-16.
type rounds struct{ calls int }

func (*rounds) Dim() int { return 1 }

func (f *rounds) Subgradient(_ context.Context, a, w []float64) (float64, error) {
	f.calls++
	if w[0] < 1 {
		a[0] = -1
		return 1 - w[0], nil
	}
	a[0] = 0
	return float64(f.calls%2) * 0x1p-52, nil
}

// TestRoundingIsNoInconsistency: a value of 0 below one of 2e-16 is no wrong subgradient.
func TestRoundingIsNoInconsistency(t *testing.T) {
	t.Parallel()
	for _, m := range methods(t.Context()) {
		for st, err := range m.run(bundle.Config{Lambda: 1e-6}, &rounds{}) {
			if err != nil {
				t.Errorf("%s: %v after %d calls", m.name, err, st.Evals)
			}
			if err != nil || st.Evals > 20 {
				break
			}
		}
	}
}
