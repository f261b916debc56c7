package structured_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/structured"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

// randomLabelScores draws normal scores; quarters, so that there are ties, with a chance of one half.
func randomLabelScores(rng *rand.Rand, labels int, scale float64) *structured.LabelScores {
	s := &structured.LabelScores{
		Labels: labels, Single: testproblems.Normal(rng, labels, scale),
		Pair: testproblems.Normal(rng, structured.Pairs(labels), scale),
	}
	if rng.IntN(2) == 0 {
		for _, v := range [][]float64{s.Single, s.Pair} {
			for k := range v {
				v[k] = math.Round(4*v[k]) / 4
			}
		}
	}
	return s
}

// plainScore is a set's, by the definition.
func plainScore(s *structured.LabelScores, y []int) (sum float64) {
	row := 0
	for a, v := range y {
		sum += float64(v) * s.Single[a]
		for _, w := range y[a+1:] {
			sum += float64(v*w) * s.Pair[row]
			row++
		}
	}
	return sum
}

// byAllSets are the best score, the log-partition and the marginals as sums over all sets.
func byAllSets(s *structured.LabelScores) (best, log float64, m structured.LabelMarginals) {
	m = structured.LabelMarginals{Single: make([]float64, s.Labels), Pair: make([]float64, len(s.Pair))}
	best = math.Inf(-1)
	var z float64
	testproblems.EachLabelling(s.Labels, 2, func(y []int) {
		score := plainScore(s, y)
		best = max(best, score)
		w := math.Exp(score)
		z += w
		row := 0
		for a, v := range y {
			m.Single[a] += w * float64(v)
			for _, b := range y[a+1:] {
				m.Pair[row] += w * float64(v*b)
				row++
			}
		}
	})
	floats.Scale(1/z, m.Single)
	floats.Scale(1/z, m.Pair)
	return best, math.Log(z), m
}

// TestLabelEnumeration compares decoding, log-partition and marginals with sums over all sets, also where labels are
// divided into high and low ones, and ½ is no answer.
func TestLabelEnumeration(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(41, 42))
	var e structured.LabelEnumeration
	var m structured.LabelMarginals
	for turn := range 150 {
		labels := 1 + turn%8
		if turn%50 == 49 {
			labels = 12
		}
		s := randomLabelScores(rng, labels, 1.5)
		best, log, want := byAllSets(s)
		y := make([]float64, labels)
		if got := e.Decode(y, s); !testproblems.Near(got, best, 1e-12) || got != s.Of(y) {
			t.Fatalf("%d labels: the set %v scores %g, and the best %g", labels, y, got, best)
		}
		got := e.Marginals(&m, s)
		if !testproblems.Near(got, log, 1e-12) || !floats.EqualApprox(m.Single, want.Single, 1e-12) ||
			!floats.EqualApprox(m.Pair, want.Pair, 1e-12) {
			t.Fatalf("%d labels: log-partition %g, by all sets %g; marginals %v, by all sets %v", labels, got, log, m, want)
		}
	}
	large := &structured.LabelScores{Labels: 2, Single: []float64{1e4, -1e4}, Pair: []float64{1e4}}
	if log := e.Marginals(&m, large); log != 1e4+math.Log(2) || m.Single[1] != 0.5 || m.Pair[0] != 0.5 {
		t.Errorf("log-partition %g, marginals %v of large scores", log, m)
	}
}

// labelModel is a model of single labels over x, and of pairs.
func labelModel(x *linalg.Dense, labels int) *params.Model {
	single, pairs := params.NewExplicit(structured.Relevance, x, labels), structured.Pairs(labels)
	pair := params.NewExplicit(structured.Together, linalg.Identity(pairs), 1)
	return params.NewModel([]params.Block{single}, []params.Block{pair})
}

// TestLabelOracles: each is an oracle, and a model without pairs is one too.
func TestLabelOracles(t *testing.T) {
	t.Parallel()
	data := &structured.LabelSets{Sets: [][]int{{2, 0}, {}, {1}, {0, 1, 2, 3}}, Labels: 4}
	x := linalg.NewDense(4, 2, []float64{0.3, -1.2, 2.1, 0.4, -0.5, 0.8, 1, -1.5})
	for name, o := range map[string]toolkit.Oracle{
		"LabelHinge": &structured.LabelHinge{Data: data}, "LabelCRF": &structured.LabelCRF{Data: data},
		"LabelHinge/RoofDuality": &structured.LabelHinge{Data: data, Decoder: new(structured.RoofDuality)},
	} {
		if err := toolkittest.Oracle(o, func() toolkit.Params { return labelModel(x, 4) }); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		single := func() toolkit.Params {
			return params.NewModel([]params.Block{params.NewExplicit(structured.Relevance, x, 4)})
		}
		if loss := o.Grad(0, single(), new(toolkit.Update)); !(loss > 0) {
			t.Errorf("%s: loss %g without pairs", name, loss)
		}
	}
}

