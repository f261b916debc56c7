package coordinate

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/arc"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/model"
)

// search takes the first of the steps 1, ½, ¼, … towards next by which P falls by a small part of what the step
// promises. Predictions are then computed anew, and slopes and curvatures there.
func (p *proximalNewton) search(next []float64) {
	s := p.s
	clear(p.trial)
	p.b.AddTo(p.trial, 1, next)
	floats.SubTo(p.line, p.trial, p.f)
	after, before := p.b.Penalty(next, p.lambda, p.mu), s.Objective
	promise := floats.Dot(p.u, p.line) + after - p.b.Penalty(s.w, p.lambda, p.mu) // ≤ 0
	s.promised, s.before, s.same = -promise, s.promised, model.SameZeros(s.w, next)
	enough := func(t, objective float64) bool {
		return objective <= before+1e-4*t*math.Min(0, promise)+solver.Slack*math.Abs(before)
	}
	s.Evals++
	old := slices.Clone(s.w)
	if value := p.loss.Slopes(p.nextU, p.nextH, p.trial); enough(1, value+after) {
		s.Step = 1
		p.take(next, value)
		if s.promised > farGain*math.Abs(before) {
			p.goOn(old, next, value+after)
		}
		return
	}
	s.Step = arc.Halve(0.5, func(t float64) bool {
		floats.AddScaledTo(p.trial, p.f, t, p.line)
		arc.Between(s.w, old, next, t)
		return enough(t, p.value(p.trial)+p.b.Penalty(s.w, p.lambda, p.mu))
	})
	if s.Step == 0 {
		copy(s.w, old)
	}
	p.predict()
}

// take goes to weights, of which the next slopes are.
func (p *proximalNewton) take(w []float64, value float64) {
	copy(p.s.w, w)
	p.f, p.trial, p.u, p.nextU, p.h, p.nextH = p.trial, p.f, p.nextU, p.u, p.nextH, p.h
	p.at = value
}

// goOn goes twice as far as from old weights to others, if P falls: models of a loss that falls off like an exponential
// function end early. Weights that are 0 or would change their sign are 0.
func (p *proximalNewton) goOn(old, next []float64, objective float64) {
	further := make([]float64, len(next))
	for i, w := range next {
		if v := 2*w - old[i]; v*w > 0 {
			further[i] = v
		}
	}
	clear(p.trial)
	p.b.AddTo(p.trial, 1, further)
	p.s.Evals++
	value := p.loss.Slopes(p.nextU, p.nextH, p.trial)
	if value+p.b.Penalty(further, p.lambda, p.mu) < objective {
		p.take(further, value)
		p.s.Step = 2
	}
}

// predict computes predictions anew, those of line searches have gathered rounding, and slopes and curvatures there.
func (p *proximalNewton) predict() {
	clear(p.f)
	p.b.AddTo(p.f, 1, p.s.w)
	p.slopes()
}
