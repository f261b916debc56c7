package coordinate

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/internal/outputs"
)

// classNewton is a run of ProximalNewton on a softmax loss: its box, with the model of classModel on a working set.
type classNewton struct {
	*classProblem
	problem     *solver.Problem
	o           *outputs.Loss
	softmax     Softmax
	s           *ProximalNewtonState
	few         *classSample // a sample of many examples; nil for all
	part        *classSample // whose Hessian models have; nil for that of all examples
	z           []float64    // predictions at w, example by example
	prob        []float64    // probabilities there, class by class
	gradient    []float64    // of the loss, with unpenalized columns
	line, trial []float64
	loss        float64 // at w
	gain        float64 // of the last step; 0 before
}

// classKey is the key under which a problem keeps its classProblem.
type classKey struct{ ridge bool }

type classProblemOrError struct {
	made *classProblem
	err  error
}

// newClassNewton starts a run at weights, nil for 0. The error says what the problem lacks.
func newClassNewton(p *solver.Problem, softmax Softmax, s *ProximalNewtonState, start []float64) (*classNewton, error) {
	if !(p.Lambda > 0) || math.IsInf(p.Lambda, 1) || !(p.Mu >= 0) || math.IsInf(p.Mu, 1) {
		return nil, fmt.Errorf("λ = %g, μ = %g: λ must be positive, μ must not be negative, and both finite", p.Lambda, p.Mu)
	}
	made := solver.Shared(p, classKey{p.Mu > 0}, func() (made classProblemOrError) {
		made.made, made.err = newClassProblem(p)
		return made
	})
	if made.err != nil {
		return nil, made.err
	}
	c := &classNewton{
		classProblem: made.made, problem: p.At(p.Lambda), o: outputs.New(p.Loss), softmax: softmax, s: s,
	}
	size := p.Dim()
	if p.Unpenalized != nil {
		size += p.Unpenalized.R * c.k
	}
	if start != nil && len(start) != size {
		panic(badStart)
	}
	s.w = make([]float64, size)
	copy(s.w, start)
	for _, v := range []*[]float64{&c.z, &c.prob, &c.line, &c.trial} {
		*v = make([]float64, c.n*c.k)
	}
	c.gradient = make([]float64, size)
	clear(s.w[p.Dim():]) // certify finds the best, from here on
	c.o.Predict(c.z, p.A, s.w[:p.Dim()])
	c.certify()
	if c.n >= sampleFrom {
		c.few = c.sample(sampleLeast)
		c.part, c.gain = c.few, math.Inf(1)
	}
	return c, nil
}

// newClassProblem takes a problem apart.
func newClassProblem(p *solver.Problem) (*classProblem, error) {
	norm, ok := p.Penalty.(toolkit.BlockNorm)
	if !ok {
		return nil, fmt.Errorf("proximal Newton needs a penalty that is a sum of norms over blocks (toolkit.BlockNorm), "+
			"which %T is not; FISTA takes any", p.Penalty)
	}
	if _, ok := p.A.(linalg.Entries); !ok {
		return nil, fmt.Errorf("proximal Newton needs the columns of A: a matrix that can enumerate its entries "+
			"(linalg.Entries), which %T is not; FISTA takes any linear map", p.A)
	}
	n, d := p.A.Dims()
	out := &classProblem{n: n, d: d, k: p.Outputs()}
	if err := out.arrange(norm, p.Mu > 0); err != nil {
		return nil, err
	}
	out.columns = stored(p.Columns())
	if p.Unpenalized != nil {
		out.fixed = p.Unpenalized
		for i := range p.Unpenalized.R * out.k {
			out.blocks = append(out.blocks, classBlock{row: d + i/out.k, classes: []int{i % out.k}})
		}
	}
	out.share = make([]float64, n)
	for i := range out.share {
		out.share[i] = p.Loss.Weight(i)
	}
	out.weigh()
	out.norms = linalg.ColumnNorms(p.A)
	return out, nil
}

// weigh makes columns times the weights of examples, where these are not the same.
func (p *classProblem) weigh() {
	p.weight, p.weighted, p.fixedBy = p.share[0], p.columns, p.fixed
	if slices.Min(p.share) == slices.Max(p.share) {
		return
	}
	p.weight = 1
	p.weighted = stored(linalg.ScaleColumns(p.columns, p.share))
	if p.fixed != nil {
		p.fixedBy = stored(linalg.ScaleColumns(p.fixed, p.share))
	}
}

