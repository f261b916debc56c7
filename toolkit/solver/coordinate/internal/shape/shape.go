// Package shape minimizes over blocks of weights, whose columns have a Gram matrix.
package shape

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// Block is the Gram matrix H = A_gᵀC A_g = V diag(l) Vᵀ of a block's columns, which makes the minimum over the
// block quick.
type Block struct {
	gram []float64 // row by row; nil where it is diagonal, or so large that L I takes its place
	L    []float64 // one number where they are all the same
	v    []float64 // eigenvectors as rows; nil where they are unit vectors
}

// Of is that of a Gram matrix of finite numbers, row by row; ok is false for others.
func Of(gram []float64, size int) (s *Block, ok bool) {
	s = &Block{gram: gram}
	if !solver.Finite(floats.Sum(gram)) {
		return nil, false
	}
	s.L, s.v, ok = linalg.EigenSym(gram, size)
	for i := range s.L {
		s.L[i] = max(0, s.L[i])
	}
	return s, ok
}

// AddTimes is b ← b + H w.
func (s *Block) AddTimes(b, w []float64) {
	if len(s.L) == 1 && s.gram == nil {
		linalg.Axpy(b, s.L[0], w)
		return
	}
	for i := range b {
		switch {
		case s.gram != nil:
			b[i] += floats.Dot(s.gram[i*len(w):(i+1)*len(w)], w)
		default:
			b[i] += s.L[i] * w[i]
		}
	}
}

// Minimum is the w that minimizes
//
//	½ wᵀH w − bᵀw + τ‖w‖ + (μ/2)‖w‖²
//
// in the place of b; space has as many numbers. It is 0 where ‖b‖ ≤ τ. Elsewhere, with β = Vᵀb, ρ = ‖w‖ is the root of
//
//	p(ρ)⁻¹ = 1,      p(ρ)² = Σ_i β_i²/((l_i + μ)ρ + τ)²,
//
// whose left side is concave and rises: Newton's method from the left never goes beyond.
//
// Source: the secular equation of trust regions: Conn, Gould, Toint, Trust-Region Methods, 2000, section 7.3.3; for
// groups Qin, Scheinberg, Goldfarb, Efficient Block-coordinate Descent Algorithms for the Group Lasso, Math. Prog.
// Comp. 2013, section 3.
func (s *Block) Minimum(b, space []float64, tau, mu, near float64) {
	norm := math.Sqrt(linalg.Dot(b, b))
	switch {
	case norm <= tau:
		clear(b)
		return
	case len(s.L) == 1:
		floats.Scale((1-tau/norm)/(s.L[0]+mu), b)
		return
	}
	size, beta := len(b), b
	if s.v != nil {
		beta = space[:size]
		for i := range size {
			beta[i] = floats.Dot(s.v[i*size:(i+1)*size], b)
		}
	}
	rho := s.length(beta, tau, mu, near)
	for i, l := range s.L {
		beta[i] *= rho / ((l+mu)*rho + tau)
	}
	if s.v != nil {
		clear(b)
		for i, v := range beta {
			floats.AddScaled(b, v, s.v[i*size:(i+1)*size])
		}
	}
}

// secularSteps are the most steps of Newton's method for a norm, which takes four as a rule.
const secularSteps = 60

// length is ρ, from a number that may be near.
func (s *Block) length(beta []float64, tau, mu, near float64) (rho float64) {
	rho = near
	for range secularSteps {
		var square, slope float64 // p², and −½ its derivative
		for i, l := range s.L {
			inverse := 1 / ((l+mu)*rho + tau)
			sum := beta[i] * beta[i] * inverse * inverse
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
