package norms

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
)

// KSupport is λ times the k-support norm, whose unit ball is the convex hull of the vectors of length 1 with at most K
// coordinates that are not 0: ‖·‖₁ for K = 1, ‖·‖₂ for K = d. It is the elastic net's tightest cousin.
//
// Source: Argyriou, Foygel, Srebro, Sparse Prediction with the k-Support Norm, NIPS 2012.
type KSupport struct {
	Lambda float64
	K      int
}

// sizes are |v_j|, descending, over the largest of them.
func sizes(v []float64) (sorted []float64, scale float64) {
	scale = floats.Norm(v, math.Inf(1))
	if scale == 0 || math.IsInf(scale, 1) || scale != scale {
		return nil, scale
	}
	sorted = make([]float64, len(v))
	for j, x := range v {
		sorted[j] = math.Abs(x) / scale
	}
	slices.SortFunc(sorted, func(a, b float64) int { return cmp.Compare(b, a) })
	return sorted, scale
}

// Value is λ(Σ_j x_j²/θ_j)^½ at the best θ_j = min(1, |x_j|/μ) with Σ_j θ_j = K: of sorted sizes the first l are more
// than μ, and the others add up to (K − l)μ.
//
// Source: Argyriou, Foygel, Srebro 2012, Proposition 2.1; McDonald, Pontil, Stamos, Spectral k-Support Norm
// Regularization, NIPS 2014, section 2.
func (g KSupport) Value(x []float64) float64 {
	y, scale := sizes(x)
	if y == nil {
		return g.Lambda * scale
	}
	k := min(g.K, len(y))
	var square float64
	for l, rest := 0, floats.Sum(y); ; l++ {
		if mu := rest / float64(k-l); y[l] <= mu || l == k-1 {
			return g.Lambda * scale * math.Sqrt(square+mu*rest)
		}
		square += y[l] * y[l]
		rest = floats.Sum(y[l+1:])
	}
}

// Polar is the length of the K largest coordinates, over λ.
func (g KSupport) Polar(v []float64) float64 {
	y, scale := sizes(v)
	if y == nil && scale == 0 {
		return 0
	}
	if y == nil {
		return scale
	}
	return floats.Norm(y[:min(g.K, len(y))], 2) * scale / g.Lambda
}

// Conjugate is the indicator of Polar ≤ 1, with a relative slack of 1e-12.
func (g KSupport) Conjugate(v []float64) float64 { return indicator(g.Polar(v)) }

// split is how the projection p of v on the polar's ball of radius t is made: with multiplier m, sizes above edge·(1 +
// m) are divided by 1 + m, those above edge become edge, and others stay.
type split struct {
	m, edge    float64
	large, mid int // how many are divided, and become edge
}

// project finds the split of sorted sizes y for a radius t less than the length of the K largest. At m the edge e is
// where Σ_{mid} (y − e) = m e (K − large); the length of the K largest of p falls as m grows: bisection finds m.
func (g KSupport) project(y []float64, t float64) (s split) {
	k := min(g.K, len(y))
	length := func(m float64) float64 {
		s = cut(y, k, m)
		head := y[:s.large]
		return math.Hypot(floats.Norm(head, 2)/(1+m), math.Sqrt(float64(k-s.large))*s.edge)
	}
	lo, hi := 0.0, 1.0
	for length(hi) > t {
		lo, hi = hi, 2*hi
	}
	for range 200 {
		mid := lo + (hi-lo)/2
		if mid == lo || mid == hi {
			break
		}
		if length(mid) > t {
			lo = mid
		} else {
			hi = mid
		}
	}
	length(hi)
	return s
}

// cut is the split at m, where Σ_j min(max(y_j/edge − 1, 0), m) = mk: edge falls from one size, or size over 1 + m, to
// the next until the sum is large enough. K sizes that become edge are divided all the same.
func cut(y []float64, k int, m float64) split {
	large, end := 0, 0 // [large, end) becomes edge
	var sum float64
	for large < k {
		var next float64
		if end < len(y) {
			next = y[end]
		}
		if large < end {
			next = math.Max(next, y[large]/(1+m))
		}
		if next == 0 { // as many as are not 0, and zeros, which would be divided if they were more
			return split{m, 0, k, 0}
		}
		if edge := sum / (float64(end-large) + m*float64(k-large)); end > large && edge >= next && end != k {
			return split{m, edge, large, end - large}
		}
		if end < len(y) && y[end] == next {
			sum += y[end]
			end++
		} else {
			sum -= y[large]
			large++
		}
	}
	return split{m, y[k-1] / (1 + m), k, 0}
}

