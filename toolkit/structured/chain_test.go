package structured_test

import (
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/structured"
)

func randomScores(rng *rand.Rand, n, c int, scale float64) *structured.ChainScores {
	emission, transition := testproblems.Normal(rng, n*c, scale), testproblems.Normal(rng, c*c, scale)
	return &structured.ChainScores{Labels: c, Emission: emission, Transition: transition}
}

func TestDecodersAgreeWithExhaustiveSearch(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(9, 10))
	for range 300 {
		n, c := rng.IntN(6), 1+rng.IntN(4)
		s := randomScores(rng, n, c, 1)
		truth := make([]int, n)
		for i := range truth {
			truth[i] = rng.IntN(c)
		}
		if rng.IntN(2) == 0 {
			s.AddHamming(truth)
		}
		y, z := make([]int, n), make([]int, n)
		want := structured.Exhaustive{}.Decode(z, s)
		got := new(structured.Viterbi).Decode(y, s)
		if !testproblems.Near(got, want, 1e-12) || !testproblems.Near(s.Of(y), want, 1e-12) {
			const says = "%d positions, %d labels: Viterbi finds %g (its labels score %g), exhaustive search %g"
			t.Fatalf(says, n, c, got, s.Of(y), want)
		}
	}
}

func TestViterbiWithManyLabels(t *testing.T) {
	t.Parallel()
	const c = 100 // more than fit its fixed buffer
	s := &structured.ChainScores{Labels: c, Emission: make([]float64, 3*c), Transition: make([]float64, c*c)}
	s.Emission[99], s.Transition[99*c+98], s.Transition[98*c+97] = 1, 1, 1
	y := make([]int, 3)
	if got := new(structured.Viterbi).Decode(y, s); got != 3 || y[0] != 99 || y[1] != 98 || y[2] != 97 {
		t.Errorf("labels %v score %g", y, got)
	}
}

func TestHammingCost(t *testing.T) {
	t.Parallel()
	s := &structured.ChainScores{Labels: 3, Emission: make([]float64, 12), Transition: make([]float64, 9)}
	truth := []int{0, 1, 2, 0}
	s.AddHamming(truth)
	for _, y := range [][]int{{0, 1, 2, 0}, {1, 1, 2, 0}, {2, 2, 0, 1}} {
		wrong := 0
		for i := range y {
			if y[i] != truth[i] {
				wrong++
			}
		}
		if s.Of(y) != float64(wrong) {
			t.Errorf("cost of %v is %g, not %d", y, s.Of(y), wrong)
		}
	}
}

func TestViterbiRefusesAWrongNumberOfPositions(t *testing.T) {
	t.Parallel()
	defer func() {
		if recover() == nil {
			t.Error("no panic for two labels and one position")
		}
	}()
	s := &structured.ChainScores{Labels: 2, Emission: make([]float64, 2), Transition: make([]float64, 4)}
	new(structured.Viterbi).Decode(make([]int, 2), s)
}
