// Package glasso has the graphical lasso: sparse inverse covariance matrices, with a certificate.
package glasso

import (
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// Problem is that of the inverse covariance matrix X of d variables, given what is known of their covariances, S:
//
//	P(X) = −log det X + ⟨S, X⟩ + Σ_ij λ_ij|X_ij|,      X ≻ 0,
//
// whose dual is to maximize log det(S + U) + d over |U_ij| ≤ λ_ij. X_ij = 0 says that the variables i and j are
// independent given all others, where these are normal.
//
// Source: Banerjee, El Ghaoui, d'Aspremont, Model Selection Through Sparse Maximum Likelihood Estimation, J. Mach.
// Learn. Res. 2008.
type Problem struct {
	S      *linalg.Dense // d×d, symmetric
	Lambda float64       // λ
	// Weights are λ_ij/λ, d×d and symmetric, +Inf for an entry that is to be 0; nil for 1 beside the diagonal and 0 on it.
	Weights *linalg.Dense
}

// Check names what is wrong with a problem, where something is, by variables that are counted from 1.
func (p Problem) Check() error {
	d := p.S.R
	switch {
	case d == 0 || p.S.C != d:
		return fmt.Errorf("the covariances are %d × %d: they must be of one variable at least, and square", d, p.S.C)
	case p.Weights != nil && (p.Weights.R != d || p.Weights.C != d):
		return fmt.Errorf("the weights are %d × %d, of %d variables", p.Weights.R, p.Weights.C, d)
	case !(p.Lambda >= 0) || math.IsInf(p.Lambda, 1):
		return fmt.Errorf("λ = %g: it must be finite and not negative", p.Lambda)
	}
	for i := range d {
		for j := range d {
			v, w := p.S.At(i, j), 0.
			if p.Weights != nil {
				w = p.Weights.At(i, j)
			}
			switch {
			case !solver.Finite(v):
				return fmt.Errorf("the covariance of variables %d and %d is %g", i+1, j+1, v)
			case math.Abs(v-p.S.At(j, i)) > symmetric*math.Sqrt(p.S.At(i, i)*p.S.At(j, j)):
				return fmt.Errorf("the covariance of variables %d and %d is %g one way round, and %g the other", i+1, j+1, v,
					p.S.At(j, i))
			case !(w >= 0) || p.Weights != nil && w != p.Weights.At(j, i):
				return fmt.Errorf("the weight of variables %d and %d is %g: it must not be negative, and the same both ways round",
					i+1, j+1, w)
			case i == j && math.IsInf(w, 1):
				return fmt.Errorf("the weight of variable %d with itself is infinite: its precision cannot be 0", i+1)
			case i == j && !(v+p.bound(i, i) > 0):
				return fmt.Errorf("variable %d has the variance %g: leave it out, or penalize the diagonal", i+1, v)
			}
		}
	}
	return nil
}

// symmetric is the share of two variables' deviations by which their covariance may differ the other way round.
const symmetric = 1e-10

// bound is λ_ij.
func (p Problem) bound(i, j int) float64 {
	switch {
	case p.Weights == nil && i == j:
		return 0
	case p.Weights == nil:
		return p.Lambda
	case math.IsInf(p.Weights.At(i, j), 1):
		return math.Inf(1)
	}
	return p.Lambda * p.Weights.At(i, j)
}

// LambdaMax is the least λ at which X is diagonal: the largest |S_ij|/w_ij beside the diagonal; +Inf where a pair with
// w_ij = 0 has a covariance.
func (p Problem) LambdaMax() (most float64) {
	p.Lambda = 1
	for i := range p.S.R {
		for j := range i {
			if v := math.Abs(p.S.At(i, j)); v > 0 {
				most = max(most, v/p.bound(i, j))
			}
		}
	}
	return most
}

// Components are the variables of each part of the graph of pairs with |S_ij| > λ_ij: X has no other entries than those
// within a part, so that each is a problem of its own.
//
// Source: Witten, Friedman, Simon, New Insights and Faster Computations for the Graphical Lasso, J. Comput. Graph.
// Statist. 2011; Mazumder and Hastie, Exact Covariance Thresholding into Connected Components for Large-Scale Graphical
// Lasso, J. Mach. Learn. Res. 2012.
func (p Problem) Components() (parts [][]int) {
	d := p.S.R
	seen := make([]bool, d)
	for first := range d {
		if seen[first] {
			continue
		}
		seen[first] = true
		part := []int{first}
		for k := 0; k < len(part); k++ {
			i := part[k]
			for j := range d {
				if !seen[j] && math.Abs(p.S.At(i, j)) > p.bound(i, j) {
					seen[j], part = true, append(part, j)
				}
			}
		}
		parts = append(parts, part)
	}
	return parts
}
