package beam_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/structured/rna"
	"github.com/proxlab/proxlab/toolkit/structured/rna/beam"
	"github.com/proxlab/proxlab/toolkit/structured/rna/energies"
)

// BenchmarkBeam says, of sequences drawn at random, by which share of the best score beams of several widths fall short
// of it, with the published energies, and which share of the best structure's pairs they find. Width 0 is rna.Folder.
func BenchmarkBeam(b *testing.B) {
	weights := energies.Turner2004()
	for _, n := range []int{500, 1000, 2500, 5000} {
		x := make(rna.Sequence, n)
		rng := rand.New(rand.NewPCG(7, uint64(n)))
		for i := range x {
			x[i] = rna.Base(rng.IntN(4))
		}
		best, most := rna.NewFolder(weights).Fold(x)
		for _, width := range []int{0, 25, 50, 100, 200, 400} {
			b.Run(fmt.Sprintf("%d/%d", n, width), func(b *testing.B) {
				y, value := best, most
				for b.Loop() {
					var err error
					if width == 0 {
						y, value = rna.NewFolder(weights).Fold(x)
					} else if y, value, err = beam.Fold(b.Context(), weights, x, width); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(100*(most-value)/most, "%lost")
				b.ReportMetric(100*shared(y, best), "%pairs")
			})
		}
	}
}

// shared is the share of a structure's pairs that another has.
func shared(y, of rna.Structure) float64 {
	pairs, same := 0, 0
	for i, j := range of {
		if j > i {
			pairs++
			if y[i] == j {
				same++
			}
		}
	}
	return float64(same) / float64(max(1, pairs))
}
