package params_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/params"
)

// blocks makes each block over the same features.
var blocks = map[string]func(x *linalg.Dense, outputs int) params.Block{
	"Explicit": func(x *linalg.Dense, outputs int) params.Block { return params.NewExplicit(0, x, outputs) },
	"Kernel":   func(x *linalg.Dense, outputs int) params.Block { return params.NewKernel(0, gram(x), outputs) },
	"Kernel/sparse": func(x *linalg.Dense, outputs int) params.Block {
		g := gram(x)
		csr := &linalg.CSR{R: g.R, C: g.C, Ptr: []int{0}}
		for i := range g.R {
			for j, v := range g.Row(i) {
				csr.Col, csr.Val = append(csr.Col, int32(j)), append(csr.Val, v)
			}
			csr.Ptr = append(csr.Ptr, len(csr.Col))
		}
		return params.NewKernel(0, csr, outputs)
	},
}

// gram is the linear kernel's.
func gram(x *linalg.Dense) *linalg.Dense {
	return testproblems.Must(kernel.Gram(context.Background(), kernel.Linear{}, x))
}

// TestBlocks drives explicit and kernel blocks of the same linear features through the same steps, scalings and resets
// and compares scores and norms with a dense matrix updated plainly.
func TestBlocks(t *testing.T) {
	t.Parallel()
	for name, create := range blocks {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(13, 14))
			x := linalg.NewDense(6, 4, testproblems.Normal(rng, 24, 1))
			b := create(x, 3)
			m := params.NewModel([]params.Block{b, params.NewExplicit(1, linalg.Identity(3), 3)})
			w := mat.NewDense(4, 3, nil)
			var transitions float64
			for step := range 2000 {
				switch c := rng.Float64(); {
				case step%500 == 499:
					m.Scale(0, 0)
					w.Zero()
					transitions = 0
				case step%500 == 250:
					for _, c := range []float64{1e-60, 1e-60, 1e60, 1e60} { // passes where the lazy scale is folded
						m.Scale(0, c)
					}
				case c < 0.5:
					m.Scale(0, c+0.5)
					w.Scale(c+0.5, w)
					transitions *= (c + 0.5) * (c + 0.5)
				default:
					var u toolkit.Update
					for range 1 + rng.IntN(3) {
						row, col, v := rng.IntN(6), rng.IntN(3), rng.NormFloat64()
						u.Add(0, row, col, v)
						for j := range 4 {
							w.Set(j, col, w.At(j, col)+0.3*v*x.Row(row)[j])
						}
					}
					m.Add(0.3, &u)
				}
				if step%50 == 0 {
					m.Refresh()
				}
				compareModel(t, m, x, w, transitions)
			}
		})
	}
}

func compareModel(t *testing.T, m *params.Model, x *linalg.Dense, w *mat.Dense, transitions float64) {
	t.Helper()
	norm := mat.Norm(w, 2)
	if want := math.Sqrt(norm*norm + transitions); !testproblems.Near(m.Norm(0), want, 1e-7) {
		t.Fatalf("norm %g, plainly %g", m.Norm(0), want)
	}
	for row := range x.R {
		got, want := make([]float64, 3), make([]float64, 3)
		m.Scores(got, 0, row)
		for c := range want {
			for j, v := range x.Row(row) {
				want[c] += v * w.At(j, c)
			}
		}
		if !floats.EqualApprox(got, want, 1e-9) {
			t.Fatalf("scores of row %d are %v, plainly %v", row, got, want)
		}
	}
}
