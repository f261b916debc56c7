package prox

import "gonum.org/v1/gonum/floats"

// SparseGroup is the sparse group lasso λ (S Σ_k w_k ‖x_k‖ + (1 − S) ‖x‖₁) over disjoint groups, with 0 ≤ S ≤ 1.
type SparseGroup struct {
	Lambda  float64
	Mix     float64   // S: 1 is the group lasso, 0 the lasso
	Groups  Groups    // disjoint; CheckGroups tells
	Weights []float64 // w_k ≥ 0; nil for ones
}

func (g SparseGroup) group() L21 { return L21{g.Lambda * g.Mix, g.Groups, g.Weights} }
func (g SparseGroup) lasso() L1  { return L1{Lambda: g.Lambda * (1 - g.Mix)} }

// Value is λ (S Σ_k w_k ‖x_k‖ + (1 − S) ‖x‖₁).
func (g SparseGroup) Value(x []float64) float64 { return g.group().Value(x) + g.lasso().Value(x) }

// Prox is soft thresholding followed by block soft thresholding. In this order it is the exact prox of the sum; in the other
// it is not.
//
// Source: Friedman, Hastie, Tibshirani, A Note on the Group Lasso and a Sparse Group Lasso, 2010; the order: Jenatton et al.,
// Proximal Methods for Hierarchical Sparse Coding, JMLR 2011, Theorem 1.
func (g SparseGroup) Prox(dst, v []float64, gamma float64) float64 {
	check(dst, v, gamma)
	g.lasso().Prox(dst, v, gamma)
	g.group().Prox(dst, dst, gamma)
	return g.group().Value(dst) + g.lasso().Lambda*floats.Norm(dst, 1)
}
