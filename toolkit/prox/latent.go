package prox

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
)

// Latent is the latent group lasso over groups that may overlap,
//
//	λ min{Σ_k w_k ‖v_k‖ : x = Σ_k v_k, v_k in group k}:
//
// what is not 0 in a solution is a union of groups, where with Overlap what is 0 is one. It is the group lasso on
// coordinates that are repeated in each of their groups. Coordinates in no group are not penalized.
//
// Source: Jacob, Obozinski, Vert, Group Lasso with Overlap and Graph Lasso, ICML 2009.
type Latent struct {
	Lambda  float64
	Groups  Groups
	Weights []float64 // w_k > 0; nil for ones
}

// Duals is the sum of the groups' sizes: the parts v_k, group after group.
func (g Latent) Duals(int) int { return Overlap{Groups: g.Groups}.Duals(0) }

// Prox goes as far as rounding allows.
func (g Latent) Prox(dst, v []float64, gamma float64) float64 {
	value, _ := g.ProxTo(dst, make([]float64, g.Duals(len(v))), v, gamma, proxTol)
	return value
}

// latentMost bounds the passes over the groups, latentEvery is how often the gap is looked at, and valueTol how near
// to the least sum the parts of a value come.
const (
	latentMost  = 20000
	latentEvery = 5
	valueTol    = 1e-11
)

// ProxTo minimizes ½‖v − Σ_k v_k‖² + γλ Σ_k w_k ‖v_k‖ over one part after another, by block soft thresholding. dst
// is Σ_k v_k, value λ Σ_k w_k ‖v_k‖, and the gap is that to the dual objective, (⟨u, v⟩ − ½‖u‖²)/γ, at u = v − dst
// scaled to ‖u_k‖ ≤ γλw_k.
//
// Source: Villa, Rosasco, Mosci, Verri, Proximal Methods for the Latent Group Lasso Penalty, Comput. Optim. Appl.
// 2014; steps: Qin, Scheinberg, Goldfarb, Efficient Block-coordinate Descent Algorithms for the Group Lasso, Math.
// Program. Comput. 2013.
func (g Latent) ProxTo(dst, dual, v []float64, gamma, tol float64) (value, gap float64) {
	check(dst, v, gamma)
	if len(dual) != g.Duals(len(v)) {
		panic(badLength)
	}
	value, gap, scale := g.shareOut(dst, dual, v, gamma, tol)
	if gap > valueTol*scale { // the parts are not the best that make up dst
		value = math.Min(value, g.Value(dst))
	}
	return value, gap
}

// shareOut is ProxTo with the value of the parts, and the objective of the prox as scale.
func (g Latent) shareOut(dst, dual, v []float64, gamma, tol float64) (value, gap, scale float64) {
	r := append([]float64(nil), v...) // v − Σ v_k; dst may be v
	y := append([]float64(nil), v...)
	grouped := make([]bool, len(v))
	rest := dual
	for _, group := range g.Groups {
		for i, j := range group {
			r[j] -= rest[i]
			grouped[j] = true
		}
		rest = rest[len(group):]
	}
	for j, is := range grouped {
		if !is {
			r[j] = 0
		}
	}
	best, stalled := math.Inf(1), 0
	for k := 0; ; k++ {
		if k%latentEvery == 0 {
			value, gap = g.gap(r, dual, gamma)
			if stalled++; gap < 0.9*best {
				best, stalled = gap, 0
			}
			scale = value + floats.Dot(r, r)/(2*gamma)
			if !(gap > tol*scale) || k >= latentMost || stalled == 10 || math.IsNaN(scale) {
				floats.SubTo(dst, y, r)
				g.vanish(dst, dual, grouped)
				return value, math.Max(gap, 0), scale
			}
		}
		g.sweep(r, dual, gamma*g.Lambda)
	}
}

// vanish makes coordinates 0 all parts of which are, where rounding leaves something.
func (g Latent) vanish(x, dual []float64, grouped []bool) {
	zero := append([]bool(nil), grouped...)
	for _, group := range g.Groups {
		for i, j := range group {
			zero[j] = zero[j] && dual[i] == 0
		}
		dual = dual[len(group):]
	}
	for j, is := range zero {
		if is && x[j] == x[j] {
			x[j] = 0
		}
	}
}

