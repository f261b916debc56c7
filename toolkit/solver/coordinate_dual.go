package solver

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// points are candidates for dual points, C r for a residual r: the last, and the extrapolated one.
func (p *coordinates) points() [][]float64 {
	last := make([]float64, p.n)
	floats.MulTo(last, p.c, p.r)
	out := [][]float64{last}
	if e := p.extrapolate(); e != nil {
		floats.Mul(e, p.c)
		out = append(out, e)
	}
	return out
}

// extrapolate is the residual to which the last ones tend; nil where there are too few.
func (p *coordinates) extrapolate() []float64 {
	if p.NoExtrapolation || len(p.past) <= extrapolated {
		return nil
	}
	out := make([]float64, p.n)
	if !linalg.Extrapolate(out, p.past) {
		return nil
	}
	return out
}

// dualAt is the dual objective at a point u scaled to be feasible, u/max(1, ‖products‖∞/λ): Σ c_i (y_i²/2 − (y_i − u_i/c_i)²/2); with μ > 0
// unscaled, less Σ_j max(0, |products_j| − λ)²/(2μ).
func (p *coordinates) dualAt(u, products []float64) float64 {
	scale, penalty := 1., 0.
	if p.mu > 0 {
		for _, v := range products {
			if over := math.Abs(v) - p.lambda; over > 0 {
				penalty += over * over
			}
		}
		penalty /= 2 * p.mu
	} else if most := floats.Norm(products, math.Inf(1)); most > p.lambda {
		scale = p.lambda / most
	}
	var sum float64
	for i, v := range u {
		if p.c[i] > 0 {
			v *= scale / p.c[i]
			sum += p.c[i] * v * (p.y[i] - v/2)
		}
	}
	return sum - penalty
}

// certify evaluates objective and gap, with the best dual point so far.
func (p *coordinates) certify() {
	s := p.s
	s.Objective = p.primal()
	for k, u := range p.points() {
		products := make([]float64, p.d)
		p.a.MulVec(products, u)
		if dual := p.dualAt(u, products); dual > p.dual {
			p.dual = dual
		}
		if k == 0 {
			p.products = products
		}
	}
	s.Passes += float64(min(2, 1+len(p.past)/(extrapolated+1)))
	s.Gap = math.Max(0, s.Objective-p.dual)
	s.Residual = s.Gap
}

// workingSet are the weights that are not 0, and as many again of those nearest to violating |A_jᵀθ| ≤ λ, or furthest beyond, at the last
// θ = C r: by (λ − |A_jᵀθ|)/√L_j.
func (p *coordinates) workingSet() []int {
	all := make([]int, 0, p.d)
	support := 0
	for j, l := range p.l {
		if p.s.w[j] != 0 {
			support++
		}
		if l > 0 {
			all = append(all, j)
		}
	}
	size := max(firstSet, setGrowth*support)
	if p.NoWorkingSets || size >= len(all) {
		return all
	}
	score := make([]float64, p.d)
	for _, j := range all {
		if score[j] = (p.lambda - math.Abs(p.products[j])) / math.Sqrt(p.l[j]); p.s.w[j] != 0 {
			score[j] = math.Inf(-1)
		}
	}
	slices.SortFunc(all, func(i, j int) int {
		switch {
		case score[i] < score[j]:
			return -1
		case score[i] > score[j]:
			return 1
		}
		return i - j
	})
	set := all[:size]
	slices.Sort(set)
	return set
}
