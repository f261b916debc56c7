package blocks

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// The sweeps over all coordinates between two attempts to solve for those that are not 0 at once, their number, and
// the change, as a share of the largest, that ends them.
const (
	sweepsBetween = 5
	mostSweeps    = 2000
	lastChange    = 1e-10
)

// model is the problem that a step solves,
//
//	min_δ ⟨g, δ⟩ + ½ δᵀ(H + ρ diag H)δ + λ Σ_b ω_b‖(w + δ)_b‖ + (μ/2)‖w + δ‖²,
//
// with the intercepts, which are not penalized, as the last coordinates.
type model struct {
	q              *quadratic
	parts          []part
	bounds         []float64 // of the eigenvalues of H + ρ diag H in each part
	lambda, mu     float64
	damping        float64
	w, g           []float64 // weights and gradient of the loss, with those of the intercepts
	delta, product []float64 // δ and Hδ
}

// flat is the second derivative below which there is none to go by.
const flat = 1e-30

// diagonal is that of H + ρ diag H; 1 + ρ where H is flat, as of a column of zeros.
func (m *model) diagonal(j int) float64 {
	if d := m.q.h[j*m.q.size+j]; d > flat {
		return d * (1 + m.damping)
	}
	return 1 + m.damping
}

// extra is what diagonal adds to that of H.
func (m *model) extra(j int) float64 { return m.diagonal(j) - m.q.h[j*m.q.size+j] }

// solve finds δ by going through coordinates or groups, which finds out what is 0, and by solving for the others.
func (m *model) solve() {
	size := m.q.size
	m.delta, m.product = make([]float64, size), make([]float64, size)
	m.bound()
	for sweep := range mostSweeps {
		changed, largest := m.sweep()
		if changed <= lastChange*largest {
			return
		}
		if sweep%sweepsBetween == sweepsBetween-1 && m.leap() {
			if changed, largest = m.sweep(); changed <= lastChange*largest {
				return
			}
		}
	}
}

// bound finds what the eigenvalues of each part are at most: the largest sum of a row.
func (m *model) bound() {
	m.bounds = make([]float64, len(m.parts))
	for k, b := range m.parts {
		for _, i := range b.at {
			sum := m.extra(i)
			for _, j := range b.at {
				sum += math.Abs(m.q.h[i*m.q.size+j])
			}
			m.bounds[k] = math.Max(m.bounds[k], sum)
		}
	}
}

// stepsEach is how many proximal steps a group of several gets in a sweep; for a coordinate alone one is the minimum.
const stepsEach = 4

// sweep goes through one part after the other, and returns the largest change and the largest weight, both in units of
// the predictions.
func (m *model) sweep() (changed, largest float64) {
	tell := func(h, by, now float64) {
		unit := math.Sqrt(h)
		changed, largest = math.Max(changed, unit*math.Abs(by)), math.Max(largest, unit*math.Abs(now))
	}
	for k, b := range m.parts {
		steps := 1
		if len(b.at) > 1 {
			steps = stepsEach
		}
		for range steps {
			m.proximal(b, m.bounds[k], tell)
		}
	}
	for at := len(m.q.features); at < m.q.size; at++ {
		h := m.diagonal(at)
		by := -m.slope(at) / h
		m.move(at, by)
		tell(h, by, m.w[at]+m.delta[at])
	}
	return changed, largest
}

// slope is that of the smooth part without the ridge.
func (m *model) slope(j int) float64 { return m.g[j] + m.product[j] + m.extra(j)*m.delta[j] }

// proximal takes a step of length 1/h in a part.
func (m *model) proximal(b part, h float64, tell func(h, by, now float64)) {
	to := make([]float64, len(b.at))
	for k, j := range b.at {
		to[k] = h*(m.w[j]+m.delta[j]) - m.slope(j)
	}
	size, bound := floats.Norm(to, 2), m.lambda*b.factor
	for k, j := range b.at {
		now := 0.
		if size > bound {
			now = to[k] * (1 - bound/size) / (h + m.mu)
		}
		by := now - m.w[j] - m.delta[j]
		m.move(j, by)
		if now == 0 {
			m.delta[j] = -m.w[j] // exactly
		}
		tell(h, by, now)
	}
}

func (m *model) move(j int, by float64) {
	if by != 0 {
		m.delta[j] += by
		floats.AddScaled(m.product, by, m.q.row(j))
	}
}

