package fit_test

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// goldenLosses and goldenPenalties are all of them, the latter for eight features.
var (
	goldenLosses = []toolkit.Loss{
		loss.Squared{}, loss.Huber{Delta: 1.5}, loss.Quantile{Tau: 0.3}, loss.EpsilonInsensitive{Epsilon: 0.5},
		loss.SquaredEpsilonInsensitive{Epsilon: 0.5}, loss.Poisson{}, loss.Logistic{}, loss.Exponential{}, loss.Hinge{},
		loss.SquaredHinge{}, loss.Multinomial{}, loss.Cox{}, loss.Pairwise{}, loss.NDCG{K: 3},
	}
	goldenPenalties = []toolkit.Proxable{
		nil, prox.L1{Lambda: 1}, prox.Bounds{Lambda: 1, Lower: []float64{-0.2}, Upper: []float64{0.3}},
		prox.Bounds{Lower: []float64{0}}, prox.L21{Lambda: 1, Groups: triples, Weights: []float64{1, 2, 1}},
		prox.SparseGroup{Lambda: 1, Mix: 0.6, Groups: triples}, prox.Overlap{Lambda: 1, Groups: chain},
		prox.Latent{Lambda: 1, Groups: chain}, prox.L1Inf{Lambda: 1, Groups: triples},
		prox.Tree{Lambda: 1, Groups: prox.Groups{{0}, {1, 2}, {0, 1, 2}, {3, 4}, {3, 4, 5}, {6, 7}}},
		prox.Slope{Lambda: 1, Weights: prox.Oscar(8, 0.3)}, prox.MCP{Lambda: 1, Gamma: 3}, prox.SCAD{Lambda: 1, A: 3.7},
		prox.Fused{Lambda: 1, Mix: 0.6},
		prox.GraphFused{Lambda: 1, Mix: 0.5, Edges: [][2]int{{0, 3}, {3, 5}, {5, 0}, {5, 6}, {1, 2}}},
		prox.TotalVariation{Lambda: 1, Rows: 2, Cols: 4}, prox.MultiTask{Lambda: 1}, prox.TraceNorm{Lambda: 1},
	}
	triples = prox.Groups{{0, 1, 2}, {3, 4, 5}, {6, 7}}
	chain   = prox.Groups{{0, 1, 2, 3}, {2, 3, 4, 5}, {4, 5, 6, 7}}
)

// goldenCases are all problems.
func goldenCases() []drawnCase {
	return append(append(pairCases(), methodCases()...), pathCases()...)
}

// pairCases are every loss with every penalty, with tasks where these are several outputs' and every third time, and
// with an intercept, standardized, with weights, a ridge, sparse, in turns.
func pairCases() (out []drawnCase) {
	for a, l := range goldenLosses {
		for b, penalty := range goldenPenalties {
			for turn := range 2 {
				seed := uint64(5*a + 3*b + 7*turn)
				c := fit.Linear{Loss: l, Penalty: penalty, Intercept: seed%2 == 1, Standardize: seed%4 >= 2}
				if lossOf(c) == "cox" || lossOf(c) == "pairwise" || lossOf(c) == "ndcg" {
					c.Intercept = false
				}
				if penalty == nil || (seed+uint64(turn))%2 == 0 {
					c.Mu = []float64{0.1, 0.01}[turn]
				}
				if ranking := lossOf(c) == "pairwise" || lossOf(c) == "ndcg"; ranking && b > 1 {
					continue // refused, as the first is
				}
				if c.Penalty = penalty; lossOf(c) == "multinomial" && penaltyOf(c) == "slope" {
					c.Penalty = prox.Slope{Lambda: 1, Weights: prox.Oscar(4*8, 0.3)}
				}
				if slowPair(c) {
					c.Tol = 1e-3
				}
				out = append(out, drawnCase{
					name:  fmt.Sprintf("%s/%s/%d", lossOf(c), penaltyOf(c), b*10+turn),
					draw:  func() (fit.Linear, fit.Data) { return c, c24(c, seed) },
					share: shareOf(c, 0.15),
				})
			}
		}
	}
	return out
}

// slowPair tells whether a method needs many iterations.
func slowPair(c fit.Linear) bool {
	switch penaltyOf(c) {
	case "mcp", "scad":
		return lossOf(c) == "multinomial" || lossOf(c) == "exponential"
	case "latent-group", "overlap-group", "graph", "tv", "nonnegative", "bounds-l1", "trace":
		return lossOf(c) == "hinge" || lossOf(c) == "quantile" || lossOf(c) == "multinomial"
	}
	return false
}

// c24 are 24 examples of eight features.
func c24(c fit.Linear, seed uint64) fit.Data { return goldenData(c, 24, 8, seed) }

// shareOf is a share of λ_max, nil where there is no λ.
func shareOf(c fit.Linear, share ...float64) []float64 {
	if b, ok := c.Penalty.(prox.Bounds); c.Penalty == nil || ok && b.Lambda == 0 {
		return nil
	}
	return share
}