// sweep minimizes over one part after another.
func (g Latent) sweep(r, dual []float64, c float64) {
	for k, group := range g.Groups {
		part := dual[:len(group)]
		dual = dual[len(group):]
		for i, j := range group {
			r[j] += part[i]
			part[i] = r[j]
		}
		shrink(part, c*weightOf(g.Weights, k))
		for i, j := range group {
			r[j] -= part[i]
		}
	}
}

// gap is λ Σ_k w_k ‖v_k‖, and what the objective of the prox is above its dual one. With u = s r the difference is
// summed part by part, Σ_k (λw_k‖v_k‖ − ⟨u_k, v_k⟩/γ) + (1 − s)²‖r‖²/(2γ), so that nothing cancels.
func (g Latent) gap(r, dual []float64, gamma float64) (value, gap float64) {
	s := 1 / math.Max(1, g.Polar(r)/gamma)
	for k, group := range g.Groups {
		part := dual[:len(group)]
		dual = dual[len(group):]
		w := g.Lambda * weightOf(g.Weights, k)
		n := norm(part)
		var dot float64
		for i, j := range group {
			dot += part[i] * r[j]
		}
		value += w * n
		gap += w*n - s*dot/gamma
	}
	return value, gap + (1-s)*(1-s)*floats.Dot(r, r)/(2*gamma)
}

// Value is found by the method of multipliers, from above: parts that make up x, of which a feasible dual point tells
// that no others cost less by more than a share of 1e-11, or by what rounding allows.
//
// Source: Bertsekas, Constrained Optimization and Lagrange Multiplier Methods, 1982, chapter 2.
func (g Latent) Value(x []float64) float64 {
	size := floats.Norm(x, 2)
	switch {
	case size == 0 || size != size || g.Lambda == 0:
		return g.Lambda * size
	case math.IsInf(size, 1):
		return size
	}
	const rounds = 30
	unit := Latent{Lambda: 1, Groups: g.Groups, Weights: g.Weights}
	d := len(x)
	dual, u, at, z := make([]float64, g.Duals(d)), make([]float64, d), make([]float64, d), make([]float64, d)
	most := math.Inf(1)
	for t, round := size, 0; round < rounds; t, round = t/2, round+1 {
		floats.AddScaledTo(at, x, t, u)
		unit.shareOut(z, dual, at, t, 0.1*valueTol)
		floats.SubTo(u, at, z)
		floats.Scale(1/t, u)
		most = math.Min(most, unit.made(x, z, dual))
		if lower := floats.Dot(u, x) / math.Max(1, unit.Polar(u)); !(most-lower > valueTol*most) {
			break
		}
	}
	return g.Lambda * most
}

// made is Σ_k w_k ‖v_k‖ where the first group of a coordinate takes what its parts, which make up z, lack of x.
func (g Latent) made(x, z, dual []float64) (sum float64) {
	taken := make([]bool, len(x))
	for k, group := range g.Groups {
		part := dual[:len(group)]
		dual = dual[len(group):]
		whole := append([]float64(nil), part...)
		for i, j := range group {
			if !taken[j] {
				whole[i] += x[j] - z[j]
				taken[j] = true
			}
		}
		sum += weightOf(g.Weights, k) * norm(whole)
	}
	return sum
}

// Conjugate is the indicator of ‖v_k‖ ≤ λw_k for all k and v = 0 outside the groups, with a relative slack of 1e-12.
func (g Latent) Conjugate(v []float64) float64 { return L21(g).Conjugate(v) }

// Polar is max_k ‖v_k‖/(λw_k), +Inf where v is not zero outside the groups.
func (g Latent) Polar(v []float64) float64 { return L21(g).Polar(v) }

// Split takes the coordinates apart that are in no group.
func (g Latent) Split(d int) (apart []int, rest toolkit.Proxable) {
	apart, groups, weights := splitGroups(g.Groups, g.Weights, d)
	return apart, Latent{g.Lambda, groups, weights}
}

// Strength is λ.
func (g Latent) Strength() float64 { return g.Lambda }

// String is the penalty's name.
func (g Latent) String() string { return "latent-group" }

// Check tells what is wrong with the penalty on d×k weights.
func (g Latent) Check(d, k int) error {
	for _, w := range g.Weights {
		if w == 0 {
			return errors.New("a latent group of weight 0 would leave its features without a penalty: leave them out of " +
				"all groups")
		}
	}
	return checkGrouped(g.Groups, g.Weights, d, k, false)
}
