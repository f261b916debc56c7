package coordinate

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// proxModel is the quadratic model ½‖r‖² + R(w) of proximal coordinate descent, r = H^½(f − f_0) + H^−½u, whose columns
// are those of A with H^½. Where all of H is one number h, as for least squares, r and columns are without H^½: nothing
// is copied, and it is h that products have.
type proxModel struct {
	b                blocks
	roots            []float64 // H^½, by prediction; h without the copy
	even             float64   // h; 1 where columns have H^½
	l                []float64 // A_jᵀH A_j
	r                []float64
	products, scores []float64 // gradients of the loss by weight, and (L_k + μ)‖step‖ by block
	grams            []blockGram
}

// blockGram is A_kᵀH A_k of a block, row by row, nil where it is large, and a bound of its eigenvalues.
type blockGram struct {
	known  bool
	matrix []float64
	l      float64
}

// gram makes it when it is asked for: most blocks are in no working set.
func (m *proxModel) gram(part []int, k int) (matrix []float64, l float64) {
	at := &m.grams[k]
	if at.known {
		return at.matrix, at.l
	}
	at.known = true
	size := len(part)
	for _, j := range part {
		at.l += m.l[j]
	}
	if size > maxGram || size == 1 {
		return nil, at.l
	}
	at.matrix = make([]float64, size*size)
	for i, j := range part {
		at.matrix[i*size+i] = m.l[j]
		for o, other := range part[:i] {
			if a, b := &m.b.columns[j], &m.b.columns[other]; a.overlaps(b) {
				v := m.even * a.a.DotRows(a.row, b.row)
				at.matrix[i*size+o], at.matrix[o*size+i] = v, v
			}
		}
	}
	if values, _, ok := linalg.EigenSym(at.matrix, size); ok && solver.Finite(at.l) {
		at.l = math.Min(at.l, slices.Max(values)*(1+1e-12))
	}
	return at.matrix, at.l
}

// product is the gradient of the model in a weight, but for what is not its loss.
func (m *proxModel) product(j int) float64 { return m.even * m.b.columns[j].dot(m.r) }

// total is L_j + μ, L_j alone for an unpenalized column.
func (m *proxModel) total(d *proxDescent, j int) float64 {
	if j < d.size {
		return m.l[j] + d.problem.Mu
	}
	return m.l[j]
}

// renewModel makes the model at the predictions, anew where curvatures change.
func (d *proxDescent) renewModel() {
	if d.model != nil && d.squared {
		return
	}
	size, n := len(d.b.columns), d.b.n
	m := &proxModel{roots: make([]float64, n), l: make([]float64, size), r: make([]float64, n),
		products: make([]float64, size), scores: make([]float64, d.g.count()), grams: make([]blockGram, d.g.count())}
	m.even = 1
	for i, f := range d.f {
		h := d.loss.Curvature()
		if !d.bound {
			h = d.c[i] * math.Max(minCurvature, d.smooth.Second(d.example[i], f))
		}
		m.roots[i] = h
	}
	if h := m.roots[0]; h > 0 && slices.Min(m.roots) == h && slices.Max(m.roots) == h {
		m.b, m.even = d.b, h
	} else {
		for i, h := range m.roots {
			m.roots[i] = math.Sqrt(h)
		}
		m.b = d.b.scaled(m.roots)
	}
	for j := range m.l {
		e := &m.b.columns[j]
		m.l[j] = m.even * e.a.DotRows(e.row, e.row)
	}
	d.model = m
}

// renew makes r that of the slopes.
func (d *proxDescent) renew() {
	m := d.model
	clear(m.r)
	for i, root := range m.roots {
		if root > 0 {
			m.r[i] = d.u[i] / root
		}
	}
}

// workingSet are the blocks that are not 0 or not penalized, and as many others of the highest scores.
func (d *proxDescent) workingSet() []int {
	score, support := make([]float64, d.g.count()), 0
	for k := range score {
		if d.isActive(k) {
			support++
			score[k] = math.Inf(-1)
		} else {
			score[k] = -d.model.scores[k]
		}
	}
	size := max(firstSet*d.g.count()/len(d.s.w), setGrowth*support, 10)
	all := identity(len(score))
	if size >= len(all) {
		return all
	}
	return smallest(all, score, size)
}

// isActive tells whether a block is unpenalized or has a weight that is not 0.
func (d *proxDescent) isActive(k int) bool {
	for _, j := range d.g.of(k) {
		if j >= d.size || d.s.w[j] != 0 {
			return true
		}
	}
	return false
}

// The longest step at which a working set is left, as a share of the first, and the most passes over it.
const (
	proxShare  = 0.1
	proxPasses = 1000
)

// solve takes passes over a working set.
func (m *proxModel) solve(ctx context.Context, d *proxDescent, set []int) error {
	first := 0.
	var weights []int
	for _, k := range set {
		first = math.Max(first, m.scores[k])
		weights = append(weights, d.g.of(k)...)
	}
	points := [][]float64{partOf(d.s.w, weights)}
	for range proxPasses {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		longest := 0.
		for _, k := range set {
			longest = math.Max(longest, d.g.update(d, k))
		}
		d.s.Evals++
		d.newton.spent += 4 * float64(len(weights)) * float64(d.b.n)
		if !(longest > proxShare*first) {
			return nil
		}
		if points = append(points, partOf(d.s.w, weights)); len(points) > extrapolated {
			if !d.newton.minimize(d, set) {
				m.extrapolate(d, weights, points)
			}
			points = [][]float64{partOf(d.s.w, weights)}
		}
	}
	return nil
}

func partOf(w []float64, set []int) []float64 {
	out := make([]float64, len(set))
	for i, j := range set {
		out[i] = w[j]
	}
	return out
}

// extrapolate goes to the point to which the last ones tend if the model is lower there.
func (m *proxModel) extrapolate(d *proxDescent, set []int, points [][]float64) {
	last, trial := points[len(points)-1], make([]float64, len(set))
	if !sameZeros(last, points[len(points)-2]) || !linalg.Extrapolate(trial, points) {
		return
	}
	w, r := append([]float64(nil), d.s.w...), append([]float64(nil), m.r...)
	before := m.value(d)
	for i, j := range set {
		if last[i] != 0 {
			d.s.w[j] = trial[i]
			m.b.columns[j].addTo(m.r, trial[i]-last[i])
		}
	}
	if !(m.value(d) < before) {
		copy(d.s.w, w)
		copy(m.r, r)
	}
}

// value is the model's objective.
func (m *proxModel) value(d *proxDescent) float64 {
	w := d.s.w[:d.size]
	value := m.even*floats.Dot(m.r, m.r)/2 + d.problem.Mu/2*floats.Dot(w, w)
	if d.problem.Lambda > 0 {
		value += d.problem.Lambda * d.problem.Penalty.Value(w)
	}
	return value
}
