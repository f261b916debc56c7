package solver

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver/internal/outputs"
)

// unpenalized minimizes a loss of several outputs over weights B, q×k, of columns F that nothing penalizes, by
// Newton's method: from the last minimum, which is near as a rule.
type unpenalized struct {
	o       *outputs.Loss
	hessian toolkit.Hessian
	f       *linalg.Dense // n×q
	b       []float64

	base, z, trial, slopes []float64 // predictions without B, with it, and at a trial; slopes
}

func newUnpenalized(o *outputs.Loss, columns *linalg.Dense) *unpenalized {
	q, n := columns.Dims()
	hessian, ok := o.Loss.(toolkit.Hessian)
	if !ok {
		panic("solver: unpenalized columns need a loss that knows its second derivatives")
	}
	m := &unpenalized{o: o, hessian: hessian, f: linalg.NewDense(n, q, nil), b: make([]float64, q*o.K)}
	linalg.Transpose(m.f.Data, columns.Data, q, n)
	for _, v := range []*[]float64{&m.base, &m.z, &m.trial, &m.slopes} {
		*v = make([]float64, o.Size())
	}
	return m
}

// find replaces predictions without unpenalized weights by the slopes at the minimum over them, and returns the loss
// there.
func (m *unpenalized) find(u []float64) float64 {
	copy(m.base, u)
	m.predict(m.z, m.b)
	value := m.o.Slopes(m.slopes, m.z)
	for range newtonMost {
		step, decrement := m.step()
		if step == nil || !Finite(value) || !(decrement > newtonTol*math.Abs(value)) {
			break
		}
		last := decrement <= newtonLast*math.Abs(value)
		next := make([]float64, len(step))
		after := math.Inf(1)
		for t := 1.; t > 1e-10 && !(after < value); t /= 2 {
			floats.AddScaledTo(next, m.b, -t, step)
			m.predict(m.trial, next)
			if after = m.o.Slopes(m.slopes, m.trial); last {
				break // rounding hides what it gains
			}
		}
		if !(after < value || last && after <= value+Slack*math.Abs(value)) {
			value = m.o.Slopes(m.slopes, m.z)
			break
		}
		m.b, value = next, after
		m.z, m.trial = m.trial, m.z
		if last {
			break
		}
	}
	copy(u, m.slopes)
	return value
}

// Newton's method for the unpenalized weights: the number of its steps, and the decrement, as a share of the loss, at
// which it ends.
const (
	newtonMost = 50
	newtonTol  = 1e-28
)

// newtonLast is the decrement, as a share of the loss, at which the next step is the last: it squares the error.
const newtonLast = 1e-13

// predict is Z = base + F B on the pattern.
func (m *unpenalized) predict(z, b []float64) {
	m.o.Parallel(func(_, from, to int) {
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

// step is the Newton step H⁻¹G and ⟨G, H⁻¹G⟩, at the slopes; nil where the Hessian is 0.
func (m *unpenalized) step() (step []float64, decrement float64) {
	k, q := m.o.K, m.f.C
	gradient, hessian := make([]float64, q*k), mat.NewSymDense(q*k, nil)
	h := hessian.RawSymmetric().Data
	var local, scaled []float64
	for i := range m.o.N {
		part, lo := m.o.Span(m.slopes, i)
		z, _ := m.o.Span(m.z, i)
		size := len(part)
		local, scaled = linalg.Resize(local, size*size), linalg.Resize(scaled, size)
		m.hessian.Hessian(local, i, z)
		weight := m.o.Loss.Weight(i)
		row := m.f.Row(i)
		for a, v := range row {
			floats.AddScaled(gradient[a*k+lo:a*k+lo+size], v, part)
			for b, v2 := range row[a:] {
				s := weight * v * v2
				for c := range size {
					at := (a*k+lo+c)*q*k + (a+b)*k + lo
					floats.AddScaled(h[at:at+size], s, local[c*size:(c+1)*size])
				}
			}
		}
	}
	var most float64
	for j := range q * k {
		most = max(most, hessian.At(j, j))
	}
	if !(most > 0) || math.IsInf(most, 1) {
		return nil, 0
	}
	for j := range q * k { // shared shifts of all classes, and columns that depend on others
		hessian.SetSym(j, j, hessian.At(j, j)+1e-12*most)
	}
	var chol mat.Cholesky
	if !chol.Factorize(hessian) {
		return nil, 0
	}
	x := mat.NewVecDense(q*k, nil)
	// ill-conditioned where columns are dependent: a step that is too small
	_ = chol.SolveVecTo(x, mat.NewVecDense(q*k, gradient))
	step = x.RawVector().Data
	return step, floats.Dot(step, gradient)
}
