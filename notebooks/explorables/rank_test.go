package explorables

import (
	"math"
	"testing"

	"github.com/proxlab/proxlab/toolkit/prox"
)

// TestErrorCurve compares with the errors of the solutions, each by a proximity operator.
func TestErrorCurve(t *testing.T) {
	t.Parallel()
	norm, w := prox.TraceNorm{Lambda: 1, Rows: rankRows, Cols: rankCols}, make([]float64, rankRows*rankCols)
	for _, noise := range []float64{0.05, 0.4, 1} {
		y, truth := noisyMatrix(noise)
		most := norm.SingularValues(y)[0]
		curve := errorCurve(y, truth, most)
		for k, at := range curve.X {
			norm.Prox(w, y, at*most)
			if want := relative(w, truth); !(math.Abs(curve.Y[k]-want) <= 1e-10*want) {
				t.Errorf("noise %g, λ/λ_max %g: error %.17g, not %.17g", noise, at, curve.Y[k], want)
			}
		}
	}
}
