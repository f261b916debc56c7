package newton

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"
)

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
