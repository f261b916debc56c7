package newton

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// svm is a support vector machine on some examples with a point, multipliers and a width. What other examples add to
// the objective is linear: −⟨base, (w, b)⟩.
type svm struct {
	a      linalg.Rows
	y, c   []float64
	mu     float64
	column float64 // what every example has beside its features; 0 without an intercept
	d      int

	width  float64
	w      []float64 // and b, where there is an intercept
	base   []float64 // nil for 0
	pull   []float64 // base + Σ c_i α_i y_i a_i
	margin []float64 // m_i
	shift  []float64 // v_i
	slope  []float64 // α_i

	grad, dw, dm, u, h []float64
	free               []int
}

func makeSVM(a linalg.Rows, y, c []float64, mu, column float64) *svm {
	n, d := a.Dims()
	m := &svm{a: a, y: y, c: c, mu: mu, column: column, d: d, width: firstWidth}
	if column != 0 {
		d++
	}
	for _, v := range []*[]float64{&m.w, &m.pull, &m.grad, &m.dw} {
		*v = make([]float64, d)
	}
	for _, v := range []*[]float64{&m.margin, &m.shift, &m.slope, &m.dm, &m.u} {
		*v = make([]float64, n)
	}
	return m
}

// some is the machine of some of the examples, at the same point; nothing else is shared that changes.
func (m *svm) some(rows []int) *svm {
	a := linalg.SelectRows(m.a, rows).(linalg.Rows)
	part := makeSVM(a, pick(m.y, rows), pick(m.c, rows), m.mu, m.column)
	copy(part.w, m.w)
	part.width, part.shift = m.width, pick(m.shift, rows)
	part.margin, part.slope = pick(m.margin, rows), pick(m.slope, rows)
	return part
}

func pick(v []float64, rows []int) []float64 {
	out := make([]float64, len(rows))
	for k, i := range rows {
		out[k] = v[i]
	}
	return out
}

// interiorPoint is an interior point for the same examples, of which there is no base.
func (m *svm) interiorPoint() *interiorPoint {
	ip := &interiorPoint{a: linalg.ToCSR(m.a), y: m.y, c: m.c, mu: m.mu, ridged: m.d}
	if m.column != 0 {
		column := linalg.NewDense(1, len(m.y), nil)
		floats.AddConst(m.column, column.Data)
		ip.a = linalg.ToCSR(linalg.AppendColumns(ip.a, column))
	}
	ip.begin()
	return ip
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
	for i, a := range m.slope {
		share := positive
		if m.y[i] < 0 {
			share = negative
		}
		m.u[i] = share * m.c[i] * a * m.y[i]
		total += m.u[i]
	}
	m.a.MulTransVec(dst[:m.d], m.u)
	if m.column != 0 {
		dst[m.d] = m.column * total
	}
}

func clip(v float64) float64 {
	if v < 0 {
		return 0
	}
	if v > 1 {
		return 1
	}
	return v
}

// newton takes a Newton step.
func (m *svm) newton() error {
	for j, w := range m.w[:m.d] {
		m.grad[j] = m.pull[j] - m.mu*w
	}
	if m.column != 0 {
		m.grad[m.d] = m.pull[m.d]
	}
	if err := m.direction(); err != nil {
		return err
	}
	m.margins(m.dm, m.dw)
	m.advance(m.search())
	return nil
}

// direction solves for Δ.
func (m *svm) direction() error {
	m.free, m.h = m.free[:0], m.h[:0]
	for i, a := range m.slope {
		if a > 0 && a < 1 && m.c[i] > 0 {
			m.free, m.h = append(m.free, i), append(m.h, m.c[i]/m.width)
		}
	}
	rows, size := linalg.SelectRows(m.a, m.free), len(m.w)
	h := linalg.GramOfColumns(rows, m.h)
	if m.column != 0 {
		h = m.bordered(h, rows)
	}
	for j := range m.d {
		h[j*size+j] += m.mu
	}
	var chol mat.Cholesky
	for more := leastShift; !chol.Factorize(mat.NewSymDense(size, h)); more *= 100 {
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
	dw := mat.NewVecDense(size, m.dw)
	var conditioned mat.Condition
	if err := chol.SolveVecTo(dw, mat.NewVecDense(size, m.grad)); err != nil && !errors.As(err, &conditioned) {
		return err
	}
	return nil
}

var errSingular = errors.New("semismooth Newton: the matrix of a step is not finite")

// leastShift is what is added to a matrix first that rounding has made indefinite, as a share of its mean eigenvalue;
// flat is the curvature along b, of examples of weight 1, where no example is free.
const (
	leastShift = 1e-14
	flat       = 1e-10
)

// bordered is the matrix with a row and a column for the intercept.
func (m *svm) bordered(gram []float64, rows linalg.Map) []float64 {
	d, size := m.d, m.d+1
	h, border := make([]float64, size*size), make([]float64, d)
	rows.MulTransVec(border, m.h)
	for j := range d {
		copy(h[j*size:], gram[j*d:(j+1)*d])
		h[j*size+d], h[d*size+j] = m.column*border[j], m.column*border[j]
	}
	h[d*size+d] = m.column * m.column * (floats.Sum(m.h) + flat/m.width)
	return h
}

// advance goes a step along Δ, and changes what slopes pull where they changed.
func (m *svm) advance(eta float64) {
	floats.AddScaled(m.w, eta, m.dw)
	inv, total := 1/m.width, 0.
	for i, dm := range m.dm {
		m.margin[i] += eta * dm
		a := clip(m.shift[i] + (1-m.margin[i])*inv)
		if a != m.slope[i] {
			u := m.c[i] * m.y[i] * (a - m.slope[i])
			m.a.AddRow(m.pull[:m.d], u, i)
			total += u
			m.slope[i] = a
		}
	}
	if m.column != 0 {
		m.pull[m.d] += m.column * total
	}
}

// search is the η that minimizes the subproblem along Δ; 0 where it does not fall.
func (m *svm) search() (eta float64) {
	var first, curve float64
	for j, d := range m.dw[:m.d] {
		first += m.w[j] * d
		curve += d * d
	}
	first, curve = m.mu*first, m.mu*curve
	if m.base != nil {
		first -= floats.Dot(m.base, m.dw)
	}
	start, _ := m.along(0)
	if start += first; !(start < 0) {
		return 0
	}
	lo, hi := 0., math.Inf(1)
	eta = 1
	for k := range mostSearched {
		v, second := m.along(eta)
		v, second = v+first+eta*curve, second+curve
		if math.Abs(v) <= searched*math.Abs(start) {
			break
		}
		if v > 0 {
			hi = eta
		} else {
			lo = eta
		}
		next := eta - v/second
		switch {
		case next > lo && next < hi && k < mostSearched/2:
			eta = next
		case math.IsInf(hi, 1):
			eta *= 2
		default:
			eta = (lo + hi) / 2
		}
	}
	return eta
}

// A search ends at this share of the slope at its start, or after so many points.
const (
	searched     = 1e-2
	mostSearched = 20
)

// along is what the losses add to the slope and the curvature of the subproblem at a step η.
func (m *svm) along(eta float64) (slope, second float64) {
	inv := 1 / m.width
	for i, dm := range m.dm {
		t := m.shift[i] + (1-m.margin[i]-eta*dm)*inv
		if t <= 0 {
			continue
		}
		v := m.c[i] * dm
		if t >= 1 {
			slope -= v
			continue
		}
		slope -= v * t
		second += v * dm * inv
	}
	return slope, second
}
