package risk_test

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/structured"
)

// chains are a few short sequences with features of their letters.
type chains struct {
	x    *linalg.Dense
	data *structured.Sequences
	all  []outputs // of each sequence
}

func newChains(seed uint64) chains {
	const letters, features = 16, 3
	rng := rand.New(rand.NewPCG(seed, 91))
	data := testproblems.RandomSequences(rng, letters/4, 2)
	c := chains{x: linalg.NewDense(letters, features, testproblems.Normal(rng, letters*features, 1)), data: data}
	for i := range data.Len() {
		c.all = append(c.all, c.outputs(i))
	}
	return c
}

// model is one of explicit weights, in one or in two groups, or with a kernel in the place of the emissions' weights.
func (c chains) model(kind string) *params.Model {
	transition := params.NewExplicit(structured.Transition, linalg.Identity(c.data.Labels), c.data.Labels)
	if kind == "kernel" {
		n := c.x.R
		g := linalg.NewDense(n, n, nil)
		for i := range n {
			for j := range n {
				g.Data[i*n+j] = c.x.DotRows(i, j)
			}
		}
		return params.NewModel([]params.Block{params.NewKernel(structured.Emission, g, c.data.Labels), transition})
	}
	emission := params.NewExplicit(structured.Emission, c.x, c.data.Labels)
	if kind == "two groups" {
		return params.NewModel([]params.Block{emission}, []params.Block{transition})
	}
	return params.NewModel([]params.Block{emission, transition})
}

// outputs are all outputs of a sequence, written out: φ(x,y) − φ(x,y_i) as dense vectors, laid out as the model's, and
// the costs.
type outputs struct {
	differences [][]float64
	costs       []float64
}

func (c chains) outputs(i int) (o outputs) {
	lo, labels, y := c.data.Start[i], c.data.Labels, c.data.Of(i)
	phi := func(y []int) []float64 {
		v := make([]float64, (c.x.C+labels)*labels)
		for t, l := range y {
			floats.Add(v[l*c.x.C:(l+1)*c.x.C], c.x.Row(lo+t))
			if t > 0 {
				v[c.x.C*labels+l*labels+y[t-1]]++
			}
		}
		return v
	}
	testproblems.EachLabelling(len(y), labels, func(guess []int) {
		v, cost := phi(guess), 0.
		floats.Sub(v, phi(y))
		for t := range y {
			if guess[t] != y[t] {
				cost++
			}
		}
		o.differences, o.costs = append(o.differences, v), append(o.costs, cost)
	})
	return o
}

// hinge is ℓ_i(w) and the output at which it is.
func (o outputs) hinge(w []float64) (loss float64, at int) {
	loss = math.Inf(-1)
	for k, v := range o.differences {
		if s := floats.Dot(v, w) + o.costs[k]; s > loss {
			loss, at = s, k
		}
	}
	return loss, at
}

// objective is P(w) with hinges.
func (c chains) objective(mu float64, w []float64) float64 {
	sum := 0.
	for _, o := range c.all {
		loss, _ := o.hinge(w)
		sum += loss
	}
	return mu/2*floats.Dot(w, w) + sum/float64(c.data.Len())
}

// minimum is P* with hinges from both sides, to 1e-12, by the dual over all outputs: of one sequence after the other,
// mass is moved from the output that it is worst at to the one that it is best at, as far as helps.
//
// Source: Platt, Fast Training of Support Vector Machines using Sequential Minimal Optimization, 1998, over simplices.
func (c chains) minimum(mu float64) (lower, upper float64) {
	all := c.all
	m := float64(len(all))
	w := make([]float64, len(all[0].differences[0]))
	alpha := make([][]float64, len(all))
	for i, o := range all {
		alpha[i] = make([]float64, len(o.costs))
		for k, cost := range o.costs {
			if cost == 0 {
				alpha[i][k] = 1
			}
		}
	}
	for range 200000 {
		dual := -mu / 2 * floats.Dot(w, w)
		for i, o := range all {
			dual += floats.Dot(alpha[i], o.costs) / m
		}
		if lower, upper = dual, c.objective(mu, w); upper-lower < 1e-12 {
			return lower, upper
		}
		for i, o := range all {
			o.exchange(w, alpha[i], mu*m)
		}
	}
	panic("the reference did not converge")
}

// exchange moves mass between two outputs of a sequence.
func (o outputs) exchange(w, alpha []float64, scale float64) {
	_, to := o.hinge(w)
	from, least := to, math.Inf(1)
	for k, v := range o.differences {
		if s := floats.Dot(v, w) + o.costs[k]; alpha[k] > 0 && s < least {
			from, least = k, s
		}
	}
	d := append([]float64(nil), o.differences[to]...)
	floats.Sub(d, o.differences[from])
	gain := floats.Dot(d, w) + o.costs[to] - o.costs[from]
	if from == to || gain <= 0 {
		return
	}
	step := alpha[from]
	if squared := floats.Dot(d, d); squared > 0 {
		step = min(step, gain*scale/squared)
	}
	alpha[from] -= step
	alpha[to] += step
	floats.AddScaled(w, -step/scale, d)
}
