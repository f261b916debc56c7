package coordinate

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// byClass is the quadratic part of the model of a softmax loss around weights w, with slopes G there and the changes
// V = A Δ of predictions, class by class, so that a step over one weight meets the entries of one column and one class,
//
//	⟨G, Δ⟩ + ½ Σ_i c_i (Σ_c p_ic v_ic² − (Σ_c p_ic v_ic)²).
type byClass struct {
	*classExamples
	p        []float64 // class by class
	moved    []float64 // V, class by class, and then Σ_c p_ic v_ic
	gradient []float64 // G, by column
	from     []float64 // w
	few      *byClass  // on a share of the examples; nil for all
}

// classExamples are the columns of some examples, times √c_i where weights differ, on predictions class by class.
type classExamples struct {
	blocks
	rows   []int     // which examples; nil for all
	k      int       // classes
	weight float64   // c_i; 1 where columns have them
	unseen []float64 // by column: a bound of curvatures where it is 0 here and elsewhere not; nil for 0
}

// of are the entries of a column, and the part of numbers by class that it meets.
func (m *byClass) of(k int, x []float64) (at []int32, values, part []float64) {
	e := &m.columns[k]
	at, values = e.a.(linalg.StoredRows).Stored(e.row) //nolint:errcheck // dense and sparse matrices have them
	return at, values, x[e.lo:e.hi]
}

// examples is how many there are.
func (m *classExamples) examples() int { return m.n / m.k }

func (m *byClass) product(k int) float64 {
	at, values, p := m.of(k, m.p)
	e := &m.columns[k]
	v, mean := m.moved[e.lo:e.hi], m.moved[m.n:]
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

func (m *byClass) change(k int, by float64) {
	at, values, p := m.of(k, m.p)
	e := &m.columns[k]
	v, mean := m.moved[e.lo:e.hi], m.moved[m.n:]
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

func (m *byClass) energy(w []float64) float64 {
	var sum, along float64
	for i, mean := range m.moved[m.n:] {
		sum -= mean * mean
		for at := i; at < m.n; at += m.examples() {
			sum += m.p[at] * m.moved[at] * m.moved[at]
		}
	}
	for k, g := range m.gradient {
		at := m.columns[k].weightAt
		along += g * (w[at] - m.from[at])
	}
	return m.weight*sum + 2*along
}

func (m *byClass) keep() (back func()) { return keep(m.moved) }

func (m *byClass) cost(size int) (gram, visit float64) {
	return gramCost(size, m.sample().examples(), mostOfClasses) / gramFlops, 4 * float64(m.examples())
}

// The weights of a Gram matrix, and its flops in the time of one of passes.
const (
	mostOfClasses = 2000
	gramFlops     = 16
)

// sample is what Gram matrices are made of.
func (m *byClass) sample() *byClass {
	if m.few != nil {
		return m.few
	}
	return m
}

// gram is A_SᵀH A_S of some columns, on a sample of many examples: with z_j = a_j∘p_c and y_j = a_j∘√p_c for column j of
// class c it is Yᵀ Y of columns of one class, less ZᵀZ.
func (m *byClass) gram(columns []int) []float64 {
	m = m.sample()
	size, n := len(columns), m.examples()
	z, out := make([]float64, size*n), make([]float64, size*size)
	classes := make([][]int, m.k)
	for i, k := range columns {
		c := m.columns[k].lo / n
		classes[c] = append(classes[c], i)
		m.columns[k].a.AddRow(z[i*n:(i+1)*n], math.Sqrt(m.weight), m.columns[k].row)
		floats.Mul(z[i*n:(i+1)*n], m.p[c*n:(c+1)*n])
	}
	linalg.Gemm(out, z, z, size, n, size, true)
	floats.Scale(-1, out)
	for c, of := range classes {
		count := len(of)
		y, own := make([]float64, count*n), make([]float64, count*count)
		for a, i := range of {
			row := y[a*n : (a+1)*n]
			m.columns[columns[i]].a.AddRow(row, math.Sqrt(m.weight), m.columns[columns[i]].row)
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

// times is A_SᵀH A_S v of all examples; nil where the Gram matrix is.
func (m *byClass) times(columns []int) func(dst, v []float64) {
	if m.few == nil {
		return nil
	}
	q := *m
	q.gradient, q.moved = make([]float64, len(m.gradient)), make([]float64, len(m.moved))
	return func(dst, v []float64) {
		clear(q.moved)
		for i, k := range columns {
			q.change(k, v[i])
		}
		for i, k := range columns {
			dst[i] = -q.product(k)
		}
	}
}

// curvature has bounds of the largest eigenvalues of the Hessians of some blocks: for one weight it is itself, and for
// several, as ppᵀ takes away only, the largest entry of the rest.
func (m *byClass) curvature(set []int) *curvature {
	out := &curvature{
		b: &m.blocks, squares: make([]float64, len(m.columns)), shapes: make([]*blockShape, m.count()),
	}
	for _, g := range set {
		first, last := m.start[g], m.start[g+1]
		for k := first; k < last; k++ {
			out.squares[k] = m.square(k, last == first+1)
		}
		if last > first+1 {
			out.shapes[g] = &blockShape{l: []float64{slices.Max(out.squares[first:last])}}
		}
	}
	return out
}

// square is A_kᵀH A_k, or, for a weight that is not alone in its block, without ppᵀ.
func (m *byClass) square(k int, alone bool) float64 {
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
	return m.weight * math.Max(sum, minCurvature*floor)
}
