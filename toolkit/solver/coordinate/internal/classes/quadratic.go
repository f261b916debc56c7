package classes

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/model"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/shape"
)

// Quadratic is the quadratic part of the model of a softmax loss around weights w, with slopes G there and the changes
// V = A Δ of predictions, class by class, so that a step over one weight meets the entries of one column and one class,
//
//	⟨G, Δ⟩ + ½ Σ_i c_i (Σ_c p_ic v_ic² − (Σ_c p_ic v_ic)²).
type Quadratic struct {
	*examples
	p        []float64  // class by class
	moved    []float64  // V, class by class, and then Σ_c p_ic v_ic
	gradient []float64  // G, by column
	from     []float64  // w
	few      *Quadratic // on a share of the examples; nil for all
	wholes   []whole    // by block
	kept     int        // numbers of them
	room     []float64  // for more
}

// examples are the columns of some examples, times √c_i where weights differ, on predictions class by class.
type examples struct {
	model.Blocks
	rows   []int     // which examples; nil for all
	k      int       // classes
	weight float64   // c_i; 1 where columns have them
	unseen []float64 // by column: a bound of curvatures where it is 0 here and elsewhere not; nil for 0
}

// of are the entries of a column, and the part of numbers by class that it meets.
func (m *Quadratic) of(k int, x []float64) (at []int32, values, part []float64) {
	e := &m.Columns[k]
	at, values = e.A.(linalg.StoredRows).Stored(e.Row) //nolint:errcheck // dense and sparse matrices have them
	return at, values, x[e.Lo:e.Hi]
}

// count is how many there are.
func (m *examples) count() int { return m.N / m.k }

// Product is minus the slope in the weight of column k.
func (m *Quadratic) Product(k int) float64 {
	at, values, p := m.of(k, m.p)
	e := &m.Columns[k]
	v, mean := m.moved[e.Lo:e.Hi], m.moved[m.N:]
	var sum float64
	if at == nil {
		mean = mean[:len(values)]
		for i, a := range values {
			sum += a * p[i] * (v[i] - mean[i])
		}
	} else {
		values = values[:len(at)]
		for e, i := range at {
			sum += values[e] * p[i] * (v[i] - mean[i])
		}
	}
	return -m.gradient[k] - m.weight*sum
}

// Change takes note of a weight that has changed by so much.
func (m *Quadratic) Change(k int, by float64) {
	at, values, p := m.of(k, m.p)
	e := &m.Columns[k]
	v, mean := m.moved[e.Lo:e.Hi], m.moved[m.N:]
	if at == nil {
		for i, a := range values {
			a *= by
			v[i] += a
			mean[i] += p[i] * a
		}
		return
	}
	for e, i := range at {
		a := values[e] * by
		v[i] += a
		mean[i] += p[i] * a
	}
}

// Energy is twice the model at the weights w.
func (m *Quadratic) Energy(w []float64) float64 {
	var sum, along float64
	for i, mean := range m.moved[m.N:] {
		sum -= mean * mean
		for at := i; at < m.N; at += m.count() {
			sum += m.p[at] * m.moved[at] * m.moved[at]
		}
	}
	for k, g := range m.gradient {
		at := m.Columns[k].WeightAt
		along += g * (w[at] - m.from[at])
	}
	return m.weight*sum + 2*along
}

// Image is V, which is as long as columns of all classes.
func (m *Quadratic) Image() (x []float64, carried bool) { return m.moved, false }

// Cost is that of columns of the sample.
func (m *Quadratic) Cost(size int) (gram, visit float64) {
	return model.GramCost(size, m.sample().count(), mostOfClasses) / model.GramFlops, 4 * float64(m.count())
}

// mostOfClasses are the most weights of a Gram matrix.
const mostOfClasses = 2000

// sample is what Gram matrices are made of.
func (m *Quadratic) sample() *Quadratic {
	if m.few != nil {
		return m.few
	}
	return m
}

// Gram is A_SᵀH A_S of some columns, on a sample of many examples: with z_j = a_j∘p_c and y_j = a_j∘√p_c for column j
// of class c it is Yᵀ Y of columns of one class, less ZᵀZ.
func (m *Quadratic) Gram(columns []int) []float64 {
	m = m.sample()
	size, n := len(columns), m.count()
	z, out := make([]float64, size*n), make([]float64, size*size)
	classes := make([][]int, m.k)
	for i, k := range columns {
		c := m.Columns[k].Lo / n
		classes[c] = append(classes[c], i)
		m.Columns[k].A.AddRow(z[i*n:(i+1)*n], math.Sqrt(m.weight), m.Columns[k].Row)
		floats.Mul(z[i*n:(i+1)*n], m.p[c*n:(c+1)*n])
	}
	linalg.Gemm(out, z, z, size, n, size, true)
	floats.Scale(-1, out)
	for c, of := range classes {
		count := len(of)
		y, own := make([]float64, count*n), make([]float64, count*count)
		for a, i := range of {
			row := y[a*n : (a+1)*n]
			m.Columns[columns[i]].A.AddRow(row, math.Sqrt(m.weight), m.Columns[columns[i]].Row)
			for at, p := range m.p[c*n : (c+1)*n] {
				row[at] *= math.Sqrt(p)
			}
		}
		linalg.Gemm(own, y, y, count, n, count, true)
		for a, i := range of {
			for b, j := range of {
				out[i*size+j] += own[a*count+b]
			}
		}
	}
	return out
}

// Times is A_SᵀH A_S v of all examples; nil where the Gram matrix is.
func (m *Quadratic) Times(columns []int) func(dst, v []float64) {
	if m.few == nil {
		return nil
	}
	return m.Products(columns)
}

// Products are A_SᵀH A_S v.
func (m *Quadratic) Products(columns []int) func(dst, v []float64) {
	q := *m
	q.gradient, q.moved = make([]float64, len(m.Columns)), make([]float64, m.N+m.count())
	return func(dst, v []float64) {
		clear(q.moved)
		for i, k := range columns {
			q.Change(k, v[i])
		}
		for i, k := range columns {
			dst[i] = -q.Product(k)
		}
	}
}

// Curvature has bounds of the largest eigenvalues of the Hessians of some blocks: for one weight it is itself, and for
// several, as ppᵀ takes away only, the largest entry of the rest.
func (m *Quadratic) Curvature(set []int) *model.Curvature {
	out := &model.Curvature{
		B: &m.Blocks, Squares: make([]float64, len(m.Columns)), Shapes: make([]*shape.Block, m.Count()),
	}
	for _, g := range set {
		first, last := m.From[g], m.From[g+1]
		for k := first; k < last; k++ {
			out.Squares[k] = m.Square(k, last == first+1)
		}
		if last > first+1 {
			out.Shapes[g] = &shape.Block{L: []float64{slices.Max(out.Squares[first:last])}}
		}
	}
	return out
}

// Square is A_kᵀH A_k, or, for a weight that is not alone in its block, without ppᵀ.
func (m *Quadratic) Square(k int, alone bool) float64 {
	at, values, p := m.of(k, m.p)
	var sum, floor float64
	for e, a := range values {
		i := e
		if at != nil {
			i = int(at[e])
		}
		share := p[i]
		if alone {
			share *= 1 - share
		}
		sum += a * a * share
		floor += a * a
	}
	if m.unseen != nil && floor == 0 {
		return m.unseen[k]
	}
	return m.weight * math.Max(sum, model.MinCurvature*floor)
}
