package rna_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/structured/rna"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

// TestEnsembleAgainstAllStructures compares log Z, probabilities of pairs and expected features with sums over all
// structures of short sequences, and of longer ones with few bases that pair, whose interior loops reach 30 bases and
// more.
func TestEnsembleAgainstAllStructures(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 4))
	e, f := rna.NewEnsemble(make([]float64, rna.Features)), rna.NewFolder(make([]float64, rna.Features))
	for trial := range 300 {
		x := randomSequence(rng, rng.IntN(12), 4+trial%2)
		if trial%4 == 3 {
			x = sparse(rng)
		}
		w := randomWeights(rng)
		e.SetWeights(w)
		f.SetWeights(w)
		var scores []float64
		var all []rna.Structure
		best := math.Inf(-1)
		structures(x, func(y rna.Structure) {
			if !predicted(y) {
				return
			}
			scores, all = append(scores, score(w, x, y)), append(all, append(rna.Structure(nil), y...))
			best = max(best, scores[len(scores)-1])
		})
		if y, value := f.Fold(x); math.Abs(value-best) > 1e-9 || math.Abs(score(w, x, y)-best) > 1e-9 {
			t.Fatalf("%s: %s of score %g is said to have %g, and the best has %g", x, y, score(w, x, y), value, best)
		}
		var z float64
		for _, s := range scores {
			z += math.Exp(s - best)
		}
		want := best + math.Log(z)
		if got := e.LogPartition(x); math.Abs(got-want) > 1e-10*(1+math.Abs(want)) {
			t.Fatalf("%s: log Z is %.12g, not %.12g", x, got, want)
		}
		n := len(x)
		pairs, features := make([]float64, n*n), make([]float64, rna.Features)
		for k, y := range all {
			p := math.Exp(scores[k] - want)
			for i, j := range y {
				if j >= 0 {
					pairs[i*n+j] += p
				}
			}
			rna.Count(x, y, func(feature int, count float64) { features[feature] += p * count })
		}
		for k, got := range e.Pairs(x) {
			if math.Abs(got-pairs[k]) > 1e-10 {
				t.Fatalf("%s: bases %d and %d pair with probability %g, not %g", x, k/n+1, k%n+1, got, pairs[k])
			}
		}
		expected := make([]float64, rna.Features)
		e.Expected(x, func(feature int, count float64) { expected[feature] += count })
		for k, name := range rna.Names() {
			if math.Abs(expected[k]-features[k]) > 1e-9 {
				t.Fatalf("%s: %s is expected %g times, not %g", x, name, expected[k], features[k])
			}
		}
	}
}

// sparse is a sequence of A with two or three G and as many C, far enough apart for the longest interior loops.
func sparse(rng *rand.Rand) (x rna.Sequence) {
	for k := range 4 + 2*rng.IntN(2) {
		x = append(x, make(rna.Sequence, []int{0, 1, 2, 5, 14, 15, 16, 29, 30, 31}[rng.IntN(10)])...)
		x = append(x, []rna.Base{rna.G, rna.C}[k%2*rng.IntN(2)|k/3])
	}
	return x
}

// predicted tells whether no interior loop has more than 30 bases.
func predicted(y rna.Structure) bool {
	for i, j := range y {
		if j < i {
			continue
		}
		branches, unpaired := 0, 0
		for k := i + 1; k < j; k++ {
			if y[k] < 0 {
				unpaired++
				continue
			}
			branches++
			k = y[k]
		}
		if branches == 1 && unpaired > 30 {
			return false
		}
	}
	return true
}

// TestOracles: losses and subgradients are those of a function of the weights.
func TestOracles(t *testing.T) {
	t.Parallel()
	var examples []rna.Example
	for _, c := range [][2]string{
		{"GGGAAAUCCC", "(((....)))"}, {"GGAGCAAAGCGCUGCCC", "((.((...))((.))))"}, {"AAAA", "...."}, {"GC", "()"},
	} {
		x, err := rna.ParseSequence(c[0])
		if err != nil {
			t.Fatal(err)
		}
		y, err := rna.ParseStructure(c[1])
		if err != nil {
			t.Fatal(err)
		}
		examples = append(examples, rna.Example{Name: c[0], X: x, Y: y})
	}
	if err := rna.CheckExamples(examples); err != nil {
		t.Fatal(err)
	}
	newParams := func() toolkit.Params {
		return params.NewModel([]params.Block{params.NewExplicit(0, linalg.Identity(rna.Features), 1)})
	}
	for _, o := range []toolkit.Oracle{&rna.Hinge{Examples: examples}, &rna.CRF{Examples: examples}} {
		if err := toolkittest.Oracle(o, newParams); err != nil {
			t.Error(err)
		}
	}
}
