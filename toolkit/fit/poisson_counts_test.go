package fit_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// TestPoissonOfLargeCounts: counts of thousands without an intercept are far from W = 0, where means are 1, and on the
// way there curvatures may be more than at its end.
func TestPoissonOfLargeCounts(t *testing.T) {
	t.Parallel()
	groups, chain := prox.Groups{{0, 1}, {2, 3, 4, 5}}, prox.Groups{{0, 1, 2}, {2, 3}, {3, 4, 5}}
	for k, penalty := range []toolkit.Proxable{
		prox.L1{Lambda: 1}, prox.L21{Lambda: 1, Groups: groups},
		prox.Slope{Lambda: 1, Weights: []float64{3, 2.5, 2, 1.5, 1, 0.5}},
		prox.Fused{Lambda: 1, Mix: 0.5}, prox.Overlap{Lambda: 1, Groups: chain}, prox.Latent{Lambda: 1, Groups: chain},
		prox.L1Inf{Lambda: 1, Groups: groups}, prox.Nonnegative(1), prox.Tree{Lambda: 1, Groups: groups},
		prox.SparseGroup{Lambda: 1, Mix: 0.5, Groups: groups}, prox.TotalVariation{Lambda: 1, Rows: 2, Cols: 3},
		prox.TraceNorm{Lambda: 1}, prox.MultiTask{Lambda: 1},
	} {
		offset := []float64{8, 17}[k%2] // counts of thousands, and of millions
		rng := rand.New(rand.NewPCG(uint64(k), 12))
		x, y := linalg.NewDense(100, 6, nil), make([]float64, 100)
		for i := range y {
			f := offset
			for j := range 6 {
				x.Row(i)[j] = rng.NormFloat64()
				f += 0.3 * x.At(i, j)
			}
			x.Row(i)[0] = 1
			y[i] = math.Floor(math.Exp(f))
		}
		for _, share := range []float64{0.1, 0.001} {
			c := fit.Linear{Loss: loss.Poisson{}, Penalty: penalty}
			data := fit.Data{X: x, Y: y}
			if name := penaltyOf(c); name == "trace" || name == "multitask" {
				data.Task = make([]int64, 100)
				for i := range data.Task {
					data.Task[i] = int64(i % 3)
				}
			}
			p, err := c.Prepare(data)
			if err != nil {
				t.Fatal(err)
			}
			top, err := p.LambdaMax()
			if err != nil {
				t.Fatal(err)
			}
			p.Lambda = share * top
			m, err := p.Fit(t.Context())
			if err != nil || m.Status != solver.Converged {
				t.Errorf("%s, %g: %+v, error %v", penaltyOf(c), share, m, err)
				continue
			}
		}
	}
}
