package structured_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/structured"
)

// enumerated are the log-partition and the marginals as sums over all labellings.
func enumerated(s *structured.ChainScores) (log float64, m structured.ChainMarginals) {
	var z float64
	n, c := s.Len(), s.Labels
	m = structured.ChainMarginals{Emission: make([]float64, n*c), Transition: make([]float64, c*c)}
	testproblems.EachLabelling(n, c, func(y []int) {
		w := math.Exp(s.Of(y))
		z += w
		for t, k := range y {
			m.Emission[t*c+k] += w
			if t > 0 {
				m.Transition[y[t-1]*c+k] += w
			}
		}
	})
	floats.Scale(1/z, m.Emission)
	floats.Scale(1/z, m.Transition)
	return math.Log(z), m
}

// nearMarginals compares to 1e-12.
func nearMarginals(a, b *structured.ChainMarginals) bool {
	return floats.EqualApprox(a.Emission, b.Emission, 1e-12) && floats.EqualApprox(a.Transition, b.Transition, 1e-12)
}

// TestMarginalsAgreeWithEnumeration compares log-partition and marginals with sums over all labellings, and the
// marginals with finite differences of the log-partition.
func TestMarginalsAgreeWithEnumeration(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(19, 20))
	var f structured.ForwardBackward
	var got structured.ChainMarginals
	for range 100 {
		n, c := 1+rng.IntN(5), 1+rng.IntN(4)
		s := randomScores(rng, n, c, 2)
		if c > 1 && rng.IntN(2) == 0 {
			s.Transition[rng.IntN(c*c)] = -300 // differ by too much for their exponentials to be taken once
		}
		wantLog, want := enumerated(s)
		log := f.Marginals(&got, s)
		if !testproblems.Near(log, wantLog, 1e-12) || !nearMarginals(&got, &want) {
			t.Fatalf("log-partition %g, by enumeration %g; marginals %v, by enumeration %v", log, wantLog, got, want)
		}
		const h = 1e-6
		k := rng.IntN(n * c)
		s.Emission[k] += h
		if d := (f.LogPartition(s) - log) / h; !testproblems.Near(d, want.Emission[k], 1e-5) {
			t.Fatalf("marginal %g, by differences %g", want.Emission[k], d)
		}
	}
}

func TestMarginalsOfUnusualScores(t *testing.T) {
	t.Parallel()
	var f structured.ForwardBackward
	var m structured.ChainMarginals
	for _, bad := range []*structured.ChainScores{
		{Labels: 2, Emission: []float64{math.NaN(), 0, 0, 0}, Transition: make([]float64, 4)},
		{Labels: 2, Emission: make([]float64, 4), Transition: []float64{0, math.NaN(), 0, 0}},
	} {
		if log := f.Marginals(&m, bad); !math.IsNaN(log) {
			t.Errorf("NaN was swallowed: %g", log)
		}
	}
	for _, transition := range [][]float64{make([]float64, 4), {0, -300, 0, 0}} { // scaled, and by logarithms
		empty := &structured.ChainScores{Labels: 2, Transition: transition}
		if log := f.Marginals(&m, empty); log != 0 || f.LogPartition(empty) != 0 {
			t.Errorf("an empty chain has log-partition %g", log)
		}
	}
	huge := &structured.ChainScores{Labels: 2, Emission: []float64{1e4, -1e4, 1e4, 1e4}, Transition: make([]float64, 4)}
	want := structured.ChainMarginals{Emission: []float64{1, 0, 0.5, 0.5}, Transition: []float64{0.5, 0.5, 0, 0}}
	if log := f.Marginals(&m, huge); !testproblems.Near(log, 2e4+math.Log(2), 1e-12) || !nearMarginals(&m, &want) {
		t.Errorf("huge scores: log-partition %g, marginals %v", log, m)
	}
}
