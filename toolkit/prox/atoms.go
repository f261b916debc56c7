package prox

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// checkAtom panics where u and v are not the factors of a matrix with as many entries as g.
func checkAtom(u, v, g []float64) {
	if len(u)*len(v) != len(g) {
		panic(badLength)
	}
}

// normalize writes x/‖x‖ to dst, the first unit vector for x = 0.
func normalize(dst, x []float64) {
	n := floats.Norm(x, 2)
	if n == 0 {
		clear(dst)
		dst[0] = 1
		return
	}
	floats.ScaleTo(dst, 1/n, x)
}

// rescale makes an atom of Ω one of λΩ, where v is its second factor, and Ω°(G) that of λΩ: +Inf for λ = 0, where
// there is no atom, and G ≠ 0.
func rescale(v []float64, lambda, polar float64) float64 {
	switch {
	case lambda == 1:
		return polar
	case lambda == 0 && polar > 0:
		return math.Inf(1)
	case lambda == 0:
		return polar
	}
	floats.Scale(1/lambda, v)
	return polar / lambda
}
