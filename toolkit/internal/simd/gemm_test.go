package simd

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// sample is a product of given shape; transposed factors, a factor α, weights and a triangle are drawn.
func sample(rng *rand.Rand, m, n, inner int) Product {
	p := Product{R: m, C: n, Inner: inner, Alpha: 1, Stride: n + rng.IntN(3), Upper: m == n && rng.IntN(2) == 0}
	if rng.IntN(2) == 0 {
		p.Alpha = -0.7
	}
	factor := func(r, c int) Matrix {
		data, gap := numbers(r*c+2*max(r, c)+2, rng.Uint64()), rng.IntN(3)
		if rng.IntN(2) == 0 {
			return Matrix{data, 1, r + gap}
		}
		return Matrix{data, c + gap, 1}
	}
	p.A, p.B, p.Sum = factor(m, inner), factor(inner, n), numbers(m*p.Stride, rng.Uint64())
	if rng.IntN(2) == 0 {
		p.Weights = numbers(inner, rng.Uint64())
	}
	return p
}

// TestGemm compares every level, on one to three cores, with the definition, bit by bit.
func TestGemm(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	shapes := [][3]int{
		{1, 1, 1}, {2, 3100, 3}, {250, 2, 2}, {3, 2, 400}, {66, 60, 70}, {100, 100, 200}, {0, 3, 2}, {249, 49, 193},
		{17, 11, 1100}, {9, 48, 1100}, {30, 3, 1100}, {17, 11, 1100}, {9, 48, 1100}, // beyond the longest pieces
		{4500, 20, 200}, {4099, 17, 193}, {4300, 9, 30}, // copied by parts, where columns are in one piece each
	}
	for range 80 {
		m, n := 1+rng.IntN(40), 1+rng.IntN(80)
		if rng.IntN(3) == 0 {
			n = m
		}
		shapes = append(shapes, [3]int{m, n, rng.IntN(30)})
	}
	for _, shape := range shapes {
		p := sample(rng, shape[0], shape[1], shape[2])
		if len(p.A.Data) > 5 && len(p.B.Data) > 5 && rng.IntN(4) == 0 {
			p.A.Data[1], p.B.Data[3] = math.Inf(1), math.NaN()
		}
		before := append([]float64(nil), p.Sum...)
		p.small()
		want := append([]float64(nil), p.Sum...)
		onLevels(t, func(l Level) {
			for cores := 1; cores <= 3; cores++ {
				copy(p.Sum, before)
				p.run(tilesOf(l), cores)
				if !sameAll(p.Sum, want) {
					t.Fatalf("%s, %d cores, %d×%d×%d, upper %t: not the definition", l, cores, p.R, p.C, p.Inner, p.Upper)
				}
			}
		})
	}
}

// TestGemmIsAProduct compares with sums of products in plain arithmetic.
func TestGemmIsAProduct(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 20 {
		p := sample(rng, 1+rng.IntN(30), 1+rng.IntN(30), 1+rng.IntN(60))
		before := append([]float64(nil), p.Sum...)
		p.Run()
		for i := range p.R {
			for j := range p.C {
				at := i*p.Stride + j
				want, size := before[at], math.Abs(before[at])
				for k := range p.Inner {
					if p.Upper && j < i {
						break
					}
					term := p.Alpha * p.A.Data[i*p.A.Row+k*p.A.Col] * p.B.Data[k*p.B.Row+j*p.B.Col]
					if p.Weights != nil {
						term *= p.Weights[k]
					}
					want, size = want+term, size+math.Abs(term)
				}
				if math.Abs(p.Sum[at]-want) > float64(2*p.Inner+6)*0x1p-53*size {
					t.Fatalf("entry %d, %d is %v, by sums %v", i, j, p.Sum[at], want)
				}
			}
		}
	}
}

// BenchmarkGemm times A B, A Bᵀ and Aᵀ B on one core.
func BenchmarkGemm(b *testing.B) {
	for _, shape := range [][3]int{{1000, 1000, 1000}, {5000, 500, 250}, {2000, 10, 784}, {64, 64, 64}} {
		m, n, k := shape[0], shape[1], shape[2]
		x, y, z := numbers(m*k, 1), numbers(n*k, 2), make([]float64, m*n)
		for name, p := range map[string]Product{
			"AB":  {A: Matrix{x, k, 1}, B: Matrix{y, n, 1}},
			"ABT": {A: Matrix{x, k, 1}, B: Matrix{y, 1, k}},
			"ATB": {A: Matrix{x, 1, m}, B: Matrix{y, n, 1}},
		} {
			p.R, p.C, p.Inner, p.Alpha, p.Sum, p.Stride = m, n, k, 1, z, n
			b.Run(fmt.Sprintf("%s/%dx%dx%d", name, m, n, k), func(b *testing.B) {
				for b.Loop() {
					p.run(tilesOf(level), 1)
				}
				b.ReportMetric(2*float64(m*n*k)*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFlop/s")
			})
		}
	}
}
