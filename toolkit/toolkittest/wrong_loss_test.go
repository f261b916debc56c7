package toolkittest_test

import (
	"math"
	"sync/atomic"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

var targets = []float64{0.3, -1.2, 2, 0.5, -0.1, 1, -2, 0.7}

// residual is the squared loss, but for functions that spoil it.
type residual struct {
	loss.Squared
	at        func(i int, f float64) (value, slope float64)
	conjugate func(i int, u float64) float64
	weight    func(i int) float64
	curvature float64
}

func (r residual) At(i int, f float64) (value, slope float64) {
	if r.at == nil {
		return r.Squared.At(i, f)
	}
	return r.at(i, f)
}

func (r residual) Conjugate(i int, u float64) float64 {
	if r.conjugate == nil {
		return r.Squared.Conjugate(i, u)
	}
	return r.conjugate(i, u)
}

func (r residual) Weight(i int) float64 {
	if r.weight == nil {
		return r.Squared.Weight(i)
	}
	return r.weight(i)
}

func (r residual) Curvature() float64 {
	if r.curvature != 0 {
		return r.curvature
	}
	return r.Squared.Curvature()
}

func TestWrongLosses(t *testing.T) {
	t.Parallel()
	squared := loss.Squared{Y: targets}
	var calls atomic.Int64
	for what, c := range map[string]struct {
		r     residual
		words string
	}{
		"the slope's sign": {residual{at: func(i int, f float64) (float64, float64) {
			v, s := squared.At(i, f)
			return v, -s
		}}, "The slope is not the loss's: of example 0 at f = "},
		"no half": {residual{at: func(i int, f float64) (float64, float64) {
			v, s := squared.At(i, f)
			return 2 * v, s
		}}, "The slope is not the loss's"},
		"not convex": {residual{at: func(i int, f float64) (float64, float64) {
			return math.Sin(f), math.Cos(f)
		}}, "The loss is below its tangent"},
		"no convex middle": {residual{at: func(i int, f float64) (float64, float64) {
			return math.Sin(f), math.Cos(f)
		}}, "The loss is not convex"},
		"a conjugate too small": {
			residual{conjugate: func(i int, u float64) float64 { return u * u / 2 }},
			"Conjugate is too small",
		},
		"a conjugate too large": {
			residual{conjugate: func(i int, u float64) float64 { return squared.Conjugate(i, u) + 1 }},
			"Conjugate misses the Fenchel-Young equality",
		},
		"a curvature too small": {residual{curvature: 0.01}, "Curvature is too small: it is 0.01"},
		"a kink": {residual{curvature: 1e3, at: func(i int, f float64) (float64, float64) {
			return math.Abs(f - targets[i]), math.Copysign(1, f-targets[i])
		}}, "Curvature is too small: it is 1000"},
		"NaN swallowed": {
			residual{at: func(i int, f float64) (float64, float64) { return squared.At(i, noNaN(f)) }},
			"At swallows NaN",
		},
		"overflow": {residual{at: func(i int, f float64) (float64, float64) {
			v, s := squared.At(i, f)
			return v, s * f * f * f / (f * f * f)
		}}, "At is NaN at huge predictions"},
		"a negative weight": {residual{weight: func(i int) float64 { return float64(1 - i) }}, "Weight of example 2 is -1"},
		"a state": {residual{at: func(i int, f float64) (float64, float64) {
			v, s := squared.At(i, f)
			return v, s + 1e-9*float64(calls.Add(1))
		}}, "in a second call, is another"},
		"the targets forgotten": {
			residual{at: func(i int, f float64) (float64, float64) { return f * f / 2, f }},
			"Target belongs to the loss ½(f − y)²",
		},
	} {
		c.r.Squared = squared
		expect(t, what, toolkittest.Loss(c.r), c.words, "toolkittest: Loss of toolkittest_test.residual on 8 examples")
	}
	second := struct {
		toolkit.Separable
		toolkit.TwiceDifferentiable
	}{squared, loss.Logistic{Y: targets}}
	expect(t, "another second derivative", toolkittest.Loss(second), "Second is not the derivative of the gradient")
	expect(t, "no loss at all", toolkittest.Loss(struct{ toolkit.Loss }{squared}),
		"is neither a toolkit.Separable nor a toolkit.MultiOutput")
	expect(t, "no examples", toolkittest.Loss(loss.Squared{}), "there is nothing to check")
	tight := absolute{loss.Squared{Y: targets, Weights: []float64{3.9, 3.9, 3.9, 3.9, 1, 1, 1, 1}}} // 3.9 · 0.7/3.9 > 0.7
	expect(t, "no room for rounding", toolkittest.Loss(tight),
		"Conjugate leaves no room for rounding")
	expect(t, "weights lost", toolkittest.Loss(bound{squared}), "Bind loses the weights")
}

// absolute is 0.7|f − y|, whose conjugate is +Inf right beyond its slopes.
type absolute struct{ loss.Squared }

func (l absolute) At(i int, f float64) (value, slope float64) {
	r := f - l.Y[i]
	return 0.7 * math.Abs(r), math.Copysign(0.7, r)
}

func (l absolute) Curvature() float64 { return math.Inf(1) }

func (l absolute) Conjugate(i int, u float64) float64 {
	if math.Abs(u) > 0.7 {
		return math.Inf(1)
	}
	return u * l.Y[i]
}

// bound loses its weights.
type bound struct{ loss.Squared }

func (l bound) Bind(y, _ []float64) toolkit.Loss { return loss.Squared{Y: y} }

// several is the multinomial loss, but for functions that spoil it.
type several struct {
	loss.Multinomial
	at      func(grad []float64, i int, f []float64) float64
	hessian func(h []float64, i int, f []float64)
	span    func(i int) (lo, hi int)
	halved  bool
}

func (s several) At(grad []float64, i int, f []float64) float64 {
	if s.at == nil {
		return s.Multinomial.At(grad, i, f)
	}
	return s.at(grad, i, f)
}

func (s several) Hessian(h []float64, i int, f []float64) {
	if s.hessian == nil {
		s.Multinomial.Hessian(h, i, f)
		return
	}
	s.hessian(h, i, f)
}

func (s several) Span(i int) (lo, hi int) {
	if s.span == nil {
		return s.Multinomial.Span(i)
	}
	return s.span(i)
}

func (s several) Diagonal(h []float64, i int, f []float64) {
	s.Multinomial.Diagonal(h, i, f)
	if s.halved {
		h[0] /= 2
	}
}

func (s several) LineCurvature(i int, v []float64) float64 {
	c := s.Multinomial.LineCurvature(i, v)
	if s.halved {
		return c / 100
	}
	return c
}

func TestWrongLossesOfSeveralOutputs(t *testing.T) {
	t.Parallel()
	l := loss.Multinomial{Y: []int{0, 1, 2, 0, 1, 2}, K: 3}
	for what, c := range map[string]struct {
		s     several
		words string
	}{
		"a label forgotten": {several{at: func(grad []float64, i int, f []float64) float64 {
			y := l.Y[i]
			v := l.At(grad, i, f)
			grad[y]++
			return v
		}}, "The slope is not the loss's: of example 0"},
		"f read after grad": {several{at: func(grad []float64, i int, f []float64) float64 {
			clear(grad)
			return l.At(grad, i, f)
		}}, "At with grad = f"},
		"f changed": {several{at: func(grad []float64, i int, f []float64) float64 {
			v := l.At(grad, i, f)
			if &grad[0] != &f[0] {
				f[0]++
			}
			return v
		}}, "At changes its predictions"},
		"a Hessian's sign": {several{hessian: func(h []float64, i int, f []float64) {
			l.Hessian(h, i, f)
			h[1] = -h[1]
		}}, "Hessian is not the derivative of the gradient"},
		"a diagonal halved": {several{halved: true}, "Diagonal is not that of the Hessian"},
		"a line's bound":    {several{halved: true}, "LineCurvature is no bound"},
		"a span beyond":     {several{span: func(int) (int, int) { return 1, 4 }}, "Span of example 0 is 1 ≤ c < 4"},
	} {
		c.s.Multinomial = l
		expect(t, what, toolkittest.Loss(c.s), c.words)
	}
	logistic := loss.Logistic{Y: []float64{1, -1, 1, -1}}
	tasks := otherTasks{loss.Tasks{Of: logistic, Task: []int{0, 1, 0, 1}, K: 2}}
	expect(t, "another loss of each", toolkittest.Loss(tasks), "Each is another loss")
}

// otherTasks says that it is made of another loss.
type otherTasks struct{ loss.Tasks }

func (otherTasks) Each() toolkit.Separable { return loss.Squared{Y: []float64{1, -1, 1, -1}} }
