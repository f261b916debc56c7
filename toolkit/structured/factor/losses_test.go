package factor_test

import (
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/risk"
	"github.com/proxlab/proxlab/toolkit/structured/factor"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

// small are n graphs of 4 nodes and 3 states with features, and models over them.
func small(n int, alike, directed bool) (*factor.Examples, func() toolkit.Params) {
	rng := rand.New(rand.NewPCG(3, 4))
	var of []factor.Labelled
	var x, e []float64
	for range n {
		g := factor.Labelled{Y: make([]int, 4)}
		for s := range g.Y {
			g.Y[s] = rng.IntN(3)
			x = append(x, rng.NormFloat64(), rng.NormFloat64()+0.5*float64(g.Y[s]))
			for t := range s {
				if (s+t)%4 != 0 {
					g.Ends = append(g.Ends, [2]int{s, t})
					e = append(e, 1, rng.NormFloat64())
				}
			}
		}
		of = append(of, g)
	}
	d, err := factor.NewExamples(3, of, alike, directed)
	must(err)
	nodes := linalg.NewDense(d.Rows(factor.Nodes), 2, x)
	pairs := linalg.NewDense(d.Rows(factor.Pairs), 2, e[:2*d.Rows(factor.Pairs)])
	return d, func() toolkit.Params {
		return params.NewModel([]params.Block{
			params.NewExplicit(factor.Nodes, nodes, 3), params.NewExplicit(factor.Pairs, pairs, d.Columns(factor.Pairs)),
		})
	}
}

// written is the graph of example i as a model scores it, made here anew.
func written(d *factor.Examples, i int, p toolkit.Params) *factor.Graph {
	row, edge := 0, 0
	for k := range i {
		row, edge = row+len(d.Of[k].Y), edge+len(d.Of[k].Ends)
	}
	g, err := factor.New([]int{3, 3, 3, 3})
	must(err)
	for s := range d.Of[i].Y {
		p.Scores(g.Node(s), factor.Nodes, row+s)
	}
	for e, ends := range d.Of[i].Ends {
		row := edge + e
		if d.Alike {
			row = 0
		}
		scores := make([]float64, d.Columns(factor.Pairs))
		p.Scores(scores, factor.Pairs, row)
		w := make([]float64, 9)
		for k := range w {
			if a, b := k/3, k%3; d.Directed {
				w[k] = scores[3*a+b]
			} else {
				w[k] = scores[[3][3]int{{0, 1, 3}, {1, 2, 4}, {3, 4, 5}}[a][b]]
			}
		}
		must(g.Table(ends[0], ends[1], w))
	}
	return g
}

// outputs are the labellings of an example, with what each has of the hinge.
func outputs(d *factor.Examples, costs []float64) func(i int, p toolkit.Params) iter.Seq2[string, float64] {
	return func(i int, p toolkit.Params) iter.Seq2[string, float64] {
		return func(yield func(string, float64) bool) {
			g, truth := written(d, i, p), d.Of[i].Y
			less := g.Of(truth)
			each(g, func(y []int, score float64) {
				for s, x := range truth {
					if y[s] != x {
						score += costs[x]
					}
				}
				yield(fmt.Sprint("labels ", y), score-less)
			})
		}
	}
}

var ones = []float64{1, 1, 1}

// lying is a hinge whose slack is not half of what it is.
type lying struct{ *factor.Hinge }

func (l lying) Slack(i int) float64 { return 0.4 * l.Hinge.Slack(i) }

// TestLosses: all of them are what they say, with edges alike and not, of directions and not; lies are found.
func TestLosses(t *testing.T) {
	t.Parallel()
	for _, kind := range []struct{ alike, directed bool }{{false, true}, {true, false}, {false, false}} {
		d, create := small(3, kind.alike, kind.directed)
		by := []float64{0.5, 2, 1}
		for name, o := range map[string]toolkit.Oracle{
			"messages": &factor.Hinge{Data: d}, "search": &factor.Hinge{Data: d, Nodes: 100},
			"relaxed": &factor.Hinge{Data: d, Relaxed: true}, "costs": &factor.Hinge{Data: d, Costs: by},
			"likelihood": &factor.Likelihood{Data: d}, "pseudo-likelihood": &factor.Pseudo{Data: d},
		} {
			costs := ones
			if name == "costs" {
				costs = by
			}
			opts := []toolkittest.Option{toolkittest.Outputs(outputs(d, costs))}
			if strings.Contains(name, "likelihood") {
				opts = nil
			}
			if err := toolkittest.Oracle(o, create, opts...); err != nil {
				t.Errorf("%s, %+v: %v", name, kind, err)
			}
		}
	}
	d, create := small(3, false, true)
	err := toolkittest.Oracle(lying{&factor.Hinge{Data: d}}, create, toolkittest.Outputs(outputs(d, ones)))
	if err == nil || !strings.Contains(err.Error(), "Grad leaves outputs out: of example") ||
		!strings.Contains(err.Error(), "the output labels [") {
		t.Errorf("a lie is not found: %v", err)
	}
	if err := toolkittest.Oracle(lying{&factor.Hinge{Data: d}}, create); err == nil ||
		!strings.Contains(err.Error(), "Slack is too small: of example") {
		t.Errorf("a lie is not found without outputs: %v", err)
	}
}

// TestHingeCertificate: trained by decoders of all kinds, P at θ by all labellings is no more than the objective, and
// P − P* no more than the gap, where P* is between bounds of the exact decoder; with points of a relaxation the gap is
// to the minimum of the relaxed loss.
func TestHingeCertificate(t *testing.T) {
	t.Parallel()
	const mu, n = 0.1, 12
	d, create := small(n, false, true)
	byAll := outputs(d, ones)
	lower := math.Inf(-1) // of P*
	for _, c := range []struct {
		name  string
		hinge *factor.Hinge
	}{
		{"search", &factor.Hinge{Data: d, Nodes: 1000}}, {"messages", &factor.Hinge{Data: d}},
		{"relaxed", &factor.Hinge{Data: d, Relaxed: true}},
	} {
		p := create()
		seq := risk.BlockFrankWolfe{Mu: mu, Pairwise: true, Params: p}.Iterations(t.Context(), c.hinge)
		res, err := solver.Run(seq, solver.Any(solver.RelGap(1e-5), solver.MaxIter(200)))
		must(err)
		norm := p.Norm(0)
		at := mu / 2 * norm * norm
		for i := range n {
			most := math.Inf(-1)
			for _, v := range byAll(i, p) {
				most = max(most, v)
			}
			at += most / n
		}
		if c.name == "search" {
			lower = res.Objective - res.Gap
			if !(res.Gap < 0.01*res.Objective) {
				t.Errorf("%s ends with a gap of %g", c.name, res.Gap)
			}
		}
		far := at - lower
		if c.hinge.Relaxed { // its gap is to the minimum of the relaxed one, which is no less
			far = 0
		}
		if at > res.Objective*(1+1e-12) || far > res.Gap*(1+1e-4)+1e-5*at {
			t.Errorf("%s: P is %.10g and at most %.10g above P*; objective %.10g, gap %.3g", c.name, at, at-lower,
				res.Objective, res.Gap)
		}
		t.Logf("%s: objective %.6g, P %.6g, gap %.3g, %+v", c.name, res.Objective, at, res.Gap, c.hinge.Calls())
	}
}

// TestLikelihoodOfForests: on trees it is the likelihood, by all labellings.
func TestLikelihoodOfForests(t *testing.T) {
	t.Parallel()
	of := []factor.Labelled{{Y: []int{0, 1, 2, 1}, Ends: [][2]int{{0, 2}, {2, 1}, {3, 2}}}}
	d, err := factor.NewExamples(3, of, false, true)
	must(err)
	rng := rand.New(rand.NewPCG(5, 6))
	p := params.NewModel([]params.Block{
		params.NewExplicit(factor.Nodes, linalg.Identity(4), 3), params.NewExplicit(factor.Pairs, linalg.Identity(3), 9),
	})
	w, _ := p.Vector()
	copy(w, normals(rng, len(w), 1))
	p.Refresh()
	z, _ := enumerated(written(d, 0, p))
	want := z - written(d, 0, p).Of(of[0].Y)
	l := &factor.Likelihood{Data: d}
	var u toolkit.Update
	if got := l.Grad(0, p, &u); math.Abs(got-want) > 1e-9 || l.Slack(0) > 1e-9 {
		t.Errorf("the loss is %.12g, with slack %g; by all labellings %.12g", got, l.Slack(0), want)
	}
}

// TestBadExamplesAreNamed: with the graph, node and edge.
func TestBadExamplesAreNamed(t *testing.T) {
	t.Parallel()
	good := factor.Labelled{Y: []int{0, 1}, Ends: [][2]int{{0, 1}}}
	for words, c := range map[string]struct {
		states int
		of     []factor.Labelled
	}{
		"k = 1 states":       {1, []factor.Labelled{good}},
		"no graphs":          {2, nil},
		"graph 2 has no":     {2, []factor.Labelled{good, {}}},
		"node 2 has label 2": {2, []factor.Labelled{good, {Y: []int{0, 2}}}},
		"graph 1: edge 2 goes to node 3: there are 2": {2, []factor.Labelled{
			{Y: []int{0, 0}, Ends: [][2]int{{0, 1}, {1, 2}}},
		}},
		"graph 2: edge 1 is a loop at node 2": {2, []factor.Labelled{good, {Y: []int{0, 0}, Ends: [][2]int{{1, 1}}}}},
	} {
		if _, err := factor.NewExamples(c.states, c.of, false, true); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%q is not in: %v", words, err)
		}
	}
}
