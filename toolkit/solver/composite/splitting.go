package composite

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
)

const (
	relaxation = 1.6  // of splitting
	between    = 25   // iterations of splitting from one certificate to the next
	steady     = 1e-9 // σ_j, as a share of the diagonal of Σ KᵀK/s
)

// split takes iterations of the alternating direction method of multipliers, with z_k = K_k x + d_k,
//
//	x ← argmin ½ Σ_k ‖K_k x + d_k − z_k + s_k v_k‖²/s_k + ⟨c, x⟩ + ½ Σ_j (μ_j x_j² + σ_j(x_j − x_j before)²)
//	w_k ← α(K_k x + d_k) + (1 − α)z_k + s_k v_k
//	z_k ← prox_{s_k h_k}(w_k);   v_k ← (w_k − z_k)/s_k,
//
// with the relaxation α = 1.6, and a σ that keeps x where nothing moves it. A term's stepsize is balanced by what its
// primal and its dual residual are.
//
// Source: Eckstein and Bertsekas, On the Douglas-Rachford Splitting Method and the Proximal Point Algorithm for Maximal
// Monotone Operators, Math. Programming 1992, Theorem 8; Boyd, Parikh, Chu, Peleato, Eckstein, Distributed Optimization
// and Statistical Learning via the Alternating Direction Method of Multipliers, 2011, section 3.4.1.
func (m *machine) split() {
	if m.factors == 0 {
		m.hold(steady, steady)
		m.factor()
	}
	m.s.Iter++
	for i := 0; i < between && context.Cause(m.ctx) == nil; i++ {
		m.s.Splittings++
		floats.Mul(m.x, m.sigma)
		floats.Sub(m.x, m.linear)
		for _, t := range m.terms {
			for i, z := range t.z {
				if t.w[i] = z/t.s - t.v[i]; t.offset != nil {
					t.w[i] -= t.offset[i] / t.s
				}
			}
			t.addTransposed(m.x, t.w)
		}
		m.solve(m.x)
		balance := m.s.Splittings == m.next
		factors := make([]float64, len(m.terms))
		for k, t := range m.terms {
			t.predict(t.p, m.x)
			copy(t.scratch, t.z)
			for i, p := range t.p {
				t.w[i] = relaxation*p + (1-relaxation)*t.z[i] + t.s*t.v[i]
			}
			t.step()
			copy(t.v, t.u)
			if balance {
				factors[k] = t.balance()
			}
		}
		if balance {
			m.next += max(20, m.next/2)
			m.restep(factors)
		}
	}
	for k, t := range m.terms {
		copy(m.v[k], t.v)
	}
	m.certify(m.x)
}

// balance is the square root of the relative primal residual over the relative dual one.
func (t *term) balance() float64 {
	const least = 1e-300
	primal := floats.Distance(t.p, t.z, 2) / (math.Max(floats.Norm(t.p, 2), floats.Norm(t.z, 2)) + least)
	dual := floats.Distance(t.z, t.scratch, 2) / t.s / (floats.Norm(t.v, 2) + least)
	return math.Sqrt(math.Min(math.Max(primal/(dual+least), 1e-2), 1e2))
}

// restep changes stepsizes where one of them is off by more than 2.
func (m *machine) restep(by []float64) {
	if floats.Max(by) <= 2 && floats.Min(by) >= 0.5 {
		return
	}
	for k, t := range m.terms {
		t.s /= by[k]
	}
	m.hold(steady, steady)
	m.factor()
}
