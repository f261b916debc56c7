package coordinate

import (
	"math"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// proxGram are products A_jᵀH A_k of columns of a model that were asked for so far.
type proxGram struct {
	model *proxModel
	place map[int]int // by column: its row
	z     []float64   // H^½ times the columns, as rows
	rows  [][]float64 // row i has i + 1 products
}

func newProxGram(m *proxModel) *proxGram { return &proxGram{model: m, place: map[int]int{}} }

// missing are those of some columns that were not asked for yet.
func (m *proxGram) missing(columns []int) (out []int) {
	for _, j := range columns {
		if _, is := m.place[j]; !is {
			out = append(out, j)
		}
	}
	return out
}

// takes tells whether there is room for some columns: for twice as many as a step is taken on.
func (m *proxGram) takes(columns []int) bool {
	count := len(m.rows) + len(m.missing(columns))
	return count <= 2*maxNewtonSystem && count*m.model.b.n <= 2*maxNewtonNumbers
}

// cost are the flops that some columns take.
func (m *proxGram) cost(columns []int) float64 {
	count := len(m.missing(columns))
	return float64(count) * float64(2*len(m.rows)+count) * float64(m.model.b.n)
}

// add computes the products of some columns that are not there.
func (m *proxGram) add(columns []int) {
	columns = m.missing(columns)
	from, count, n := len(m.rows), len(columns), m.model.b.n
	m.z = append(m.z, make([]float64, count*n)...)
	for i, j := range columns {
		e := &m.model.b.columns[j]
		e.addTo(m.z[(from+i)*n:(from+i+1)*n], math.Sqrt(m.model.even))
		m.place[j] = from + i
	}
	all := from + count
	for lo := from; lo < all; lo += gramRows {
		hi := min(all, lo+gramRows)
		products := make([]float64, (hi-lo)*hi)
		linalg.Gemm(products, m.z[lo*n:hi*n], m.z[:hi*n], hi-lo, n, hi, true)
		for i := lo; i < hi; i++ {
			m.rows = append(m.rows, products[(i-lo)*hi:(i-lo)*hi+i+1])
		}
	}
}

// gramRows are computed at a time: those of other columns that come later are left out.
const gramRows = 64

// of is the matrix of some columns, row by row, with zeros above the diagonal.
func (m *proxGram) of(columns []int) []float64 {
	size := len(columns)
	out, places := make([]float64, size*size), make([]int, size)
	for i, j := range columns {
		own := m.place[j]
		places[i] = own
		for k, other := range places[:i+1] {
			out[i*size+k] = m.rows[max(own, other)][min(own, other)]
		}
	}
	return out
}
