package lowrank

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// Decomposition is how AcceleratedTraceNorm finds the singular pairs of its proximal step.
type Decomposition int

// The decompositions: all pairs by the thin singular value decomposition; all by the eigenvalues of the smaller Gram matrix, faster;
// those above the threshold by subspace iteration from the pairs before, without forming the gradient or W: fastest at low rank.
const (
	ThinSVD Decomposition = iota
	GramEigen
	MatrixFree
)

// AcceleratedTraceNorm minimizes P(W) = Σ_i c_i ℓ_i(Wᵀx_i) + λ‖W‖_* by accelerated proximal gradient steps, whose prox thresholds
// singular values at λ/L. The predictions X Y of the extrapolated point come from those of the last two, and L is searched: it shrinks
// by a fifth after a step and doubles until the quadratic bound holds. Momentum starts afresh when the objective rises.
// FISTA with prox.TraceNorm is the same method in general terms.
//
// Source: Ji, Ye, An Accelerated Gradient Method for Trace Norm Minimization, ICML 2009; Toh, Yun, An Accelerated Proximal Gradient
// Algorithm for Nuclear Norm Regularized Least Squares Problems, Pacific J. Optim. 2010, section 3; restarts: O'Donoghue and Candès 2015.
type AcceleratedProximal struct {
	Decomposition Decomposition
	// CheckEvery is how often Gap is computed; 0 for 10. A check costs about a gradient and the largest singular value.
	CheckEvery int
}

// Iterations starts from W = 0. λ must be positive.
func (c AcceleratedProximal) Iterations(ctx context.Context, x linalg.Map, loss toolkit.MultiOutput, lambda float64) solver.Seq[*State] {
	return func(yield func(*State, error) bool) {
		_, d := x.Dims()
		s := &State{Progress: solver.Unknown(), d: d, k: loss.Outputs()}
		err := checkLambda(lambda)
		if c.Decomposition < ThinSVD || c.Decomposition > MatrixFree {
			err = fmt.Errorf("there is no decomposition %d", c.Decomposition)
		}
		if err != nil {
			yield(s, err)
			return
		}
		if c.CheckEvery <= 0 {
			c.CheckEvery = 10
		}
		p := newAccelerated(c, x, loss, lambda, s)
		for {
			err := context.Cause(ctx)
			if err == nil {
				err = p.iterate()
			}
			if !yield(s, err) || err != nil {
				return
			}
		}
	}
}

// place is a point of the method: factors, predictions, and W where it is formed.
type place struct {
	u, v, z, w []float64
	rank       int
}

type accelerated struct {
	AcceleratedProximal
	*factored
	now, before place
	t, beta, l  float64
	trace       float64 // ‖W‖_*
	zy, y       []float64
	rng         *rand.Rand
	warm        []float64 // right vectors of the subspace before
}

func newAccelerated(c AcceleratedProximal, x linalg.Map, loss toolkit.MultiOutput, lambda float64, s *State) *accelerated {
	p := &accelerated{AcceleratedProximal: c, factored: newFactored(x, loss, lambda, s), t: 1, rng: rand.New(rand.NewPCG(1, 3))}
	p.l = loss.Curvature() * meanEigenvalue(x) / 8
	if !(p.l > 0) {
		p.l = 1
	}
	for _, at := range []*place{&p.now, &p.before} {
		at.z = make([]float64, p.o.Size())
		if c.Decomposition != MatrixFree {
			at.w = make([]float64, s.d*s.k)
		}
	}
	p.zy, p.y = make([]float64, p.o.Size()), make([]float64, len(p.now.w))
	return p
}

// meanEigenvalue is that of XᵀX: a start for L from below.
func meanEigenvalue(x linalg.Map) float64 {
	_, d := x.Dims()
	switch x := x.(type) {
	case *linalg.Dense:
		return floats.Dot(x.Data, x.Data) / float64(d)
	case *linalg.CSR:
		return floats.Dot(x.Val, x.Val) / float64(d)
	}
	lo, _ := linalg.SquaredNorm(x)
	return lo / float64(d)
}

// iterate is a step.
func (p *accelerated) iterate() error {
	s := p.s
	s.Iter++
	extrapolate := func(dst, now, before []float64) {
		for i, v := range now {
			dst[i] = v + p.beta*(v-before[i])
		}
	}
	extrapolate(p.zy, p.now.z, p.before.z)
	extrapolate(p.y, p.now.w, p.before.w)
	atY := p.o.Slopes(p.slope, p.zy)
	s.Evals++
	if !solver.Finite(atY) {
		return p.report(atY)
	}
	if p.Decomposition != MatrixFree {
		p.o.Gradient(p.gradient, p.x, p.slope)
	}
	next, trace, value, err := p.search(atY)
	if err != nil {
		return err
	}
	p.before, p.now = p.now, next
	s.U, s.V, s.Rank = next.u, next.v, next.rank
	objective := value + p.lambda*trace
	p.momentum(objective)
	p.trace, s.Step = trace, 1/p.l
	p.l *= 0.8
	if s.Iter%p.CheckEvery == 0 {
		p.o.Slopes(p.slope, p.now.z)
		_, top, ok := p.factored.pairs()
		if !ok {
			return solver.ErrDiverged
		}
		p.bound(top)
	}
	return p.report(objective)
}

