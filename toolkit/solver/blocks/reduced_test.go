package blocks_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/blocks"
)

// TestReduced: the problem of the examples next to the margin is nowhere above the whole one, and is equal to it at the
// point and near it, where the others stay on their side.
func TestReduced(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(2, 9))
	for _, sparse := range []bool{false, true} {
		m, x := example(8, 400, 6, true, sparse)
		p := &blocks.Problem{A: m, Loss: loss.Hinge{}, Mu: 0.1, Intercept: true, Workers: 2}
		o, err := p.Origin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		point := []float64{0.5, 0, -0.2, 0.1, 0, 0.3, 0.1}
		r, err := p.Reduce(t.Context(), point, o, 0.5, 300)
		if err != nil {
			t.Fatal(err)
		}
		at := objective(p, x, m.y, point[:6], point[6])
		if math.Abs(r.Objective-at) > 1e-13 || len(r.Y) < 30 || len(r.Y) > 300 {
			t.Errorf("sparse %v: P is %g, not %g, with %d examples", sparse, r.Objective, at, len(r.Y))
		}
		below := func(w []float64) float64 {
			sum := p.Mu / 2 * floats.Dot(w[:6], w[:6])
			for i, y := range r.Y {
				sum += r.Weights[i] * math.Max(0, 1-y*(r.X.(linalg.Rows).DotRow(i, w[:6])+w[6]))
			}
			return sum
		}
		if v := below(point); math.Abs(v-at) > 1e-13 {
			t.Errorf("sparse %v: at the point it is %g, not %g", sparse, v, at)
		}
		other := make([]float64, 7)
		for range 200 {
			for j := range other {
				other[j] = 2 * rng.NormFloat64()
			}
			if low, high := below(other), objective(p, x, m.y, other[:6], other[6]); low > high+1e-13 {
				t.Fatalf("sparse %v: it is %g where P is %g", sparse, low, high)
			}
		}
		wider, err := p.Reduce(t.Context(), point, o, r.Width, 300)
		if err != nil || len(wider.Y) > 302 || len(wider.Y) < 150 {
			t.Errorf("sparse %v: the next width %g takes in %d examples, error %v", sparse, r.Width, len(wider.Y), err)
		}
	}
}

// TestSmoothedHinge: its gap is that of the hinge itself at every pass, never less than the distance to the least
// objective that is found.
func TestSmoothedHinge(t *testing.T) {
	t.Parallel()
	for _, intercept := range []bool{false, true} {
		m, x := example(9, 4000, 5, true, false)
		p := &blocks.Problem{A: m, Loss: loss.Hinge{}, Mu: 0.05, Intercept: intercept}
		var objectives, gaps []float64
		res, err := solver.Run(solver.Tee(blocks.Newton{}.Iterations(t.Context(), p), func(s *blocks.State) {
			objectives, gaps = append(objectives, s.Objective), append(gaps, s.Gap)
		}), solver.Any(solver.RelGap(1e-5), solver.MaxIter(40)))
		if err != nil || res.Status != solver.Converged {
			t.Fatal(intercept, res.Status, err, res.Gap)
		}
		b := 0.
		if intercept {
			b = res.X[5]
		}
		if at := objective(p, x, m.y, res.X[:5], b); math.Abs(at-res.Objective) > 1e-13 {
			t.Errorf("intercept %v: objective %g, at its point %g", intercept, res.Objective, at)
		}
		least := floats.Min(objectives) - res.Gap
		for k, at := range objectives {
			if !(gaps[k] >= at-least-2*res.Gap) {
				t.Errorf("intercept %v: pass %d is %g above a lower bound, with a gap of %g", intercept, k+1, at-least, gaps[k])
			}
		}
	}
}
