package factor_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/structured/factor"
)

// must makes a test's own mistake a panic.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// drawn is a random graph: how many nodes and states, how likely edges are, and of which kind.
type drawn struct {
	nodes, states     int
	mixed             bool // nodes have different numbers of states
	density, strength float64
	kind              func(rng *rand.Rand, g *factor.Graph, a, b int, strength float64) error
}

func tables(rng *rand.Rand, g *factor.Graph, a, b int, strength float64) error {
	return g.Table(a, b, normals(rng, g.States(a)*g.States(b), strength))
}

func pottses(rng *rand.Rand, g *factor.Graph, a, b int, strength float64) error {
	return g.Potts(a, b, strength*rng.NormFloat64())
}

func attractive(rng *rand.Rand, g *factor.Graph, a, b int, strength float64) error {
	return g.Potts(a, b, strength*math.Abs(rng.NormFloat64()))
}

func truncated(rng *rand.Rand, g *factor.Graph, a, b int, strength float64) error {
	return g.TruncatedLinear(a, b, strength*rng.Float64(), 1+2*rng.Float64())
}

func anyKind(rng *rand.Rand, g *factor.Graph, a, b int, strength float64) error {
	kinds := []func(*rand.Rand, *factor.Graph, int, int, float64) error{tables, pottses, truncated}
	if g.States(a) != g.States(b) {
		return tables(rng, g, a, b, strength)
	}
	return kinds[rng.IntN(3)](rng, g, a, b, strength)
}

func normals(rng *rand.Rand, n int, scale float64) []float64 {
	w := make([]float64, n)
	for i := range w {
		w[i] = scale * rng.NormFloat64()
	}
	return w
}

func (d drawn) graph(rng *rand.Rand) *factor.Graph {
	states := make([]int, d.nodes)
	for s := range states {
		if states[s] = d.states; d.mixed {
			states[s] = 2 + rng.IntN(d.states-1)
		}
	}
	g, err := factor.New(states)
	must(err)
	for s := range states {
		copy(g.Node(s), normals(rng, states[s], 1))
	}
	for a := range states {
		for b := a + 1; b < len(states); b++ {
			if rng.Float64() < d.density {
				if rng.IntN(2) == 0 {
					must(d.kind(rng, g, a, b, d.strength))
				} else {
					must(d.kind(rng, g, b, a, d.strength))
				}
			}
		}
	}
	return g
}

// draw is one of many graphs that enumeration takes.
func draw(trial int, kind func(*rand.Rand, *factor.Graph, int, int, float64) error) (*rand.Rand, *factor.Graph) {
	rng := rand.New(rand.NewPCG(uint64(trial), 44))
	d := drawn{
		nodes: 1 + rng.IntN(7), states: 2 + rng.IntN(2), density: rng.Float64(), strength: []float64{0.3, 1, 3}[trial%3],
		kind: kind,
	}
	d.mixed = d.states > 2 && trial%2 == 0
	return rng, d.graph(rng)
}

// tree is a random tree, whose nodes are in no order.
func tree(rng *rand.Rand, nodes, states int) *factor.Graph {
	g := drawn{nodes: nodes, states: states, mixed: states > 2, kind: tables}.graph(rng)
	name := rng.Perm(nodes)
	for k := 1; k < nodes; k++ {
		must(anyKind(rng, g, name[k], name[rng.IntN(k)], 1.5))
	}
	return g
}

// each calls f with every labelling of a graph, and its score.
func each(g *factor.Graph, f func(y []int, score float64)) {
	y := make([]int, g.Len())
	for {
		f(y, g.Of(y))
		s := 0
		for ; s < len(y); s++ {
			if y[s]++; y[s] < g.States(s) {
				break
			}
			y[s] = 0
		}
		if s == len(y) {
			return
		}
	}
}

// best is the largest score.
func best(g *factor.Graph) float64 {
	most := math.Inf(-1)
	each(g, func(_ []int, score float64) { most = max(most, score) })
	return most
}

// graphs is how many random graphs a decoder is tried on.
func graphs() int {
	if testing.Short() {
		return 1000
	}
	return 10000
}

// judge compares a result with the largest score.
func judge(t *testing.T, trial int, g *factor.Graph, r *factor.Result, want float64) {
	t.Helper()
	const rounding = 1e-12
	size := 1 + math.Abs(want)
	switch {
	case g.Of(r.Y) != r.Score:
		t.Errorf("graph %d: the labelling scores %g, said to be %g", trial, g.Of(r.Y), r.Score)
	case r.Score > want+rounding*size, r.Bound < want-rounding*size, r.Bound < want && r.Bound < r.Score:
		t.Errorf("graph %d: %.15g ≤ %.15g ≤ %.15g does not hold", trial, r.Score, want, r.Bound)
	case r.Exact && want-r.Score > 1e-10*size:
		t.Errorf("graph %d: score %.15g is said to be exact, and is %g too low", trial, r.Score, want-r.Score)
	}
}
