package coordinate

import (
	"context"
	"math"

	"github.com/proxlab/proxlab/toolkit/linalg"
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

// restricted are some of the blocks, with columns that are scaled by rows and weights that are counted from 0; which
// says which weights they were.
func (b *blocks) restricted(set []int, scale []float64) (out *blocks, which []int) {
	type part struct {
		a      linalg.Rows
		lo, hi int
	}
	var parts []part // of a task each, or of an output
	var rows [][]int
	out = &blocks{n: b.n, start: []int{0}}
	var of []int
	place := map[part]int{}
	last := part{}
	at := 0
	for _, g := range set {
		for _, e := range b.of(g) {
			if now := (part{e.a, e.lo, e.hi}); now != last {
				known := false
				if at, known = place[now]; !known {
					at = len(parts)
					place[now], parts, rows = at, append(parts, now), append(rows, nil)
				}
				last = now
			}
			rows[at] = append(rows[at], e.row)
			which, of = append(which, e.weightAt), append(of, at)
			e.row, e.weightAt = len(rows[at])-1, len(out.columns)
			out.columns = append(out.columns, e)
		}
		out.omega, out.start = append(out.omega, b.omega[g]), append(out.start, len(out.columns))
		if b.isPenalized(g) {
			out.penalized++
		}
	}
	copies := make([]linalg.Rows, len(parts))
	for k, p := range parts {
		copies[k] = linalg.ScaleColumns(linalg.SelectRows(p.a, rows[k]), scale[p.lo:p.hi])
	}
	for k := range out.columns {
		out.columns[k].a = copies[of[k]]
	}
	return out, which
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
	b, which := p.b.restricted(set, roots)
	start := make([]float64, len(which))
	for k, at := range which {
		start[k] = s.w[at]
	}
	m := newLeastSquares(*b, ones, nil).model(targets, p.lambda, p.mu, start)
	m.lower(ctx, far)
	s.Passes += m.visited / float64(len(s.w))
	next = append([]float64(nil), s.w...)
	for k, at := range which {
		next[at] = m.w[k]
	}
	return next
}
