// Package approximate puts few features in the place of a kernel, whose inner products are near its values: random
// Fourier features and Nyström's. Linear methods on them take time linear in the examples; Cost says what a machine
// that was learnt from them has lost.
package approximate

import (
	"math"
	"math/rand/v2"

	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Fourier are random features of a Gaussian kernel of the variance σ²: with D normal directions w_k of the variance
// 1/σ²,
//
//	z(x) = (cos⟨w_1,x⟩, sin⟨w_1,x⟩, …, cos⟨w_D,x⟩, sin⟨w_D,x⟩)/√D,      E ⟨z(x), z(y)⟩ = k(x, y).
//
// Source: Rahimi, Recht, Random Features for Large-Scale Kernel Machines, 2007, Algorithm 1.
type Fourier struct {
	Directions *linalg.Dense // D×d
}

// NewFourier draws D directions in d dimensions.
func NewFourier(k kernel.Gaussian, directions, dimensions int, seed uint64) Fourier {
	rng := rand.New(rand.NewPCG(seed, 0x666f7572))
	f := Fourier{linalg.NewDense(directions, dimensions, nil)}
	for i := range f.Directions.Data {
		f.Directions.Data[i] = rng.NormFloat64() / math.Sqrt(k.Variance)
	}
	return f
}

// Features are z of the rows of x, n×2D.
func (f Fourier) Features(x *linalg.Dense) *linalg.Dense {
	count := f.Directions.R
	out, dots := linalg.NewDense(x.R, 2*count, nil), make([]float64, x.R*count)
	linalg.Gemm(dots, x.Data, f.Directions.Data, x.R, x.C, count, true)
	scale := 1 / math.Sqrt(float64(count))
	for i := range x.R {
		row := out.Row(i)
		for k, v := range dots[i*count : (i+1)*count] {
			sin, cos := math.Sincos(v)
			row[2*k], row[2*k+1] = scale*cos, scale*sin
		}
	}
	return out
}

// Error is what no entry of the Gram matrix of n examples is off by with probability 1 − δ: √(2 ln(n²/δ)/D), as each
// entry is a mean of D numbers between −1 and 1 (Hoeffding's inequality, for n(n − 1)/2 pairs).
func (f Fourier) Error(n int, delta float64) float64 {
	return math.Sqrt(2 * (2*math.Log(float64(n)) - math.Log(delta)) / float64(f.Directions.R))
}
