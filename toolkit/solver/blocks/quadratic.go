package blocks

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// quadratic is the Hessian of the loss in some features and the intercept, which is last: what the step of a pass is
// chosen by.
type quadratic struct {
	features []int // ascending
	size     int   // with the intercept
	h        []float64
}

// newQuadratic takes it from the sums of a pass; nil where no row was looked at.
func newQuadratic(s *Sums, r *Request) *quadratic {
	if s.Rows == 0 {
		return nil
	}
	w := len(r.Which)
	q := &quadratic{features: make([]int, w), size: w + 1, h: make([]float64, (w+1)*(w+1))}
	scale := 1 / s.Rows
	for i, place := range r.Which {
		q.features[i] = r.column(place)
		for j := i; j < w; j++ {
			v := scale * s.Hessian[i*w+j]
			q.h[i*q.size+j], q.h[j*q.size+i] = v, v
		}
		q.h[i*q.size+w], q.h[w*q.size+i] = scale*s.Border[i], scale*s.Border[i]
	}
	q.h[w*q.size+w] = scale * s.Corner
	return q
}

func (q *quadratic) row(i int) []float64 { return q.h[i*q.size : (i+1)*q.size] }

// of is the Hessian of some features alone, which ascend; features of its own that are not among them go.
func (q *quadratic) of(features []int) *quadratic {
	var at []int
	out := &quadratic{}
	for k, j := range q.features {
		if _, is := slices.BinarySearch(features, j); is {
			at, out.features = append(at, k), append(out.features, j)
		}
	}
	at = append(at, q.size-1)
	out.size, out.h = len(at), make([]float64, 0, len(at)*len(at))
	for _, i := range at {
		for _, j := range at {
			out.h = append(out.h, q.h[i*q.size+j])
		}
	}
	return out
}

// The sweeps over all coordinates between two attempts to solve for those that are not 0 at once, their number, and
// the change, as a share of the largest, that ends them.
const (
	sweepsBetween = 5
	mostSweeps    = 2000
	lastChange    = 1e-10
)

// model is the problem that a step solves,
//
//	min_δ ⟨g, δ⟩ + ½ δᵀ(H + ρ diag H)δ + λ‖w + δ‖₁ + (μ/2)‖w + δ‖²,
//
// with the intercept, which is not penalized, as the last coordinate.
type model struct {
	q              *quadratic
	lambda, mu     float64
	intercept      bool
	damping        float64
	w, g           []float64 // weights and gradient of the loss, with those of the intercept
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

// last tells whether a coordinate is the intercept.
func (m *model) last(j int) bool { return j == m.q.size-1 }

// solve finds δ by coordinate descent, which finds out what weights are 0, and by solving for the others at once.
func (m *model) solve() {
	size := m.q.size
	m.delta, m.product = make([]float64, size), make([]float64, size)
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

// sweep minimizes over one coordinate after the other, and returns the largest change and the largest weight, both in
// units of the predictions.
func (m *model) sweep() (changed, largest float64) {
	for j := range m.delta {
		if m.last(j) && !m.intercept {
			continue
		}
		h, old := m.diagonal(j), m.w[j]+m.delta[j]
		at := h*old - m.g[j] - m.product[j] - m.extra(j)*m.delta[j]
		now := at / h
		if !m.last(j) {
			now = 0
			if over := math.Abs(at) - m.lambda; over > 0 {
				now = math.Copysign(over, at) / (h + m.mu)
			}
		}
		m.move(j, now-old)
		if now == 0 {
			m.delta[j] = -m.w[j] // exactly
		}
		unit := math.Sqrt(h)
		changed, largest = math.Max(changed, unit*math.Abs(now-old)), math.Max(largest, unit*math.Abs(now))
	}
	return changed, largest
}

func (m *model) move(j int, by float64) {
	if by != 0 {
		m.delta[j] += by
		floats.AddScaled(m.product, by, m.q.row(j))
	}
}

// leap goes to the minimum over the weights that are not 0, as far as none changes its sign. It returns false where
// there is none to be found.
func (m *model) leap() bool {
	var at []int
	for j := range m.delta {
		if m.last(j) && m.intercept || !m.last(j) && m.w[j]+m.delta[j] != 0 {
			at = append(at, j)
		}
	}
	if len(at) == 0 {
		return false
	}
	h, g := mat.NewSymDense(len(at), nil), mat.NewVecDense(len(at), nil)
	for a, j := range at {
		for b, k := range at[a:] {
			h.SetSym(a, a+b, m.q.h[j*m.q.size+k])
		}
		slope, ridge := m.g[j]+m.product[j]+m.extra(j)*m.delta[j], 0.
		if !m.last(j) {
			now := m.w[j] + m.delta[j]
			slope += math.Copysign(m.lambda, now) + m.mu*now
			ridge = m.mu
		}
		h.SetSym(a, a, m.diagonal(j)*(1+1e-13)+ridge)
		g.SetVec(a, -slope)
	}
	var chol mat.Cholesky
	if !chol.Factorize(h) {
		return false
	}
	step := mat.NewVecDense(len(at), nil)
	if err := chol.SolveVecTo(step, g); err != nil {
		return false // ill-conditioned: coordinate descent goes on
	}
	far := 1.
	for a, j := range at {
		now, by := m.w[j]+m.delta[j], step.AtVec(a)
		if m.lambda > 0 && !m.last(j) && now*(now+by) < 0 {
			far = math.Min(far, -now/by)
		}
	}
	for a, j := range at {
		m.move(j, far*step.AtVec(a))
	}
	return true
}

// gain is how much the model without damping says the objective falls by.
func (m *model) gain() float64 {
	sum := floats.Dot(m.g, m.delta) + floats.Dot(m.delta, m.product)/2
	for j, d := range m.delta[:m.q.size-1] {
		now := m.w[j] + d
		sum += m.lambda*(math.Abs(now)-math.Abs(m.w[j])) + m.mu/2*(now*now-m.w[j]*m.w[j])
	}
	return -sum
}
