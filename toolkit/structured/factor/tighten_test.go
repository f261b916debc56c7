package factor

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"
)

// every goes through all labellings.
func (g *Graph) every(do func(y []int)) {
	y := make([]int, g.Len())
	for {
		do(y)
		s := 0
		for s < len(y) && y[s]+1 == g.states[s] {
			y[s] = 0
			s++
		}
		if s == len(y) {
			return
		}
		y[s]++
	}
}

// frustrated draws a small graph with many cycles, strong pairs of all kinds, and now and then a rule or a forbidden
// state.
func frustrated(rng *rand.Rand) *Graph {
	states := make([]int, 3+rng.IntN(4))
	for s := range states {
		states[s] = 2 + rng.IntN(2)
	}
	g, err := New(states)
	for s := range states {
		for x := range g.Node(s) {
			g.Node(s)[x] = rng.NormFloat64()
		}
		for b := s + 1; b < len(states); b++ {
			u, v := s, b
			if rng.IntN(2) == 0 {
				u, v = b, s
			}
			w := make([]float64, states[u]*states[v])
			for i := range w {
				w[i] = 2 * rng.NormFloat64()
			}
			switch kind := rng.IntN(5); {
			case kind == 0 && states[u] == states[v]:
				err = errors.Join(err, g.Potts(u, v, w[0]))
			case kind == 1 && states[u] == states[v]:
				err = errors.Join(err, g.TruncatedLinear(u, v, math.Abs(w[0]), 1))
			case kind < 4:
				err = errors.Join(err, g.Table(u, v, w))
			}
		}
	}
	if rng.IntN(5) == 0 {
		err = errors.Join(err, g.AtMost(1+rng.IntN(2), Literal{0, 0}, Literal{1, 1}, Literal{2, 0}))
	}
	if rng.IntN(5) == 0 {
		g.Node(0)[0] = math.Inf(-1)
	}
	if err != nil {
		panic(err)
	}
	return g
}

// TestTriplets: labellings keep their scores whatever triplets hold, no labelling is above the bound that they leave,
// and the search that goes on with them ends with the best; most bounds that are not attained are lower for them.
func TestTriplets(t *testing.T) {
	t.Parallel()
	trials, lower, open := 4000, 0, 0
	if testing.Short() {
		trials = 300
	}
	for trial := range trials {
		g := frustrated(rand.New(rand.NewPCG(uint64(trial), 61)))
		best := math.Inf(-1)
		g.every(func(y []int) { best = max(best, g.Of(y)) })
		r, err := BranchAndBound{}.decode(t.Context(), newMessages(g), 1)
		if errors.Is(err, ErrInfeasible) && math.IsInf(best, -1) {
			continue
		}
		if err != nil || !r.Exact || math.Abs(r.Score-best) > 1e-9 || g.Of(r.Y) != r.Score || r.Bound < best {
			t.Fatalf("graph %d: %+v, %v, and the best is %g", trial, r, err, best)
		}
		if len(g.rules) > 0 {
			continue
		}
		b := BranchAndBound{}.search(t.Context(), newMessages(g))
		before := b.bound(true)
		if before-best < 1e-6 {
			continue
		}
		b.tighten()
		if open++; b.r.Bound < before-1e-6 {
			lower++
		}
		if b.r.Bound+b.rounding < best {
			t.Errorf("graph %d: a bound of %g, and the best is %g", trial, b.r.Bound, best)
		}
		if b.t.with == nil {
			continue
		}
		first, allowed := g.first, make([]bool, len(g.scores))
		g.every(func(y []int) {
			clear(allowed)
			for s, x := range y {
				allowed[first[s]+x] = true
			}
			was, is := g.Of(y), b.g.Of(y)+b.t.with.Most(first, allowed, nil)
			if was != is && math.Abs(was-is) > b.rounding {
				t.Errorf("graph %d: a labelling scores %g with triplets, %g without", trial, is, was)
			}
		})
	}
	if lower < open*3/4 {
		t.Errorf("triplets lower %d of %d bounds", lower, open)
	}
	t.Logf("triplets lower %d of %d bounds", lower, open)
}

// TestHugeScores: what would overflow is searched all the same.
func TestHugeScores(t *testing.T) {
	t.Parallel()
	for trial := range 40 {
		g := frustrated(rand.New(rand.NewPCG(uint64(trial), 62)))
		for _, of := range [][]float64{g.scores, g.tables} {
			for k := range of {
				of[k] *= 1e300
			}
		}
		best := math.Inf(-1)
		g.every(func(y []int) { best = max(best, g.Of(y)) })
		r, err := BranchAndBound{}.decode(t.Context(), newMessages(g), 1)
		if !math.IsInf(best, -1) && (err != nil || !(r.Bound >= best) || !(r.Score <= best)) {
			t.Errorf("graph %d: %+v, %v, and the best is %g", trial, r, err, best)
		}
	}
}
