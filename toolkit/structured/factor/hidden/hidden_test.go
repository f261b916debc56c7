package hidden_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/solver/risk"
	"github.com/proxlab/proxlab/toolkit/structured/factor"
	"github.com/proxlab/proxlab/toolkit/structured/factor/hidden"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

var label = []int{0, 0, 1, 1, hidden.Node, hidden.Node}

const (
	graphs = 4
	nodes  = 4
)

// drawn are graphs of 4 nodes, cycles among them, of 4 states of 2 labels, and 2 of nodes without, of which the second
// graph has one; the label of one node of the first is not known.
func drawn(seed uint64, costs []float64, search int) (*hidden.Hinge, [][]int, *params.Model) {
	rng := rand.New(rand.NewPCG(seed, 3))
	var of []factor.Labelled
	y := make([][]int, graphs)
	x := make([]float64, graphs*nodes*2)
	for k := range x {
		x[k] = rng.NormFloat64()
	}
	for i := range y {
		for range nodes {
			y[i] = append(y[i], rng.IntN(2))
		}
		ends := [][2]int{{0, 1}, {1, 2}, {2, 0}, {3, 2}}
		of = append(of, factor.Labelled{Y: make([]int, nodes), Ends: ends[:1+rng.IntN(4)]})
	}
	y[0][1], y[1][0] = -1, hidden.Node
	d, err := factor.NewExamples(len(label), of, true, true)
	if err != nil {
		panic(err)
	}
	h, err := hidden.New(d, y, label, costs, search, seed)
	if err != nil {
		panic(err)
	}
	return h, y, params.NewModel([]params.Block{
		params.NewExplicit(factor.Nodes, linalg.NewDense(graphs*nodes, 2, x), len(label)),
		params.NewExplicit(factor.Pairs, linalg.Identity(1), d.Columns(factor.Pairs)),
	})
}

// latent is ℓ_i by all states of all nodes.
func latent(h *hidden.Hinge, y []int, costs []float64, i int, p toolkit.Params) float64 {
	g := h.Data.Scored(i, p)
	all, known := math.Inf(-1), math.Inf(-1)
	s := make([]int, nodes)
	for k := range int(math.Pow(float64(len(label)), nodes)) {
		cost, may := 0., true
		for v := range s {
			if s[v] = k % len(label); y[v] >= 0 && label[s[v]] != y[v] {
				cost += costs[y[v]]
			}
			may = may && (y[v] == hidden.Node) == (label[s[v]] == hidden.Node)
			k /= len(label)
		}
		if !may {
			continue
		}
		score := g.Of(s)
		all = max(all, score+cost)
		if cost == 0 {
			known = max(known, score)
		}
	}
	return all - known
}

// TestHingeByEnumeration: completed, the loss is that of all states, and never less where it is not; its planes are
// below that.
func TestHingeByEnumeration(t *testing.T) {
	t.Parallel()
	costs := []float64{1, 2.5}
	changed := 0
	for seed := range uint64(15) {
		h, y, p := drawn(seed, costs, 100)
		w, _ := p.Vector()
		rng := rand.New(rand.NewPCG(seed, 9))
		for k := range w {
			w[k] = rng.NormFloat64()
		}
		p.Refresh()
		u := new(toolkit.Update)
		for i := range graphs {
			want := latent(h, y[i], costs, i, p)
			if at := h.Grad(i, p, u); at+h.Slack(i) < want-1e-9 {
				t.Errorf("seed %d, example %d: %g and %g, and the loss is %g", seed, i, at, h.Slack(i), want)
			}
			did, err := h.Complete(t.Context(), i, p)
			if err != nil {
				t.Fatal(err)
			}
			if did {
				changed++
			}
			if got := h.Grad(i, p, u); math.Abs(got-want) > 1e-9 || h.Slack(i) > 1e-9 {
				t.Errorf("seed %d, example %d: completed %g and %g, and the loss is %g", seed, i, got, h.Slack(i), want)
			}
		}
	}
	if changed < 40 {
		t.Errorf("%d completions", changed)
	}
	h, _, _ := drawn(1, nil, 100)
	if err := toolkittest.Oracle(h, func() toolkit.Params { _, _, p := drawn(1, nil, 100); return p }); err != nil {
		t.Error(err)
	}
}

// TestConcaveConvex: rounds lower the objective, which is no less than P over all states, and is that where nothing is
// completed any more.
func TestConcaveConvex(t *testing.T) {
	t.Parallel()
	const mu, tol = 0.1, 1e-4
	costs := []float64{1, 1}
	h, y, p := drawn(5, nil, 100)
	c := risk.ConcaveConvex{
		Inner: risk.BlockFrankWolfe{Mu: mu, Pairwise: true, Cached: 5, Params: p}, Tol: tol, Passes: 300,
	}
	before := math.Inf(1)
	for s, err := range c.Iterations(t.Context(), h) {
		if err != nil {
			t.Fatal(err)
		}
		exact := 0.
		for i := range graphs {
			exact += latent(h, y[i], costs, i, p) / graphs
		}
		w, _ := p.Vector()
		for _, v := range w {
			exact += mu / 2 * v * v
		}
		if s.Objective < exact-1e-9 || s.Objective > before*(1+1e-3) || !math.IsNaN(s.Gap) {
			t.Errorf("round %d: objective %g after %g, gap %g; P is %g", s.Iter, s.Objective, before, s.Gap, exact)
		}
		if s.Iter == 5 {
			if math.Abs(s.Objective-exact) > 1e-2*exact {
				t.Errorf("the last objective is %g, and P %g", s.Objective, exact)
			}
			return
		}
		before = s.Objective
	}
}
