package newton

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"

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
		*v = linalg.Resize(*v, d)
		clear(*v)
	}
	for _, v := range []*[]float64{&m.margin, &m.shift, &m.slope, &m.dm, &m.u} {
		*v = linalg.Resize(*v, n)
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
	part.y, part.c = pick(part.y, m.y, rows), pick(part.c, m.c, rows)
	part.shift, part.margin = pick(part.shift, m.shift, rows), pick(part.margin, m.margin, rows)
	part.slope = pick(part.slope, m.slope, rows)
	return part
}

// pick are some of the numbers, in the memory of others.
func pick(to, v []float64, rows []int) []float64 {
	to = linalg.Resize(to, len(rows))
	for k, i := range rows {
		to[k] = v[i]
	}
	return to
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

// newton takes a Newton step.
func (m *svm) newton() error {
	m.descent()
	m.findFree()
	if err := m.direction(); err != nil {
		return err
	}
	m.advance(-floats.Dot(m.grad, m.dw))
	return nil
}

// descent is −∇ of the subproblem.
func (m *svm) descent() {
	for j, w := range m.w[:m.d] {
		m.grad[j] = m.pull[j] - m.mu*w
	}
	if m.column != 0 {
		m.grad[m.d] = m.pull[m.d]
	}
}

// findFree is F.
func (m *svm) findFree() {
	m.free = m.free[:0]
	for i, a := range m.slope {
		if inside(a) && m.c[i] > 0 {
			m.free = append(m.free, i)
		}
	}
}

// turn goes to the next subproblem, of which the slopes are the multipliers. It steps there with F as it was, as if
// slopes were not clipped: changes of slopes grow as the width falls, so that most of F is clipped before the step.
func (m *svm) turn() error {
	copy(m.shift, m.slope)
	m.descent()
	m.findFree()
	var total float64
	for _, i := range m.free {
		u := m.c[i] * m.y[i] * (1 - m.margin[i]) / m.width
		m.a.AddRow(m.grad[:m.d], u, i)
		total += u
	}
	if m.column != 0 {
		m.grad[m.d] += m.column * total
	}
	if err := m.direction(); err != nil {
		return err
	}
	m.clipAnew()
	m.descent()
	m.advance(-floats.Dot(m.grad, m.dw))
	return nil
}

// direction solves for Δ.
func (m *svm) direction() error {
	m.follow()
	h, size := m.normal.matrix, len(m.w)
	floats.ScaleTo(h, 1/m.width, m.followed.sum)
	for j := range m.d {
		h[j*size+j] += m.mu
	}
	if m.column != 0 {
		h[size*size-1] += m.column * m.column * flat / m.width
	}
	for more := leastShift; !m.normal.factor(); more *= 100 {
		var trace float64
		for j := range size {
			trace += h[j*size+j]
		}
		if !(more*trace < math.Inf(1)) {
			return errSingular // a NaN in the data
		}
		for j := range size {
			h[j*size+j] += more * trace / float64(size)
		}
	}
	copy(m.dw, m.grad)
	m.normal.solve(m.dw)
	return nil
}

var errSingular = errors.New("semismooth Newton: the matrix of a step is not finite")

// leastShift is what is added to a matrix first that rounding has made indefinite, as a share of its mean eigenvalue;
// flat is the curvature along b, of examples of weight 1, where no example is free.
const (
	leastShift = 1e-14
	flat       = 1e-10
)

// advance goes along Δ as far as the subproblem falls, by its slope at the start.
func (m *svm) advance(start float64) {
	m.margins(m.dm, m.dw)
	eta := m.search(start)
	if eta == 0 {
		return
	}
	floats.AddScaled(m.w, eta, m.dw)
	floats.AddScaled(m.margin, eta, m.dm)
	inv, total := 1/m.width, 0.
	for _, e := range m.moving {
		i := int(e.i)
		total += m.change(i, clip(m.shift[i]+(1-m.margin[i])*inv))
	}
	if m.column != 0 {
		m.pull[m.d] += m.column * total
	}
}

// clipAnew are the slopes at the margins, where multipliers or the width have changed.
func (m *svm) clipAnew() {
	inv, total := 1/m.width, 0.
	for i, v := range m.shift {
		if a := clip(v + (1-m.margin[i])*inv); a != m.slope[i] {
			total += m.change(i, a)
		}
	}
	if m.column != 0 {
		m.pull[m.d] += m.column * total
	}
}

// change makes a the slope of an example, and returns what that adds to Σ c_i α_i y_i.
func (m *svm) change(i int, a float64) float64 {
	u := m.c[i] * m.y[i] * (a - m.slope[i])
	m.a.AddRow(m.pull[:m.d], u, i)
	m.slope[i] = a
	return u
}
