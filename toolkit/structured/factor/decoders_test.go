package factor_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/proxlab/proxlab/toolkit/structured"
	"github.com/proxlab/proxlab/toolkit/structured/factor"
)

// TestDecodersByEnumeration: on thousands of small graphs of all kinds of edges, no labelling scores more than a bound,
// no score more than the best, and what is said to be exact is.
func TestDecodersByEnumeration(t *testing.T) {
	t.Parallel()
	exact := map[string]int{}
	for trial := range graphs() {
		_, g := draw(trial, anyKind)
		want := best(g)
		for name, d := range map[string]factor.Decoder{
			"TRW-S": factor.TRWS{}, "AD3": factor.AD3{Iterations: 300}, "branch and bound": factor.BranchAndBound{},
		} {
			r, err := d.Decode(t.Context(), g)
			if err != nil {
				t.Fatalf("%s, graph %d: %v", name, trial, err)
			}
			judge(t, trial, g, r, want)
			if r.Exact {
				exact[name]++
			}
		}
	}
	t.Logf("exact of %d: %v", graphs(), exact)
	if exact["branch and bound"] < graphs() {
		t.Errorf("branch and bound left %d of %d graphs open", graphs()-exact["branch and bound"], graphs())
	}
	if exact["TRW-S"] < graphs()/2 || exact["AD3"] < graphs()/3 {
		t.Errorf("of %d: %v", graphs(), exact)
	}
}

// ruled adds random rules, and pairs that are forbidden.
func ruled(rng *rand.Rand, g *factor.Graph) {
	for range 1 + rng.IntN(3) {
		var of []factor.Literal
		for _, s := range rng.Perm(g.Len())[:1+rng.IntN(g.Len())] {
			of = append(of, factor.Literal{Node: s, State: rng.IntN(g.States(s))})
		}
		switch kind := rng.IntN(3); {
		case kind == 0:
			must(g.ExactlyOne(of...))
		case kind == 1:
			must(g.AtMost(rng.IntN(len(of)+1), of...))
		case len(of) > 1:
			must(g.Implies(of[0], of[1]))
		}
	}
	if rng.IntN(3) == 0 {
		g.Node(0)[rng.IntN(2)] = math.Inf(-1)
	}
}

// TestRulesByEnumeration: with rules and forbidden states and pairs as well; where nothing is allowed, that is said.
func TestRulesByEnumeration(t *testing.T) {
	t.Parallel()
	hopeless, exact := 0, 0
	for trial := range graphs() {
		rng, g := draw(trial, anyKind)
		ruled(rng, g)
		want := best(g)
		for name, d := range map[string]factor.Decoder{
			"AD3": factor.AD3{Iterations: 200}, "branch and bound": factor.BranchAndBound{},
		} {
			r, err := d.Decode(t.Context(), g)
			if errors.Is(err, factor.ErrInfeasible) && math.IsInf(want, -1) {
				hopeless++
				continue
			}
			if err != nil {
				t.Fatalf("%s, graph %d: %v, and the best score is %g", name, trial, err, want)
			}
			if !math.IsInf(want, -1) {
				judge(t, trial, g, r, want)
			}
			if name != "AD3" && !r.Exact {
				t.Errorf("graph %d: branch and bound has %g and %g of %g", trial, r.Score, r.Bound, want)
			}
			if r.Exact {
				exact++
			}
		}
	}
	if hopeless == 0 || exact < graphs() {
		t.Errorf("%d of %d without a labelling, %d exact", hopeless, 2*graphs(), exact)
	}
}

// TestForbiddenByEnumeration: TRW-S and cuts go around scores of −Inf.
func TestForbiddenByEnumeration(t *testing.T) {
	t.Parallel()
	for trial := range graphs() {
		rng, g := draw(trial, anyKind)
		for s := range g.Len() {
			g.Node(s)[rng.IntN(g.States(s))] = math.Inf(-1)
		}
		want := best(g)
		r, err := factor.TRWS{}.Decode(t.Context(), g)
		if errors.Is(err, factor.ErrInfeasible) && math.IsInf(want, -1) {
			continue
		}
		must(err)
		judge(t, trial, g, r, want)
	}
}

// TestCutsByEnumeration: of two states that attract, one cut is exact, as TRW-S is; of more, expansions end within
// their bound.
func TestCutsByEnumeration(t *testing.T) {
	t.Parallel()
	for trial := range graphs() {
		rng := rand.New(rand.NewPCG(uint64(trial), 45))
		kind := attractive
		if trial%2 == 1 {
			kind = truncated
		}
		d := drawn{nodes: 2 + rng.IntN(7), states: 2 + 2*(trial/2%2), density: rng.Float64(), strength: 1, kind: kind}
		if trial%4 == 0 {
			d.kind = submodular
		}
		g := d.graph(rng)
		if d.states == 2 && trial%8 == 0 {
			g.Node(0)[rng.IntN(2)] = math.Inf(-1)
		}
		want := best(g)
		r, err := factor.GraphCut{}.Decode(t.Context(), g)
		if err != nil {
			t.Fatalf("graph %d: %v", trial, err)
		}
		judge(t, trial, g, r, want)
		if d.states > 2 {
			continue
		}
		by, err := factor.TRWS{Iterations: 200}.Decode(t.Context(), g)
		must(err)
		if !r.Exact || by.Bound-r.Score > 1e-3*(1+math.Abs(want)) {
			t.Errorf("graph %d: the cut has %.12g and %.12g, TRW-S %.12g and %.12g", trial, r.Score, r.Bound, by.Score, by.Bound)
		}
	}
}

// submodular are tables of two states that attract.
func submodular(rng *rand.Rand, g *factor.Graph, a, b int, strength float64) error {
	w := normals(rng, 4, strength)
	if w[0]+w[3] < w[1]+w[2] {
		w[0], w[1], w[2], w[3] = w[1], w[0], w[3], w[2]
	}
	return g.Table(a, b, w)
}

// TestTreesByViterbi: on trees of any order messages are exact, and so are their bounds.
func TestTreesByViterbi(t *testing.T) {
	t.Parallel()
	for trial := range graphs() / 5 {
		rng := rand.New(rand.NewPCG(uint64(trial), 46))
		g := tree(rng, 1+rng.IntN(9), 2+rng.IntN(3))
		want := best(g)
		r, err := factor.TRWS{}.Decode(t.Context(), g)
		must(err)
		judge(t, trial, g, r, want)
		if !r.Exact || r.Iter != 1 {
			t.Errorf("tree %d: %g and %g of %g after %d passes", trial, r.Score, r.Bound, want, r.Iter)
		}
	}
	const letters, labels = 200, 7 // a chain, as package structured has it
	rng := rand.New(rand.NewPCG(1, 47))
	s := &structured.ChainScores{
		Labels: labels, Emission: normals(rng, letters*labels, 1), Transition: normals(rng, labels*labels, 1),
	}
	g, err := factor.New(slices.Repeat([]int{labels}, letters))
	must(err)
	for v := range letters {
		copy(g.Node(v), s.Emission[v*labels:])
		if v > 0 {
			must(g.Table(v-1, v, s.Transition))
		}
	}
	y := make([]int, letters)
	want := new(structured.Viterbi).Decode(y, s)
	r, err := factor.TRWS{}.Decode(t.Context(), g)
	must(err)
	if !r.Exact || math.Abs(r.Score-want) > 1e-9 || !slices.Equal(r.Y, y) {
		t.Errorf("a chain scores %.12g, by Viterbi %.12g", r.Score, want)
	}
}
