package loss_test

import (
	"math"
	"testing"

	"github.com/proxlab/proxlab/toolkit/loss"
)

// TestMultinomialDigits: where an example's class is nearly certain, its loss, its slopes and their conjugate are good
// to their own size: of two classes they are those of the logistic loss, and Fenchel's inequality is an equality.
func TestMultinomialDigits(t *testing.T) {
	l, binary := loss.Multinomial{Y: []int{1}, K: 2}, loss.Logistic{Y: []float64{1}}
	for _, margin := range []float64{-40, -1, 0, 0.1, 1, 8, 25, 60, 400} {
		var u [2]float64
		value := l.At(u[:], 0, []float64{3, 3 + margin})
		want, slope := binary.At(0, margin)
		if math.Abs(value-want) > 1e-14*want || math.Abs(u[1]-slope) > 1e-14*-slope || math.Abs(u[0]+u[1]) > 1e-15*u[0] {
			t.Errorf("margin %g: %g, slopes %v, the logistic loss has %g and %g", margin, value, u, want, slope)
		}
		conjugate := l.Conjugate(0, u[:])
		if gap := value + conjugate - margin*u[1]; !(math.Abs(gap) <= 1e-14*(want+math.Abs(margin*slope))) {
			t.Errorf("margin %g: %g are left between %g and its conjugate %g", margin, gap, value, conjugate)
		}
	}
}
