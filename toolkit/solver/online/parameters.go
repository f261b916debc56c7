package online

import (
	"errors"
	"math"
	"math/rand/v2"

	"github.com/proxlab/proxlab/toolkit"
)

// GroupVectorer is a toolkit.Params of which each group may be held as one dense vector, as a
// toolkit.Vectorer is as a whole.
type GroupVectorer interface {
	GroupVector(k int) (w []float64, ok bool)
}

// Blocked is a toolkit.Params that is made of blocks: where there are several, its vector is more than the weights of
// one matrix.
type Blocked interface{ Blocks() int }

// Averager is a toolkit.Params that can average itself over the rounds that Tick counts, from StartAverage on.
type Averager interface {
	StartAverage()
	Tick()
}

var errNoParams = errors.New("the method has nothing to train: Params must be set")

// vectorOf is the vector of parameters that are one.
func vectorOf(p toolkit.Params) (w []float64, ok bool) {
	v, ok := p.(toolkit.Vectorer)
	if !ok {
		return nil, false
	}
	return v.Vector()
}

// startAverage begins the average of parameters that can be averaged.
func startAverage(p toolkit.Params) (Averager, error) {
	a, ok := p.(Averager)
	if !ok {
		return nil, errors.New("the parameters cannot be averaged")
	}
	a.StartAverage()
	return a, nil
}

// reset is θ ← 0.
func reset(p toolkit.Params) { scale(p, 0) }

// scale is θ ← c θ.
func scale(p toolkit.Params, c float64) {
	for k := range p.Groups() {
		p.Scale(k, c)
	}
}

// norm is ‖θ‖ over all groups.
func norm(p toolkit.Params) float64 {
	if p.Groups() == 1 {
		return p.Norm(0)
	}
	var s float64
	for k := range p.Groups() {
		n := p.Norm(k)
		s += n * n
	}
	return math.Sqrt(s)
}

// norms appends ‖θ_1‖, …, ‖θ_p‖ to dst.
func norms(dst []float64, p toolkit.Params) []float64 {
	for k := range p.Groups() {
		dst = append(dst, p.Norm(k))
	}
	return dst
}

// inOrder is 0, …, n−1.
func inOrder(n int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	return order
}

func shuffle(rng *rand.Rand, order []int) {
	rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
}
