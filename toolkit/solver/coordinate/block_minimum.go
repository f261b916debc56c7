package coordinate

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// blockShape is the Gram matrix H = V diag(l) Vᵀ of a block's columns, which makes the minimum over a block quick.
type blockShape struct {
	gram, l []float64
	v       []float64 // eigenvectors as rows; nil for one column
}

func newBlockShape(gram []float64, size int) (s blockShape, ok bool) {
	if s.gram = gram; size == 1 {
		s.l = gram
		return s, true
	}
	s.l, s.v, ok = linalg.EigenSym(gram, size)
	for i := range s.l {
		s.l[i] = max(0, s.l[i])
	}
	return s, ok
}

// minimum is the W of k columns, row by row, that minimizes
//
//	½ tr WᵀH W − tr BᵀW + τ‖W‖ + (μ/2)‖W‖²
//
// in the place of B, with the norm of Frobenius; space has as many numbers. It is 0 where ‖B‖ ≤ τ. Elsewhere, with β_i
// the rows of VᵀB, ρ = ‖W‖ is the root of
//
//	p(ρ)⁻¹ = 1,      p(ρ)² = Σ_i ‖β_i‖²/((l_i + μ)ρ + τ)²,
//
// whose left side is concave and rises: Newton's method from the left never goes beyond.
//
// Source: the secular equation of trust regions: Conn, Gould, Toint, Trust-Region Methods, 2000, section 7.3.3; for
// groups Qin, Scheinberg, Goldfarb, Efficient Block-coordinate Descent Algorithms for the Group Lasso, Math. Prog.
// Comp. 2013, section 3.
func (s *blockShape) minimum(b, space []float64, k int, tau, mu, near float64) {
	norm := floats.Norm(b, 2)
	switch {
	case norm <= tau:
		clear(b)
		return
	case s.v == nil:
		floats.Scale((1-tau/norm)/(s.l[0]+mu), b)
		return
	}
	size := len(s.l)
	beta := space[:len(b)]
	clear(beta)
	for i := range size {
		for j, v := range s.v[i*size : (i+1)*size] {
			for c := range k {
				beta[i*k+c] += v * b[j*k+c]
			}
		}
	}
	rho := s.length(beta, k, tau, mu, near)
	clear(b)
	for i, l := range s.l {
		scale := rho / ((l+mu)*rho + tau)
		for j, v := range s.v[i*size : (i+1)*size] {
			for c := range k {
				b[j*k+c] += scale * v * beta[i*k+c]
			}
		}
	}
}

// secularSteps are the most steps of Newton's method for a norm, which takes four as a rule.
const secularSteps = 60

// length is ρ, from a number that may be near.
func (s *blockShape) length(beta []float64, k int, tau, mu, near float64) (rho float64) {
	rho = near
	for range secularSteps {
		var square, slope float64 // p², and −½ its derivative
		for i, l := range s.l {
			var sum float64
			for _, v := range beta[i*k : (i+1)*k] {
				sum += v * v
			}
			inverse := 1 / ((l+mu)*rho + tau)
			sum *= inverse * inverse
			square += sum
			slope += sum * (l + mu) * inverse
		}
		// 1/p has the derivative slope/p³
		p := math.Sqrt(square)
		next := max(0, rho+(p-1)*square/slope)
		if !(math.Abs(next-rho) > 1e-15*next) {
			return next
		}
		rho = next
	}
	return rho
}
