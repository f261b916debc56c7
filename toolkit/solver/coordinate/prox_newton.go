package coordinate

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// proxNewton is Newton's method on the weights that are not 0, of a quadratic model with a penalty of CurvedBlocks.
// Where columns are nearly dependent, passes over them are many, and its steps few.
//
// Source: what is smooth among the weights that stay 0: Lemaréchal, Oustry, Sagastizábal, The U-Lagrangian of a Convex
// Function, Trans. AMS 2000; steps and their halves: Nocedal and Wright, Numerical Optimization, 2006, section 3.1.
type proxNewton struct {
	g     CurvedBlocks // nil where the penalty is none
	spent float64      // flops of passes since it was tried last
	gram  *proxGram
}

// proxSupport are weights that are not 0 or not penalized, block by block.
type proxSupport struct {
	blocks  []int
	ends    []int // by block: of its columns
	columns []int
}

// Steps at a time: the most, the share of the first one's gain below which one is the last, and the shortest part of
// one that is tried. Signs that many weights should change leave little of a step.
const (
	proxNewtonSteps = 10
	proxNewtonShare = 1e-6
	proxNewtonLeast = 1. / 64
)

// support are the weights of a working set that are not 0.
func (d *proxDescent) support(set []int) (s proxSupport) {
	for _, k := range set {
		before := len(s.columns)
		for _, j := range d.g.of(k) {
			if j >= d.size || d.s.w[j] != 0 {
				s.columns = append(s.columns, j)
			}
		}
		if len(s.columns) > before {
			s.blocks, s.ends = append(s.blocks, k), append(s.ends, len(s.columns))
		}
	}
	return s
}

// minimize goes towards where the model is least while the weights of a set that are 0 stay so, and returns whether the
// model fell. As many flops are spent on it as on passes.
func (n *proxNewton) minimize(d *proxDescent, set []int) (fell bool) {
	if n.g == nil {
		return false
	}
	s := d.support(set)
	size := len(s.columns)
	if size == 0 || size > maxNewtonSystem || size*d.b.n > maxNewtonNumbers {
		return false
	}
	if n.gram == nil || n.gram.model != d.model || !n.gram.takes(s.columns) {
		n.gram = newProxGram(d.model)
	}
	if float64(size)*float64(size)*float64(size)/3+n.gram.cost(s.columns) > n.spent {
		return false
	}
	n.spent = 0
	n.gram.add(s.columns)
	first := 0.
	for step := range proxNewtonSteps {
		change, gain := n.step(d, s)
		if d.s.Evals++; !(gain > 0) || !d.model.move(d, s, change) {
			return fell
		}
		if step == 0 {
			first = gain
		}
		if fell = true; gain < proxNewtonShare*first {
			return fell
		}
		s = d.support(s.blocks)
	}
	return fell
}

// step is −H⁻¹∇, and ∇ᵀH⁻¹∇: twice what a function with this gradient and Hessian would fall by.
func (n *proxNewton) step(d *proxDescent, s proxSupport) (change []float64, gain float64) {
	size, from := len(s.columns), 0
	gradient, hessian := make([]float64, size), n.gram.of(s.columns)
	for i, k := range s.blocks {
		part := s.columns[from:s.ends[i]]
		for at, j := range part {
			gradient[from+at] = d.model.product(j)
		}
		if part[0] < d.size {
			n.addPenalty(d, k, part, gradient[from:], hessian[from*size+from:], size)
		}
		from = s.ends[i]
	}
	change = append([]float64(nil), gradient...)
	linalg.SolveCholesky(linalg.CholeskyOfGram(hessian, size), change)
	floats.Scale(-1, change)
	return change, -floats.Dot(gradient, change)
}

// addPenalty adds gradient and Hessian of λg_k + (μ/2)‖·‖² in the weights of a part; rows of the Hessian are so many
// numbers long.
func (n *proxNewton) addPenalty(d *proxDescent, k int, part []int, gradient, hessian []float64, size int) {
	count := len(part)
	x, g, h := partOf(d.s.w, part), make([]float64, count), make([]float64, count*count)
	n.g.Derivatives(g, h, x, k)
	for i := range part {
		gradient[i] += d.problem.Lambda*g[i] + d.problem.Mu*x[i]
		row := hessian[i*size : i*size+count]
		floats.AddScaled(row, d.problem.Lambda, h[i*count:(i+1)*count])
		row[i] += d.problem.Mu
	}
}

// move takes a step, or the first of its halves, by which the model falls; penalized weights that would change sign
// become 0. It returns false, and goes nowhere, where there is none.
func (m *proxModel) move(d *proxDescent, s proxSupport, change []float64) bool {
	w, r := append([]float64(nil), d.s.w...), append([]float64(nil), m.r...)
	before := m.value(d)
	most := before + solver.Slack*math.Abs(before)
	for length := 1.; length >= proxNewtonLeast; length /= 2 {
		for i, j := range s.columns {
			now := w[j] + length*change[i]
			if j < d.size && now*w[j] <= 0 {
				now = 0
			}
			d.s.w[j] = now
			m.b.columns[j].addTo(m.r, now-w[j])
		}
		if m.value(d) <= most {
			return true
		}
		copy(d.s.w, w)
		copy(m.r, r)
	}
	return false
}
