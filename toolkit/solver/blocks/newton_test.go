package blocks_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/blocks"
)

// problems are those of the tests, dense and sparse, with an intercept and without.
func problems(each func(name string, p *blocks.Problem, x *linalg.Dense, y []float64)) {
	for name, c := range map[string]struct {
		loss       blocks.Loss
		labels     bool
		lambda, mu float64
	}{
		"squared/l1":           {loss.Squared{}, false, 0.1, 0},
		"squared/ridge":        {loss.Squared{}, false, 0, 0.1},
		"squared/elastic-net":  {loss.Squared{}, false, 0.1, 0.1},
		"logistic/l1":          {loss.Logistic{}, true, 0.01, 0},
		"logistic/ridge":       {loss.Logistic{}, true, 0, 0.01},
		"logistic/elastic-net": {loss.Logistic{}, true, 0.01, 0.1},
		"exponential/l1":       {loss.Exponential{}, true, 0.02, 0},
		"logistic/l1/all-zero": {loss.Logistic{}, true, 10, 0},
		"squared/l1/small":     {loss.Squared{}, false, 1e-3, 0},
	} {
		for _, sparse := range []bool{false, true} {
			for _, intercept := range []bool{false, true} {
				m, x := example(1, 600, 30, c.labels, sparse)
				p := &blocks.Problem{A: m, Loss: c.loss, Lambda: c.lambda, Mu: c.mu, Intercept: intercept, Workers: 2}
				if sparse {
					name += "/sparse"
				}
				if intercept {
					name += "/intercept"
				}
				each(name, p, x, m.y)
			}
		}
	}
}

// whole is the same problem in memory.
func whole(p *blocks.Problem, x linalg.Map, y []float64) *solver.Problem {
	var penalty toolkit.Proxable
	if p.Lambda > 0 {
		penalty = prox.L1{Lambda: p.Lambda}
	}
	q := solver.NewProblem(x, p.Loss.Bind(y, nil), penalty).WithRidge(p.Mu)
	if !p.Intercept {
		return q
	}
	ones := linalg.NewDense(1, len(y), nil)
	for i := range ones.Data {
		ones.Data[i] = 1
	}
	return q.WithUnpenalized(ones)
}

// TestNewtonCertificate: after each pass the objective is that of the point, as the problem in memory has it, and the
// gap is never less than the distance to the minimum, which that certifies at the end.
func TestNewtonCertificate(t *testing.T) {
	t.Parallel()
	problems(func(name string, p *blocks.Problem, x *linalg.Dense, y []float64) {
		q := whole(p, x, y)
		var objectives, gaps []float64
		res, err := solver.Run(solver.Tee(blocks.Newton{}.Iterations(t.Context(), p), func(s *blocks.State) {
			w, b := s.X(nil)[:q.Dim()], 0.
			if p.Intercept {
				b = s.X(nil)[q.Dim()]
			}
			if at := objective(p, x, y, w, b); math.Abs(at-s.Objective) > 1e-12*math.Abs(at) {
				t.Errorf("%s: pass %d reports %.16g, and its point has %.16g", name, s.Iter, s.Objective, at)
			}
			objectives, gaps = append(objectives, s.Objective), append(gaps, s.Gap)
		}), solver.Any(solver.RelGap(1e-9), solver.MaxIter(40)))
		if err != nil || res.Status != solver.Converged {
			t.Errorf("%s: %v %v, gap %g after %d passes", name, res.Status, err, res.Gap, res.Iter)
			return
		}
		if gap := q.Gap(res.X[:q.Dim()]); gap > 1.1e-9*math.Abs(res.Objective) {
			t.Errorf("%s: in memory the gap is %g", name, gap)
		}
		for k, at := range objectives {
			if error := at - res.Objective; !(gaps[k] >= error) {
				t.Errorf("%s: pass %d is %g above the minimum, with a gap of %g", name, k+1, error, gaps[k])
			}
		}
	})
}

// objective is P, by loops.
func objective(p *blocks.Problem, x *linalg.Dense, y, w []float64, b float64) (sum float64) {
	l := p.Loss.Bind(y, nil).(toolkit.Separable)
	for i := range y {
		f := b
		for j, v := range x.Row(i) {
			f += v * w[j]
		}
		at, _ := l.At(i, f)
		sum += at / float64(len(y))
	}
	for _, v := range w {
		sum += p.Lambda*math.Abs(v) + p.Mu/2*v*v
	}
	return sum
}

// TestOrigin: λ_max and the best intercept at w = 0 are those of the problem in memory.
func TestOrigin(t *testing.T) {
	t.Parallel()
	problems(func(name string, p *blocks.Problem, x *linalg.Dense, y []float64) {
		o, err := p.Origin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		q := whole(&blocks.Problem{Loss: p.Loss, Lambda: 1, Intercept: p.Intercept}, x, y)
		if most := q.LambdaMax(); math.Abs(o.LambdaMax-most) > 1e-10*most {
			t.Errorf("%s: λ_max is %g, not %g", name, o.LambdaMax, most)
		}
		if at := q.Objective(make([]float64, q.Dim())); math.Abs(o.Objective-at) > 1e-12*at {
			t.Errorf("%s: P(0) is %g, not %g", name, o.Objective, at)
		}
	})
}