// stored asks for the numbers of a matrix that linalg made.
func stored(a linalg.Rows) linalg.StoredRows {
	return a.(linalg.StoredRows) //nolint:errcheck // dense and sparse matrices have them
}

// arrange makes the blocks of a norm: those with ω_g > 0, and, with a ridge, the weights in none.
func (p *classProblem) arrange(norm toolkit.BlockNorm, ridge bool) error {
	groups, omega := norm.Blocks(p.d * p.k)
	if err := checkBlocks(groups, omega, p.d*p.k); err != nil {
		return fmt.Errorf("%T: %w", norm, err)
	}
	weighted := make([]bool, p.d*p.k)
	for g, w := range omega {
		group := []int{g}
		if groups != nil {
			group = groups[g]
		}
		if w == 0 {
			continue
		}
		block := classBlock{row: group[0] / p.k, omega: w}
		for _, i := range group {
			if i/p.k != block.row {
				return errors.New("proximal Newton of several classes needs blocks that lie in a row of W each, " +
					"weights of one feature")
			}
			weighted[i] = true
			block.classes = append(block.classes, i%p.k)
		}
		p.blocks = append(p.blocks, block)
	}
	for i, is := range weighted {
		switch {
		case is:
		case !ridge:
			return errors.New("proximal Newton of several classes needs a weight ω_g > 0 for every feature, or a ridge")
		default:
			p.blocks = append(p.blocks, classBlock{row: i / p.k, classes: []int{i % p.k}})
		}
	}
	p.penalized = len(p.blocks)
	return nil
}

// penalty is λ Σ_g ω_g ‖w_g‖ + (μ/2)‖w‖².
func (p *classProblem) penalty(w []float64, lambda, mu float64) (sum float64) {
	for g := range p.penalized {
		block := &p.blocks[g]
		var square float64
		for _, c := range block.classes {
			square += w[block.row*p.k+c] * w[block.row*p.k+c]
		}
		sum += lambda*block.omega*math.Sqrt(square) + mu/2*square
	}
	return sum
}

// classShare is what is left to gain of a model, as a share of what is gained.
const classShare = 1e-2

// step takes one iteration: the model's minimum, a line search, the unpenalized weights.
func (c *classNewton) step(ctx context.Context) (objective float64, err error) {
	s := c.s
	if !solver.Finite(s.Objective) {
		return s.Objective, solver.ErrDiverged
	}
	m := c.model()
	m.minimize(ctx, c.workingSet(), classShare)
	s.Passes += m.visited / float64(len(s.w)) * float64(m.n) / float64(c.n)
	s.Iter++
	before := s.Objective
	c.along(m)
	c.lineSearch(m)
	c.certify()
	c.grow(before - s.Objective)
	return s.Objective, context.Cause(ctx)
}

// model is the quadratic model at the last point.
func (c *classNewton) model() *classModel {
	problem, prob := c.classProblem, c.prob
	var rows []int
	if c.part != nil {
		problem, rows = c.part.classProblem, c.part.rows
		prob = prob[:problem.n*c.k]
	}
	linalg.Transpose(prob, c.probabilities(rows), problem.n, c.k)
	m := &classModel{
		classProblem: problem, lambda: c.problem.Lambda, mu: c.problem.Mu, prob: prob, gradient: c.gradient,
		change: make([]float64, problem.n*c.k), mean: make([]float64, problem.n), few: problem, fewProb: prob,
		old: c.s.w, w: append([]float64(nil), c.s.w...), bound: make([]float64, len(c.blocks)), step: make([]float64, c.k),
	}
	if c.few != nil && c.few.n < problem.n {
		m.few, m.fewProb = c.few.classProblem, make([]float64, c.few.n*c.k)
		linalg.Transpose(m.fewProb, c.probabilities(c.few.rows), c.few.n, c.k)
	}
	return m
}

// probabilities are those of some examples at the last point, example by example; of all for nil.
func (c *classNewton) probabilities(rows []int) []float64 {
	if rows != nil {
		out := make([]float64, len(rows)*c.k)
		for at, i := range rows {
			c.softmax.Probabilities(out[at*c.k:(at+1)*c.k], i, c.z[i*c.k:(i+1)*c.k])
		}
		return out
	}
	out := make([]float64, len(c.z))
	c.o.Parallel(func(_, from, to int) {
		for i := from; i < to; i++ {
			c.softmax.Probabilities(out[i*c.k:(i+1)*c.k], i, c.z[i*c.k:(i+1)*c.k])
		}
	})
	return out
}
