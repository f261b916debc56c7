package coordinate

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/solver"
)

// quadratic is ½ Σ_i c_i (Σ_c p_ic v_ic² − (Σ_c p_ic v_ic)²).
func (m *classModel) quadratic() (sum float64) {
	for i, mean := range m.mean {
		var square float64
		for c := range m.k {
			v := m.change[c*m.n+i]
			square += m.prob[c*m.n+i] * v * v
		}
		sum += m.share[i] * (square - mean*mean)
	}
	return sum / 2
}

// workingSet are the blocks that are not 0, or unpenalized, and as many again of those nearest to violating ‖G_g‖ ≤
// λω_g, or furthest beyond, by (λω_g − ‖G_g‖)/‖A_j‖.
func (c *classNewton) workingSet() []int {
	all, score := make([]int, 0, len(c.blocks)), make([]float64, 0, len(c.blocks))
	support := 0
	for g := range c.blocks {
		block := &c.blocks[g]
		var slopes, weights float64
		for _, class := range block.classes {
			at := block.row*c.k + class
			slopes += c.gradient[at] * c.gradient[at]
			weights += math.Abs(c.s.w[at])
		}
		value := math.Inf(-1)
		switch {
		case g >= c.penalized || weights > 0:
			support++
		case c.norms[block.row] == 0:
			continue
		default:
			value = (c.problem.Lambda*block.omega - math.Sqrt(slopes)) / c.norms[block.row]
		}
		all, score = append(all, g), append(score, value)
	}
	size := max(firstClassSet, setGrowth*support)
	if size >= len(all) {
		return all
	}
	return smallest(all, score, size)
}

// firstClassSet is how many blocks a working set has at least.
const firstClassSet = 500

// lineSearch halves the step of a model until P falls by a small part of what the step promises.
func (c *classNewton) lineSearch(m *classModel) {
	s := c.s
	change := make([]float64, len(s.w))
	floats.SubTo(change, m.w, s.w)
	lambda, mu, old := m.lambda, m.mu, append([]float64(nil), s.w...)
	before := c.loss + c.penalty(old, lambda, mu)
	promise := floats.Dot(c.gradient, change) + c.penalty(m.w, lambda, mu) - c.penalty(old, lambda, mu) // ≤ 0
	slack := solver.Slack * math.Abs(before)
	slopes := make([]float64, len(c.z))
	s.Step = 0
	for t := 1.; t > 1e-10; t /= 2 {
		floats.AddScaledTo(c.trial, c.z, t, c.line)
		floats.AddScaledTo(s.w, old, t, change)
		if t == 1 {
			copy(s.w, m.w) // its zeros are exact
		}
		s.Evals++
		after := c.o.Slopes(slopes, c.trial) + c.penalty(s.w, lambda, mu)
		if after <= before+1e-4*t*math.Min(0, promise)+slack {
			c.z, c.trial = c.trial, c.z
			s.Step = t
			return
		}
	}
	copy(s.w, old)
}

// certify goes to the best unpenalized weights, and evaluates objective, gap and gradient there.
func (c *classNewton) certify() {
	s, p, size := c.s, c.problem, c.problem.Dim()
	w := s.w[:size]
	c.loss = p.ValueGrad(c.gradient[:size], w)
	if best := p.UnpenalizedWeights(w); best != nil {
		for i, b := range best {
			if by := b - s.w[size+i]; by != 0 {
				c.shift(i, by)
			}
		}
		copy(s.w[size:], best)
		clear(c.gradient[size:]) // as good as
	}
	s.Objective = p.Objective(w)
	s.Gap, s.Rounding = p.Certify(w)
	s.Residual = s.Gap
}

// shift changes predictions by those of an unpenalized weight.
func (c *classNewton) shift(at int, by float64) {
	_, column := c.column(c.d+at/c.k, false)
	for i, v := range column {
		c.z[i*c.k+at%c.k] += by * v
	}
}
