package fit_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// goldenSizes are problems of sizes at which solvers take other ways, each drawn three times.
var goldenSizes = []struct {
	name  string
	c     fit.Linear
	n, d  int
	fill  float64 // share of entries that are not 0; 0 for a dense matrix
	like  float64 // correlation of a feature with the one before
	group int     // features in a group, of penalties that have some
	share []float64
	folds int
}{
	{name: "chosen columns", c: fit.Linear{Penalty: prox.L1{Lambda: 1}}, n: 40, d: 1100, share: []float64{0.05}},
	{name: "chosen and centred columns", c: fit.Linear{Penalty: prox.L1{Lambda: 1}, Intercept: true}, n: 40, d: 1100,
		like: 0.5, share: []float64{0.1}},
	{name: "elastic net", c: fit.Linear{Penalty: prox.L1{Lambda: 1}, Mu: 0.01, Standardize: true}, n: 50, d: 200,
		like: 0.9, share: []float64{1e-2}},
	{name: "lasso at 1e-3", c: fit.Linear{Penalty: prox.L1{Lambda: 1}, Intercept: true}, n: 60, d: 150, like: 0.9,
		share: []float64{1e-3}},
	{name: "sparse lasso", c: fit.Linear{Penalty: prox.L1{Lambda: 1}, Intercept: true}, n: 100, d: 400, fill: 0.05,
		share: []float64{1e-2}},
	{name: "path", c: fit.Linear{Penalty: prox.L1{Lambda: 1}, Intercept: true}, n: 40, d: 300, like: 0.5,
		share: []float64{0.5, 0.3, 0.2, 0.1, 0.05, 0.02}},
	{name: "path of groups", c: fit.Linear{Penalty: prox.L21{Lambda: 1}}, n: 40, d: 120, group: 5, like: 0.5,
		share: []float64{0.5, 0.2, 0.1, 0.01}},
	{name: "path of logistic", c: fit.Linear{Loss: loss.Logistic{}, Penalty: prox.L1{Lambda: 1}, Intercept: true}, n: 60,
		d: 100, share: []float64{0.5, 0.2, 0.05}},
	{name: "wide folds", c: fit.Linear{Penalty: prox.L1{Lambda: 1}, Intercept: true}, n: 50, d: 120,
		share: []float64{0.5, 0.2, 0.1, 0.05}, folds: 4},
	{name: "folds by moments", c: fit.Linear{Penalty: prox.L1{Lambda: 1}, Intercept: true}, n: 400, d: 10,
		share: []float64{0.5, 0.1, 0.01}, folds: 5},
	{name: "folds by sparse moments", c: fit.Linear{Penalty: prox.L1{Lambda: 1}, Intercept: true}, n: 400, d: 10,
		fill: 0.3, share: []float64{0.5, 0.1, 0.01}, folds: 5},
	{name: "folds of groups by moments", c: fit.Linear{Penalty: prox.L21{Lambda: 1}, Standardize: true}, n: 300, d: 12,
		group: 4, share: []float64{0.5, 0.1, 0.01}, folds: 3},
	{name: "folds of logistic", c: fit.Linear{Loss: loss.Logistic{}, Mu: 0.01, Penalty: prox.L1{Lambda: 1}}, n: 80, d: 12,
		share: []float64{0.5, 0.1}, folds: 3},
	{name: "moments", c: fit.Linear{Penalty: prox.L1{Lambda: 1}, Intercept: true}, n: 600, d: 20, share: []float64{0.01}},
	{name: "moments of groups", c: fit.Linear{Penalty: prox.L21{Lambda: 1}, Standardize: true, Intercept: true}, n: 600,
		d: 20, group: 4, share: []float64{0.05}},
	{name: "moments alone", c: fit.Linear{Intercept: true}, n: 600, d: 20},
	{name: "moments with a ridge", c: fit.Linear{Mu: 0.1}, n: 600, d: 20},
	{name: "tall and sparse", c: fit.Linear{Penalty: prox.L1{Lambda: 1}}, n: 490, d: 20, fill: 0.3,
		share: []float64{0.01}},
	{name: "tall and weighted", c: fit.Linear{Penalty: prox.SparseGroup{Lambda: 1, Mix: 0.5}, Intercept: true}, n: 600,
		d: 20, group: 4, share: []float64{0.01}},
	{name: "gathered groups", c: fit.Linear{Penalty: prox.L21{Lambda: 1}, Intercept: true}, n: 50, d: 300, group: 5,
		share: []float64{0.1}},
	{name: "groups at 1e-3", c: fit.Linear{Penalty: prox.L21{Lambda: 1}}, n: 80, d: 120, group: 5, like: 0.9,
		share: []float64{1e-3}},
	{name: "groups at 1e-3 with a ridge", c: fit.Linear{Penalty: prox.L21{Lambda: 1}, Mu: 1e-3}, n: 30, d: 90, group: 3,
		like: 0.9, share: []float64{1e-3}},
	{name: "sparse groups' columns", c: fit.Linear{Penalty: prox.L21{Lambda: 1}}, n: 100, d: 150, group: 5, fill: 0.2,
		like: 0.9, share: []float64{1e-3}},
	{name: "sparse groups' columns with a ridge", c: fit.Linear{Penalty: prox.L21{Lambda: 1}, Mu: 1e-5}, n: 40, d: 200,
		group: 5, fill: 0.4, like: 0.9, share: []float64{1e-3}},
	{name: "λ beyond λ_max", c: fit.Linear{Penalty: prox.L1{Lambda: 1}, Intercept: true}, n: 20, d: 10,
		share: []float64{1.01}},
	{name: "gathered tasks", c: fit.Linear{Penalty: prox.MultiTask{Lambda: 1}}, n: 90, d: 60, share: []float64{0.1}},
	{name: "tasks at 1e-3", c: fit.Linear{Penalty: prox.MultiTask{Lambda: 1}, Intercept: true}, n: 90, d: 60, like: 0.9,
		share: []float64{1e-3}},
	{name: "sparse groups at 1e-3", c: fit.Linear{Penalty: prox.SparseGroup{Lambda: 1, Mix: 0.5}}, n: 60, d: 90, group: 5,
		like: 0.9, share: []float64{1e-3}},
	{name: "logistic sparse groups at 1e-3", c: fit.Linear{Loss: loss.Logistic{},
		Penalty: prox.SparseGroup{Lambda: 1, Mix: 0.5}}, n: 150, d: 30, group: 5, like: 0.9, share: []float64{1e-2}},
	{name: "slope", c: fit.Linear{Penalty: prox.Slope{Lambda: 1}, Intercept: true}, n: 40, d: 60, like: 0.5,
		share: []float64{0.05}},
	{name: "largest of groups", c: fit.Linear{Penalty: prox.L1Inf{Lambda: 1}}, n: 40, d: 60, group: 5,
		share: []float64{0.05}},
	{name: "mcp", c: fit.Linear{Penalty: prox.MCP{Lambda: 1, Gamma: 3}, Standardize: true}, n: 60, d: 80,
		share: []float64{0.1}},
	{name: "head start of logistic", c: fit.Linear{Loss: loss.Logistic{}, Mu: 1e-3, Intercept: true}, n: 16500, d: 4},
	{name: "head start of logistic lasso", c: fit.Linear{Loss: loss.Logistic{}, Penalty: prox.L1{Lambda: 1}}, n: 16500,
		d: 4, share: []float64{0.05}},
	{name: "head start of Poisson", c: fit.Linear{Loss: loss.Poisson{}, Mu: 1e-3}, n: 16500, d: 3},
	{name: "head start of Huber", c: fit.Linear{Loss: loss.Huber{}, Mu: 1e-3, Intercept: true}, n: 16500, d: 3},
	{name: "wide logistic", c: fit.Linear{Loss: loss.Logistic{}, Penalty: prox.L1{Lambda: 1}, Intercept: true}, n: 60,
		d: 300, share: []float64{0.05}},
	{name: "logistic at 1e-3", c: fit.Linear{Loss: loss.Logistic{}, Penalty: prox.L1{Lambda: 1}}, n: 120, d: 100,
		like: 0.9, share: []float64{1e-3}},
	{name: "single columns", c: fit.Linear{Loss: loss.Logistic{}, Penalty: prox.L1{Lambda: 1}, Intercept: true}, n: 200,
		d: 300, fill: 0.05, share: []float64{0.02}},
	{name: "single columns at 1e-3", c: fit.Linear{Loss: loss.Huber{}, Penalty: prox.L1{Lambda: 1}, Mu: 1e-3}, n: 200,
		d: 100, fill: 0.1, share: []float64{1e-3}},
	{name: "reduced models", c: fit.Linear{Loss: loss.Logistic{}, Penalty: prox.L1{Lambda: 1}, Intercept: true}, n: 300,
		d: 15, share: []float64{0.01}},
	{name: "reduced models of groups", c: fit.Linear{Loss: loss.Poisson{}, Penalty: prox.L21{Lambda: 1}}, n: 300, d: 16,
		group: 4, share: []float64{0.01}},
	{name: "reduced models of Cox", c: fit.Linear{Loss: loss.Cox{}, Penalty: prox.L1{Lambda: 1}}, n: 200, d: 10,
		share: []float64{0.05}},
	{name: "Newton's factors", c: fit.Linear{Loss: loss.Logistic{}, Mu: 1e-3, Intercept: true}, n: 100, d: 20},
	{name: "wide Newton", c: fit.Linear{Loss: loss.Logistic{}, Mu: 1e-2}, n: 40, d: 100},
	{name: "classes", c: fit.Linear{Loss: loss.Multinomial{}, Penalty: prox.L1{Lambda: 1}, Intercept: true}, n: 80, d: 30,
		share: []float64{0.02}},
	{name: "classes at 1e-3", c: fit.Linear{Loss: loss.Multinomial{}, Penalty: prox.L1{Lambda: 1}, Mu: 1e-3}, n: 100,
		d: 20, like: 0.9, share: []float64{1e-3}},
	{name: "classes by rows", c: fit.Linear{Loss: loss.Multinomial{}, Penalty: prox.MultiTask{Lambda: 1}}, n: 80, d: 20,
		like: 0.5, share: []float64{0.02}},
	{name: "a sample of classes", c: fit.Linear{Loss: loss.Multinomial{}, Penalty: prox.L1{Lambda: 1}, Intercept: true},
		n: 16400, d: 3, fill: 0.6, share: []float64{0.02}},
	{name: "ridge of classes", c: fit.Linear{Loss: loss.Multinomial{}, Mu: 1e-2, Intercept: true}, n: 60, d: 10},
	{name: "machine", c: fit.Linear{Loss: loss.Hinge{}, Mu: 1e-2}, n: 300, d: 8},
	{name: "machine of small μ", c: fit.Linear{Loss: loss.Hinge{}, Mu: 1e-5, Intercept: true}, n: 200, d: 10},
	{name: "sparse machine", c: fit.Linear{Loss: loss.Hinge{}, Mu: 1e-4, Intercept: true}, n: 300, d: 30, fill: 0.2},
	{name: "large machine", c: fit.Linear{Loss: loss.Hinge{}, Mu: 1e-3, Intercept: true}, n: 3000, d: 6},
	{name: "machine of tiny μ", c: fit.Linear{Loss: loss.Hinge{}, Mu: 1e-9}, n: 800, d: 30, fill: 0.3},
	{name: "interior point", c: fit.Linear{Loss: loss.Hinge{}, Mu: 1e-4, Intercept: true, Method: fit.InteriorPoint},
		n: 200, d: 10},
	{name: "rank of classes", c: fit.Linear{Loss: loss.Multinomial{}, Penalty: prox.TraceNorm{Lambda: 1}}, n: 60, d: 15,
		share: []float64{0.02}},
	{name: "rank", c: fit.Linear{Penalty: prox.TraceNorm{Lambda: 1}}, n: 90, d: 12, share: []float64{0.1}},
	{name: "dual descent", c: fit.Linear{Loss: loss.Hinge{}, Mu: 1e-2, Method: fit.DualCoordinateDescent}, n: 60, d: 8,
		fill: 0.3},
}

