package toolkit

// ProxJacobian is a Proxable whose proximity operator has a known generalized derivative: ProxJacobian sets m to M with
// I − M an element of Clarke's generalized Jacobian of prox_{γg} at v. M is symmetric with 0 ⪯ M ⪯ I, and M/γ a second
// derivative of g's Moreau envelope there.
//
// Source: Clarke, Optimization and Nonsmooth Analysis, 1983; Milzarek and Ulbrich, A Semismooth Newton Method with
// Multidimensional Filter Globalization for l1-Optimization, SIAM J. Optim. 2014.
type ProxJacobian interface {
	ProxJacobian(m *Jacobian, v []float64, gamma float64)
}

// Jacobian is a diagonal matrix less matrices of rank one, each on a few coordinates,
//
//	M = diag(Diagonal) − Σ_r Weight_r q_r q_rᵀ,
//
// of which a weight may be negative.
type Jacobian struct {
	Diagonal []float64
	Ones     []RankOne
}

// RankOne is Weight q qᵀ, where q is Q at the coordinates At and 0 elsewhere.
type RankOne struct {
	Weight float64
	At     []int
	Q      []float64
}

// Reset makes it the n×n matrix 0.
func (m *Jacobian) Reset(n int) {
	if cap(m.Diagonal) < n {
		m.Diagonal = make([]float64, n)
	}
	m.Diagonal = m.Diagonal[:n]
	clear(m.Diagonal)
	m.Ones = m.Ones[:0]
}

// MulVec is dst = M x; dst must not alias x.
func (m *Jacobian) MulVec(dst, x []float64) {
	for i, d := range m.Diagonal {
		dst[i] = d * x[i]
	}
	for _, r := range m.Ones {
		var sum float64
		for k, i := range r.At {
			sum += r.Q[k] * x[i]
		}
		sum *= r.Weight
		for k, i := range r.At {
			dst[i] -= sum * r.Q[k]
		}
	}
}

// Composable is a convex function that methods of splitting and their certificates know all of: it may stand behind a
// linear map.
type Composable interface {
	Proxable
	Conjugate
	ProxJacobian
}
