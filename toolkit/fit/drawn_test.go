package fit_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// drawn is a small random problem.
type drawn struct {
	c        fit.Linear
	data     fit.Data
	name     string
	ordinary bool // scales and λ that methods are made for
}

// judged are these, and the exponential loss.
var judged = append([]fit.Linear{
	{Loss: loss.Exponential{}, Mu: 0.1},
	{Loss: loss.Exponential{}, Penalty: prox.L1{Lambda: 1}},
}, drawnPairs...)

// edges are what makes problems hard, by name.
var edges = []struct {
	name string
	make func(rng *rand.Rand, c *fit.Linear, x *linalg.Dense, data *fit.Data)
}{
	{"scales", func(rng *rand.Rand, _ *fit.Linear, x *linalg.Dense, _ *fit.Data) {
		for j := range x.C {
			scaleColumn(x, j, math.Pow(10, -19+29*rng.Float64()))
		}
	}},
	{"year", func(rng *rand.Rand, _ *fit.Linear, x *linalg.Dense, _ *fit.Data) {
		j, shift := rng.IntN(x.C), []float64{1e3, 1e7}[rng.IntN(2)]
		for i := range x.R {
			x.Row(i)[j] += shift
		}
	}},
	{"years", func(_ *rand.Rand, _ *fit.Linear, x *linalg.Dense, _ *fit.Data) {
		for k := range x.Data {
			x.Data[k] = 2000 + 10*x.Data[k]
		}
	}},
	{"y+1e9", shiftTargets(1e9)},
	{"y+1e12", shiftTargets(1e12)},
	{"y*1e8", func(_ *rand.Rand, _ *fit.Linear, _ *linalg.Dense, data *fit.Data) {
		for i := range data.Y {
			data.Y[i] *= 1e8
		}
	}},
	{"duplicates", func(_ *rand.Rand, _ *fit.Linear, x *linalg.Dense, _ *fit.Data) { nearCopy(x, 0) }},
	{"dependent", func(_ *rand.Rand, _ *fit.Linear, x *linalg.Dense, _ *fit.Data) { nearCopy(x, 1e-8) }},
	{"outlier", func(rng *rand.Rand, _ *fit.Linear, x *linalg.Dense, _ *fit.Data) {
		x.Data[rng.IntN(len(x.Data))] = math.Pow(10, 2+8*rng.Float64())
	}},
	{"constant", func(rng *rand.Rand, _ *fit.Linear, x *linalg.Dense, _ *fit.Data) {
		constant := []float64{0, 1, 0.1, 1e7}[rng.IntN(4)]
		for i := range x.R {
			x.Row(i)[0] = constant
		}
	}},
	{"weights", func(rng *rand.Rand, _ *fit.Linear, x *linalg.Dense, data *fit.Data) {
		data.Weights = make([]float64, x.R)
		width := []float64{8, 30, 300}[rng.IntN(3)]
		for i := range data.Weights {
			data.Weights[i] = math.Pow(10, width*(2*rng.Float64()-1))
		}
	}},
	{"λ tiny", strength(1e-9)},
	{"λ near λ_max", strength(1 - 1e-9)},
	{"λ below λ_max", strength(0.99)},
}

func scaleColumn(x *linalg.Dense, j int, s float64) {
	for i := range x.R {
		x.Row(i)[j] *= s
	}
}

// nearCopy makes the last feature the first one, but for a share of itself.
func nearCopy(x *linalg.Dense, share float64) {
	for i := range x.R {
		row := x.Row(i)
		row[x.C-1] = row[0] + share*row[x.C-1]
	}
}

func shiftTargets(by float64) func(*rand.Rand, *fit.Linear, *linalg.Dense, *fit.Data) {
	return func(_ *rand.Rand, _ *fit.Linear, _ *linalg.Dense, data *fit.Data) {
		for i := range data.Y {
			data.Y[i] += by
		}
	}
}

// strength leaves a share of λ_max, or of μ, as Lambda or Mu.
func strength(share float64) func(*rand.Rand, *fit.Linear, *linalg.Dense, *fit.Data) {
	return func(_ *rand.Rand, c *fit.Linear, _ *linalg.Dense, _ *fit.Data) {
		c.Lambda = share
		if c.Penalty == nil && share < 0.5 {
			c.Mu *= share
		}
	}
}