func (p *accelerated) momentum(objective float64) {
	if objective > p.s.Objective {
		p.t = 1
	}
	next := (1 + math.Sqrt(1+4*p.t*p.t)) / 2
	p.beta, p.t = (p.t-1)/next, next
}

// search doubles L until the step's value is below the quadratic bound.
func (p *accelerated) search(atY float64) (next place, trace, value float64, err error) {
	slopes := append([]float64(nil), p.slope...)
	for try := 0; ; try++ {
		next, trace, err = p.prox(slopes)
		if err != nil {
			return next, 0, 0, err
		}
		value = p.o.Slopes(p.slope, next.z)
		p.s.Evals++
		var linear float64
		for i, g := range slopes {
			linear += g * (next.z[i] - p.zy[i])
		}
		bound := atY + linear + p.l/2*p.squaredMove(next)
		if slack := 1e-12 * (math.Abs(value) + math.Abs(atY)); value <= bound+slack || try == 60 {
			return next, trace, value, nil
		}
		p.l *= 2
	}
}

// squaredMove is ‖W⁺ − Y‖²: of matrices where they are formed, else by the Gram matrices of the factors.
func (p *accelerated) squaredMove(next place) (sum float64) {
	if p.Decomposition != MatrixFree {
		for i, v := range next.w {
			sum += (v - p.y[i]) * (v - p.y[i])
		}
		return sum
	}
	u, v := p.stack(next)
	r := len(u) / p.s.d
	gu, gv := make([]float64, r*r), make([]float64, r*r)
	linalg.Gemm(gu, u, u, r, p.s.d, r, true)
	linalg.Gemm(gv, v, v, r, p.s.k, r, true)
	return math.Max(0, floats.Dot(gu, gv))
}

// stack is W⁺ − Y in factors: those of W⁺, −(1 + β) W and β W⁻, one under another. Of a place of rank 0 it is −Y.
func (p *accelerated) stack(next place) (u, v []float64) {
	add := func(at place, scale float64) {
		u = append(u, at.u...)
		from := len(v)
		v = append(v, at.v...)
		floats.Scale(scale, v[from:])
	}
	add(next, 1)
	add(p.now, -1-p.beta)
	if p.beta != 0 {
		add(p.before, p.beta)
	}
	return u, v
}

// prox thresholds the singular values of Y − ∇/L at λ/L.
func (p *accelerated) prox(slopes []float64) (place, float64, error) {
	s := p.s
	cut := p.lambda / p.l
	pairs, ok := p.pairs(slopes, cut)
	if !ok {
		return place{}, 0, solver.ErrDiverged
	}
	rank := 0
	for rank < len(pairs.Values) && pairs.Values[rank] > cut {
		rank++
	}
	next := place{u: pairs.Left[:rank*s.d], v: pairs.Right[:rank*s.k], rank: rank, z: make([]float64, p.o.Size())}
	var trace float64
	for j, v := range pairs.Values[:rank] {
		trace += v - cut
		root := math.Sqrt(v - cut)
		floats.Scale(root, next.u[j*s.d:(j+1)*s.d])
		floats.Scale(root, next.v[j*s.k:(j+1)*s.k])
	}
	s.U, s.V, s.Rank = next.u, next.v, rank
	if p.Decomposition == MatrixFree {
		xu := make([]float64, p.o.N*rank)
		linalg.MulRows(xu, p.x, next.u, rank)
		p.o.Combine(next.z, xu, next.v, rank)
		return next, trace, nil
	}
	next.w = make([]float64, s.d*s.k)
	form(next.w, next.u, next.v, s.d, s.k, rank)
	if p.formed() {
		p.o.Predict(next.z, p.x, next.w)
	} else {
		xu := make([]float64, p.o.N*rank)
		linalg.MulRows(xu, p.x, next.u, rank)
		p.o.Combine(next.z, xu, next.v, rank)
	}
	return next, trace, nil
}

// pairs are those of Y − ∇/L, at least all above cut.
func (p *accelerated) pairs(slopes []float64, cut float64) (linalg.Pairs, bool) {
	s := p.s
	if p.Decomposition == MatrixFree {
		return p.subspace(slopes, cut)
	}
	at := make([]float64, s.d*s.k)
	floats.AddScaledTo(at, p.y, -1/p.l, p.gradient)
	if p.Decomposition == GramEigen {
		pairs, _, ok := linalg.SingularPairs(at, s.d, s.k, cut)
		return pairs, ok
	}
	return linalg.ThinPairs(at, s.d, s.k)
}
