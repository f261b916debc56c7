package linalg_test

import (
	"fmt"
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

// BenchmarkVector times A x and Aᵀ y, of which each is bounded by one reading of A.
func BenchmarkVector(b *testing.B) {
	for _, shape := range [][2]int{{200000, 30}, {2000, 30}, {20000, 300}, {500, 10000}} {
		a := linalg.NewDense(shape[0], shape[1], nil)
		for i := range a.Data {
			a.Data[i] = float64(i%17) - 8
		}
		x, y := make([]float64, shape[1]), make([]float64, shape[0])
		for name, multiply := range map[string]func(){
			"A x":  func() { a.MulVec(y, x) },
			"AT y": func() { a.MulTransVec(x, y) },
		} {
			b.Run(fmt.Sprintf("%s/%dx%d", name, a.R, a.C), func(b *testing.B) {
				b.SetBytes(int64(8 * len(a.Data)))
				for b.Loop() {
					multiply()
				}
			})
		}
	}
}

// BenchmarkSparse times A W and Aᵀ U for a sparse A of a hundred nonzeros a row.
func BenchmarkSparse(b *testing.B) {
	const n, d, nonzeros = 5000, 8000, 100
	a := &linalg.CSR{R: n, C: d, Ptr: make([]int, 1, n+1)}
	for i := range n {
		for k := range nonzeros {
			a.Col, a.Val = append(a.Col, int32(d/nonzeros*k+i*31%(d/nonzeros))), append(a.Val, float64(k%7)-3)
		}
		a.Ptr = append(a.Ptr, len(a.Col))
	}
	for _, k := range []int{2, 5, 10, 26, 100} {
		w, u := make([]float64, d*k), make([]float64, n*k)
		for name, multiply := range map[string]func(){
			"A W":  func() { linalg.MulMat(u, a, w, k) },
			"AT U": func() { linalg.MulTransMat(w, a, u, k) },
		} {
			b.Run(fmt.Sprintf("%s/%d columns", name, k), func(b *testing.B) {
				for b.Loop() {
					multiply()
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n/nonzeros, "ns/nonzero")
			})
		}
	}
}
