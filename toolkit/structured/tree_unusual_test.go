package structured_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/structured"
)

// decoders are all decoders of trees, new.
func decoders() map[string]structured.TreeDecoder {
	return map[string]structured.TreeDecoder{
		"Arborescence": new(structured.Arborescence), "Eisner": new(structured.Eisner),
		"Exhaustive": structured.ExhaustiveTree{}, "Exhaustive/projective": structured.ExhaustiveTree{Projective: true},
	}
}

// TestTreesOfUnusualScores: no decoder returns heads that are no tree, whatever the scores.
func TestTreesOfUnusualScores(t *testing.T) {
	t.Parallel()
	inf, nan := math.Inf(1), math.NaN()
	// Root arcs and heads 1 to 3 of each of three words; a word's own place holds anything.
	for name, c := range map[string]struct {
		arc  []float64
		want float64
	}{
		"NaN alone":              {[]float64{0, nan, nan, nan, nan, 0, nan, nan, nan, nan, 0, nan}, nan},
		"nothing allowed":        {[]float64{-inf, 9, -inf, -inf, -inf, -inf, 9, -inf, -inf, -inf, -inf, 9}, -inf},
		"word 3 has no head":     {[]float64{0, inf, 1, 1, 1, 1, nan, 1, -inf, -inf, -inf, 5}, -inf},
		"a cycle without a way":  {[]float64{5, 0, 0, 0, -inf, -inf, 0, 3, -inf, -inf, 3, 0}, -inf},
		"infinitely good":        {[]float64{0, 0, 1, inf, 1, 0, 0, 1, inf, 1, 1, 0}, inf},
		"the one tree":           {[]float64{-inf, 0, -inf, 1, -inf, 1, 0, -inf, 1, -inf, -inf, 0}, 3},
		"good, and all but that": {[]float64{-inf, 0, -inf, inf, -inf, inf, 0, -inf, inf, -inf, -inf, 0}, inf},
		"its own place is odd":   {[]float64{1, nan, 0, 0, 0, 1, inf, 0, 0, 0, 1, -inf}, 3},
	} {
		for kind, d := range decoders() {
			for _, single := range []bool{false, true} {
				s, heads := &structured.TreeScores{Words: 3, SingleRoot: single, Arc: c.arc}, []int{9, 9, 9}
				got := d.Decode(heads, s)
				if got != c.want && !(got != got && c.want != c.want) {
					t.Errorf("%s of %s, single root %v: score %g, and not %g", kind, name, single, got, c.want)
				}
				if err := structured.CheckTree(heads, single); err != nil {
					t.Errorf("%s of %s, single root %v: %v: %v", kind, name, single, heads, err)
				}
			}
		}
	}
	// As many arcs of +Inf as can be: both, with the worst of the others.
	s, heads := &structured.TreeScores{Words: 3, Arc: []float64{9, 0, inf, 9, 9, 0, 0, inf, -5, 0, 0, 0}}, make([]int, 3)
	for _, kind := range []string{"Arborescence", "Eisner"} {
		if v := decoders()[kind].Decode(heads, s); v != inf || heads[0] != 2 || heads[1] != 3 || heads[2] != 0 {
			t.Errorf("%s: heads %v of score %g", kind, heads, v)
		}
	}
}

func TestPartitionOfUnusualScores(t *testing.T) {
	t.Parallel()
	var m structured.MatrixTree
	inf, nan := math.Inf(1), math.NaN()
	dst := make([]float64, 6)
	for name, c := range map[string]struct {
		arc  []float64
		want float64
	}{
		"NaN":                  {[]float64{0, 0, nan, 0, 0, 0}, nan},
		"NaN and infinite":     {[]float64{0, 0, nan, inf, 0, 0}, nan},
		"infinite":             {[]float64{0, 0, inf, 0, 0, 0}, inf},
		"nothing allowed":      {[]float64{-inf, 0, -inf, -inf, -inf, 0}, -inf},
		"two roots or nothing": {[]float64{0, 0, -inf, 0, -inf, 0}, -inf},
	} {
		s := &structured.TreeScores{Words: 2, SingleRoot: true, Arc: c.arc}
		log, alone := m.Marginals(dst, s), m.LogPartition(s)
		for _, got := range []float64{log, alone} {
			if got != c.want && !(got != got && c.want != c.want) {
				t.Errorf("%s: log-partition %g, and not %g", name, got, c.want)
			}
		}
		for _, v := range dst {
			if v == v {
				t.Errorf("%s: marginals %v", name, dst)
				break
			}
		}
	}
	own := &structured.TreeScores{Words: 2, Arc: []float64{0, nan, 0, 0, 0, inf}}
	if log := m.Marginals(dst, own); !testproblems.Near(log, math.Log(3), 1e-15) || dst[1] != 0 || dst[5] != 0 {
		t.Errorf("a word's own place was read: log-partition %g, marginals %v", log, dst)
	}
	none := &structured.TreeScores{}
	if v := m.Marginals(nil, none) + m.LogPartition(none); v != 0 {
		t.Errorf("no words have the log-partition %g", v)
	}
	for kind, d := range decoders() {
		if v := d.Decode(nil, none); v != 0 {
			t.Errorf("%s: no words score %g", kind, v)
		}
	}
}

// TestLongTrees: one word, and 400.
func TestLongTrees(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(53, 54))
	var any structured.Arborescence
	for _, n := range []int{400, 1, 150} {
		s := &structured.TreeScores{Words: n, SingleRoot: true, Arc: testproblems.Normal(rng, n*(n+1), 1)}
		heads, other := make([]int, n), make([]int, n)
		top := any.Decode(heads, s)
		if n < 400 {
			new(structured.Eisner).Decode(other, s)
		} else {
			copy(other, heads)
		}
		for _, y := range [][]int{heads, other} {
			if err := structured.CheckTree(y, true); err != nil {
				t.Errorf("%d words: %v", n, err)
			}
		}
		if top < s.Of(other) {
			t.Errorf("%d words: the best tree has %g, the best projective one %g", n, top, s.Of(other))
		}
		log := new(structured.MatrixTree).LogPartition(s)
		if log < top || log > top+float64(n)*math.Log(float64(n)) {
			t.Errorf("%d words: log-partition %g, best score %g", n, log, top)
		}
	}
}
