package solver

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver/internal/outputs"
	"github.com/proxlab/proxlab/toolkit/solver/internal/root"
)

// unpenalized minimizes a loss of several outputs over weights B, q×k, of columns F that nothing penalizes, by
// Newton's method: from the last minimum, which is near as a rule.
type unpenalized struct {
	o       *outputs.Loss
	hessian toolkit.Hessian
	f       *linalg.Dense // n×q
	b       []float64

	base, z, trial, slopes []float64 // predictions without B, with it, and at a trial; slopes
	constant               float64   // what all entries of F are, where it is one column for one output; else 0
	value                  float64   // the loss at B
	known                  bool      // base, slopes and value are those of B
}

func newUnpenalized(o *outputs.Loss, columns *linalg.Dense) *unpenalized {
	q, n := columns.Dims()
	hessian, ok := o.Loss.(toolkit.Hessian)
	if !ok {
		panic("solver: unpenalized columns need a loss that knows its second derivatives")
	}
	m := &unpenalized{o: o, hessian: hessian, f: linalg.NewDense(n, q, nil), b: make([]float64, q*o.K)}
	linalg.Transpose(m.f.Data, columns.Data, q, n)
	if len(m.b) == 1 && n > 0 && slices.Min(m.f.Data) == slices.Max(m.f.Data) {
		m.constant = m.f.Data[0]
	}
	for _, v := range []*[]float64{&m.base, &m.z, &m.trial, &m.slopes} {
		*v = make([]float64, o.Size())
	}
	return m
}

// find replaces predictions without unpenalized weights by the slopes at the minimum over them, and returns the loss
// there. Where losses are almost straight, as far from the minimum, a Newton step says nothing: the Hessian then gets
// a share τ of that of least squares, ten times as large after a step that does not lower the loss (Levenberg,
// Marquardt). What this does not find is looked for by the sign of the slope, where a prediction has one weight alone.
//
// Source: Nocedal and Wright, Numerical Optimization, 2006, section 10.3.
func (m *unpenalized) find(u []float64) float64 {
	if m.known && floats.Equal(m.base, u) { // B is to be the one that the loss was said for
		copy(u, m.slopes)
		return m.value
	}
	copy(m.base, u)
	level := m.level()
	m.predict(m.z, m.b)
	value := m.o.Slopes(m.slopes, m.z)
	if level && value < overflowing {
		copy(u, m.slopes)
		m.value, m.known = value, true
		return value
	}
	value, done := m.newton(value)
	if !done && m.f.C == 1 && m.o.Size() == m.o.N {
		for k := range m.b {
			m.b[k] = root.Near(func(at float64) float64 { return m.slopeAt(k, at) }, m.b[k])
		}
		m.predict(m.z, m.b)
		value, _ = m.newton(m.o.Slopes(m.slopes, m.z))
	}
	copy(u, m.slopes)
	m.value, m.known = value, true
	return value
}

// level finds B by the loss's own formula, where it is a multiple of ones and the loss has one.
func (m *unpenalized) level() bool {
	if m.constant == 0 {
		return false
	}
	b, ok := m.o.Level(m.base)
	if b /= m.constant; !ok || !Finite(b) {
		return false
	}
	m.b[0] = b
	return true
}

// newton takes damped Newton steps; done is true where there is nothing left to gain.
func (m *unpenalized) newton(value float64) (after float64, done bool) {
	damping := 0.
	for range newtonMost {
		if !(math.Abs(value) < overflowing) || done {
			break
		}
		gradient, hessian, squares := m.derivatives()
		value, damping, done = m.descend(value, damping, gradient, hessian, squares)
	}
	return value, done
}

// slopeAt is the slope of the loss in the one unpenalized weight of an output, where it is at.
func (m *unpenalized) slopeAt(output int, at float64) float64 {
	b := append([]float64(nil), m.b...)
	b[output] = at
	m.predict(m.trial, b)
	m.o.Slopes(m.slopes, m.trial)
	return m.products(m.slopes)[output]
}

// overflowing is what losses that overflow are at least.
const overflowing = 1e300

