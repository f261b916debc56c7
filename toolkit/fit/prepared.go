package fit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/fit/internal/check"
	"github.com/proxlab/proxlab/toolkit/fit/internal/losses"
	"github.com/proxlab/proxlab/toolkit/fit/internal/moments"
	"github.com/proxlab/proxlab/toolkit/fit/internal/sweep"
	"github.com/proxlab/proxlab/toolkit/fit/solve"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
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
	*solve.Problem
}

// whole is made ready with all examples.
func whole(in *input) (*Prepared, error) {
	p := &Prepared{Linear: in.asked, in: in, memory: &coordinate.Memory{}}
	found, err := in.checkSizes()
	if err == nil {
		p.made, err = newProblem(in.asked, in, found, nil)
	}
	return p, err
}

// ready is the problem of all examples, which is made where it is not made yet.
func (p *Prepared) ready() (_ *problem, err error) {
	if p.made == nil {
		found := &sweep.Columns{}
		known := &p.few.units
		if p.few.m != nil && !linalg.IsDense(p.in.data.X) { // all means would fill the columns in
			if found, err = p.in.checkSizes(); err != nil {
				return nil, err
			}
			known = nil
		}
		p.made, err = newProblem(p.Linear, p.in, found, known)
	}
	return p.made, err
}

// complete is the same with columns of zeros, too, and its problem.
func (p *Prepared) complete() (*Prepared, *problem, error) {
	made, err := p.ready()
	if err != nil || made.all == nil {
		return p, made, err
	}
	q := *p
	q.made, q.memory = made.all.problem(p.Mu), &coordinate.Memory{}
	return &q, q.made, nil
}

// newProblem scales features, of which something may be known, by settings, or by units that are known.
func newProblem(c Linear, in *input, found *sweep.Columns, known *units) (*problem, error) {
	s := newScaled(c, in, found, known)
	if s.unpenalized != nil && losses.Joint(s.loss) {
		return nil, fmt.Errorf("there are %d features that nothing penalizes, which do not go with the %s loss: give them a "+
			"group, or a ridge μ > 0", s.unpenalized.R, check.NameOf(c.Loss))
	}
	return s.problem(c.Mu), nil
}

// problem is that of scaled features.
func (s *scaled) problem(mu float64) *problem {
	at := solver.NewProblem(s.x, s.loss, s.penalty).WithRidge(mu).WithUnpenalized(s.unpenalized)
	at.Inexact = s.mean != nil || s.scale != nil || s.shift != nil || s.flat != nil
	if s.norms != nil {
		at.WithColumnNorms(s.norms)
	}
	if s.slopes != nil {
		at.WithSlopesAtZero(s.slopes)
	}
	p := solve.NewProblem(at)
	p.Model, p.Off, p.Sets = s.model, s.rounded, s.flat
	return &problem{s, p}
}

// atRidge is withRidge where a ridge stays, or none.
func (p *Prepared) atRidge(mu float64) *Prepared {
	q := &Prepared{Linear: p.Linear, in: p.in, refused: p.refused, memory: p.memory}
	q.Mu = mu
	if p.made != nil {
		q.made = &problem{p.made.scaled, p.made.WithRidge(mu)}
	}
	if z := p.few; z != nil {
		q.few = &fewExamples{z.atRidge(mu), z.units, z.m, z.share, nil}
	}
	return q
}

// MuMax is where a path of μ begins, Σ_i c_i h ‖x_i‖², with h the most curvature of the loss (1 where it has kinks) and
// features centred and scaled as the problem has them: the trace of the Hessian's bound, which is at least its largest
// eigenvalue and has the unit of μ. A ridge regression has at most one degree of freedom there.
func (p *Prepared) MuMax() (float64, error) {
	if p.few != nil && p.few.m != nil {
		return p.few.MuMax()
	}
	whole, err := p.ready()
	if err != nil {
		return math.NaN(), err
	}
	return whole.muMax()
}

// muMax is MuMax.
func (p *problem) muMax() (float64, error) {
	if p.data.byProducts() {
		return math.NaN(), fmt.Errorf("where a path of μ begins is not known of %T, which enumerates no entries", p.data.X)
	}
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

// Certify says how good given weights are: see Linear.Certify.
func (p *Prepared) Certify(ctx context.Context, weights, intercept []float64) (*model.Linear, error) {
	due := 0
	if p.Intercept {
		due = p.in.k
	}
	if len(weights) != p.in.d*p.in.k || len(intercept) != due {
		return nil, fmt.Errorf("there are %d weights and %d intercepts: %d features and %d outputs have %d and %d",
			len(weights), len(intercept), p.in.d, p.in.k, p.in.d*p.in.k, due)
	}
	for _, v := range slices.Concat(weights, intercept) {
		if !solver.Finite(v) {
			return nil, fmt.Errorf("a weight is %g: all must be finite", v)
		}
	}
	if err := p.checkLambda(p.Lambda); err != nil {
		return nil, err
	}
	p, whole, err := p.complete()
	if err != nil {
		return nil, err
	}
	out := p.in.describe()
	out.Weights = slices.Clone(weights)
	if p.Intercept {
		out.Intercept = slices.Clone(intercept)
	}
	p.in.profile(out)
	if of, ok := p.in.penalty.(constrained); ok {
		out.Violation = of.Violation(out.Weights)
	}
	at := p.question()
	at.Moments = false
	return out, whole.Certify(ctx, p.solving(), at, p.Lambda, whole.from(out), out)
}

// question is what a method is asked to solve: the problem as it is known by now.
func (p *Prepared) question() *solve.Case {
	at := p.in.question(p.Linear, p.memory)
	at.Moments = p.in.byMoments() && !p.refused
	switch {
	case p.made != nil:
		at.Penalty, at.Whole = p.made.penalty, p.made.whole
		_, at.Features = p.made.x.Dims() // those that the penalty is of
	case p.few != nil:
		at.Penalty = p.few.units.rescaled()
	}
	return at
}

// question is that of data which are not scaled.
func (in *input) question(c Linear, memory *coordinate.Memory) *solve.Case {
	return &solve.Case{
		Loss: in.loss, Penalty: in.penalty, Mu: c.Mu, Tol: cmp.Or(c.Tol, DefaultTol), Intercept: in.asked.Intercept,
		Examples: in.n, Features: in.d, Outputs: in.k, Seed: c.Seed, Wanted: c.Method,
		ByProducts: in.data.byProducts(), Dense: linalg.IsDense(in.data.X), Moments: in.byMoments(), Design: in.withOnes,
		Memory: memory,
	}
}

// withOnes are the features as they were, with a column of ones for the intercept.
func (in *input) withOnes() linalg.Map {
	if !in.asked.Intercept {
		return in.features()
	}
	ones := linalg.NewDense(1, in.n, nil)
	floats.AddConst(1, ones.Data)
	return linalg.AppendColumns(in.features(), ones)
}

// fewExamples are least squares of all examples as one of d + 1 that have the same second moments, up to rounding:
// every entry of theirs is off by share·N_iN_j at most. All that a solver asks for is in the moments, so that examples
// are passed over once; the answer is certified for the examples themselves, by what the difference may do to P and to
// the dual objective. Where tasks share examples, the few are these with an output for each task: the same problem.
type fewExamples struct {
	*Prepared                  // the few
	units     units            // of all
	m         *moments.Central // of the features as scaled; nil where tasks share examples
	share     float64
	lassos    *moments.Lassos // along a path; nil before they are asked for
}
