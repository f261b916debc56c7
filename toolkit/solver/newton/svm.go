package newton

import (
	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// svm is a support vector machine on some examples with a point, multipliers and a width. What other examples add to
// the objective is linear: −⟨base, (w, b)⟩.
type svm struct {
	machine
	d int

	width  float64
	w      []float64 // and b, where there is an intercept
	base   []float64 // nil for 0
	pull   []float64 // base + Σ c_i α_i y_i a_i
	margin []float64 // m_i
	shift  []float64 // v_i
	slope  []float64 // α_i

	grad, dw, dm, u []float64
	free            []int
	moving          []move
	followed        *freeSum // this and the next are shared with machines of some examples
	normal          *normal  // the matrix of a step
	part            *svm     // whose memory the next machine of some examples takes; nil for none
}

// firstWidth is the first width.
const firstWidth = 2

// newSVM is at w = 0.
func newSVM(of machine) *svm {
	m := &svm{machine: of, width: firstWidth}
	m.shape()
	m.followed, m.normal = new(freeSum), newNormal(len(m.w))
	return m
}

// shape makes vectors of the sizes of the matrix, of 0, in the memory of those before.
func (m *svm) shape() {
	n, d := m.a.Dims()
	if m.d = d; m.column != 0 {
		d++
	}
	for _, v := range []*[]float64{&m.w, &m.pull, &m.grad, &m.dw} {
		*v = vec.Resize(*v, d)
		clear(*v)
	}
	for _, v := range []*[]float64{&m.margin, &m.shift, &m.slope, &m.dm, &m.u} {
		*v = vec.Resize(*v, n)
		clear(*v)
	}
}

// some is the machine of some of the examples, at the same point; nothing else is shared that changes. It is good until
// the next.
func (m *svm) some(rows []int) *svm {
	if m.part == nil {
		m.part = &svm{machine: machine{mu: m.mu, column: m.column}, followed: m.followed, normal: m.normal}
	}
	part := m.part
	part.a = linalg.SelectRowsInto(part.a, m.a, rows).(linalg.Rows)
	part.shape()
	part.base, part.width, part.followed.rows = nil, m.width, part.followed.rows[:0]
	copy(part.w, m.w)
	part.y, part.c = vec.Pick(part.y, m.y, rows), vec.Pick(part.c, m.c, rows)
	part.shift, part.margin = vec.Pick(part.shift, m.shift, rows), vec.Pick(part.margin, m.margin, rows)
	part.slope = vec.Pick(part.slope, m.slope, rows)
	return part
}

// margins writes y_i (⟨a_i, w⟩ + b) to dst.
func (m *svm) margins(dst, w []float64) {
	m.a.MulVec(dst, w[:m.d])
	var b float64
	if m.column != 0 {
		b = m.column * w[m.d]
	}
	for i, y := range m.y {
		dst[i] = y * (dst[i] + b)
	}
}

// slopes are those at the margins, and what they pull at the weights.
func (m *svm) slopes() {
	inv := 1 / m.width
	for i, v := range m.shift {
		m.slope[i] = clip(v + (1-m.margin[i])*inv)
	}
	m.pulls(m.pull, 1, 1)
	if m.base != nil {
		floats.Add(m.pull, m.base)
	}
}

// pulls is Σ c_i α_i y_i a_i, the multipliers of both classes times a share.
func (m *svm) pulls(dst []float64, positive, negative float64) {
	var total float64
	mean, half := (positive+negative)/2, (positive-negative)/2
	for i, a := range m.slope {
		m.u[i] = (mean*m.y[i] + half) * m.c[i] * a
		total += m.u[i]
	}
	m.a.MulTransVec(dst[:m.d], m.u)
	if m.column != 0 {
		dst[m.d] = m.column * total
	}
}

func clip(v float64) float64 { return max(0, min(1, v)) }

// inside tells whether a clipped slope is neither 0 nor 1, without a branch for either, which nobody can foretell.
func inside(a float64) bool { return a*(1-a) > 0 }

// move is an example whose slope changes along Δ: clip(t − ηf), which is a at η = 0. Its loss falls by weight·slope.
type move struct {
	t, fall, a, weight float64
	i                  int32
}

// freeSum is Σ c_i a_i a_iᵀ over some rows, with the intercept's column.
type freeSum struct {
	sum  []float64 // its upper triangle, row by row
	rows []int     // ascending

	changed []int
	weights []float64
}
