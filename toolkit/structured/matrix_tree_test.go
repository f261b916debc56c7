package structured_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/structured"
)

// enumeratedTrees are the log-partition and the marginals as sums over all trees; NaN where there is none.
func enumeratedTrees(s *structured.TreeScores) (log float64, marginals []float64) {
	var scores []float64
	var kept [][]int
	for _, heads := range trees()[s.Words] {
		if !s.SingleRoot || roots(heads) == 1 {
			scores, kept = append(scores, s.Of(heads)), append(kept, heads)
		}
	}
	log = floats.LogSumExp(scores)
	marginals = make([]float64, len(s.Arc))
	for i, heads := range kept {
		for k, h := range heads {
			marginals[k*(s.Words+1)+h] += math.Exp(scores[i] - log)
		}
	}
	return log, marginals
}

func TestTreeMarginalsAgreeWithEnumeration(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(45, 46))
	var m structured.MatrixTree
	none := 0
	for range 3000 {
		s := randomArcs(rng, min(words(rng), words(rng)))
		wantLog, want := enumeratedTrees(s)
		got := make([]float64, len(s.Arc))
		log := m.Marginals(got, s)
		if math.IsInf(wantLog, -1) {
			none++
			if !math.IsInf(log, -1) || !floats.HasNaN(got) || !math.IsInf(m.LogPartition(s), -1) {
				t.Fatalf("%+v has no tree: log-partition %g, marginals %v", s, log, got)
			}
			continue
		}
		if !testproblems.Near(log, wantLog, 1e-12) || !floats.EqualApprox(got, want, 1e-12) {
			t.Fatalf("%+v: log-partition %g, by enumeration %g; marginals %v, by enumeration %v", s, log, wantLog, got, want)
		}
		if again := m.LogPartition(s); !testproblems.Near(again, log, 1e-13) {
			t.Fatalf("%+v: log-partition %g alone, %g with the marginals", s, again, log)
		}
	}
	if none == 0 {
		t.Error("no graph without a tree was drawn")
	}
}

// TestTreeMarginalsAreTheGradient compares the marginals with finite differences of the log-partition.
func TestTreeMarginalsAreTheGradient(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(47, 48))
	var m structured.MatrixTree
	for trial := range 60 {
		n, scale := 1+rng.IntN(40), []float64{1, 5, 60, 500}[trial%4]
		s := &structured.TreeScores{
			Words: n, SingleRoot: trial%3 == 0, Arc: testproblems.Normal(rng, n*(n+1), scale),
		}
		got := make([]float64, len(s.Arc))
		log := m.Marginals(got, s)
		const h = 1e-4
		for range 5 {
			k := rng.IntN(len(s.Arc))
			was := s.Arc[k]
			s.Arc[k] = was + h
			up := m.LogPartition(s)
			s.Arc[k] = was - h
			down := m.LogPartition(s)
			s.Arc[k] = was
			if d := (up - down) / (2 * h); math.Abs(d-got[k]) > 1e-7+1e-11*math.Abs(log) {
				t.Fatalf("%d words, scores of size %g: the marginal of score %d is %g, by differences %g", n, scale, k, got[k], d)
			}
		}
	}
}

// TestTreeMarginalsOfLongSentences: of 150 words with scores up to ±500 the chances of a single root add up to 1, which
// the computation does not ask for; and those of two words with a strong cycle are known.
func TestTreeMarginalsOfLongSentences(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(49, 50))
	const n = 150
	var m structured.MatrixTree
	for _, scale := range []float64{1, 500} {
		s := &structured.TreeScores{Words: n, SingleRoot: true, Arc: make([]float64, n*(n+1))}
		for k := range s.Arc {
			s.Arc[k] = scale * (2*rng.Float64() - 1)
		}
		got := make([]float64, len(s.Arc))
		log := m.Marginals(got, s)
		var root float64
		for k := range n {
			root += got[k*(n+1)]
			if into := floats.Sum(got[k*(n+1) : (k+1)*(n+1)]); !testproblems.Near(into, 1, 1e-12) || got[k*(n+1)+k+1] != 0 {
				t.Fatalf("scores up to %g: the marginals into word %d sum to %g", scale, k+1, into)
			}
		}
		if !testproblems.Near(root, 1, 1e-11) {
			t.Errorf("scores up to %g: the chances of the root sum to %.15g", scale, root)
		}
		heads := make([]int, n)
		if top := new(structured.Arborescence).Decode(heads, s); log < top || log > top+n*math.Log(n) {
			t.Errorf("scores up to %g: the log-partition is %g, the best tree's score %g", scale, log, top)
		}
	}
	// Root arcs −500 and −400, arcs between the words 500: trees of scores 0, 100 and −900.
	s := &structured.TreeScores{Words: 2, Arc: []float64{-500, 0, 500, -400, 500, 0}}
	got := make([]float64, 6)
	log := m.Marginals(got, s)
	if !testproblems.Near(log, 100, 1e-14) || !testproblems.Near(got[0], math.Exp(-100), 1e-12) {
		t.Errorf("log-partition %g, marginals %v", log, got)
	}
}

// TestTreeMarginalsTwoWays compares plain numbers with logarithms, which a forbidden score drives it to: two words more
// that are each other's only head but for an arc of weight e^−700, and so enter all trees by one arc.
func TestTreeMarginalsTwoWays(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(51, 52))
	var m structured.MatrixTree
	for _, n := range []int{1, 2, 3, 8, 30, 60} {
		for _, single := range []bool{false, true} {
			s := &structured.TreeScores{Words: n, SingleRoot: single, Arc: testproblems.Normal(rng, n*(n+1), 5)}
			more := &structured.TreeScores{Words: n + 2, SingleRoot: single, Arc: make([]float64, (n+2)*(n+3))}
			for k := range more.Arc {
				more.Arc[k] = math.Inf(-1)
			}
			for k := range n {
				copy(more.Arc[k*(n+3):], s.Arc[k*(n+1):(k+1)*(n+1)])
			}
			a, b := n+1, n+2
			more.Arc[(a-1)*(n+3)+b], more.Arc[(b-1)*(n+3)+a], more.Arc[(a-1)*(n+3)+1] = 0, 0, -700
			small, large := make([]float64, len(s.Arc)), make([]float64, len(more.Arc))
			want, got := m.Marginals(small, s), m.Marginals(large, more)+700
			if !testproblems.Near(want, got, 1e-12) || !testproblems.Near(large[(b-1)*(n+3)+a], 1, 1e-12) {
				t.Errorf("%d words: log-partition %g, by logarithms %g", n, want, got)
			}
			for k := range n {
				if !floats.EqualApprox(small[k*(n+1):(k+1)*(n+1)], large[k*(n+3):k*(n+3)+n+1], 1e-11) {
					t.Errorf("%d words, single root %v: marginals into word %d differ", n, single, k+1)
				}
			}
		}
	}
}
