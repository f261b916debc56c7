package beam_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/structured/rna"
	"github.com/proxlab/proxlab/toolkit/structured/rna/beam"
	"github.com/proxlab/proxlab/toolkit/structured/rna/energies"
)

// TestBeam: one without width finds the best of all structures, and of longer sequences what Folder finds; a narrow one
// a structure of the score that it says, and no better one.
func TestBeam(t *testing.T) {
	t.Parallel()
	for trial := range 150 {
		rng := rand.New(rand.NewPCG(3, uint64(trial)))
		x, w := make(rna.Sequence, rng.IntN(60)), make([]float64, rna.Extended)
		for i := range x {
			if x[i] = rna.Base(rng.IntN(4 + trial%2)); trial%4 == 3 && rng.IntN(4) > 0 {
				x[i] = rna.A // long loops
			}
		}
		for k := range w {
			w[k] = rng.NormFloat64()
		}
		_, best := rna.NewFolder(w).Fold(x)
		for _, width := range []int{0, 3} {
			y, value, err := beam.Fold(t.Context(), w, x, width)
			if err != nil || y.Check(x) != nil {
				t.Fatal(err, y.Check(x))
			}
			near := 1e-10 * (1 + math.Abs(best))
			if math.Abs(score(w, x, y)-value) > near || value > best+near || width == 0 && value < best-near {
				t.Fatalf("%s, width %d: %s of %g is said to have %g, and the best %g", x, width, y, score(w, x, y), value, best)
			}
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, _, err := beam.Fold(ctx, energies.Turner2004(), rna.Sequence{rna.G, rna.A, rna.C}, 1)
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// score is the sum over the features of a structure.
func score(w []float64, x rna.Sequence, y rna.Structure) (sum float64) {
	rna.CountExtended(x, y, func(feature int, count float64) { sum += count * w[feature] })
	return sum
}