// methodCases are every method on problems that others are quicker at, too; what it does not solve is refused.
func methodCases() (out []drawnCase) {
	for k, c := range []fit.Linear{
		{Loss: loss.Squared{}},
		{Loss: loss.Squared{}, Penalty: prox.L1{Lambda: 1}},
		{Loss: loss.Squared{}, Penalty: prox.L21{Lambda: 1, Groups: triples}, Mu: 0.1},
		{Loss: loss.Squared{}, Penalty: prox.MultiTask{Lambda: 1}},
		{Loss: loss.Squared{}, Penalty: prox.TraceNorm{Lambda: 1}},
		{Loss: loss.Logistic{}, Mu: 0.1},
		{Loss: loss.Logistic{}, Penalty: prox.L1{Lambda: 1}},
		{Loss: loss.Huber{}, Penalty: prox.SparseGroup{Lambda: 1, Mix: 0.4, Groups: triples}},
		{Loss: loss.Hinge{}, Mu: 0.1},
		{Loss: loss.Hinge{}, Mu: 0.01},
		{Loss: loss.Quantile{Tau: 0.3}, Mu: 0.1},
		{Loss: loss.Multinomial{}, Mu: 0.1},
		{Loss: loss.Multinomial{}, Penalty: prox.L1{Lambda: 1}},
		{Loss: loss.Poisson{}, Penalty: prox.Slope{Lambda: 1, Weights: prox.Oscar(8, 0.3)}},
	} {
		for m, method := range fit.Methods() {
			c := c
			c.Method, c.Intercept, c.Tol = method, (k+m)%2 == 1, 1e-4
			seed := uint64(1 + 3*k + m)
			out = append(out, drawnCase{
				name:  fmt.Sprintf("method %s/%s/%s/%g", method, lossOf(c), penaltyOf(c), c.Mu),
				draw:  func() (fit.Linear, fit.Data) { return c, c24(c, seed) },
				share: shareOf(c, 0.1),
			})
		}
	}
	return out
}

// goldenData are examples that suit a loss, with features of different size and mean of which some are 0: sparse if
// the seed is 2 modulo 3, with weights if it is 3 modulo 4, with tasks where the penalty is of several outputs.
func goldenData(c fit.Linear, n, d int, seed uint64) fit.Data {
	rng := rand.New(rand.NewPCG(seed, 77))
	x, w := linalg.NewDense(n, d, nil), linalg.NewDense(d, 4, nil)
	for k := range w.Data {
		if k/4%3 == 0 && k < 4*60 {
			w.Data[k] = 2 * rng.NormFloat64()
		}
	}
	for i := range n {
		for j := range d {
			if rng.IntN(4) > 0 {
				x.Data[i*d+j] = (rng.NormFloat64() + 0.5) * (1 + 0.5*float64(j%3))
			}
		}
	}
	scores := linalg.NewDense(n, 4, nil)
	linalg.MulMat(scores.Data, x, w.Data, 4)
	data := fit.Data{X: x, Y: make([]float64, n)}
	several := penaltyOf(c) == "multitask" || penaltyOf(c) == "trace"
	for i := range n {
		row := scores.Row(i)
		for k := range row {
			row[k] += 2 * rng.NormFloat64()
		}
		data.Y[i] = goldenTarget(lossOf(c), row)
		if several && lossOf(c) != "multinomial" {
			data.Task = append(data.Task, int64(5-2*rng.IntN(3)))
		}
		if seed%4 == 3 {
			data.Weights = append(data.Weights, float64(1+rng.IntN(4)))
		}
		switch lossOf(c) {
		case "cox":
			data.Event = append(data.Event, rng.IntN(4) > 0)
		case "pairwise", "ndcg":
			data.Query = append(data.Query, int64(6*i/n))
		}
	}
	if lossOf(c) == "pairwise" || lossOf(c) == "ndcg" {
		data.Weights = nil
	}
	if seed%3 == 2 {
		data.X = sparseGolden(x)
	}
	return data
}

// goldenTarget is a target or label of an example, by its scores.
func goldenTarget(loss string, row []float64) float64 {
	switch loss {
	case "logistic", "exponential", "hinge", "squared-hinge":
		if row[0] > 0.5 {
			return 7
		}
		return 3
	case "poisson":
		return math.Floor(math.Min(math.Abs(row[0]), 8))
	case "multinomial":
		return float64(10 * floats.MaxIdx(row))
	case "cox":
		return 0.5 + math.Floor(math.Min(8, 2*math.Exp(-row[0]/8)))
	case "pairwise", "ndcg":
		return math.Floor(math.Min(math.Max(0, 1+row[0]/4), 4))
	}
	return row[0] + 1
}

func sparseGolden(x *linalg.Dense) *linalg.CSR {
	out := &linalg.CSR{R: x.R, C: x.C, Ptr: []int{0}}
	for i := range x.R {
		for j, v := range x.Row(i) {
			if v != 0 {
				out.Col, out.Val = append(out.Col, int32(j)), append(out.Val, v)
			}
		}
		out.Ptr = append(out.Ptr, len(out.Val))
	}
	return out
}
