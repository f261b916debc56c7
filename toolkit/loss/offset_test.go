package loss_test

import (
	"fmt"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

// TestWithOffset checks losses of f + o as any others, and that they have the capabilities of the loss.
func TestWithOffset(t *testing.T) {
	t.Parallel()
	labels, counts, offset := []float64{1, -1, 1, -1}, []float64{0, 3, 1, 7}, []float64{0.5, -1.25, 0, 2}
	for _, of := range []toolkit.Separable{
		loss.Logistic{Y: labels}, loss.Hinge{Y: labels}, loss.SquaredHinge{Y: labels}, loss.Poisson{Y: counts},
		loss.Quantile{Y: counts, Tau: 0.3}, loss.Huber{Y: counts, Delta: 0.7}, loss.Squared{Y: counts},
	} {
		l := loss.WithOffset(of, offset)
		if err := toolkittest.Loss(l); err != nil {
			t.Errorf("%v: %v", of, err)
		}
		_, second := of.(toolkit.TwiceDifferentiable)
		_, envelope := of.(toolkit.MoreauEnvelope)
		_, has := l.(toolkit.TwiceDifferentiable)
		_, bends := l.(toolkit.MoreauEnvelope)
		if second != has || envelope != bends {
			t.Errorf("%v: second derivatives %v, envelope %v", of, has, bends)
		}
		for i := range offset {
			v, s := l.At(i, 0.3)
			w, u := of.At(i, 0.3+offset[i])
			if v != w || s != u {
				t.Errorf("%v: example %d has %s", of, i, fmt.Sprint(v, s, w, u))
			}
		}
	}
}