// TestScreening: columns are dropped on the way, never one that has a weight in the solution, and a last pass over all
// finds the same gap.
func TestScreening(t *testing.T) {
	t.Parallel()
	m, x := example(4, 900, 60, true, false)
	p := &blocks.Problem{A: m, Loss: loss.Logistic{}, Lambda: 0.03, Intercept: true}
	o, err := p.Origin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	fewest := 60
	passes := blocks.Newton{Origin: o}.Iterations(t.Context(), p)
	watched := solver.Tee(passes, func(s *blocks.State) { fewest = s.Columns })
	res, err := solver.Run(watched, solver.Any(solver.RelGap(1e-10), solver.MaxIter(30)))
	if err != nil || res.Status != solver.Converged {
		t.Fatal(res.Status, err, res.Gap)
	}
	if count := solver.Result.Nonzeros(res); fewest > 30 || count < 3 {
		t.Errorf("%d columns are read in the end, where %d have weights", fewest, count)
	}
	objective, gap, err := p.Certificate(t.Context(), res.X, o)
	if err != nil || math.Abs(objective-res.Objective) > 1e-14 || gap > 2e-10 {
		t.Errorf("over all columns: objective %g, gap %g, error %v", objective, gap, err)
	}
	if gap := whole(p, x, m.y).Gap(res.X[:60]); gap > 2e-10 {
		t.Errorf("in memory: %g", gap)
	}
}

// TestHessianOfAShare: with a Hessian of a tenth of the examples, and of few features at a time, it arrives at the
// same solution.
func TestHessianOfAShare(t *testing.T) {
	t.Parallel()
	m, _ := example(5, 20000, 40, true, false)
	m.rows = 700
	p := &blocks.Problem{A: m, Loss: loss.Logistic{}, Lambda: 0.002, Workers: 2}
	var points [3]solver.Result
	for k, c := range []blocks.Newton{{Exact: true}, {}, {Most: 12}} {
		res, err := solver.Run(c.Iterations(t.Context(), p), solver.Any(solver.RelGap(1e-8), solver.MaxIter(100)))
		if err != nil || res.Status != solver.Converged {
			t.Fatal(k, res.Status, err, res.Gap, res.Iter)
		}
		points[k] = res
	}
	for k, limit := range []int{12, 14, 100} {
		if off := math.Abs(points[k].Objective - points[0].Objective); off > 1e-8 || points[k].Iter > limit {
			t.Errorf("%d: objective off by %g after %d passes", k, off, points[k].Iter)
		}
	}
}

// TestNewtonRepeats: two runs give the same bits, and a start that is worse than w = 0 is not taken.
func TestNewtonRepeats(t *testing.T) {
	t.Parallel()
	m, _ := example(6, 500, 20, true, true)
	p := &blocks.Problem{A: m, Loss: loss.Logistic{}, Lambda: 0.01, Intercept: true, Workers: 3}
	bad := make([]float64, 21)
	for j := range bad {
		bad[j] = 100
	}
	var points [3][]float64
	for k, start := range [][]float64{nil, nil, bad} {
		res, err := solver.Run(blocks.Newton{Start: start}.Iterations(t.Context(), p), solver.RelGap(1e-8))
		if err != nil {
			t.Fatal(err)
		}
		points[k] = res.X
	}
	for j, v := range points[0] {
		if v != points[1][j] || math.Abs(v-points[2][j]) > 1e-4 {
			t.Fatalf("weight %d is %g, %g, %g", j, v, points[1][j], points[2][j])
		}
	}
}

// TestNewtonRefuses: what it cannot solve, and what a source cannot read, is an error; the end of a context too.
func TestNewtonRefuses(t *testing.T) {
	t.Parallel()
	m, _ := example(7, 60, 5, true, false)
	broken := *m
	broken.fail = errors.New("the disk is gone")
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	for name, c := range map[string]struct {
		ctx  context.Context
		p    blocks.Problem
		want error
	}{
		"no penalty": {t.Context(), blocks.Problem{A: m, Loss: loss.Logistic{}}, nil},
		"outputs":    {t.Context(), blocks.Problem{A: m, Loss: loss.Multinomial{}, Mu: 1}, nil},
		"source":     {t.Context(), blocks.Problem{A: &broken, Loss: loss.Logistic{}, Mu: 1}, broken.fail},
		"canceled":   {canceled, blocks.Problem{A: m, Loss: loss.Logistic{}, Mu: 1}, context.Canceled},
	} {
		for _, err := range (blocks.Newton{}).Iterations(c.ctx, &c.p) {
			if err == nil || c.want != nil && !errors.Is(err, c.want) {
				t.Errorf("%s: %v", name, err)
			}
			break
		}
	}
}
