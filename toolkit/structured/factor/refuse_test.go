package factor_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/structured/factor"
)

// TestBadGraphsAreNamed: what is wrong is said with the node, edge or rule where it is.
func TestBadGraphsAreNamed(t *testing.T) {
	t.Parallel()
	g, err := factor.New([]int{2, 3, 3})
	must(err)
	lit := func(s, x int) factor.Literal { return factor.Literal{Node: s, State: x} }
	built := func(err error) error { return err }
	_, one := factor.New([]int{2, 1})
	_, none := factor.New(nil)
	for words, err := range map[string]error{
		"node 2 has k = 1 states":                        one,
		"without nodes":                                  none,
		"edge 1 goes to node 8: there are 3":             built(g.Potts(1, 7, 1)),
		"edge 1 goes to node 0":                          built(g.Table(-1, 2, nil)),
		"edge 1 is a loop at node 2":                     built(g.Potts(1, 1, 1)),
		"edge 1 has 4 scores, and its nodes 2 × 3 pairs": built(g.Table(0, 1, make([]float64, 4))),
		"compares 2 states of node 1 with 3 of node 2":   built(g.TruncatedLinear(0, 1, 1, 1)),
		"slope -1": built(g.TruncatedLinear(1, 2, -1, 1)),
		"rule 1 is about state 3 of node 1: there is none": built(g.AtMost(1, lit(0, 2))),
		"rule 1 is about node 2 twice":                     built(g.ExactlyOne(lit(1, 0), lit(1, 1))),
		"of 0 literals at least 1":                         built(g.ExactlyOne()),
		"state 4 of node 2":                                built(g.Implies(lit(0, 0), lit(1, 3))),
		"is a loop at node 1":                              built(g.Implies(lit(0, 0), lit(0, 1))),
	} {
		if err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%q is not in: %v", words, err)
		}
	}
}

// TestBadScoresAreNamed: numbers that are none, and scores that forbid all there is, by every decoder.
func TestBadScoresAreNamed(t *testing.T) {
	t.Parallel()
	inf := math.Inf(1)
	for words, spoil := range map[string]func(g *factor.Graph){
		"node 2 has a score of NaN":                      func(g *factor.Graph) { g.Node(1)[0] = math.NaN() },
		"node 1 has a score of +Inf":                     func(g *factor.Graph) { g.Node(0)[1] = inf },
		"edge 2, of nodes 2 and 3, has a score":          func(g *factor.Graph) { g.Edge(1)[0] = math.NaN() },
		"edge 2, of nodes 2 and 3, has a weight of −Inf": func(g *factor.Graph) { g.Edge(1)[0] = -inf },
		"node 3 forbids everything":                      func(g *factor.Graph) { g.Node(2)[0], g.Node(2)[1] = -inf, -inf },
		"no labelling is allowed": func(g *factor.Graph) { // through the pair of nodes 1 and 2
			g.Node(0)[0], g.Node(1)[1], g.Edge(0)[2] = -inf, -inf, -inf
		},
	} {
		for _, d := range decoders {
			g, err := factor.New([]int{2, 2, 2})
			must(err)
			must(g.Table(0, 1, make([]float64, 4)))
			must(g.Potts(1, 2, 1))
			spoil(g)
			_, err = d.Decode(t.Context(), g)
			submodular := strings.Contains(words, "no labelling") && err != nil && strings.Contains(err.Error(), "attract")
			if err == nil || !strings.Contains(err.Error(), words) && !submodular {
				t.Errorf("%T: %q is not in: %v", d, words, err)
			}
			if hopeless := strings.Contains(words, "forbids"); hopeless && !errors.Is(err, factor.ErrInfeasible) {
				t.Errorf("%T: %v is no ErrInfeasible", d, err)
			}
		}
	}
}

var decoders = []factor.Decoder{factor.TRWS{}, factor.AD3{}, factor.GraphCut{}, factor.BranchAndBound{}}

// TestRefusals: rules where there are no hands for them, pairs that repel, costs that are no metric.
func TestRefusals(t *testing.T) {
	t.Parallel()
	g, err := factor.New([]int{2, 2, 3, 3})
	must(err)
	must(g.Potts(0, 1, -1))
	_, err = factor.GraphCut{}.Decode(t.Context(), g)
	if err == nil || !strings.Contains(err.Error(), "costs of edge 1, of nodes 1 and 2, are no metric") {
		t.Errorf("a pair that repels: %v", err)
	}
	must(g.AtMost(1, factor.Literal{Node: 0}, factor.Literal{Node: 1}))
	for _, d := range []factor.Decoder{factor.TRWS{}, factor.GraphCut{}} {
		if _, err := d.Decode(t.Context(), g); err == nil || !strings.Contains(err.Error(), "knows no rules") {
			t.Errorf("%T: %v", d, err)
		}
	}
	two, err := factor.New([]int{2, 2})
	must(err)
	must(two.Potts(0, 1, -1))
	if _, err := (factor.GraphCut{}).Decode(t.Context(), two); err == nil || !strings.Contains(err.Error(),
		"edge 1, of nodes 1 and 2, does not attract") {
		t.Errorf("two states that repel: %v", err)
	}
}

// TestInterruptedDecodesKeepWhatIsFound: a context that is over ends every decoder, with a result whose bound holds.
func TestInterruptedDecodesKeepWhatIsFound(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	g := grid(1, 4, 3, attracting)
	for _, d := range decoders {
		r, err := d.Decode(ctx, g)
		if !errors.Is(err, context.Canceled) || r == nil || r.Bound < r.Score || r.Exact {
			t.Errorf("%T: %+v, %v", d, r, err)
		}
	}
}
