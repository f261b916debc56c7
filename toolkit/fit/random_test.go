package fit_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// drawnPairs are what random problems are drawn of; which pairs go at all, the table of methods says.
var drawnPairs = []fit.Linear{
	{Loss: loss.Squared{}},
	{Loss: loss.Squared{}, Mu: 0.1},
	{Loss: loss.Squared{}, Penalty: prox.L1{Lambda: 1}},
	{Loss: loss.Squared{}, Penalty: prox.L1{Lambda: 1}, Mu: 0.1},
	{Loss: loss.Squared{}, Penalty: prox.L21{Lambda: 1}},
	{Loss: loss.Squared{}, Penalty: prox.L21{Lambda: 1}, Mu: 0.1},
	{Loss: loss.Squared{}, Penalty: prox.SparseGroup{Lambda: 1, Mix: 0.6}},
	{Loss: loss.Squared{}, Penalty: prox.SparseGroup{Lambda: 1, Mix: 0.6}, Mu: 0.1},
	{Loss: loss.Squared{}, Penalty: prox.SparseGroup{Lambda: 1}},
	{Loss: loss.Squared{}, Penalty: prox.SparseGroup{Lambda: 1, Mix: 1}},
	{Loss: loss.Squared{}, Penalty: prox.Overlap{Lambda: 1}},
	{Loss: loss.Squared{}, Penalty: prox.Overlap{Lambda: 1}, Mu: 0.1},
	{Loss: loss.Squared{}, Penalty: prox.MultiTask{Lambda: 1}},
	{Loss: loss.Squared{}, Penalty: prox.MultiTask{Lambda: 1}, Mu: 0.1},
	{Loss: loss.Squared{}, Penalty: prox.TraceNorm{Lambda: 1}},
	{Loss: loss.Squared{}, Penalty: prox.TraceNorm{Lambda: 1}, Mu: 0.1},
	{Loss: loss.Logistic{}, Mu: 0.1},
	{Loss: loss.Logistic{}, Penalty: prox.L1{Lambda: 1}},
	{Loss: loss.Logistic{}, Penalty: prox.L1{Lambda: 1}, Mu: 0.1},
	{Loss: loss.Logistic{}, Penalty: prox.L21{Lambda: 1}},
	{Loss: loss.Logistic{}, Penalty: prox.L21{Lambda: 1}, Mu: 0.1},
	{Loss: loss.Logistic{}, Penalty: prox.SparseGroup{Lambda: 1, Mix: 0.3}},
	{Loss: loss.Logistic{}, Penalty: prox.Overlap{Lambda: 1}},
	{Loss: loss.Logistic{}, Penalty: prox.MultiTask{Lambda: 1}},
	{Loss: loss.Logistic{}, Penalty: prox.MultiTask{Lambda: 1}, Mu: 0.1},
	{Loss: loss.Logistic{}, Penalty: prox.TraceNorm{Lambda: 1}},
	{Loss: loss.Multinomial{}, Mu: 0.1},
	{Loss: loss.Multinomial{}, Penalty: prox.L1{Lambda: 1}},
	{Loss: loss.Multinomial{}, Penalty: prox.L1{Lambda: 1}, Mu: 0.1},
	{Loss: loss.Multinomial{}, Penalty: prox.TraceNorm{Lambda: 1}},
	{Loss: loss.Multinomial{}, Penalty: prox.TraceNorm{Lambda: 1}, Mu: 0.1},
	{Loss: loss.Hinge{}, Mu: 0.1},
}

// sample are data of a random problem that suits a pair: features of different size and mean, some of them 0.
func sample(c *fit.Linear, n, d int, seed uint64) fit.Data {
	rng := rand.New(rand.NewPCG(seed, 130))
	x := linalg.NewDense(n, d, nil)
	weights := linalg.NewDense(d, 4, nil)
	for k := range weights.Data {
		if k/4%3 == 0 {
			weights.Data[k] = 2 * rng.NormFloat64()
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
	linalg.MulMat(scores.Data, x, weights.Data, 4)
	data := fit.Data{X: x, Y: make([]float64, n)}
	for i := range n {
		row := scores.Row(i)
		for k := range row {
			row[k] += 2 * rng.NormFloat64()
		}
		switch lossOf(*c) {
		case "squared", "huber", "quantile", "epsilon-insensitive", "squared-epsilon-insensitive":
			data.Y[i] = row[0] + 1
		case "poisson":
			data.Y[i] = math.Floor(math.Min(math.Abs(row[0]), 8))
		case "multinomial":
			data.Y[i] = float64(10 * floats.MaxIdx(row))
		default:
			data.Y[i] = 3
			if row[0] > 0.5 {
				data.Y[i] = 7
			}
		}
	}
	if lossOf(*c) != "multinomial" && (penaltyOf(*c) == "multitask" || penaltyOf(*c) == "trace") {
		for range n {
			data.Task = append(data.Task, int64(5-2*rng.IntN(3)))
		}
	}
	if seed%2 == 1 {
		for range n {
			data.Weights = append(data.Weights, float64(rng.IntN(4)))
		}
	}
	c.Penalty = withStructure(grouped(c.Penalty, d), d, lossOf(*c))
	if seed%3 == 2 {
		data.X = sparseOf(x)
	}
	return data
}

// lossOf and penaltyOf are names.
func lossOf(c fit.Linear) string {
	if c.Loss == nil {
		return "squared"
	}
	return c.Loss.(fmt.Stringer).String()
}

func penaltyOf(c fit.Linear) string {
	if c.Penalty == nil {
		return "none"
	}
	return c.Penalty.(fmt.Stringer).String()
}

// grouped gives a penalty of groups some for d features.
func grouped(penalty toolkit.Proxable, d int) toolkit.Proxable {
	var triples, chained prox.Groups
	var weights, others []float64
	for j := 0; j+2 < d; j += 3 { // the last features may be in no group
		triples = append(triples, []int{j, j + 1, j + 2})
		weights = append(weights, 1+float64(j%2))
	}
	for j := 0; j+3 < d-1; j += 2 {
		chained = append(chained, []int{j, j + 1, j + 2, j + 3})
		others = append(others, 1+float64(j%3))
	}
	switch g := penalty.(type) {
	case prox.L21:
		g.Groups, g.Weights = triples, weights
		return g
	case prox.SparseGroup:
		g.Groups, g.Weights = triples, weights
		return g
	case prox.Overlap:
		g.Groups, g.Weights = chained, others
		return g
	}
	return penalty
}

func sparseOf(x *linalg.Dense) *linalg.CSR {
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

// ready is a problem with its data.
func ready(t *testing.T, c fit.Linear, data fit.Data) *fit.Prepared {
	t.Helper()
	p, err := c.Prepare(data)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// fitted is a problem with its data, and its solution.
func fitted(t *testing.T, c fit.Linear, data fit.Data) (*fit.Prepared, *model.Linear) {
	t.Helper()
	p := ready(t, c, data)
	m, err := p.Fit(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return p, m
}
