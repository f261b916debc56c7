package structures_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/fit/structures"
)

// BenchmarkTaggerEpoch is an online pass over 500 sentences of 16 words with 45 labels, for both losses.
func BenchmarkTaggerEpoch(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	var d structures.Tagged
	for range 500 {
		var words [][]string
		var labels []string
		for range 16 {
			label := rng.IntN(45)
			labels = append(labels, fmt.Sprint("L", label))
			words = append(words, []string{fmt.Sprintf("%c%d-%d", 'a'+rng.IntN(26), rng.IntN(200), label/2)})
		}
		d.Words, d.Labels = append(d.Words, words), append(d.Labels, labels)
	}
	for _, crf := range []bool{false, true} {
		name := map[bool]string{false: "hinge", true: "CRF"}[crf]
		b.Run(name, func(b *testing.B) {
			const epochs = 11
			var passes int
			c := structures.Tagger{CRF: crf, Epochs: epochs, Tolerance: 1e9}
			c.Watch = func(s structures.TaggerStep) {
				switch {
				case s.Online && s.Pass == 1:
					b.StartTimer()
				case s.Online && s.Pass == epochs:
					b.StopTimer()
					passes += epochs - 1
				}
			}
			b.StopTimer()
			for range b.N {
				if _, err := c.Fit(b.Context(), d); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(passes), "µs/epoch")
		})
	}
}