// Prox is v less its projection on γλ times the polar's ball, by bisection.
//
// Source: Moreau's identity; the projection as in Argyriou, Foygel, Srebro 2012, section 4.
func (g KSupport) Prox(dst, v []float64, gamma float64) float64 {
	if begin(dst, v, gamma) {
		return math.NaN()
	}
	y, scale := sizes(v)
	t := gamma * g.Lambda / scale
	switch {
	case g.Lambda == 0 || scale == 0:
		copy(dst, v)
		return 0
	case floats.Norm(y[:min(g.K, len(y))], 2) <= t:
		clear(dst)
		return 0
	}
	s := g.project(y, t)
	for j, x := range v {
		switch size := math.Abs(x) / scale; {
		case size > (1+s.m)*s.edge:
			dst[j] = x * (s.m / (1 + s.m))
		case size > s.edge:
			dst[j] = math.Copysign((size-s.edge)*scale, x)
		default:
			dst[j] = 0
		}
	}
	return g.Value(dst)
}

// ProxJacobian is I where the prox is 0, else the derivative of the projection: with u the change of p by −m,
//
//	diag(1/(1 + m) of large, 0 of mid, 1) + ssᵀ/b − uuᵀ/n,
//
// s the signs of mid, b = mid + m(K − large), and n half of how fast the square of the length of p's K largest falls.
func (g KSupport) ProxJacobian(m *toolkit.Jacobian, v []float64, gamma float64) {
	m.Reset(len(v))
	y, scale := sizes(v)
	t := gamma * g.Lambda / scale
	if g.Lambda == 0 || scale == 0 && t == 0 {
		return
	}
	for j := range m.Diagonal {
		m.Diagonal[j] = 1
	}
	k := min(g.K, len(v))
	if scale == 0 || floats.Norm(y[:k], 2) <= t {
		return
	}
	s := g.project(y, t)
	slots, sum := float64(k-s.large), floats.Sum(y[s.large:s.large+s.mid])
	b := float64(s.mid) + s.m*slots
	mid, change := toolkit.RankOne{Weight: -1 / b}, toolkit.RankOne{}
	n := 0.0
	for i, j := range descending(v) {
		x, size := v[j], math.Abs(v[j])/scale
		switch {
		case i < s.large:
			m.Diagonal[j] = 1 / (1 + s.m)
			change.At, change.Q = append(change.At, j), append(change.Q, math.Copysign(size/(1+s.m)/(1+s.m), x))
			n += size * size / math.Pow(1+s.m, 3)
		case i < s.large+s.mid:
			m.Diagonal[j] = 0
			mid.At, mid.Q = append(mid.At, j), append(mid.Q, math.Copysign(1, x))
			change.At, change.Q = append(change.At, j), append(change.Q, math.Copysign(slots*sum/b/b, x))
		}
	}
	if len(mid.At) > 0 {
		n += slots * slots * sum * sum / b / b / b
		m.Ones = append(m.Ones, mid)
	}
	change.Weight = 1 / n
	m.Ones = append(m.Ones, change)
}

// descending are coordinates by size.
func descending(v []float64) []int {
	at := make([]int, len(v))
	for j := range at {
		at[j] = j
	}
	slices.SortStableFunc(at, func(i, j int) int { return cmp.Compare(math.Abs(v[j]), math.Abs(v[i])) })
	return at
}

// Strength is λ.
func (g KSupport) Strength() float64 { return g.Lambda }

// String is the norm's name.
func (g KSupport) String() string { return "k-support" }

// Check tells what is wrong with the norm on d×k weights.
func (g KSupport) Check(d, k int) error { return checkCount(g.K, d*k) }
