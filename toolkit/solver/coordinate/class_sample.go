package coordinate

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// Models of many examples begin with the Hessian of a share of them, the slopes being those of all: a model then costs
// that share, and its step is about as good. Nearer to the minimum, where the last gain was a small share of the
// objective, there are more of them after a step that was too long, or whose gain was not this much less than the one
// before.
//
// Source: Byrd, Chin, Neveitt, Nocedal, On the Use of Stochastic Hessian Information in Optimization Methods for
// Machine Learning, SIAM J. Optim. 2011.
const (
	sampleFrom   = 1 << 14 // examples
	sampleLeast  = 1 << 12
	sampleGrowth = 4
	sampleGain   = 0.3
	sampleFar    = 0.01
)

// classSample is the part of a problem that some examples make, with all weight.
type classSample struct {
	*classProblem
	rows []int
}

// classOrder are all examples in the order samples take them.
type classOrder struct{}

// sample makes a sample of so many examples, nil for all where that is most of them.
func (c *classNewton) sample(count int) *classSample {
	if count > c.n/2 {
		return nil
	}
	order := solver.Shared(c.problem, classOrder{}, func() []int { return rand.New(rand.NewPCG(1, 2)).Perm(c.n) })
	out := &classSample{classProblem: &classProblem{
		n: count, d: c.d, k: c.k, blocks: c.blocks, penalized: c.penalized, share: make([]float64, count),
	}, rows: order[:count]}
	for i, row := range out.rows {
		out.share[i] = c.share[row]
	}
	total := floats.Sum(out.share)
	if !(total > 0) {
		return nil
	}
	floats.Scale(floats.Sum(c.share)/total, out.share)
	a := linalg.SelectRows(c.problem.A, out.rows)
	out.columns, out.unseen = stored(linalg.Columns(a)), make([]float64, c.d)
	for j, norm := range linalg.ColumnNorms(a) {
		if norm == 0 {
			out.unseen[j] = c.norms[j] * c.norms[j] * slices.Max(c.share) / 2
		}
	}
	if c.fixed != nil {
		out.fixed = entriesOf(c.problem.Unpenalized, out.rows)
	}
	out.weigh()
	return out
}

// grow makes the sample larger where that is needed after a step.
func (c *classNewton) grow(gain float64) {
	falls := gain <= sampleGain*c.gain && c.s.Step == 1
	if c.part != nil && !falls && gain < sampleFar*math.Abs(c.s.Objective) {
		c.part = c.sample(sampleGrowth * len(c.part.rows))
	}
	c.gain = gain
}

// along makes line what a model's weights change of the predictions of all examples.
func (c *classNewton) along(m *classModel) {
	if c.part == nil {
		linalg.Transpose(c.line, m.change, c.k, c.n)
		return
	}
	size := c.problem.Dim()
	change := floats.SubTo(make([]float64, len(m.w)), m.w, c.s.w)
	c.o.Predict(c.line, c.problem.A, change[:size])
	for at, by := range change[size:] {
		_, column := c.column(c.d+at/c.k, false)
		for i, v := range column {
			c.line[i*c.k+at%c.k] += by * v
		}
	}
}
