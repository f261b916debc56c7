package prox

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/anderson"
)

// Overlap is λ Σ_k w_k ‖x_k‖ over groups of coordinates that may overlap in any way: the composite absolute penalty
// of ℓ2 norms, which favours solutions whose zeros are a union of groups. Coordinates in no group are not penalized.
// Where groups are disjoint it is L21, where they are nested or disjoint Tree has the same prox in one pass.
//
// Source: Zhao, Rocha, Yu, The Composite Absolute Penalties Family for Grouped and Hierarchical Variable Selection,
// Ann. Statist. 2009; Jenatton, Audibert, Bach, Structured Variable Selection with Sparsity-Inducing Norms, JMLR
// 2011.
type Overlap struct {
	Lambda  float64
	Groups  Groups
	Weights []float64 // w_k ≥ 0; nil for ones
	// FixedPoint takes the iteration of Theorem 2 of Rosasco et al. (2009) in the prox in place of exact steps over one
	// group at a time.
	FixedPoint bool
}

func (g Overlap) plain() L21 { return L21{Lambda: g.Lambda, Groups: g.Groups, Weights: g.Weights} }

// Value is λ Σ_k w_k ‖x_k‖.
func (g Overlap) Value(x []float64) float64 { return g.plain().Value(x) }

// Duals is the sum of the groups' sizes: u_k with ‖u_k‖ ≤ 1, group after group.
func (g Overlap) Duals(int) int {
	n := 0
	for _, group := range g.Groups {
		n += len(group)
	}
	return n
}

// Prox goes as far as rounding allows.
func (g Overlap) Prox(dst, v []float64, gamma float64) float64 {
	value, _ := g.ProxTo(dst, make([]float64, g.Duals(len(v))), v, gamma, proxTol)
	return value
}

// proxTol is the relative gap of a Prox that iterates, overlapMost the most passes over the groups, and overlapEvery
// how often the gap is looked at.
const (
	proxTol      = 1e-15
	overlapMost  = 20000
	overlapEvery = 5
)

// ProxTo minimizes ½‖v − γλ Σ_k w_k u_k‖² over ‖u_k‖ ≤ 1, one u_k at a time, exactly; or, with FixedPoint, all at
// once by
//
//	u_k ← (u_k + η w_k x_k/(γλ))/(1 + η w_k ‖x_k‖/(γλ)),      x = v − γλ Σ_k w_k u_k,   η = 1/max_j Σ_{k∋j} w_k².
//
// dst is x, and gap = λ Σ_k w_k (‖x_k‖ − ⟨x_k, u_k⟩).
//
// Source: Jenatton, Mairal, Obozinski, Bach, Proximal Methods for Hierarchical Sparse Coding, JMLR 2011, Algorithm 1;
// Rosasco, Mosci, Santoro, Verri, Villa, Iterative Projection Methods for Structured Sparsity Regularization, 2009,
// Theorem 2.
func (g Overlap) ProxTo(dst, dual, v []float64, gamma, tol float64) (value, gap float64) {
	check(dst, v, gamma)
	if len(dual) != g.Duals(len(v)) {
		panic(badLength)
	}
	c := gamma * g.Lambda
	y := append([]float64(nil), v...) // dst may be v
	g.residual(dst, y, dual, c)
	var eta float64
	if g.FixedPoint {
		eta = 1 / floats.Norm(g.shares(len(v)), math.Inf(1))
	}
	best, stalled := math.Inf(1), 0
	var past [][]float64
	for k := 0; ; k++ {
		if !g.FixedPoint {
			if past = remember(past, dual); len(past) > back {
				g.extrapolate(dst, dual, y, past, c)
				past = past[:0]
			}
		}
		if k%overlapEvery == 0 {
			value, gap = g.gap(dst, dual)
			var far float64
			for j, x := range dst {
				far += (x - y[j]) * (x - y[j])
			}
			if stalled++; gap < 0.9*best {
				best, stalled = gap, 0
			}
			scale := value + far/(2*gamma)
			stop := k >= overlapMost || stalled == 200 || math.IsNaN(scale) || c == 0
			if stop || !(gap > tol*scale) {
				return g.vanish(dst, dual, y, gamma, value, math.Max(gap, 0), tol*scale)
			}
		}
		if g.FixedPoint {
			g.fixedPoint(dst, dual, c, eta)
			g.residual(dst, y, dual, c)
		} else {
			g.sweep(dst, dual, c)
		}
	}
}

