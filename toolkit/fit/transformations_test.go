package fit_test

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// transformation is a change of a problem that changes its answer in a known way: its minimum by a factor, and its
// predictions by a factor after an offset. s is a power of two, so that nothing is rounded.
type transformation struct {
	name string
	suit func(c fit.Linear) bool // nil for all
	// moved tells whether examples or weights are elsewhere then, which are not compared.
	moved bool
	// change makes the new problem of c and data, which are copies.
	change func(c *fit.Linear, data *fit.Data, s float64)
	// value and score are the factors of P and of predictions, and offset is what was added to targets.
	value, score, offset func(s float64) float64
}

func itself(s float64) float64 { return s }
func squared(s float64) float64 {
	return s * s
}

// transformations say how λ, μ and weights go with the data:
//
//	X s                     λ s, μ s²        the same P and predictions, W/s
//	X s, standardized       λ, μ             the same
//	X diag(s_j), stand.     λ, μ             the same
//	y s, squared loss       λ s, μ           P s², predictions s
//	y + s, and an intercept λ, μ             the same P, predictions + s
//	X + s, and an intercept λ, μ             the same, dense or sparse
//	weights s               λ, μ             the same
//	rows permuted           λ, μ             the same
//	rows doubled, weights/2 λ, μ             the same
//	sparse                  λ, μ             the same
//	features permuted       λ, μ             the same, W permuted
var transformations = []transformation{
	{name: "X s", change: func(c *fit.Linear, data *fit.Data, s float64) {
		mapped(data, func(_, _ int, v float64) float64 { return v * s })
		if !c.Standardize {
			c.Lambda, c.Mu = c.Lambda*s, c.Mu*s*s
		}
	}},
	{
		name: "X diag(s)", suit: func(c fit.Linear) bool { return c.Standardize },
		change: func(_ *fit.Linear, data *fit.Data, s float64) {
			mapped(data, func(_, j int, v float64) float64 {
				if j%2 == 0 {
					return v * s
				}
				return v / s
			})
		},
	},
	{
		name: "y s", suit: numbers, value: squared, score: itself,
		change: func(c *fit.Linear, data *fit.Data, s float64) {
			c.Lambda *= s
			for i := range data.Y {
				data.Y[i] *= s
			}
		},
	},
	{
		name: "y + s", suit: func(c fit.Linear) bool { return numbers(c) && c.Intercept }, offset: itself,
		change: func(_ *fit.Linear, data *fit.Data, s float64) {
			for i := range data.Y {
				data.Y[i] += s
			}
		},
	},
	{
		name: "X + s", suit: func(c fit.Linear) bool { return c.Intercept },
		change: func(_ *fit.Linear, data *fit.Data, s float64) {
			mapped(data, func(_, _ int, v float64) float64 { return v + s })
		},
	},
	{
		name: "X + s, sparse", suit: func(c fit.Linear) bool { return c.Intercept },
		change: func(_ *fit.Linear, data *fit.Data, s float64) {
			mapped(data, func(_, _ int, v float64) float64 { return v + s })
			data.X = sparseOf(data.X.(*linalg.Dense))
		},
	},
	{name: "weights s", change: func(_ *fit.Linear, data *fit.Data, s float64) {
		weighted(data)
		for i := range data.Weights {
			data.Weights[i] *= s
		}
	}},
	{name: "rows permuted", moved: true, change: func(_ *fit.Linear, data *fit.Data, s float64) {
		n, _ := data.X.Dims()
		*data = rowsOf(*data, rand.New(rand.NewPCG(math.Float64bits(s), 1)).Perm(n))
	}},
	{name: "rows doubled", moved: true, change: func(_ *fit.Linear, data *fit.Data, _ float64) {
		n, _ := data.X.Dims()
		weighted(data)
		twice := make([]int, 2*n)
		for i := range twice {
			twice[i] = i / 2
		}
		*data = rowsOf(*data, twice)
		for i := range data.Weights {
			data.Weights[i] /= 2
		}
	}},
	{name: "sparse", change: func(_ *fit.Linear, data *fit.Data, _ float64) { data.X = sparseOf(data.X.(*linalg.Dense)) }},
	{
		name: "features permuted", moved: true, change: func(c *fit.Linear, data *fit.Data, s float64) {
			_, d := data.X.Dims()
			order := rand.New(rand.NewPCG(math.Float64bits(s), 2)).Perm(d)
			dense := data.X.(*linalg.Dense)
			mapped(data, func(i, j int, _ float64) float64 { return dense.At(i, order[j]) })
			rename(c, order)
		},
	},
}

func numbers(c fit.Linear) bool { return lossOf(c) == "squared" }

// mapped replaces the entries of data, which are dense.
func mapped(data *fit.Data, to func(i, j int, v float64) float64) {
	n, d := data.X.Dims()
	out := linalg.NewDense(n, d, nil)
	for i := range n {
		for j, v := range data.X.(*linalg.Dense).Row(i) {
			out.Row(i)[j] = to(i, j, v)
		}
	}
	data.X = out
}

// weighted gives data weights, ones where they have none.
func weighted(data *fit.Data) {
	if data.Weights == nil {
		data.Weights = slices.Repeat([]float64{1}, len(data.Y))
	}
}

// rowsOf are some rows, or all in another order.
func rowsOf(data fit.Data, rows []int) fit.Data {
	_, d := data.X.Dims()
	x := linalg.NewDense(len(rows), d, nil)
	out := fit.Data{X: x}
	for k, i := range rows {
		copy(x.Row(k), data.X.(*linalg.Dense).Row(i))
		out.Y = append(out.Y, data.Y[i])
		if data.Weights != nil {
			out.Weights = append(out.Weights, data.Weights[i])
		}
		if data.Task != nil {
			out.Task = append(out.Task, data.Task[i])
		}
	}
	return out
}

// rename gives the groups of a penalty the numbers of features in a new order.
func rename(c *fit.Linear, order []int) {
	anew := func(groups prox.Groups) (out prox.Groups) {
		for _, g := range groups {
			var part []int
			for _, j := range g {
				part = append(part, slices.Index(order, j))
			}
			slices.Sort(part)
			out = append(out, part)
		}
		return out
	}
	switch g := c.Penalty.(type) {
	case prox.L21:
		g.Groups = anew(g.Groups)
		c.Penalty = g
	case prox.SparseGroup:
		g.Groups = anew(g.Groups)
		c.Penalty = g
	case prox.Overlap:
		g.Groups = anew(g.Groups)
		c.Penalty = g
	}
}
