// Package completion fills matrices in of which some entries are known, by matrices of low rank.
package completion

import (
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// Problem is that of an n×m matrix of which the entries Ω are known, with offsets of rows and columns,
//
//	P(L, a, b) = ½ Σ_Ω (m_ij − c − a_i − b_j − L_ij)² + λ‖L‖_* + (μ/2)(‖a‖² + ‖b‖²),
//
// where c is the mean of what is known. Its dual is to maximize ⟨R, M − c⟩ − ½‖R‖² − (‖R1‖² + ‖Rᵀ1‖²)/(2μ) over
// matrices R that are 0 but on Ω, whose largest singular value is λ at most.
//
// Source: Mazumder, Hastie, Tibshirani, Spectral Regularization Algorithms for Learning Large Incomplete Matrices, J.
// Mach. Learn. Res. 2010; for the offsets, Koren, Bell, Volinsky, Matrix Factorization Techniques for Recommender
// Systems, Computer 2009.
type Problem struct {
	Known  *linalg.CSR // M on Ω; an entry that is 0 may be known
	Lambda float64     // λ
	Mu     float64     // μ; +Inf for no offsets, and c = 0
}

// Check names what is wrong with a problem, where something is.
func (p Problem) Check() error {
	n, m := p.Known.Dims()
	switch {
	case n < 1 || m < 1 || len(p.Known.Val) == 0:
		return fmt.Errorf("%d entries of %d × %d are known: one is the least", len(p.Known.Val), n, m)
	case !(p.Lambda > 0) || math.IsInf(p.Lambda, 1):
		return fmt.Errorf("λ = %g: it must be positive and finite", p.Lambda)
	case !(p.Mu > 0):
		return fmt.Errorf("μ = %g: it must be positive, +Inf for no offsets", p.Mu)
	}
	for i := range n {
		col, val := p.Known.Row(i)
		for k, v := range val {
			if !solver.Finite(v) {
				return fmt.Errorf("the entry of row %d, column %d is %g", i+1, col[k]+1, v)
			}
			if k > 0 && col[k] <= col[k-1] {
				return fmt.Errorf("row %d has column %d twice, or not in order", i+1, col[k]+1)
			}
		}
	}
	return nil
}

// offsets tells whether there are some.
func (p Problem) offsets() bool { return !math.IsInf(p.Mu, 1) }

// centre is c.
func (p Problem) centre() (mean float64) {
	if !p.offsets() {
		return 0
	}
	for _, v := range p.Known.Val {
		mean += v / float64(len(p.Known.Val))
	}
	return mean
}
