package coordinate_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
)

// BenchmarkLassoPath solves a lasso of 500 examples and 10,000 correlated columns for 100 λ from λ_max to λ_max/100,
// each to a relative gap of 1e-6, from the solution before.
func BenchmarkLassoPath(b *testing.B) {
	rng := rand.New(rand.NewPCG(7, 8))
	const n, d = 500, 10000
	a, y := linalg.NewDense(n, d, nil), make([]float64, n)
	for i := range n {
		row := a.Row(i)
		for j := range row {
			row[j] = rng.NormFloat64()
			if j > 0 {
				row[j] = 0.5*row[j-1] + math.Sqrt(0.75)*row[j]
			}
		}
		for j := 0; j < 1000; j += 10 {
			y[i] += row[j] * math.Cos(float64(j))
		}
		y[i] += rng.NormFloat64()
	}
	p := solver.NewProblem(a, loss.Squared{Y: y}, prox.L1{Lambda: 1})
	most := p.LambdaMax()
	for b.Loop() {
		var warm []float64
		passes := 0.
		for s := range 100 {
			lambda := most * math.Pow(0.01, float64(s+1)/100)
			for st, err := range (coordinate.Descent{Start: warm}).Iterations(b.Context(), p.At(lambda)) {
				if err != nil {
					b.Fatal(err)
				}
				if st.Gap <= 1e-6*st.Objective || st.Iter == 1000 {
					warm = st.X(nil)
					passes += st.Passes
					break
				}
			}
		}
		b.ReportMetric(passes, "passes/path")
	}
}
