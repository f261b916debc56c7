package outputs

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// outerNumbers is how many numbers of rows x_i ⊗ p_i are there at once, about.
const outerNumbers = 1 << 21

// OfWeights is Xᵀ C (∇²ℓ + Damping I) X for weights of d×k numbers, dk×dk row by row: Gram matrices of X, one an
// output, for the diagonals, less that of the rows √c_i x_i ⊗ p_i for classes. It takes X's entries.
func (h *Hessians) OfWeights(x linalg.Map) []float64 {
	o := h.o
	_, d := x.Dims()
	size := d * o.K
	out := make([]float64, size*size)
	if h.of != nil {
		return h.byProducts(out, x)
	}
	weights := make([]float64, o.N)
	for l := range o.K {
		for i := range weights {
			weights[i] = 0
			if p, lo := o.Span(h.p, i); lo <= l && l < lo+len(p) {
				weights[i] = p[l-lo]
				if h.classes {
					weights[i] = o.Loss.Weight(i) * (p[l-lo] + h.Damping)
				}
			}
		}
		for at, v := range linalg.GramOfColumns(x, weights) {
			out[(at/d*o.K+l)*size+at%d*o.K+l] = v
		}
	}
	for from, step := 0, max(size, outerNumbers/size); h.classes && from < o.N; from += step {
		floats.Sub(out, linalg.GramOfColumns(h.outer(x, from, min(o.N, from+step)), nil))
	}
	return out
}

// outer are the rows √c_i x_i ⊗ p_i of some examples, sparse where those of X are.
func (h *Hessians) outer(x linalg.Map, from, to int) linalg.Map {
	_, d := x.Dims()
	if rows, ok := x.(linalg.StoredRows); ok && linalg.Full(rows) {
		if h.rows = vec.Resize(h.rows, (to-from)*d*h.o.K); h.o.ptr != nil {
			clear(h.rows)
		}
		out := linalg.NewDense(to-from, d*h.o.K, h.rows)
		for i := from; i < to; i++ {
			p, lo := h.o.Span(h.p, i)
			row, root := out.Row(i - from)[lo:], math.Sqrt(h.o.Loss.Weight(i))
			_, values := rows.Stored(i)
			for j, v := range values {
				floats.ScaleTo(row[j*h.o.K:j*h.o.K+len(p)], root*v, p)
			}
		}
		return out
	}
	sparse := linalg.ToCSR(x)
	ptr, col, val := make([]int, 1, to-from+1), []int32(nil), []float64(nil)
	for i := from; i < to; i++ {
		p, lo := h.o.Span(h.p, i)
		columns, values := sparse.Row(i)
		root := math.Sqrt(h.o.Loss.Weight(i))
		for k, j := range columns {
			for l, q := range p {
				col, val = append(col, int32(int(j)*h.o.K+lo+l)), append(val, root*values[k]*q)
			}
		}
		ptr = append(ptr, len(val))
	}
	return linalg.NewCSR(to-from, d*h.o.K, ptr, col, val)
}

// byProducts is OfWeights by a product for each weight, written to out.
func (h *Hessians) byProducts(out []float64, x linalg.Map) []float64 {
	_, d := x.Dims()
	size := d * h.o.K
	unit, line := make([]float64, size), make([]float64, h.o.Size())
	for j := range size {
		unit[j] = 1
		h.o.Predict(line, x, unit)
		h.Times(line, line)
		h.o.Gradient(out[j*size:(j+1)*size], x, line)
		unit[j] = 0
	}
	return out
}
