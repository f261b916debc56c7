package classes

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

// Models is what a run of proximal Newton has for a softmax loss.
type Models struct {
	problem    *solver.Problem
	b          *model.Blocks
	c, squares []float64 // weights c_i by prediction, and ‖A_j‖² by column
	all        *examples
	few, part  *examples // a sample of many examples, and that of the next model; nil for all
	gain       float64   // of the last step; 0 before
}

// New is that of a problem's columns, class by class, with weights c_i by prediction and ‖A_j‖² by column; the error
// says what they lack.
func New(p *solver.Problem, b *model.Blocks, c, squares []float64) (*Models, error) {
	free := 0
	if p.Unpenalized != nil {
		free = p.Unpenalized.R * p.Outputs()
	}
	if len(b.Unpenalized()) > free {
		return nil, errors.New("proximal Newton of several classes needs a weight ω_g > 0 for every feature, or a ridge")
	}
	for g := range b.Count() {
		for _, e := range b.Of(g) {
			if e.Row != b.Of(g)[0].Row {
				return nil, errors.New("proximal Newton of several classes needs blocks that lie in a row of W each, " +
					"weights of one feature")
			}
		}
	}
	m := &Models{problem: p, b: b, c: c, squares: squares}
	m.all = solver.Shared(p, allKey{p.Mu > 0}, func() *examples { return m.examples(nil) })
	if n := p.Loss.Len(); n >= sampleFrom {
		m.Sample(sampleLeast)
	}
	return m, nil
}

// Sample begins with a sample of so many examples.
func (m *Models) Sample(count int) {
	m.few = m.sample(count)
	m.part, m.gain = m.few, math.Inf(1)
}

// Sampled tells whether the next model is of a sample.
func (m *Models) Sampled() bool { return m.part != nil }

// allKey is the key under which a problem keeps the columns of all examples, with a ridge and without, and orderKey of
// these in the order samples take them.
type (
	allKey   struct{ ridge bool }
	orderKey struct{}
)

// examples are the columns of some examples, whose weights add up to those of all; nil for all.
func (m *Models) examples(rows []int) *examples {
	n, k := m.problem.Loss.Len(), m.problem.Outputs()
	share := m.c[:n]
	out := &examples{Blocks: *m.b, rows: rows, k: k}
	if rows != nil {
		share = make([]float64, len(rows))
		for at, i := range rows {
			share[at] = m.c[i]
		}
		floats.Scale(floats.Sum(m.c[:n])/floats.Sum(share), share)
		out.take(m, rows)
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
func (m *examples) take(of *Models, rows []int) {
	p, b := of.problem, of.b
	columns := linalg.Columns(linalg.SelectRows(p.A, rows))
	var free linalg.Rows
	if p.Unpenalized != nil {
		free = linalg.Columns(linalg.SelectRows(linalg.Columns(p.Unpenalized), rows))
	}
	m.N, m.Columns, m.unseen = len(rows)*m.k, append([]model.Column(nil), b.Columns...), make([]float64, len(b.Columns))
	for k := range m.Columns {
		e := &m.Columns[k]
		class := e.Lo * m.k / b.N
		e.A, e.Lo, e.Hi = columns, class*len(rows), (class+1)*len(rows)
		if k >= b.From[b.Penalized] {
			e.A = free
		} else if e.A.DotRows(e.Row, e.Row) == 0 {
			m.unseen[k] = of.squares[k] * floats.Max(of.c) / 2
		}
	}
}

// sample makes a sample of so many examples, nil for all where that is most of them, or they have no weight.
func (m *Models) sample(count int) *examples {
	n := m.problem.Loss.Len()
	if count > n/2 {
		return nil
	}
	order := solver.Shared(m.problem, orderKey{}, func() []int { return rand.New(rand.NewPCG(1, 2)).Perm(n) })
	rows := order[:count]
	if !slices.ContainsFunc(rows, func(i int) bool { return m.c[i] > 0 }) {
		return nil
	}
	return m.examples(rows)
}

// Grow makes the sample larger where that is needed after a step of such a length, to an objective that is less by a
// gain.
func (m *Models) Grow(step, objective, gain float64) {
	falls := gain <= sampleGain*m.gain && step == 1
	if m.part != nil && !falls && gain < sampleFar*math.Abs(objective) {
		m.part = m.sample(sampleGrowth * len(m.part.rows))
	}
	m.gain = gain
}

// At is the quadratic of all examples where the probabilities are p, in no model.
func (m *Models) At(p []float64) *Quadratic { return m.quadratic(nil, p) }

// Outputs is the number of classes.
func (m *Models) Outputs() int { return m.all.k }

// quadratic is that of some examples, nil for all, with the probabilities p of all.
func (m *Models) quadratic(of *examples, p []float64) *Quadratic {
	if of == nil {
		return &Quadratic{examples: m.all, p: p}
	}
	out, n := &Quadratic{examples: of, p: make([]float64, 0, of.N)}, m.all.count()
	for class := range of.k {
		for _, i := range of.rows {
			out.p = append(out.p, p[class*n+i])
		}
	}
	return out
}

// Model is the quadratic of the next model around weights w, with the probabilities p of all and the slopes by column.
func (m *Models) Model(p, slopes, w []float64) *Quadratic {
	q := m.quadratic(m.part, p)
	if m.few != nil && m.few != m.part {
		q.few = m.quadratic(m.few, p)
	}
	q.moved, q.gradient, q.from = make([]float64, q.N+q.count()), slopes, w
	return q
}
