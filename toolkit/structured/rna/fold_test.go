package rna_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/proxlab/proxlab/toolkit/structured/rna"
)

// structures calls visit for all structures of a short sequence.
func structures(x rna.Sequence, visit func(y rna.Structure)) {
	enumerate(x, make(rna.Structure, len(x)), 0, nil, visit)
}

// enumerate goes on at place i, with the places whose pairs are open.
func enumerate(x rna.Sequence, y rna.Structure, i int, open []int, visit func(y rna.Structure)) {
	if i == len(x) {
		if len(open) == 0 {
			visit(y)
		}
		return
	}
	y[i] = -1
	enumerate(x, y, i+1, open, visit)
	if len(open) < len(x)-i && partners(x, i) {
		enumerate(x, y, i+1, append(open[:len(open):len(open)], i), visit)
	}
	if len(open) > 0 {
		j := open[len(open)-1]
		y[i], y[j] = j, i
		if (rna.Structure{1, 0}).Check(rna.Sequence{x[j], x[i]}) == nil {
			enumerate(x, y, i+1, open[:len(open)-1], visit)
		}
		y[j] = -1
	}
	y[i] = -1
}

// partners tells whether a base pairs with one after it.
func partners(x rna.Sequence, i int) bool {
	return slices.ContainsFunc(x[i+1:], func(b rna.Base) bool {
		return rna.Structure{1, 0}.Check(rna.Sequence{x[i], b}) == nil
	})
}

// score is the sum over the features of a structure.
func score(w []float64, x rna.Sequence, y rna.Structure) (sum float64) {
	rna.Count(x, y, func(feature int, count float64) { sum += count * w[feature] })
	return sum
}

func distance(y, truth rna.Structure) (share float64) {
	for i := range y {
		if y[i] != truth[i] {
			share += 1 / float64(len(y))
		}
	}
	return share
}

func randomSequence(rng *rand.Rand, n, letters int) rna.Sequence {
	x := make(rna.Sequence, n)
	for i := range x {
		x[i] = rna.Base(rng.IntN(letters))
	}
	return x
}

func randomWeights(rng *rand.Rand) []float64 {
	w := make([]float64, rna.Features)
	for k := range w {
		w[k] = rng.NormFloat64()
	}
	return w
}

// TestFoldAgainstAllStructures compares with all structures of short sequences, with and without the distance from a
// truth that is one of them.
func TestFoldAgainstAllStructures(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	f := rna.NewFolder(make([]float64, rna.Features))
	for trial := range 400 {
		x := randomSequence(rng, rng.IntN(12), 4+trial%2)
		w := randomWeights(rng)
		if trial%3 == 0 { // many ties
			for k := range w {
				w[k] = math.Round(w[k])
			}
		}
		f.SetWeights(w)
		var truth rna.Structure
		best, count := math.Inf(-1), 0
		structures(x, func(y rna.Structure) {
			best = max(best, score(w, x, y))
			if count++; rng.IntN(count) == 0 {
				truth = append(truth[:0], y...)
			}
		})
		y, value := f.Fold(x)
		if err := y.Check(x); err != nil {
			t.Fatalf("%s: %v", x, err)
		}
		if math.Abs(value-best) > 1e-9 || math.Abs(score(w, x, y)-best) > 1e-9 {
			t.Fatalf("%s: %s of score %g is said to have %g, and the best has %g", x, y, score(w, x, y), value, best)
		}
		away := math.Inf(-1)
		structures(x, func(y rna.Structure) { away = max(away, score(w, x, y)+distance(y, truth)) })
		y, value = f.FoldAway(x, truth)
		if got := score(w, x, y) + distance(y, truth); math.Abs(value-away) > 1e-9 || math.Abs(got-away) > 1e-9 {
			t.Fatalf("%s, truth %s: %s of %g is said to have %g, and the best has %g", x, truth, y, got, value, away)
		}
	}
}