// leap goes to the minimum over the parts that are not 0, by a Newton step as far as none turns around. It returns
// false where there is none to be found.
func (m *model) leap() bool {
	var at []int
	var from []int // where the parts begin that are not 0
	var active []part
	for _, b := range m.parts {
		if m.size(b) > 0 {
			active, from = append(active, b), append(from, len(at))
			at = append(at, b.at...)
		}
	}
	for k := len(m.q.features); k < m.q.size; k++ {
		at = append(at, k)
	}
	if len(at) == 0 {
		return false
	}
	h, g := mat.NewSymDense(len(at), nil), mat.NewVecDense(len(at), nil)
	for a, j := range at {
		for b, k := range at[a:] {
			h.SetSym(a, a+b, m.q.h[j*m.q.size+k])
		}
		h.SetSym(a, a, m.diagonal(j)*(1+1e-13))
		g.SetVec(a, -m.slope(j))
	}
	for k, b := range active {
		m.curve(b, from[k], h, g)
	}
	var chol mat.Cholesky
	if !chol.Factorize(h) {
		return false
	}
	step := mat.NewVecDense(len(at), nil)
	if err := chol.SolveVecTo(step, g); err != nil {
		return false // ill-conditioned: coordinate descent goes on
	}
	far, grouped := 1., false
	for k, b := range active {
		var square, along float64
		for l, j := range b.at {
			now := m.w[j] + m.delta[j]
			square, along = square+now*now, along+now*step.AtVec(from[k]+l)
		}
		if grouped = grouped || len(b.at) > 1; m.lambda > 0 && square+along < 0 {
			far = math.Min(far, -square/along)
		}
	}
	m.walk(at, step, far, grouped)
	return true
}

// walk goes along a step; less far where parts of several weights make the model rise.
func (m *model) walk(at []int, step *mat.VecDense, far float64, grouped bool) {
	before := 0.
	if grouped {
		before = m.change(true)
	}
	for ; far > flat; far /= 2 {
		for a, j := range at {
			m.move(j, far*step.AtVec(a))
		}
		if !grouped || m.change(true) <= before {
			return
		}
		for a, j := range at {
			m.move(j, -far*step.AtVec(a))
		}
	}
}

// size is the norm of a part of w + δ.
func (m *model) size(b part) float64 {
	if len(b.at) == 1 {
		return math.Abs(m.w[b.at[0]] + m.delta[b.at[0]])
	}
	var sum float64
	for _, j := range b.at {
		sum += (m.w[j] + m.delta[j]) * (m.w[j] + m.delta[j])
	}
	return math.Sqrt(sum)
}

// curve adds slope and curvature of λω‖x‖ + (μ/2)‖x‖² in a part: λω(I/‖x‖ − xxᵀ/‖x‖³) + μI.
func (m *model) curve(b part, from int, h *mat.SymDense, g *mat.VecDense) {
	size := m.size(b)
	bound := m.lambda * b.factor
	for k, j := range b.at {
		x, a := m.w[j]+m.delta[j], from+k
		g.SetVec(a, g.AtVec(a)-bound*x/size-m.mu*x)
		h.SetSym(a, a, h.At(a, a)+m.mu)
		if len(b.at) == 1 {
			continue // it has none
		}
		h.SetSym(a, a, h.At(a, a)+bound/size)
		for l, i := range b.at[k:] {
			y := m.w[i] + m.delta[i]
			h.SetSym(a, a+l, h.At(a, a+l)-bound*x*y/(size*size*size))
		}
	}
}

// change is by how much the model changes, with the damping or without.
func (m *model) change(damped bool) float64 {
	sum := floats.Dot(m.g, m.delta) + floats.Dot(m.delta, m.product)/2
	for _, b := range m.parts {
		for _, j := range b.at {
			now := m.w[j] + m.delta[j]
			sum += m.mu / 2 * (now*now - m.w[j]*m.w[j])
		}
		sum += m.lambda * b.factor * (m.size(b) - b.norm(m.w))
	}
	for j, d := range m.delta {
		if damped {
			sum += m.extra(j) / 2 * d * d
		}
	}
	return sum
}

// gain is how much the model without damping says the objective falls by.
func (m *model) gain() float64 { return -m.change(false) }
