package coordinate

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// sampledProblem has several classes, a weight for each example and an intercept; the last feature is 0 but in one
// example, which no sample of few has.
func sampledProblem(n, d, k int) *solver.Problem {
	rng := rand.New(rand.NewPCG(1, 93))
	x := linalg.NewDense(n, d, testproblems.Normal(rng, n*d, 1))
	ones, weights := linalg.NewDense(1, n, nil), make([]float64, n)
	last := rand.New(rand.NewPCG(1, 2)).Perm(n)[n-1]
	for i := range n {
		ones.Data[i], weights[i] = 1, float64(1+i%3)/(2*float64(n))
		if x.Row(i)[d-1] = 0; i == last {
			x.Row(i)[d-1] = 30
		}
	}
	y := testproblems.Labels(rng, n, k)
	for i := range y {
		x.Row(i)[y[i]] += 1.5
	}
	of := loss.Multinomial{Y: y, K: k, Weights: weights}
	return solver.NewProblem(linalg.ToCSR(x), of, prox.L1{Lambda: 0.01}).WithUnpenalized(ones)
}

// TestSampledHessians: with Hessians of a share of the examples proximal Newton comes near the same minimum, as far as
// its gap says, and the sample grows on the way.
func TestSampledHessians(t *testing.T) {
	t.Parallel()
	p := sampledProblem(300, 25, 3)
	run := func(sampled int) (c *classNewton, first float64) {
		s := &ProximalNewtonState{Progress: solver.Unknown()}
		c, err := newClassNewton(p, p.Loss.(Softmax), s, nil)
		if err != nil {
			t.Fatal(err)
		}
		if sampled > 0 {
			c.few = c.sample(sampled)
			c.part, c.gain = c.few, math.Inf(1)
		}
		for range 40 {
			if _, err := c.step(t.Context()); err != nil {
				t.Fatal(err)
			}
			if first == 0 {
				first = s.Objective
			}
			if s.Gap < 1e-10*s.Objective {
				break
			}
		}
		return c, first
	}
	want, whole := run(0)
	got, few := run(40)
	if !(want.s.Gap < 1e-10) || !(got.s.Gap < 1e-10) || got.part != nil || got.s.Iter > 25 || few == whole {
		t.Errorf("gaps %g and %g, first objectives %g and %g, %d iterations, the sample %v", want.s.Gap, got.s.Gap, whole,
			few, got.s.Iter, got.part)
	}
	sample := got.few
	if sum := floats.Sum(sample.share); !testproblems.Near(sum, 1, 1e-12) {
		t.Errorf("the examples of a sample weigh %g together", sum)
	}
	if at := sample.unseen; !(at[24] > 900./4/600) || floats.Sum(at) != at[24] {
		t.Errorf("features that the sample has not seen have the curvatures %v", at)
	}
	if !testproblems.Near(got.s.Objective, want.s.Objective, 1e-10) {
		t.Errorf("objective %.12g with a sample, %.12g without", got.s.Objective, want.s.Objective)
	}
}

// TestClassFactors: they solve the part of the Newton system that does not couple classes, as products with the Hessian
// of unit vectors tell it.
func TestClassFactors(t *testing.T) {
	t.Parallel()
	p := sampledProblem(80, 12, 3)
	c, err := newClassNewton(p, p.Loss.(Softmax), &ProximalNewtonState{Progress: solver.Unknown()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	m := c.model()
	var active []int
	for g := range m.penalized {
		if g%4 > 0 && m.blocks[g].row < 11 {
			active = append(active, g)
		}
	}
	size := len(active)
	diagonal, part := make([]float64, size), mat.NewDense(size, size, nil)
	scratch, column := make([]float64, m.n*(m.k+1)), make([]float64, size)
	for j, g := range active {
		unit := make([]float64, size)
		unit[j] = 1
		m.hessianTimes(column, unit, active, scratch)
		for i, v := range column {
			if m.blocks[active[i]].classes[0] == m.blocks[g].classes[0] {
				part.Set(i, j, v)
			}
		}
		diagonal[j] = m.curvature(g)
		part.Set(j, j, math.Max(part.At(j, j)*(1+factorShift), diagonal[j]))
	}
	right, x := testproblems.Normal(rand.New(rand.NewPCG(1, 94)), size, 1), make([]float64, size)
	m.factors(active, diagonal).solve(x, right)
	back := mat.NewVecDense(size, nil)
	back.MulVec(part, mat.NewVecDense(size, x))
	if off := floats.Distance(back.RawVector().Data, right, math.Inf(1)); off > 1e-9 {
		t.Errorf("the system is off by %g", off)
	}
}
