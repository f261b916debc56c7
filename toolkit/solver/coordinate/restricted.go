package coordinate

import (
	"context"
	"math"
)

// The working set of a quadratic model has so many blocks at least; on columns as they are stored also one for so many
// predictions, as a pass over them costs little beside slopes and the gap.
const (
	firstModelSet   = 500
	predictionsEach = 10
)

// workingSet are the blocks that a quadratic model moves: those that are not 0, or unpenalized, and as many again of
// those nearest to violating ‖A_gᵀu‖ ≤ λω_g, or furthest beyond, by (λω_g − ‖A_gᵀu‖)/‖A_g‖. It is nil for all.
func (p *proximalNewton) workingSet() []int {
	all, score := make([]int, 0, p.b.count()), make([]float64, 0, p.b.count())
	support := 0
	for g := range p.b.count() {
		value := math.Inf(-1)
		if p.b.isPenalized(g) && p.b.norm(g, p.s.w) == 0 {
			length := p.b.productNorm(p.norms.columns, g)
			if length == 0 {
				continue
			}
			value = (p.lambda*p.b.omega[g] - p.b.productNorm(p.products, g)) / length
		} else {
			support++
		}
		all, score = append(all, g), append(score, value)
	}
	size := max(firstModelSet, setGrowth*support)
	if p.sparse {
		size = max(size, p.b.n/predictionsEach)
	}
	if size >= len(all) {
		return all
	}
	return smallest(all, score, size)
}

// lowerModel goes from w towards the minimum of the model Σ ½(f_i − target_i)², with the square roots of curvatures in
// the blocks of a working set.
func (p *proximalNewton) lowerModel(ctx context.Context, curvatures []float64) (next []float64) {
	s, n := p.s, p.b.n
	set, far := p.workingSet(), !(s.Gap <= modelFar*math.Abs(s.Objective))
	if p.sparse {
		return p.lowerSparse(ctx, set, curvatures, far)
	}
	roots, targets, ones := make([]float64, n), make([]float64, n), make([]float64, n)
	for i, h := range curvatures {
		ones[i] = 1
		if h > 0 {
			roots[i] = math.Sqrt(h)
			targets[i] = roots[i]*p.f[i] - p.u[i]/roots[i]
		}
	}
	m := newLeastSquares(*p.b.part(set, roots), ones, nil).model(targets, p.lambda, p.mu, append([]float64(nil), s.w...))
	m.lower(ctx, identity(m.count()), far)
	s.Passes += m.visited / float64(len(s.w))
	return m.w
}
