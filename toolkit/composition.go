package toolkit

import "github.com/proxlab/proxlab/toolkit/linalg"

// Term is h(Kx + d), a function of a linear map. A Function that is a Composable is solved quickest; one with Value and
// Prox alone does.
type Term struct {
	Function Proxable
	Map      linalg.Map
	Offset   []float64 // d; nil for 0
}

// Composition is a penalty that is made of functions of linear maps: Terms states them for d coordinates; ok is false
// where it is not, or of others than d. Methods of splitting solve with each of the functions by itself.
//
// Source: Combettes and Pesquet, Proximal Splitting Methods in Signal Processing, 2011, section 10.7.
type Composition interface {
	Terms(d int) (t Terms, ok bool)
}

// Terms are what a penalty is made of,
//
//	g(x) = min_y { Σ_k h_k(K_k y + d_k) + ⟨c, y⟩ + r : x = S y },
//
// where y = x, or its parts.
type Terms struct {
	Of       []Term
	Part     []int     // S: y_j is a part of x_{Part[j]}, and of none where that is −1; nil where y = x
	Linear   []float64 // c; nil for 0
	Constant float64   // r
}

// Variables are as many as y has, for d coordinates.
func (t Terms) Variables(d int) int {
	if t.Part == nil {
		return d
	}
	return len(t.Part)
}

// SupportFunction is the indicator of a closed convex set: 0 in it, +Inf outside. Its conjugate is the set's support
// function, sup{⟨v, x⟩ : x in the set}, and its polar 0 or +Inf: whether that is finite. Violation is the distance of x
// from the set.
//
// Source: Rockafellar, Convex Analysis, 1970, section 13.
type SupportFunction interface {
	Conjugate
	Violation(x []float64) float64
}