// TestLabelLossesAgreeWithEnumeration compares the losses with their formulas, written out over all sets; the relaxed
// hinge is never less than the exact one, and more than it somewhere.
func TestLabelLossesAgreeWithEnumeration(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(45, 46))
	const labels, n = 5, 40
	data := &structured.LabelSets{Labels: labels}
	for range n {
		data.Sets = append(data.Sets, rng.Perm(labels)[:rng.IntN(labels+1)])
	}
	if err := data.Check(); err != nil {
		t.Fatal(err)
	}
	p := labelModel(linalg.NewDense(n, 3, testproblems.Normal(rng, 3*n, 1)), labels)
	var u toolkit.Update
	for range 30 {
		u.Add(structured.Relevance, rng.IntN(n), rng.IntN(labels), 0.5*rng.NormFloat64())
		u.Add(structured.Together, rng.IntN(structured.Pairs(labels)), 0, 3*rng.NormFloat64()-2)
	}
	p.Add(1, &u)
	hinge, crf := &structured.LabelHinge{Data: data}, &structured.LabelCRF{Data: data}
	relaxed := &structured.LabelHinge{Data: data, Decoder: new(structured.RoofDuality)}
	var scorer structured.LabelScorer
	above := 0
	for i := range n {
		s := scorer.Score(p, labels, i)
		y := make([]int, labels)
		for _, l := range data.Sets[i] {
			y[l] = 1
		}
		worst, z := math.Inf(-1), 0.
		testproblems.EachLabelling(labels, 2, func(other []int) {
			cost := 0.
			for l := range y {
				if other[l] != y[l] {
					cost++
				}
			}
			worst = math.Max(worst, plainScore(s, other)+cost)
			z += math.Exp(plainScore(s, other))
		})
		truth := plainScore(s, y)
		exact := hinge.Grad(i, p, &u)
		if !testproblems.Near(exact, worst-truth, 1e-12) {
			t.Errorf("example %d: hinge %g, by enumeration %g", i, exact, worst-truth)
		}
		if got := crf.Grad(i, p, &u); !testproblems.Near(got, math.Log(z)-truth, 1e-12) {
			t.Errorf("example %d: logistic loss %g, by enumeration %g", i, got, math.Log(z)-truth)
		}
		switch got := relaxed.Grad(i, p, &u); {
		case got < exact-1e-12:
			t.Errorf("example %d: the relaxed hinge is %g, the exact one %g", i, got, exact)
		case got > exact+1e-6:
			above++
		}
	}
	if above == 0 {
		t.Error("the relaxed hinge is the exact one everywhere: this tests nothing")
	}
}

// TestLabelMisuseIsNamed: what does not go together ends in a panic, or for data in an error, that names the value.
func TestLabelMisuseIsNamed(t *testing.T) {
	t.Parallel()
	sets := func(sets ...[]int) *structured.LabelSets { return &structured.LabelSets{Sets: sets, Labels: 3} }
	for says, d := range map[string]*structured.LabelSets{
		"example 2: position 1 has label 3": sets([]int{0}, []int{3}), "example 1 has label 2 twice": sets([]int{2, 0, 2}),
		"0 labels": {Sets: [][]int{{}}},
	} {
		if err := d.Check(); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("error %v does not say %q", err, says)
		}
	}
	x := linalg.NewDense(2, 1, []float64{1, 2})
	many := &structured.LabelScores{Labels: 25, Single: make([]float64, 25), Pair: make([]float64, 300)}
	none := params.NewModel([]params.Block{params.NewExplicit(structured.Together, linalg.Identity(3), 1)})
	for says, do := range map[string]func(){
		"no example 2 of 2": func() {
			(&structured.LabelHinge{Data: sets(nil, nil)}).Grad(2, labelModel(x, 3), new(toolkit.Update))
		},
		"position 1 has label 7": func() {
			(&structured.LabelCRF{Data: sets([]int{7})}).Grad(0, labelModel(x, 3), new(toolkit.Update))
		},
		"no block of single labels": func() { new(structured.LabelScorer).Score(none, 3, 0) },
		"25 labels have too many":   func() { new(structured.LabelEnumeration).Decode(make([]float64, 25), many) },
		"room for 2 labels":         func() { new(structured.RoofDuality).Decode(make([]float64, 2), many) },
	} {
		if got := panicOf(do); !strings.HasPrefix(got, "structured: ") || !strings.Contains(got, says) {
			t.Errorf("%q does not say %q", got, says)
		}
	}
	nan := &structured.LabelScores{Labels: 2, Single: []float64{0, math.NaN()}, Pair: []float64{1}}
	y := make([]float64, 2)
	for _, v := range []float64{
		new(structured.LabelEnumeration).Decode(y, nan), new(structured.RoofDuality).Decode(y, nan), nan.Improve(y),
		new(structured.LabelEnumeration).Marginals(new(structured.LabelMarginals), nan),
	} {
		if !math.IsNaN(v) {
			t.Errorf("NaN was swallowed: %g", v)
		}
	}
}
