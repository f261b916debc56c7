package maps

import (
	"math"
	"sync"

	"gonum.org/v1/gonum/dsp/fourier"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Cosines is the discrete cosine transform of n numbers (DCT-II), which is orthogonal:
//
//	(Cx)_k = √(2/n) Σ_i x_i cos(π(2i + 1)k/(2n)),  k = 0, …, n − 1,  and for k = 0 that over √2.
//
// It diagonalizes what is symmetric and reflects at both edges, (x₁ x₀ | x₀ x₁ …): CᵀΛC. That of an image is
// LazyKronecker(Cosines(height), Cosines(width)). Products take O(n log n), and may be made by several goroutines.
//
// Source: Strang, The Discrete Cosine Transform, SIAM Review 1999.
func Cosines(n int) linalg.Map {
	c := &cosines{n: n}
	c.waves.New = func() any { return fourier.NewQuarterWaveFFT(n) }
	return c
}

type cosines struct {
	n     int
	waves sync.Pool // of *fourier.QuarterWaveFFT, which has scratch space
}

// Dims returns n, n.
func (c *cosines) Dims() (rows, columns int) { return c.n, c.n }

// scale divides all numbers but the first by √2, and multiplies all.
func (c *cosines) scale(x []float64, by float64) {
	for i := range x {
		x[i] *= by
	}
	x[0] *= math.Sqrt2
}

// MulVec is dst = C x.
func (c *cosines) MulVec(dst, x []float64) {
	checkLengths(c, dst, x)
	if c.n == 0 {
		return
	}
	w, _ := c.waves.Get().(*fourier.QuarterWaveFFT)
	defer c.waves.Put(w)
	w.CosSequence(dst, x) // 4 Σ_i x_i cos(π(2i+1)k/(2n))
	c.scale(dst, math.Sqrt(2/float64(c.n))/4)
	dst[0] /= 2
}

// MulTransVec is dst = Cᵀ y = C⁻¹ y.
func (c *cosines) MulTransVec(dst, y []float64) {
	checkLengths(c, y, dst)
	if c.n == 0 {
		return
	}
	w, _ := c.waves.Get().(*fourier.QuarterWaveFFT)
	defer c.waves.Put(w)
	copy(dst, y)
	c.scale(dst, math.Sqrt(1/(2*float64(c.n))))
	w.CosCoefficients(dst, dst) // y_0 + 2 Σ_k y_k cos(π(2i+1)k/(2n))
}
