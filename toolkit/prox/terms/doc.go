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
	"sort"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
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

// Columns is A S: a matrix with a column for each part. It panics for maps that are no linalg.Entries.
func (t Terms) Columns(a linalg.Map) linalg.Map {
	if t.Part == nil {
		return a
	}
	n, d := a.Dims()
	if a, ok := a.(linalg.StoredRows); ok && linalg.Full(a) {
		out := linalg.NewDense(n, len(t.Part), nil)
		for i := range n {
			_, from := a.Stored(i)
			to := out.Row(i)
			for p, j := range t.Part {
				to[p] = from[j]
			}
		}
		return out
	}
	parts := make([][]int, d)
	for p, j := range t.Part {
		parts[j] = append(parts[j], p)
	}
	of := linalg.ToCSR(a)
	var r rows
	for i := range n {
		col, val := of.Row(i)
		at := len(r.col)
		for k, j := range col {
			for _, p := range parts[j] {
				r.col, r.val = append(r.col, int32(p)), append(r.val, val[k])
			}
		}
		sort.Sort(byColumn{r.col[at:], r.val[at:]})
		r.ptr = append(r.ptr, len(r.val))
	}
	return r.matrix(len(t.Part))
}

// byColumn sorts the entries of a row.
type byColumn struct {
	col []int32
	val []float64
}

// Len is how many there are.
func (b byColumn) Len() int { return len(b.col) }

// Less compares columns.
func (b byColumn) Less(i, j int) bool { return b.col[i] < b.col[j] }

// Swap swaps entries.
func (b byColumn) Swap(i, j int) {
	b.col[i], b.col[j] = b.col[j], b.col[i]
	b.val[i], b.val[j] = b.val[j], b.val[i]
}
