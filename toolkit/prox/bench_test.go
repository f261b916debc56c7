package prox_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/prox"
)

// BenchmarkTotalVariation denoises 512 × 512 pixels to a relative gap of 1e-4. An iteration reads and writes four
// dual numbers a pixel and reads the pixel: 72 bytes, of which a sweep of ten fetches a tenth.
func BenchmarkTotalVariation(b *testing.B) {
	const side = 512
	rng := rand.New(rand.NewPCG(1, 1))
	v := make([]float64, side*side)
	for i := range v {
		v[i] = math.Round(math.Sin(float64(i%side)/60)+math.Cos(float64(i/side)/45)) + 0.2*rng.NormFloat64()
	}
	dst := make([]float64, len(v))
	for name, chambolle := range map[string]bool{"accelerated": false, "Chambolle": true} {
		b.Run(name, func(b *testing.B) {
			g := prox.TotalVariation{Lambda: 0.2, Rows: side, Cols: side, Chambolle: chambolle}
			iterations := 0
			for b.Loop() {
				var gap, value float64
				value, gap, iterations = g.CountIterations(dst, v, 1, 1e-4)
				b.ReportMetric(gap/value, "gap")
			}
			b.ReportMetric(float64(iterations), "iterations")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*iterations*side*side), "ns/pixel/iteration")
		})
	}
}

// BenchmarkOverlap shrinks 300 coordinates in 30 chained groups of 14, as far as rounding allows.
func BenchmarkOverlap(b *testing.B) {
	var groups prox.Groups
	for j := 0; j < 300; j += 10 {
		var group []int
		for k := j; k < min(300, j+14); k++ {
			group = append(group, k)
		}
		groups = append(groups, group)
	}
	rng := rand.New(rand.NewPCG(2, 3))
	v, dst := make([]float64, 300), make([]float64, 300)
	for i := range v {
		v[i] = rng.NormFloat64()
	}
	for name, fixed := range map[string]bool{"exact steps": false, "fixed point": true} {
		g := prox.Overlap{Lambda: 1, Groups: groups, FixedPoint: fixed}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				g.Prox(dst, v, 1)
			}
		})
	}
}
