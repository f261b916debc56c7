package solver

import (
	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
)

// slopesOf writes the rows u_i = c_i ∇ℓ_i(f_i) to u and returns Σ_i c_i ℓ_i(f_i), both n×k.
func slopesOf(loss toolkit.MultiOutput, u, f []float64) float64 {
	k := loss.Outputs()
	var sum float64
	for i := range loss.Len() {
		c, g := loss.Weight(i), u[i*k:(i+1)*k]
		sum += c * loss.At(g, i, f[i*k:(i+1)*k])
		floats.Scale(c, g)
	}
	return sum
}

// dualOf is −Σ_i c_i ℓ_i*(s u_i/c_i), the loss's part of the dual objective at s·U.
func dualOf(loss toolkit.MultiOutput, u []float64, s float64) float64 {
	k := loss.Outputs()
	var sum float64
	at := make([]float64, k)
	for i := range loss.Len() {
		if c := loss.Weight(i); c > 0 {
			floats.ScaleTo(at, s/c, u[i*k:(i+1)*k])
			sum -= c * loss.Conjugate(i, at)
		}
	}
	return sum
}
