package factor_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize/convex/lp"

	"github.com/proxlab/proxlab/toolkit/structured/factor"
)

// localPolytope is the largest score over the local polytope, by gonum's simplex: variables are distributions of the
// states of nodes and of the pairs of edges; each margin is one equation, but for one of each that follows.
func localPolytope(g *factor.Graph) (float64, error) {
	var cost []float64
	first := make([]int, g.Len())
	for s := range first {
		first[s] = len(cost)
		for _, v := range g.Node(s) {
			cost = append(cost, -v)
		}
	}
	type equation struct {
		of    map[int]float64
		right float64
	}
	var equations []equation
	for s := range first {
		one := equation{map[int]float64{}, 1}
		for x := range g.States(s) {
			one.of[first[s]+x] = 1
		}
		equations = append(equations, one)
	}
	for e := range g.Edges() {
		a, b := g.Ends(e)
		ka, kb := g.States(a), g.States(b)
		at := len(cost)
		for _, v := range g.Edge(e) { // tables alone
			cost = append(cost, -v)
		}
		for x := range ka {
			row := equation{map[int]float64{first[a] + x: -1}, 0}
			for y := range kb {
				row.of[at+x*kb+y] = 1
			}
			equations = append(equations, row)
		}
		for y := range kb - 1 {
			column := equation{map[int]float64{first[b] + y: -1}, 0}
			for x := range ka {
				column.of[at+x*kb+y] = 1
			}
			equations = append(equations, column)
		}
	}
	m, right := mat.NewDense(len(equations), len(cost), nil), make([]float64, len(equations))
	for k, q := range equations {
		right[k] = q.right
		for j, v := range q.of {
			m.Set(k, j, v)
		}
	}
	value, _, err := lp.Simplex(cost, m, right, 1e-10, nil)
	return -value, err
}

// TestLinearProgram: AD3's value and bound meet at that of the linear program; TRW-S's bound is not below it, and the
// point has the margins that it must.
func TestLinearProgram(t *testing.T) {
	t.Parallel()
	fractional, solved := 0, 0
	for trial := range 60 {
		rng := rand.New(rand.NewPCG(uint64(trial), 48))
		g := drawn{nodes: 4, states: 2 + trial%2, density: 0.9, strength: 2, kind: tables}.graph(rng)
		want, err := localPolytope(g)
		if err != nil {
			t.Logf("graph %d: %v", trial, err)
			continue
		}
		solved++
		r, err := factor.AD3{Iterations: 20000, Tolerance: 1e-7}.Relax(t.Context(), g)
		must(err)
		if math.Abs(r.Value-want) > 1e-5*(1+math.Abs(want)) || math.Abs(r.Bound-want) > 1e-5*(1+math.Abs(want)) {
			t.Errorf("graph %d: value %.10g and bound %.10g, the program's is %.10g", trial, r.Value, r.Bound, want)
		}
		if r.Value > r.Score+1e-6 {
			fractional++
		}
		margins(t, g, &r.Fraction)
		trws, err := factor.TRWS{}.Decode(t.Context(), g)
		must(err)
		if trws.Bound < want-1e-8 {
			t.Errorf("graph %d: TRW-S's bound %.10g is below the program's %.10g", trial, trws.Bound, want)
		}
	}
	if fractional < 5 || solved < 40 {
		t.Errorf("%d programs solved, %d of them fractional", solved, fractional)
	}
}

// margins checks that a point is in the local polytope.
func margins(t *testing.T, g *factor.Graph, f *factor.Fraction) {
	t.Helper()
	for e, q := range f.Edge {
		a, b := g.Ends(e)
		ra, rb := make([]float64, g.States(a)), make([]float64, g.States(b))
		for i, v := range q {
			if v < 0 {
				t.Errorf("edge %d has a weight of %g", e, v)
			}
			ra[i/len(rb)] += v
			rb[i%len(rb)] += v
		}
		for x, v := range ra {
			if math.Abs(v-f.Node[a][x]) > 1e-12 {
				t.Errorf("edge %d has a margin of %g, its node %g", e, v, f.Node[a][x])
			}
		}
		for y, v := range rb {
			if math.Abs(v-f.Node[b][y]) > 1e-12 {
				t.Errorf("edge %d has a margin of %g, its node %g", e, v, f.Node[b][y])
			}
		}
	}
}
