package coordinate

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/model"
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

// classModels is what a run of proximal Newton has for a softmax loss.
type classModels struct {
	problem   *solver.Problem
	l         *layout
	all       *classExamples
	few, part *classExamples // a sample of many examples, and that of the next model; nil for all
	gain      float64        // of the last step; 0 before
}

// newClassModels is that of a layout; the error says what it lacks.
func newClassModels(p *solver.Problem, l *layout) (*classModels, error) {
	free := 0
	if p.Unpenalized != nil {
		free = p.Unpenalized.R * p.Outputs()
	}
	if len(l.Unpenalized()) > free {
		return nil, errors.New("proximal Newton of several classes needs a weight ω_g > 0 for every feature, or a ridge")
	}
	for g := range l.Count() {
		for _, e := range l.Of(g) {
			if e.Row != l.Of(g)[0].Row {
				return nil, errors.New("proximal Newton of several classes needs blocks that lie in a row of W each, " +
					"weights of one feature")
			}
		}
	}
	c := &classModels{problem: p, l: l}
	c.all = solver.Shared(p, classKey(layoutKey{p.Mu > 0}), func() *classExamples { return c.examples(nil) })
	if n := p.Loss.Len(); n >= sampleFrom {
		c.few = c.sample(sampleLeast)
		c.part, c.gain = c.few, math.Inf(1)
	}
	return c, nil
}

// classKey is the key under which a problem keeps the columns of all examples, and classOrder of these in the order
// samples take them.
type (
	classKey   layoutKey
	classOrder struct{}
)

// examples are the columns of some examples, whose weights add up to those of all; nil for all.
func (c *classModels) examples(rows []int) *classExamples {
	n, k := c.problem.Loss.Len(), c.problem.Outputs()
	share := c.l.c[:n]
	out := &classExamples{Blocks: c.l.Blocks, rows: rows, k: k}
	if rows != nil {
		share = make([]float64, len(rows))
		for at, i := range rows {
			share[at] = c.l.c[i]
		}
		floats.Scale(floats.Sum(c.l.c[:n])/floats.Sum(share), share)
		out.take(c.problem, c.l, rows)
	}
	if out.weight = share[0]; slices.Min(share) != slices.Max(share) {
		out.weight = 1
		roots := make([]float64, 0, len(share)*k)
		for range k {
			for _, c := range share {
				roots = append(roots, math.Sqrt(c))
			}
		}
		out.Blocks = *out.Part(nil, roots)
	}
	return out
}

// take takes the entries of columns at some examples.
func (m *classExamples) take(p *solver.Problem, l *layout, rows []int) {
	columns := linalg.Columns(linalg.SelectRows(p.A, rows))
	var free linalg.Rows
	if p.Unpenalized != nil {
		free = entriesOf(p.Unpenalized, rows)
	}
	m.N, m.Columns, m.unseen = len(rows)*m.k, append([]model.Column(nil), l.Columns...), make([]float64, len(l.Columns))
	for k := range m.Columns {
		e := &m.Columns[k]
		class := e.Lo * m.k / l.N
		e.A, e.Lo, e.Hi = columns, class*len(rows), (class+1)*len(rows)
		if k >= l.From[l.Penalized] {
			e.A = free
		} else if e.A.DotRows(e.Row, e.Row) == 0 {
			m.unseen[k] = l.norms.squares[k] * floats.Max(l.c) / 2
		}
	}
}

// sample makes a sample of so many examples, nil for all where that is most of them, or they have no weight.
func (c *classModels) sample(count int) *classExamples {
	n := c.problem.Loss.Len()
	if count > n/2 {
		return nil
	}
	order := solver.Shared(c.problem, classOrder{}, func() []int { return rand.New(rand.NewPCG(1, 2)).Perm(n) })
	rows := order[:count]
	if !slices.ContainsFunc(rows, func(i int) bool { return c.l.c[i] > 0 }) {
		return nil
	}
	return c.examples(rows)
}

// grow makes the sample larger where that is needed after a step.
func (c *classModels) grow(s *ProximalNewtonState, gain float64) {
	falls := gain <= sampleGain*c.gain && s.Step == 1
	if c.part != nil && !falls && gain < sampleFar*math.Abs(s.Objective) {
		c.part = c.sample(sampleGrowth * len(c.part.rows))
	}
	c.gain = gain
}

// quadratic is that of some examples, nil for all, with the probabilities p of all.
func (c *classModels) quadratic(of *classExamples, p []float64) *byClass {
	if of == nil {
		return &byClass{classExamples: c.all, p: p}
	}
	out, n := &byClass{classExamples: of, p: make([]float64, 0, of.N)}, c.all.examples()
	for class := range of.k {
		for _, i := range of.rows {
			out.p = append(out.p, p[class*n+i])
		}
	}
	return out
}

// model is the quadratic of the next model around weights w, with the probabilities p of all and the slopes by column.
func (c *classModels) model(p, slopes, w []float64) *byClass {
	q := c.quadratic(c.part, p)
	if c.few != nil && c.few != c.part {
		q.few = c.quadratic(c.few, p)
	}
	q.moved, q.gradient, q.from = make([]float64, q.N+q.examples()), slopes, w
	return q
}