// descend takes the first of the steps with more and more damping that lowers the loss; done is true where there is
// nothing left to gain.
func (m *unpenalized) descend(
	value, damping float64, gradient []float64, hessian *mat.SymDense, squares []float64,
) (after, next float64, done bool) {
	b := make([]float64, len(m.b))
	for ; damping <= dampingMost; damping = math.Max(10*damping, dampingLeast) {
		step, decrement := newtonStep(gradient, hessian, squares, damping)
		if step == nil {
			continue
		}
		if !(decrement > newtonTol*math.Abs(value)) {
			return value, damping, true
		}
		last := damping == 0 && decrement <= newtonLast*math.Abs(value) // rounding hides what it gains
		floats.SubTo(b, m.b, step)
		m.predict(m.trial, b)
		after = m.o.Slopes(m.slopes, m.trial)
		if after < value || last && after <= value+Slack*math.Abs(value) {
			copy(m.b, b)
			m.z, m.trial = m.trial, m.z
			if damping /= 100; damping < dampingLeast {
				damping = 0
			}
			return after, damping, last
		}
		if last {
			break
		}
	}
	return m.o.Slopes(m.slopes, m.z), damping, true
}

// Newton's method for the unpenalized weights: the number of its steps, and the decrement, as a share of the loss, at
// which it ends.
const (
	newtonMost = 40
	newtonTol  = 1e-28
)

// newtonLast is the decrement, as a share of the loss, at which the next step is the last: it squares the error.
const newtonLast = 1e-13

// The shares of least squares that Hessians get.
const (
	dampingLeast = 1e-6
	dampingMost  = 1e12
)

// predict is Z = base + F B on the pattern.
func (m *unpenalized) predict(z, b []float64) {
	m.o.Parallel(func(_, from, to int) {
		if len(b) == 1 {
			floats.AddScaledTo(z[from:to], m.base[from:to], b[0], m.f.Data[from:to])
			return
		}
		for i := from; i < to; i++ {
			row, _ := m.o.Span(m.base, i)
			part, lo := m.o.Span(z, i)
			copy(part, row)
			for a, v := range m.f.Row(i) {
				floats.AddScaled(part, v, b[a*m.o.K+lo:a*m.o.K+lo+len(part)])
			}
		}
	})
}

// products are FᵀU, q×k.
func (m *unpenalized) products(u []float64) []float64 {
	k := m.o.K
	out := make([]float64, m.f.C*k)
	if len(out) == 1 {
		out[0] = linalg.Dot(m.f.Data, u)
		return out
	}
	for i := range m.o.N {
		part, lo := m.o.Span(u, i)
		for a, v := range m.f.Row(i) {
			floats.AddScaled(out[a*k+lo:a*k+lo+len(part)], v, part)
		}
	}
	return out
}

// derivatives are gradient and Hessian of the loss in B, and the diagonal of FᵀCF, at the slopes.
func (m *unpenalized) derivatives() (gradient []float64, hessian *mat.SymDense, squares []float64) {
	k, q := m.o.K, m.f.C
	gradient, hessian, squares = m.products(m.slopes), mat.NewSymDense(q*k, nil), make([]float64, q*k)
	h := hessian.RawSymmetric().Data
	var local []float64
	for i := range m.o.N {
		z, lo := m.o.Span(m.z, i)
		size := len(z)
		local = linalg.Resize(local, size*size)
		m.hessian.Hessian(local, i, z)
		weight := m.o.Loss.Weight(i)
		row := m.f.Row(i)
		for a, v := range row {
			for b, v2 := range row[a:] {
				s := weight * v * v2
				for c := range size {
					at := (a*k+lo+c)*q*k + (a+b)*k + lo
					floats.AddScaled(h[at:at+size], s, local[c*size:(c+1)*size])
				}
			}
			for c := range size {
				squares[a*k+lo+c] += weight * v * v
			}
		}
	}
	return gradient, hessian, squares
}

// newtonStep is (H + τ diag s)⁻¹G and ⟨G, (H + τ diag s)⁻¹G⟩; nil where H is 0 and τ too, or not finite.
func newtonStep(
	gradient []float64, hessian *mat.SymDense, squares []float64, damping float64,
) (step []float64, decrement float64) {
	size := len(gradient)
	var most float64
	for j := range size {
		most = math.Max(most, hessian.At(j, j)+damping*squares[j])
	}
	if !(most > 0) || math.IsInf(most, 1) {
		return nil, 0
	}
	damped := mat.NewSymDense(size, nil)
	damped.CopySym(hessian)
	for j := range size { // shared shifts of all classes, and columns that depend on others
		if d := damped.At(j, j) + damping*squares[j]; d > 0 {
			damped.SetSym(j, j, (1+1e-12)*d)
		} else {
			damped.SetSym(j, j, most)
		}
	}
	var chol mat.Cholesky
	if !chol.Factorize(damped) {
		return nil, 0
	}
	x := mat.NewVecDense(size, nil)
	// ill-conditioned where columns are dependent: a step that is too small
	_ = chol.SolveVecTo(x, mat.NewVecDense(size, gradient))
	step = x.RawVector().Data
	return step, floats.Dot(step, gradient)
}
