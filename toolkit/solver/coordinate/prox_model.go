package coordinate

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// proxModel is the quadratic model ½‖r‖² + R(w) of proximal coordinate descent, r = H^½(f − f_0) + H^−½u, whose columns
// are those of A with H^½.
type proxModel struct {
	b                blocks
	roots            []float64 // H^½, by prediction
	l                []float64 // A_jᵀH A_j
	r                []float64
	products, scores []float64 // gradients of the loss, and (L_j + μ)|step|
}

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
		products: make([]float64, size), scores: make([]float64, size)}
	for i, f := range d.f {
		h := d.loss.Curvature()
		if !d.bound {
			h = d.c[i] * math.Max(minCurvature, d.smooth.Second(d.example[i], f))
		}
		m.roots[i] = math.Sqrt(h)
	}
	m.b = d.b.scaled(m.roots)
	for j := range m.l {
		e := &m.b.columns[j]
		m.l[j] = e.a.DotRows(e.row, e.row)
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

// workingSet are the weights that are not 0 or not penalized, and as many others of the highest scores.
func (d *proxDescent) workingSet() []int {
	all, score, support := make([]int, 0, len(d.s.w)), make([]float64, 0, len(d.s.w)), 0
	for j, w := range d.s.w {
		all = append(all, j)
		if w != 0 || j >= d.size {
			support++
			score = append(score, math.Inf(-1))
		} else {
			score = append(score, -d.model.scores[j])
		}
	}
	size := max(firstSet, setGrowth*support)
	if size >= len(all) {
		return all
	}
	return smallest(all, score, size)
}

// The longest step at which a working set is left, as a share of the first, and the most passes over it.
const (
	proxShare  = 0.1
	proxPasses = 1000
)

// solve takes passes over a working set.
func (m *proxModel) solve(ctx context.Context, d *proxDescent, set []int) error {
	first := 0.
	for _, j := range set {
		first = math.Max(first, m.scores[j])
	}
	points := [][]float64{partOf(d.s.w, set)}
	for range proxPasses {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		if longest := m.pass(d, set); !(longest > proxShare*first) {
			return nil
		}
		if points = append(points, partOf(d.s.w, set)); len(points) > extrapolated {
			m.extrapolate(d, set, points)
			points = [][]float64{partOf(d.s.w, set)}
		}
	}
	return nil
}

// pass minimizes over one weight after another, and returns the longest step, by (L_j + μ)|step|.
func (m *proxModel) pass(d *proxDescent, set []int) (longest float64) {
	d.s.Evals++
	for _, j := range set {
		e := &m.b.columns[j]
		old := d.s.w[j]
		now := d.minimizer(j, e.dot(m.r))
		if now != old {
			d.s.w[j] = now
			e.addTo(m.r, now-old)
			longest = math.Max(longest, math.Abs(now-old)*m.total(d, j))
		}
	}
	return longest
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
	value := floats.Dot(m.r, m.r)/2 + d.problem.Mu/2*floats.Dot(w, w)
	if d.problem.Lambda > 0 {
		value += d.problem.Lambda * d.problem.Penalty.Value(w)
	}
	return value
}
