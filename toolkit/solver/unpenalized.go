package solver

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver/internal/damped"
	"github.com/proxlab/proxlab/toolkit/solver/internal/outputs"
)

// Of more weights than this the Hessian is known by its products, where the loss has these.
const mostDense = 500

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
// there.
func (m *unpenalized) find(u []float64) float64 {
	if m.known && floats.Equal(m.base, u) { // B is to be the one that the loss was said for
		copy(u, m.slopes)
		return m.value
	}
	copy(m.base, u)
	level := m.level()
	m.predict(m.z, m.b)
	m.value = m.Stay()
	if !level || !(m.value < damped.Overflowing) {
		m.value = damped.Minimize(m, m.value, Slack)
	}
	m.known = true
	copy(u, m.slopes)
	return m.value
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

// Differentiate, Direct, Try, Take, Stay and Bracket are those of a damped.Loss in B. Slopes are at the end of a step
// that is tried.
func (m *unpenalized) Differentiate() {
	if len(m.b) > mostDense && m.o.Hessians(&m.hessians, m.z) {
		m.gradient, m.squares = m.along(m.slopes), m.squaresOf()
		return
	}
	m.gradient, m.curvatures, m.squares = m.derivatives()
}

func (m *unpenalized) Direct(damping float64) (decrement float64, ok bool) {
	if m.curvatures == nil {
		return m.directByProducts(damping)
	}
	m.step, decrement = newtonStep(m.gradient, m.curvatures, m.squares, damping)
	return decrement, m.step != nil
}

func (m *unpenalized) Try() float64 {
	m.predict(m.trial, floats.SubTo(make([]float64, len(m.b)), m.b, m.step))
	m.tried = m.o.Slopes(m.slopes, m.trial)
	return m.tried
}

func (m *unpenalized) Take() float64 {
	floats.Sub(m.b, m.step)
	m.z, m.trial = m.trial, m.z
	return m.tried
}

func (m *unpenalized) Stay() float64 { return m.o.Slopes(m.slopes, m.z) }

func (m *unpenalized) Bracket() (value float64, ok bool) {
	if m.f.C != 1 || m.o.Size() != m.o.N {
		return 0, false
	}
	for k := range m.b {
		m.b[k] = damped.Near(func(at float64) float64 { return m.slopeAt(k, at) }, m.b[k])
	}
	m.predict(m.z, m.b)
	return m.Stay(), true
}

// slopeAt is the slope of the loss in the one unpenalized weight of an output, where it is at.
func (m *unpenalized) slopeAt(output int, at float64) float64 {
	b := append([]float64(nil), m.b...)
	b[output] = at
	m.predict(m.trial, b)
	m.o.Slopes(m.slopes, m.trial)
	return m.along(m.slopes)[output]
}

// predict is Z = base + F B on the pattern.
func (m *unpenalized) predict(z, b []float64) {
	m.o.Parallel(func(_, from, to int) {
		if len(b) == 1 {
			floats.AddScaledTo(z[from:to], m.base[from:to], b[0], m.f.Data[from:to])
			return
		}
		for i := from; i < to; i++ {
			row, _ := m.o.Span(m.base, i)
			part, _ := m.o.Span(z, i)
			copy(part, row)
			m.add(z, b, i)
		}
	})
}

// derivatives are gradient and Hessian of the loss in B, and the diagonal of FᵀCF, at the slopes.
func (m *unpenalized) derivatives() (gradient []float64, hessian *mat.SymDense, squares []float64) {
	k, q := m.o.K, m.f.C
	gradient, hessian, squares = m.along(m.slopes), mat.NewSymDense(q*k, nil), make([]float64, q*k)
	h := hessian.RawSymmetric().Data
	var local []float64
	for i := range m.o.N {
		z, lo := m.o.Span(m.z, i)
		size := len(z)
		local = vec.Resize(local, size*size)
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
