// Package terms states losses and penalties as sums of functions of linear maps,
//
//	Σ_k h_k(K_k y),      x = S y,
//
// where the functions h are few, and know their proximity operators, the derivatives of these, and their conjugates:
// all structure is in the maps K, which are sparse. Fused is ‖·‖₁ of differences and ‖·‖₁, Overlap a sum of norms of
// the selected coordinates, TotalVariation one of the gradient's. Where a penalty is a minimum over parts, as Latent,
// y are the parts.
//
// Source: Combettes and Pesquet, Proximal Splitting Methods in Signal Processing, 2011, section 10.7.
package terms

import (
	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/linalg/maps"
)

// Composition is h(K y).
type Composition struct {
	Function toolkit.Composable
	Map      *linalg.CSR
}

// Terms are those of a penalty on d coordinates. Part is S: y_j is a part of x_{Part[j]}; nil where y = x.
type Terms struct {
	Of   []Composition
	Part []int
}

// Variables are as many as y has, for d coordinates.
func (t Terms) Variables(d int) int {
	if t.Part == nil {
		return d
	}
	return len(t.Part)
}

// Columns is A S: a map with a column for each part.
func (t Terms) Columns(a linalg.Map) linalg.Map {
	if t.Part == nil {
		return a
	}
	_, d := a.Dims()
	return maps.Composed(a, maps.Sums(t.Part, d))
}
