package gradient_test

import (
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
)

// BenchmarkFISTA is one iteration on a dense lasso of 300 × 2,000. The bound is memory: a gradient and an objective
// value read the 4.8 MB matrix three times.
func BenchmarkFISTA(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	a, y := linalg.NewDense(300, 2000, nil), make([]float64, 300)
	for i := range a.Data {
		a.Data[i] = rng.NormFloat64()
	}
	for i := range y {
		y[i] = rng.NormFloat64()
	}
	p := solver.NewProblem(a, loss.Squared{Y: y}, prox.L1{Lambda: 0.1})
	b.SetBytes(3 * 8 * 300 * 2000)
	seq := gradient.FISTA{CheckEvery: 1 << 30}.Iterations(b.Context(), p)
	for st, err := range seq { // the first iteration makes the start-up costs
		if st.Iter == 1 {
			b.ResetTimer()
		}
		if err != nil {
			b.Fatal(err)
		}
		if st.Iter > b.N {
			return
		}
	}
}

func BenchmarkOverlappingGroups(b *testing.B) {
	rng := rand.New(rand.NewPCG(9, 10))
	const n, d = 100, 200
	a, y := linalg.NewDense(n, d, nil), make([]float64, n)
	for i := range a.Data {
		a.Data[i] = rng.NormFloat64()
	}
	for i := range y {
		y[i] = 2 * rng.NormFloat64()
	}
	g := prox.Overlap{Lambda: 0.1}
	for lo := 0; lo+5 < d; lo += 5 {
		var group []int
		for j := lo; j < min(d, lo+10); j++ {
			group = append(group, j)
		}
		g.Groups = append(g.Groups, group)
	}
	p := solver.NewProblem(a, loss.Squared{Y: y}, g)
	curvature := p.Lipschitz()
	rule := gradient.Safeguarded{Rule: gradient.BarzilaiBorwein{Start: curvature}, Min: 1e-4 * curvature, Max: curvature}
	stop := solver.Any(solver.SmallResidual(1e-7*curvature), solver.MaxIter(300))
	for name, reg := range map[string]toolkit.Proxable{"warm": g, "cold": struct{ toolkit.Proxable }{g}} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				of := gradient.Composite{F: struct{ toolkit.Smooth }{p}, G: reg, D: d}
				seq := gradient.IterativeProjection{Step: rule}.Iterations(b.Context(), of)
				if _, err := solver.Run(seq, stop); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
