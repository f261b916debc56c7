package coordinate

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/classes"
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
	run := func(sampled int) (m *proximalNewton, first float64) {
		m = classRun(t, p)
		if sampled > 0 {
			m.classes.Sample(sampled)
		}
		for range 40 {
			if _, err := m.step(t.Context()); err != nil {
				t.Fatal(err)
			}
			if first == 0 {
				first = m.s.Objective
			}
			if m.s.Gap < 1e-10*m.s.Objective {
				break
			}
		}
		return m, first
	}
	want, whole := run(0)
	got, few := run(40)
	if !(want.s.Gap < 1e-10) || !(got.s.Gap < 1e-10) || got.classes.Sampled() || got.s.Iter > 25 || few == whole {
		t.Errorf("gaps %g and %g, first objectives %g and %g, %d iterations, of a sample %v", want.s.Gap, got.s.Gap,
			whole, few, got.s.Iter, got.classes.Sampled())
	}
	if !testproblems.Near(got.s.Objective, want.s.Objective, 1e-10) {
		t.Errorf("objective %.12g with a sample, %.12g without", got.s.Objective, want.s.Objective)
	}
}

// classRun begins a run on a softmax loss.
func classRun(t *testing.T, p *solver.Problem) *proximalNewton {
	t.Helper()
	l, err := layoutOf(p, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := &ProximalNewtonState{Progress: solver.Unknown(), w: make([]float64, len(l.Columns))}
	m := newProximalNewton(l, l.smoothLoss(p.Loss), p, s)
	if m.classes, err = classes.New(p, &l.Blocks, l.c, l.norms.squares); err != nil {
		t.Fatal(err)
	}
	m.predict()
	m.minimizeUnpenalized()
	m.certify()
	return m
}

func unit(n, i int) []float64 {
	out := make([]float64, n)
	out[i] = 1
	return out
}

// TestClassHessians: products with unit vectors are the columns of the Gram matrix, and are second differences of the
// loss.
func TestClassHessians(t *testing.T) {
	t.Parallel()
	m := classRun(t, sampledProblem(80, 12, 3))
	q := m.classes.At(m.h)
	var columns []int
	for k := range q.Columns {
		if k%4 > 0 {
			columns = append(columns, k)
		}
	}
	times := q.Products(columns)
	size := len(columns)
	gram, column := q.Gram(columns), make([]float64, size)
	for j, k := range columns {
		times(column, unit(size, j))
		if !floats.EqualApprox(column, gram[j*size:(j+1)*size], 1e-14) {
			t.Errorf("row %d of the Gram matrix is %v, by products %v", j, gram[j*size:(j+1)*size], column)
		}
		var at [3]float64
		for i, by := range []float64{-1e-3, 0, 1e-3} {
			f := append([]float64(nil), m.f...)
			m.b.Columns[k].AddTo(f, by)
			at[i] = m.loss.Value(f)
		}
		if by := (at[0] + at[2] - 2*at[1]) / 1e-6; math.Abs(by-gram[j*size+j]) > 1e-4*by+1e-8 {
			t.Errorf("the curvature of column %d is %g, by differences %g", k, gram[j*size+j], by)
		}
	}
}
