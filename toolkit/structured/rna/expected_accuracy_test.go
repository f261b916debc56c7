package rna_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/structured/rna"
)

// TestExpectedGains compares the structures of the largest expected accuracy and gain with all structures.
func TestExpectedGains(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 8))
	e := rna.NewEnsemble(make([]float64, rna.Features))
	for trial := range 60 {
		x := randomSequence(rng, rng.IntN(11), 4)
		e.SetWeights(randomWeights(rng))
		p, n, gamma := e.Pairs(x), len(x), []float64{0.5, 1, 4}[trial%3]
		accuracy := func(y rna.Structure) (sum float64) {
			for i, j := range y {
				lone := 1.0
				for k := range n {
					lone -= p[i*n+k]
				}
				if j < 0 {
					sum += lone
				} else {
					sum += gamma * p[i*n+j]
				}
			}
			return sum
		}
		gain := func(y rna.Structure) (sum float64) {
			for i, j := range y {
				if j > i {
					sum += gamma*p[i*n+j] - (1 - p[i*n+j])
				}
			}
			return sum
		}
		for _, c := range []struct {
			of     func(y rna.Structure) float64
			decode func([]float64, int, float64) rna.Structure
		}{{accuracy, rna.MaximumExpectedAccuracy}, {gain, rna.Centroid}} {
			best := math.Inf(-1)
			structures(x, func(y rna.Structure) { best = max(best, c.of(y)) })
			y := c.decode(p, n, gamma)
			if err := y.Check(x); err != nil || math.Abs(c.of(y)-best) > 1e-9 {
				t.Fatalf("%s: %s has %g of %g, %v", x, y, c.of(y), best, err)
			}
		}
	}
}

func TestAgreement(t *testing.T) {
	t.Parallel()
	parse := func(text string) rna.Structure {
		y, err := rna.ParseStructure(text)
		if err != nil {
			t.Fatal(err)
		}
		return y
	}
	var a rna.Agreement
	a.Add(parse("((..))"), parse("(....)"))
	a.Add(parse("..()"), parse("()()"))
	want := rna.Agreement{Shared: 2, Guessed: 3, True: 3}
	if a != want || a.Sensitivity() != 2./3 || a.PPV() != 2./3 || a.F1() != 2./3 {
		t.Errorf("%+v: %g, %g, %g", a, a.Sensitivity(), a.PPV(), a.F1())
	}
	if (rna.Agreement{}).F1() != 1 {
		t.Error("nothing guessed of nothing is right")
	}
}
