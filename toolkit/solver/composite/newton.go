package composite

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
)

// Constants of the second phase.
const (
	proximal = 1e-5 // σ_j, as a share of the diagonal of Σ KᵀK/s
	hard     = 1e-8 // the same of sets, of which stepsizes become small
	enough   = 0.01 // of what multipliers change, the squared Newton decrement at which a subproblem ends
	mostNear = 40   // Newton steps of a subproblem
	patience = 25   // subproblems that may bring nothing
)

// begin makes ready for the second phase: multipliers are those of splitting.
func (m *machine) begin() {
	m.hold(proximal, hard)
	copy(m.center, m.x)
	for _, t := range m.terms {
		t.predict(t.p, m.x)
		t.whole, t.first = false, t.s
	}
	m.before = m.s.Gap
}

// isFar tells whether a solution is not near.
func (m *machine) isFar() bool { return !(m.s.Gap <= 1e-5*math.Abs(m.s.Objective)) }

// again begins the second phase anew from the best point, where a number of subproblems brought nothing: with other
// stepsizes, and by turns without multipliers, of which large ones that cancel are rounding, and with the best.
func (m *machine) again() {
	by := []float64{1, 1e2, 1e-2, 1e4}[m.restarts/2%4]
	copy(m.x, m.bestX)
	if m.restarts == 0 && m.off <= feasible && m.isFar() { // what is at 0 may say little of where constraints hold
		m.stepsizes(m.x)
		for _, t := range m.terms {
			t.first = t.s
		}
	}
	for k, t := range m.terms {
		t.s = by * t.first
		if clear(t.v); m.restarts%2 == 1 && m.s.point != nil {
			copy(t.v, m.s.point[k])
		}
		t.predict(t.p, m.x)
	}
	m.restarts++
	m.hold(proximal, hard)
	copy(m.center, m.x)
}

// newton solves a subproblem of the proximal method of multipliers,
//
//	x ← argmin Φ(x) = Σ_k e_{s_k h_k}(K_k x + d_k + s_k v_k) + ½ Σ_j μ_j x_j² + ½ Σ_j σ_j(x_j − x_cj)²
//	v_k ← (w_k − prox_{s_k h_k}(w_k))/s_k,  w_k = K_k x + d_k + s_k v_k;   x_c ← x,
//
// where e is the Moreau envelope, by semismooth Newton steps. The search along a direction looks at signs of Φ', which
// survive rounding where values of Φ do not.
//
// Source: Rockafellar, Augmented Lagrangians and Applications of the Proximal Point Algorithm in Convex Programming,
// Math. Oper. Res. 1976; Li, Sun, Toh, A Highly Efficient Semismooth Newton Augmented Lagrangian Method for Solving
// Lasso Problems, SIAM J. Optim. 2018.
func (m *machine) newton() {
	s, before := m.s, m.s.Gap
	s.Iter++
	inner, stuck := m.minimize()
	for k, t := range m.terms {
		copy(m.v[k], t.u)
	}
	m.certify(m.x, floats.AddTo(make([]float64, len(m.x)), m.x, m.direction))
	for _, t := range m.terms {
		copy(t.v, t.u)
		t.predict(t.p, m.x)
	}
	copy(m.center, m.x)
	if m.tries++; s.Gap <= 0.5*m.before {
		m.tries, m.before = 0, s.Gap
	} else if m.tries >= patience {
		m.tries = 0
		if m.again(); m.restarts == 1 && m.isFar() {
			m.rebased()
		}
		return
	}
	switch {
	case stuck:
		m.restepAll(4)
	case inner <= 8 && (!(s.Gap <= 0.1*before) || math.IsInf(s.Gap, 1)):
		m.restepAll(0.25)
		floats.Scale(0.5, m.sigma)
	case inner >= 30:
		m.restepAll(2)
	case !(s.Gap <= 0.1*before):
		floats.Scale(0.1, m.sigma)
	}
}

// restepAll multiplies all stepsizes.
func (m *machine) restepAll(by float64) {
	for _, t := range m.terms {
		t.s *= by
	}
}

// minimize takes Newton steps for Φ, and says how many, and whether it ended as they were rounded to what was before,
// as they are where stepsizes are small beside the rounding of Kx. It leaves the one that it did not take.
func (m *machine) minimize() (inner int, stuck bool) {
	gradient, direction := make([]float64, len(m.x)), m.direction
	for last := 0.0; ; inner++ {
		m.along(0)
		for j, x := range m.x {
			gradient[j] = m.linear[j] + m.mu[j]*x + m.sigma[j]*(x-m.center[j])
		}
		var changed float64
		for _, t := range m.terms {
			t.addTransposed(gradient, t.u)
			d := floats.Distance(t.u, t.v, 2)
			changed += t.s * d * d
			t.ProxJacobian(&t.jacobian, t.w, t.s)
		}
		m.factor()
		floats.ScaleTo(direction, -1, gradient)
		m.solve(direction)
		slope := floats.Dot(gradient, direction)
		if -slope <= enough*changed && floats.Norm(gradient, 1) <= 0.2*math.Abs(m.s.Gap) || inner >= mostNear ||
			-slope <= 1e-18*math.Abs(m.s.Objective) || context.Cause(m.ctx) != nil {
			return inner, false
		}
		if slope == last {
			return inner, true
		}
		last = slope
		for _, t := range m.terms {
			t.k.MulVec(t.moved, direction)
		}
		a := m.search(direction, slope)
		floats.AddScaled(m.x, a, direction)
		for _, t := range m.terms {
			floats.AddScaled(t.p, a, t.moved)
		}
	}
}

// along takes the terms' steps at x + a times the direction of which moved is K's product.
func (m *machine) along(a float64) {
	for _, t := range m.terms {
		for i, p := range t.p {
			t.w[i] = p + t.s*t.v[i]
			if a != 0 {
				t.w[i] += a * t.moved[i]
			}
		}
		t.step()
	}
}

// search finds an a at which |Φ'| along the direction is at most a fifth of what it is at 0.
func (m *machine) search(direction []float64, slope float64) float64 {
	lo, hi, below, above := 0.0, 0.0, slope, 0.0
	a := 1.0
	for try := range 30 {
		m.along(a)
		var q float64
		for _, t := range m.terms {
			q += floats.Dot(t.u, t.moved)
		}
		for j, d := range direction {
			x := m.x[j] + a*d
			q += d * (m.linear[j] + m.mu[j]*x + m.sigma[j]*(x-m.center[j]))
		}
		if math.Abs(q) <= -0.2*slope || a > 64 {
			break
		}
		if q < 0 {
			lo, below = a, q
		} else {
			hi, above = a, q
		}
		switch {
		case hi == 0:
			a *= 2
		case try%3 == 2:
			a = (lo + hi) / 2
		default:
			a = lo + (hi-lo)*math.Min(math.Max(-below/(above-below), 0.05), 0.95)
		}
	}
	return a
}
