package linalg_test

import (
	"testing"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// BenchmarkProducts times Aᵀ U and A W for 5,000×250 by 500 columns: 1.25 GFlop each.
func BenchmarkProducts(b *testing.B) {
	const n, d, k = 5000, 250, 500
	a := linalg.NewDense(n, d, nil)
	for i := range a.Data {
		a.Data[i] = float64(i%17) - 8
	}
	w, u := make([]float64, d*k), make([]float64, n*k)
	for i := range u {
		u[i] = float64(i%13) - 6
	}
	copy(w, u)
	flops := func(b *testing.B) {
		b.ReportMetric(2*n*d*k*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFlop/s")
	}
	b.Run("A W", func(b *testing.B) {
		for b.Loop() {
			linalg.MulMat(u, a, w, k)
		}
		flops(b)
	})
	b.Run("AT U", func(b *testing.B) {
		for b.Loop() {
			linalg.MulTransMat(w, a, u, k)
		}
		flops(b)
	})
}
