package lowrank_test

import (
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
	"github.com/proxlab/proxlab/toolkit/solver/lowrank"
)

// BenchmarkTraceNorm solves a multinomial problem of 1,000 examples, 100 features and 50 classes at 0.2 λ_max, to a
// relative gap of 1e-4, by factors and by proximal gradient in several forms.
func BenchmarkTraceNorm(b *testing.B) {
	rng := rand.New(rand.NewPCG(5, 6))
	const n, d, k = 1000, 100, 50
	x := linalg.NewDense(n, d, nil)
	y := make([]int, n)
	for i := range y {
		y[i] = i % k
		for j := range d {
			x.Data[i*d+j] = rng.NormFloat64()
		}
		x.Data[i*d+y[i]%20] += 3
		x.Data[i*d+y[i]/20] += 2
	}
	l := loss.Multinomial{Y: y, K: k}
	grad := make([]float64, d*k)
	solver.NewProblem(x, l, nil).ValueGrad(grad, make([]float64, d*k))
	reg := prox.TraceNorm{Rows: d, Cols: k}
	reg.Lambda = 0.2 * reg.SingularValues(grad)[0]
	p := solver.NewProblem(x, l, reg)
	stop := solver.Any(solver.RelGap(1e-4), solver.MaxIter(2000))
	b.Run("factors", func(b *testing.B) {
		for b.Loop() {
			seq := lowrank.FactoredDescent{}.Iterations(b.Context(), p)
			if res, err := solver.Run(seq, stop); err != nil || res.Status != solver.Converged {
				b.Fatal(res.Status, res.Gap, err)
			}
		}
	})
	for name, form := range map[string]lowrank.Decomposition{
		"thin SVD": lowrank.ThinSVD, "Gram": lowrank.GramEigen, "matrix-free": lowrank.MatrixFree,
	} {
		b.Run("accelerated, "+name, func(b *testing.B) {
			for b.Loop() {
				seq := lowrank.AcceleratedProximal{Decomposition: form}.Iterations(b.Context(), p)
				if res, err := solver.Run(seq, stop); err != nil || res.Status != solver.Converged {
					b.Fatal(res.Status, res.Gap, err)
				}
			}
		})
	}
	b.Run("FISTA", func(b *testing.B) {
		for b.Loop() {
			seq := gradient.FISTA{}.Iterations(b.Context(), gradient.Composite{F: p, G: reg, D: d * k})
			if res, err := solver.Run(seq, stop); err != nil || res.Status != solver.Converged {
				b.Fatal(res.Status, res.Gap, err)
			}
		}
	})
}