func pathCases() (out []drawnCase) {
	for k, size := range goldenSizes {
		for turn := range uint64(3) {
			seed := uint64(100*k) + turn
			out = append(out, drawnCase{
				name: fmt.Sprintf("%s/%d", size.name, turn), share: size.share, folds: size.folds,
				draw: func() (fit.Linear, fit.Data) {
					c, rng := size.c, rand.New(rand.NewPCG(seed, 78))
					if c.Loss == nil {
						c.Loss = loss.Squared{}
					}
					c.Penalty, c.Seed = sizedPenalty(c.Penalty, size.d, size.group), seed
					data := goldenData(c, size.n, size.d, 4*3*seed)
					reshape(rng, data.X.(*linalg.Dense), size.fill, size.like)
					retarget(rng, c, &data)
					if size.fill > 0 {
						data.X = sparseGolden(data.X.(*linalg.Dense))
					}
					return c, data
				},
			})
		}
	}
	return out
}

// sizedPenalty gives a penalty groups of neighbours, or weights.
func sizedPenalty(penalty toolkit.Proxable, d, size int) toolkit.Proxable {
	var groups prox.Groups
	for j := 0; size > 0 && j < d; j += size {
		var group []int
		for i := j; i < min(d, j+size); i++ {
			group = append(group, i)
		}
		groups = append(groups, group)
	}
	switch g := penalty.(type) {
	case prox.L21:
		g.Groups = groups
		return g
	case prox.SparseGroup:
		g.Groups = groups
		return g
	case prox.L1Inf:
		g.Groups = groups
		return g
	case prox.Slope:
		g.Weights = prox.Oscar(d, 0.3)
		return g
	}
	return penalty
}

// reshape draws features anew, each like the one before by a correlation, with a share of the entries.
func reshape(rng *rand.Rand, x *linalg.Dense, fill, like float64) {
	for i := range x.R {
		row := x.Row(i)
		last := 0.
		for j := range row {
			last = like*last + (1-like)*(rng.NormFloat64()+0.2)
			row[j] = last * (1 + 0.3*float64(j%3))
			if fill > 0 && rng.Float64() > fill {
				row[j] = 0
			}
		}
	}
}

// retarget draws targets anew, by some of the features.
func retarget(rng *rand.Rand, c fit.Linear, data *fit.Data) {
	x := data.X.(*linalg.Dense)
	w := linalg.NewDense(x.C, 4, nil)
	for k := range w.Data {
		if k/4%7 < 2 && k < 4*40 {
			w.Data[k] = rng.NormFloat64()
		}
	}
	scores := linalg.NewDense(x.R, 4, nil)
	linalg.MulMat(scores.Data, x, w.Data, 4)
	for i := range data.Y {
		row := scores.Row(i)
		for k := range row {
			row[k] += 0.5 * rng.NormFloat64()
		}
		data.Y[i] = goldenTarget(lossOf(c), row)
	}
}