// draw makes the problem of a seed: every pair in turn, on an ordinary scale every other time.
func draw(seed uint64) drawn {
	rng := rand.New(rand.NewPCG(seed, 172))
	c := judged[seed%uint64(len(judged))]
	p := drawn{ordinary: rng.IntN(2) == 0}
	n, d := 8+rng.IntN(8), 4+rng.IntN(2)
	if rng.IntN(6) == 0 && !p.ordinary {
		n = 6
		d = 8
	}
	c.Intercept, c.Standardize = rng.IntN(2) == 0, rng.IntN(2) == 0
	c.Lambda = []float64{0.5, 0.1, 0.01}[rng.IntN(3)]
	c.Tol = []float64{0, 0, 1e-3, 1e-10}[rng.IntN(4)]
	x := linalg.NewDense(n, d, nil)
	for k := range x.Data {
		if rng.IntN(4) > 0 {
			x.Data[k] = rng.NormFloat64() + 0.5
		}
	}
	p.data = targets(rng, &c, x)
	c.Penalty = inGroups(c.Penalty, rng, d)
	p.name = fmt.Sprintf("%s-%s-%g", lossOf(c), penaltyOf(c), c.Mu)
	if !p.ordinary {
		for range 1 + rng.IntN(2) {
			edge := edges[rng.IntN(len(edges))]
			if strings.HasPrefix(edge.name, "y") && !numbers(c) {
				continue // its targets are labels
			}
			edge.make(rng, &c, x, &p.data)
			p.name += " " + edge.name
		}
	}
	if p.data.Task != nil && lossOf(c) == "squared" && rng.IntN(3) == 0 {
		c.Loss = loss.SquaredOutputs{Y: append(append(p.data.Y, p.data.Y[1:]...), p.data.Y...)[:2*n], K: 2}
		p.data.Y, p.data.Task, p.data.Weights = nil, nil, nil
		p.name += " outputs"
	}
	p.data.X = x
	if rng.IntN(2) == 0 {
		p.data.X = sparseOf(x)
		p.name += " sparse"
	}
	if c.Intercept {
		p.name += " intercept"
	}
	if c.Standardize {
		p.name += " standardized"
	}
	if asked := rand.New(rand.NewPCG(seed, 176)); asked.IntN(4) == 0 {
		c.Method = able(c, p.data, asked)
		p.name += " by " + c.Method.String()
		p.ordinary = false
	}
	p.c = c
	return p
}

// able is some method that solves a problem.
func able(c fit.Linear, data fit.Data, rng *rand.Rand) *fit.Method {
	methods := fit.Methods()
	for _, k := range rng.Perm(len(methods)) {
		c.Method = methods[k]
		if _, err := c.Explain(data); err == nil {
			return c.Method
		}
	}
	return fit.Auto
}

// targets are what suits a loss: numbers, two labels or three classes, with tasks and weights where they belong.
func targets(rng *rand.Rand, c *fit.Linear, x *linalg.Dense) fit.Data {
	data := fit.Data{Y: make([]float64, x.R)}
	for i := range data.Y {
		row := x.Row(i)
		score := row[0] - row[1] + rng.NormFloat64()
		switch lossOf(*c) {
		case "squared":
			data.Y[i] = score + 1
		case "multinomial":
			data.Y[i] = float64(max(0, min(2, int(score+1))))
		default:
			data.Y[i] = math.Copysign(1, score)
		}
		if i < 6 && lossOf(*c) != "squared" { // each label, in each task
			data.Y[i] = float64([]int{-1, 1, -1, 1, 1, -1}[i])
			if lossOf(*c) == "multinomial" {
				data.Y[i] = float64(i % 3)
			}
		}
	}
	if name := penaltyOf(*c); name == "multitask" || name == "trace" && lossOf(*c) != "multinomial" {
		for i := range x.R {
			data.Task = append(data.Task, int64(i/2%3))
		}
	}
	if rng.IntN(3) == 0 {
		for range x.R {
			data.Weights = append(data.Weights, float64(1+rng.IntN(4)))
		}
	}
	return data
}

// inGroups gives a penalty of groups some of d features, of weights 1 and 2.
func inGroups(penalty toolkit.Proxable, rng *rand.Rand, d int) toolkit.Proxable {
	var apart, chained prox.Groups
	var weights, others []float64
	for j := 0; j < d; j += 2 {
		apart, weights = append(apart, []int{j, min(j+1, d-1)}[:min(2, d-j)]), append(weights, float64(1+rng.IntN(2)))
	}
	for j := 0; j+1 < d; j++ {
		group := []int{j, j + 1}
		if j+2 < d && rng.IntN(2) == 0 {
			group = append(group, j+2)
		}
		chained, others = append(chained, group), append(others, float64(1+rng.IntN(2)))
	}
	switch g := penalty.(type) {
	case prox.L21:
		g.Groups, g.Weights = apart, weights
		return g
	case prox.SparseGroup:
		g.Groups, g.Weights = apart, weights
		return g
	case prox.Overlap:
		g.Groups, g.Weights = chained, others
		return g
	}
	return penalty
}
