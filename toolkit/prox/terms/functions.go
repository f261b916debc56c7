package terms

import (
	"math"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// L1 is prox.L1 with the derivative of its prox.
type L1 struct{ prox.L1 }

// ProxJacobian is 1 where |v_j| ≤ γλw_j, else 0.
func (g L1) ProxJacobian(m *toolkit.Jacobian, v []float64, gamma float64) {
	m.Reset(len(v))
	for j, x := range v {
		w := 1.0
		if g.Weights != nil {
			w = g.Weights[j]
		}
		if w > 0 && math.Abs(x) <= gamma*g.Lambda*w {
			m.Diagonal[j] = 1
		}
	}
}

// Bounds is prox.Bounds with the derivative of its prox.
type Bounds struct{ prox.Bounds }

// ProxJacobian is 1 where the prox does not move with v: at 0 and at the bounds.
func (g Bounds) ProxJacobian(m *toolkit.Jacobian, v []float64, gamma float64) {
	m.Reset(len(v))
	for j, x := range v {
		if z := g.ProxAt(j, x, gamma); z != x && z != x-math.Copysign(gamma*g.Lambda, z) || z == 0 && g.Lambda > 0 {
			m.Diagonal[j] = 1
		}
	}
}

// L21 is prox.L21 with the derivative of its prox.
type L21 struct{ prox.L21 }

// ProxJacobian is I in groups with ‖v_k‖ ≤ t = γλw_k, and t/‖v_k‖ (I − v_k v_kᵀ/‖v_k‖²) elsewhere.
func (g L21) ProxJacobian(m *toolkit.Jacobian, v []float64, gamma float64) {
	m.Reset(len(v))
	for k, group := range g.Groups {
		t := gamma * g.Lambda * weight(g.Weights, k)
		var norm float64
		for _, j := range group {
			norm = math.Hypot(norm, v[j])
		}
		switch {
		case t == 0:
		case norm <= t:
			for _, j := range group {
				m.Diagonal[j] = 1
			}
		case len(group) > 1:
			r := toolkit.RankOne{Weight: t / norm, At: group, Q: make([]float64, len(group))}
			for i, j := range group {
				m.Diagonal[j], r.Q[i] = t/norm, v[j]/norm
			}
			m.Ones = append(m.Ones, r)
		}
	}
}

// L1Inf is prox.L1Inf with the derivative of its prox.
type L1Inf struct{ prox.L1Inf }

// ProxJacobian is I in groups that become 0. Elsewhere it is that of the projection of v_k on the ℓ1 ball: I − ssᵀ/m on
// the m coordinates that are cut to one size, of signs s, and 0 on the others.
func (g L1Inf) ProxJacobian(m *toolkit.Jacobian, v []float64, gamma float64) {
	m.Reset(len(v))
	z := make([]float64, len(v))
	g.Prox(z, v, gamma)
	for k, group := range g.Groups {
		if gamma*g.Lambda*weight(g.Weights, k) == 0 {
			continue
		}
		r := toolkit.RankOne{}
		zero := true
		for _, j := range group {
			zero = zero && z[j] == 0
			if z[j] != v[j] {
				m.Diagonal[j] = 1
				r.At, r.Q = append(r.At, j), append(r.Q, math.Copysign(1, v[j]))
			}
		}
		if zero {
			for _, j := range group {
				m.Diagonal[j] = 1
			}
		} else if len(r.At) > 0 {
			r.Weight = 1 / float64(len(r.At))
			m.Ones = append(m.Ones, r)
		}
	}
}

// weight is w_k, 1 where there are none.
func weight(w []float64, k int) float64 {
	if w == nil {
		return 1
	}
	return w[k]
}