// vanish sets groups to 0 of which the iteration leaves rounding alone: u_k inside its ball says that x_k = 0 at the
// minimum. It does so where the prox's objective, whose change counts towards the gap, stays within most of its
// minimum.
func (g Overlap) vanish(x, dual, y []float64, gamma, value, gap, most float64) (float64, float64) {
	const inside, small = 1e-9, 1e-6
	z, size := append([]float64(nil), x...), floats.Norm(y, 2)
	for k, group := range g.Groups {
		u := dual[:len(group)]
		dual = dual[len(group):]
		if weightOf(g.Weights, k) > 0 && floats.Norm(u, 2) < 1-inside && norm2(x, group) <= small*size {
			for _, j := range group {
				z[j] = 0
			}
		}
	}
	if floats.Equal(z, x) || g.Lambda == 0 {
		return value, gap
	}
	after := g.Value(z)
	change := after - value
	for j, v := range z {
		change += (v - x[j]) * (v + x[j] - 2*y[j]) / (2 * gamma)
	}
	if bound := gap + math.Max(0, change); bound <= most || change <= 0 {
		copy(x, z)
		return after, bound
	}
	return value, gap
}

const back = 5 // sweeps that an extrapolation looks back

// remember appends a copy of x to points, in the memory of one that was dropped where there is such.
func remember(points [][]float64, x []float64) [][]float64 {
	k := len(points)
	if k == cap(points) {
		return append(points, append([]float64(nil), x...))
	}
	points = points[:k+1]
	points[k] = append(points[k][:0], x...)
	return points
}

// extrapolate tries the dual point to which the last ones tend, projected; it stays where that lowers the dual
// objective.
//
// Source: Bertrand, Massias, Anderson Acceleration of Coordinate Descent, AISTATS 2021, Algorithm 2.
func (g Overlap) extrapolate(x, dual, y []float64, past [][]float64, c float64) {
	trial := make([]float64, len(dual))
	if !anderson.Extrapolate(trial, past, len(trial)) {
		return
	}
	rest := trial
	for _, group := range g.Groups {
		if u := rest[:len(group)]; floats.Norm(u, 2) > 1 {
			floats.Scale(1/floats.Norm(u, 2), u)
		}
		rest = rest[len(group):]
	}
	there := make([]float64, len(x))
	g.residual(there, y, trial, c)
	if floats.Dot(there, there) < floats.Dot(x, x) {
		copy(dual, trial)
		copy(x, there)
	}
}

// residual is y − c Σ_k w_k u_k.
func (g Overlap) residual(dst, y, dual []float64, c float64) {
	copy(dst, y)
	for k, group := range g.Groups {
		u := dual[:len(group)]
		dual = dual[len(group):]
		w := c * weightOf(g.Weights, k)
		for i, j := range group {
			dst[j] -= w * u[i]
		}
	}
}

// gap is λ Σ_k w_k ‖x_k‖ and λ Σ_k w_k (‖x_k‖ − ⟨x_k, u_k⟩).
func (g Overlap) gap(x, dual []float64) (value, gap float64) {
	for k, group := range g.Groups {
		u := dual[:len(group)]
		dual = dual[len(group):]
		w := g.Lambda * weightOf(g.Weights, k)
		norm := norm2(x, group)
		var dot float64
		for i, j := range group {
			dot += x[j] * u[i]
		}
		value += w * norm
		gap += w * math.Max(0, norm-dot)
	}
	return value, gap
}

// sweep minimizes over one u_k after another: u_k is the projection of u_k + x_k/(c w_k) on the unit ball.
func (g Overlap) sweep(x, dual []float64, c float64) {
	for k, group := range g.Groups {
		u := dual[:len(group)]
		dual = dual[len(group):]
		w := c * weightOf(g.Weights, k)
		if w == 0 {
			continue
		}
		for i, j := range group {
			x[j] += w * u[i]
		}
		scale := 1 / w
		if norm := norm2(x, group); norm > w {
			scale = 1 / norm
		}
		for i, j := range group {
			u[i] = scale * x[j]
			x[j] -= w * u[i]
		}
	}
}

// fixedPoint is the iteration of Theorem 2; x is left as it was.
func (g Overlap) fixedPoint(x, dual []float64, c, eta float64) {
	for k, group := range g.Groups {
		u := dual[:len(group)]
		dual = dual[len(group):]
		step := eta * weightOf(g.Weights, k) / c
		scale := 1 / (1 + step*norm2(x, group))
		for i, j := range group {
			u[i] = (u[i] + step*x[j]) * scale
		}
	}
}

// String is the penalty's name.
func (g Overlap) String() string { return "overlap-group" }

// Strength is λ.
func (g Overlap) Strength() float64 { return g.Lambda }

// Check tells what is wrong with the penalty on d×k weights.
func (g Overlap) Check(d, k int) error { return checkGrouped(g.Groups, g.Weights, d, k, false) }

// Split takes the coordinates apart that are in no group with weight.
func (g Overlap) Split(d int) (apart []int, rest toolkit.Proxable) {
	apart, groups, weights := splitGroups(g.Groups, g.Weights, d)
	return apart, Overlap{g.Lambda, groups, weights, g.FixedPoint}
}
