package factor_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/structured/factor"
)

// enumerated are log Z and the marginals of nodes, by all labellings.
func enumerated(g *factor.Graph) (z float64, p [][]float64) {
	most := best(g)
	sum := 0.
	p = make([][]float64, g.Len())
	for s := range p {
		p[s] = make([]float64, g.States(s))
	}
	each(g, func(y []int, score float64) {
		w := math.Exp(score - most)
		sum += w
		for s, x := range y {
			p[s][x] += w
		}
	})
	for _, q := range p {
		for x := range q {
			q[x] /= sum
		}
	}
	return most + math.Log(sum), p
}

// TestSumsOfTrees: on forests marginals and log Z are those of enumeration.
func TestSumsOfTrees(t *testing.T) {
	t.Parallel()
	for trial := range graphs() / 10 {
		rng := rand.New(rand.NewPCG(uint64(trial), 49))
		g := tree(rng, 1+rng.IntN(7), 2+rng.IntN(3))
		if trial%5 == 0 {
			g.Node(0)[0] = math.Inf(-1)
		}
		z, p := enumerated(g)
		m, err := factor.SumProduct{}.Marginals(t.Context(), g)
		must(err)
		if math.Abs(m.Value-z) > 1e-9*(1+math.Abs(z)) || math.Abs(m.Bound-z) > 1e-9*(1+math.Abs(z)) || m.Bound < z {
			t.Errorf("tree %d: log Z is %.12g, found %.12g and %.12g", trial, z, m.Value, m.Bound)
		}
		margins(t, g, &m.Fraction)
		for s, q := range m.Node {
			for x, v := range q {
				if math.Abs(v-p[s][x]) > 1e-9 {
					t.Errorf("tree %d: node %d has state %d with %.12g, found %.12g", trial, s, x, p[s][x], v)
				}
			}
		}
	}
}

// TestSumsOfGraphs: log Z is not above the bound; value and bound meet at the maximum over the polytope, which no point
// of it passes.
func TestSumsOfGraphs(t *testing.T) {
	t.Parallel()
	open := 0
	for trial := range graphs() / 10 {
		_, g := draw(trial, anyKind)
		z, _ := enumerated(g)
		m, err := factor.SumProduct{Iterations: 1000}.Marginals(t.Context(), g)
		must(err)
		if m.Bound < z || m.Value > m.Bound {
			t.Errorf("graph %d: log Z is %.12g, its bound %.12g, the point has %.12g", trial, z, m.Bound, m.Value)
		}
		if m.Bound-m.Value > 1e-5*(1+math.Abs(z)) {
			open++
		}
		margins(t, g, &m.Fraction)
	}
	if open > graphs()/300 {
		t.Errorf("bound and value do not meet in %d of %d", open, graphs()/10)
	}
}
