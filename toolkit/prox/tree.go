package prox

// Tree is λ Σ_k w_k ‖x_k‖ over groups any two of which are disjoint or nested, listed so that a group comes after all
// groups inside it (leaves before the root).
type Tree struct {
	Lambda  float64
	Groups  Groups
	Weights []float64 // w_k ≥ 0; nil for ones
}

// Value is λ Σ_k w_k ‖x_k‖.
func (g Tree) Value(x []float64) float64 { return L21(g).Value(x) }

// Prox is block soft thresholding of one group after another, from the leaves to the root: for nested groups in this order
// the composition is the exact prox of the sum.
//
// Source: Jenatton, Mairal, Obozinski, Bach, Proximal Methods for Hierarchical Sparse Coding, JMLR 2011, Theorem 1.
func (g Tree) Prox(dst, v []float64, gamma float64) float64 { return L21(g).Prox(dst, v, gamma) }
