package newton

import (
	"context"
	"errors"
	"math"
)

// A width is multiplied by narrower when its subproblem is solved, so far that the gradient adds to the gap at most
// loose times what the kinks do, and a subproblem that takes more than mostSteps is left as it is.
const (
	narrower  = 0.3
	loose     = 20
	mostSteps = 20
)

var errUnsettled = errors.New("semismooth Newton: a subproblem takes many steps")

// enter evaluates the point.
func (m *svm) enter() {
	m.margins(m.margin, m.w)
	m.slopes()
}

// settle solves until the gap is at most target, if other examples keep their slopes, or a subproblem with at most the
// last width is solved.
func (m *svm) settle(ctx context.Context, target, last float64) (steps int, err error) {
	for since := 1; ; since++ {
		if err := context.Cause(ctx); err != nil {
			return steps, err
		}
		if err := m.newton(); err != nil {
			return steps, err
		}
		steps++
		kinks, rest := m.left()
		switch {
		case kinks+rest <= target || rest <= loose*kinks && m.width <= last:
			return steps, nil
		case rest <= loose*kinks:
			m.width *= narrower
			if err := m.turn(); err != nil {
				return steps, err
			}
			steps++
			since = 0
		case since >= mostSteps:
			return steps, errUnsettled
		}
	}
}

// left is the gap but for rounding, if other examples keep their slopes: what comes from the kinks, and from the
// gradient,
//
//	Σ c_i (max(0, 1 − m_i) − α_i (1 − m_i)) + ‖μw − Σ c_i α_i y_i a_i‖²/(2μ),
//
// with an intercept and |Σ c_i α_i y_i|, about what feasible multipliers cost.
func (m *svm) left() (kinks, rest float64) {
	for i, margin := range m.margin {
		kinks += m.c[i] * (max(0, 1-margin) - m.slope[i]*(1-margin))
	}
	for j, w := range m.w[:m.d] {
		g := m.mu*w - m.pull[j]
		rest += g * g
	}
	rest /= 2 * m.mu
	if m.column != 0 {
		rest += math.Abs(m.pull[m.d] / m.column)
	}
	return kinks, rest
}
