package solver_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// BenchmarkFISTA is one iteration on a dense lasso of 300 × 2,000. The bound is memory: a gradient and an objective value read
// the 4.8 MB matrix three times.
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
	seq := solver.FISTA{CheckEvery: 1 << 30}.Iterations(b.Context(), p, p.Reg, make([]float64, 2000))
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

// BenchmarkTraceNorm solves a multinomial problem of 1,000 examples, 100 features and 50 classes at 0.2 λ_max, to a relative gap of
// 1e-4, by factors and by proximal gradient in several forms.
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
	gradient := make([]float64, d*k)
	solver.NewMatrixProblem(x, l, nil).ValueGrad(gradient, make([]float64, d*k))
	reg := prox.TraceNorm{Rows: d, Cols: k}
	reg.Lambda = 0.2 * reg.SingularValues(gradient)[0]
	p := solver.NewMatrixProblem(x, l, reg)
	stop := solver.Any(solver.RelGap(1e-4), solver.MaxIter(2000))
	b.Run("factors", func(b *testing.B) {
		for b.Loop() {
			if res, err := solver.Run(solver.FactoredDescent{}.Iterations(b.Context(), x, l, reg.Lambda), stop); err != nil || res.Status != solver.Converged {
				b.Fatal(res.Status, res.Gap, err)
			}
		}
	})
	for name, form := range map[string]solver.Decomposition{"thin SVD": solver.ThinSVD, "Gram": solver.GramEigen, "matrix-free": solver.MatrixFree} {
		b.Run("accelerated, "+name, func(b *testing.B) {
			for b.Loop() {
				seq := solver.AcceleratedTraceNorm{Decomposition: form}.Iterations(b.Context(), x, l, reg.Lambda)
				if res, err := solver.Run(seq, stop); err != nil || res.Status != solver.Converged {
					b.Fatal(res.Status, res.Gap, err)
				}
			}
		})
	}
	b.Run("FISTA", func(b *testing.B) {
		for b.Loop() {
			if res, err := solver.Run(solver.FISTA{}.Iterations(b.Context(), p, reg, make([]float64, d*k)), stop); err != nil || res.Status != solver.Converged {
				b.Fatal(res.Status, res.Gap, err)
			}
		}
	})
}

// BenchmarkLassoPath solves a lasso of 500 examples and 10,000 correlated columns for 100 λ from λ_max to λ_max/100, each to a relative gap
// of 1e-6, from the solution before.
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
	l := loss.Squared{Y: y}
	gradient := make([]float64, d)
	solver.NewProblem(a, l, prox.L1{}).ValueGrad(gradient, make([]float64, d))
	most := floats.Norm(gradient, math.Inf(1))
	columns := linalg.Columns(a)
	for b.Loop() {
		var warm []float64
		passes := 0.
		for s := range 100 {
			lambda := most * math.Pow(0.01, float64(s+1)/100)
			for st, err := range (solver.CoordinateDescent{Start: warm}).Iterations(b.Context(), solver.SingleBlocks(columns), l, lambda, 0) {
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

// BenchmarkOverlappingGroups is iterative projection on 100 examples, 200 features and groups of ten, each half in the next, with the
// projection's dual variables kept from one iteration to the next, and without.
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
	most := p.Lipschitz()
	rule := solver.Safeguarded{Rule: solver.BarzilaiBorwein{Start: most}, Least: 1e-4 * most, Most: most}
	for name, reg := range map[string]toolkit.Proxable{"warm": g, "cold": struct{ toolkit.Proxable }{g}} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				seq := solver.IterativeProjection{Step: rule}.Iterations(b.Context(), struct{ toolkit.Smooth }{p}, reg, make([]float64, d))
				if _, err := solver.Run(seq, solver.Any(solver.SmallResidual(1e-7*most), solver.MaxIter(300))); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
