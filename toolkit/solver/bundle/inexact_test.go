package bundle_test

import (
	"context"
	"math"
	"testing"

	"github.com/proxlab/proxlab/toolkit/solver/bundle"
)

// above is |w − 1|, each value of which is too large by 1e-6, and says so.
type above struct{}

func (above) Dim() int { return 1 }

func (above) Subgradient(_ context.Context, a, w []float64) (float64, error) {
	a[0] = math.Copysign(1, w[0]-1)
	return math.Abs(w[0]-1) + above{}.Excess(), nil
}

func (above) Excess() float64 { return 1e-6 }

// TestPlanesThatExceed: the gap of a function whose planes may exceed it is that to the function, whose minimum with a
// ridge of ½ is at 1, where it is 0 + ¼.
func TestPlanesThatExceed(t *testing.T) {
	t.Parallel()
	for _, m := range methods(t.Context()) {
		for st, err := range m.run(bundle.Config{Lambda: 0.5}, above{}) {
			if err != nil {
				t.Fatalf("%s: %v", m.name, err)
			}
			if low := st.Objective - st.Gap; low > 0.25 {
				t.Errorf("%s: said to be above %.12g at the least, and is 0.25", m.name, low)
			}
			if st.Evals > 30 {
				break
			}
		}
	}
}
