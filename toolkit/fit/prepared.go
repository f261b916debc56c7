package fit

import (
	"errors"
	"fmt"
	"math"
	"sync"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/fit/internal/check"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
)

// Prepared is a Linear with its data made ready for solvers, once for all λ: examples with weight in the order of
// their tasks, features centred and scaled, those that nothing penalizes set apart, labels counted from 0 or made ±1.
// It is for one goroutine at a time.
type Prepared struct {
	Linear
	in      *input
	few     *fewExamples // with the moments of all; nil where these do not do
	refused bool         // rounding allowed no certificate by moments
	made    *problem     // of all examples; nil until it is asked for
	memory  *coordinate.Memory
}

// problem is what solvers solve: scaled features, with a ridge. It never changes; what is found out about it is kept.
type problem struct {
	*scaled
	*solver.Problem
	origin func() (*atZero, error) // at W = 0
	top    func() (float64, error) // λ_max
}

// atZero is what is known of W = 0.
type atZero struct {
	objective, slope float64 // P, and ‖∇P‖ of its smooth part
}

// Prepare checks data and settings, and makes the data ready.
func (c Linear) Prepare(data Data) (*Prepared, error) {
	in, err := newInput(c, data, false)
	if err != nil {
		return nil, err
	}
	if c.Start != nil && (c.Start.Features != in.d || c.Start.Outputs != in.k) {
		return nil, fmt.Errorf("the model to start from has %d features and %d outputs, the data %d and %d",
			c.Start.Features, c.Start.Outputs, in.d, in.k)
	}
	p := &Prepared{Linear: in.asked, in: in, memory: &coordinate.Memory{}}
	if p.few, err = compress(in); p.few != nil || err != nil {
		return p, err
	}
	norms, err := in.checkSizes()
	if err == nil {
		p.made, err = newProblem(in.asked, in, norms, nil)
	}
	return p, err
}

// ready is the problem of all examples, which is made where it is not made yet.
func (p *Prepared) ready() (_ *problem, err error) {
	if p.made == nil {
		p.made, err = newProblem(p.Linear, p.in, nil, &p.few.units)
	}
	return p.made, err
}

// newProblem scales features by settings, or by units that are known.
func newProblem(c Linear, in *input, norms []float64, known *units) (*problem, error) {
	s := newScaled(c, in, norms, known)
	if s.unpenalized != nil && isJoint(s.loss) {
		return nil, fmt.Errorf("there are %d features that nothing penalizes, which do not go with the %s loss: give them a "+
			"group, or a ridge μ > 0", s.unpenalized.R, check.NameOf(c.Loss))
	}
	return s.problem(c.Mu), nil
}

// problem is that of scaled features.
func (s *scaled) problem(mu float64) *problem {
	at := solver.NewProblem(s.x, s.loss, s.penalty).WithRidge(mu).WithUnpenalized(s.unpenalized)
	if s.norms != nil {
		at.WithColumnNorms(s.norms)
	}
	p := &problem{scaled: s, Problem: at}
	p.origin, p.top = sync.OnceValues(p.atZero), sync.OnceValues(p.lambdaMax)
	return p
}

// withRidge is the same problem with another μ.
func (p *problem) withRidge(mu float64) *problem {
	out := &problem{scaled: p.scaled, Problem: p.WithRidge(mu), origin: p.origin}
	out.top = sync.OnceValues(out.lambdaMax)
	return out
}

// withRidge is the same with another μ; what does not depend on it is not computed again.
func (p *Prepared) withRidge(mu float64) (*Prepared, error) {
	if mu == p.Mu {
		return p, nil
	}
	c := p.Linear
	c.Mu = mu
	if (mu == 0) != (p.Mu == 0) {
		return c.Prepare(p.in.given) // other features may be set apart, or μ may be missing
	}
	return p.atRidge(mu), nil
}

// atRidge is withRidge where a ridge stays, or none.
func (p *Prepared) atRidge(mu float64) *Prepared {
	q := &Prepared{Linear: p.Linear, in: p.in, refused: p.refused, memory: p.memory}
	q.Mu = mu
	if p.made != nil {
		q.made = p.made.withRidge(mu)
	}
	if z := p.few; z != nil {
		q.few = &fewExamples{z.atRidge(mu), z.units, z.m, z.share}
	}
	return q
}

// atZero evaluates the problem at W = 0.
func (p *problem) atZero() (*atZero, error) {
	value, gradient := p.AtZero()
	z := &atZero{value, floats.Norm(gradient, 2)}
	if !solver.Finite(z.slope) || !solver.Finite(z.objective) {
		return nil, errors.New("the gradient at W = 0 is not finite: features or targets are too large; scale them")
	}
	return z, nil
}

// muMax is MuMax.
func (p *problem) muMax() (float64, error) {
	h := float64(p.n) * p.loss.Curvature()
	if p.c != nil {
		h = p.loss.Curvature() / floats.Max(p.c)
	}
	if math.IsInf(h, 1) {
		h = 1
	}
	var sum float64
	linalg.ForEach(p.x, func(i, _ int, v float64) { sum += p.share(i) * v * v })
	if most := h * sum; most > 0 {
		return most, nil
	}
	return math.NaN(), errors.New("all features are 0: there is nothing to learn from")
}

// question is what a method is asked to solve: the problem as it is known by now.
func (p *Prepared) question() *Case {
	at := p.in.question(p.Linear, p.memory)
	at.moments = p.in.byMoments() && !p.refused
	switch {
	case p.made != nil:
		at.Penalty, at.sets = p.made.penalty, p.made.flat != nil
	case p.few != nil:
		at.Penalty = p.few.units.rescaled()
	}
	return at
}

// question is that of data which are not scaled.
func (in *input) question(c Linear, memory *coordinate.Memory) *Case {
	return &Case{
		Loss: in.loss, Penalty: in.penalty, Mu: c.Mu, Intercept: c.Intercept, Examples: in.n, Features: in.d, Outputs: in.k,
		Seed: c.Seed, method: c.Method, moments: in.byMoments(), design: in.withOnes, memory: memory,
	}
}

// withOnes are the features as they were, with a column of ones for the intercept.
func (in *input) withOnes() linalg.Map {
	if !in.asked.Intercept {
		return in.data.X
	}
	ones := linalg.NewDense(1, in.n, nil)
	floats.AddConst(1, ones.Data)
	return linalg.AppendColumns(in.data.X, ones)
}
