package loss_test

import (
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/loss"
)

// BenchmarkRankings are values and subgradients on 471 queries of 20 documents, one in five relevant, which is the size
// of MQ2008's training part.
func BenchmarkRankings(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	var y, f []float64
	var query []int64
	for q := range 471 {
		for range 20 {
			y, f = append(y, float64(max(0, rng.IntN(10)-7))), append(f, rng.NormFloat64())
			query = append(query, int64(q))
		}
	}
	grad := make([]float64, len(f))
	for name, l := range map[string]toolkit.Joint{
		"pairwise": bound(loss.Pairwise{}, y, query), "ndcg": bound(loss.NDCG{}, y, query),
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				l.ValueGrad(grad, f)
			}
		})
	}
}
