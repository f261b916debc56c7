package multipliers

import (
	"github.com/proxlab/proxlab/toolkit"
)

// smoothed is the loss of a subproblem, with multipliers v_i and the width s,
//
//	min_z ℓ_i(z) + (f − z)²/(2s) + v_i (f − z) = e_s(f + s v_i) − s v_i²/2,
//
// whose conjugate is ℓ_i*(u) + (s/2)(u − v_i)².
type smoothed struct {
	of       toolkit.Separable
	envelope toolkit.MoreauEnvelope
	v        []float64
	s        float64
}

// Len is the number of examples.
func (l *smoothed) Len() int { return l.of.Len() }

// Weight is c_i.
func (l *smoothed) Weight(i int) float64 { return l.of.Weight(i) }

// Curvature is max_i c_i/s.
func (l *smoothed) Curvature() (most float64) {
	for i := range l.Len() {
		most = max(most, l.of.Weight(i))
	}
	return most / l.s
}

// At is the loss and its slope, at which ℓ_i* is finite.
func (l *smoothed) At(i int, f float64) (value, slope float64) {
	u, _ := l.envelope.Envelope(i, f+l.s*l.v[i], l.s)
	value, _ = l.of.At(i, f-l.s*(u-l.v[i]))
	return value + l.s/2*(u-l.v[i])*(u+l.v[i]), u
}

// Conjugate is ℓ_i*(u) + (s/2)(u − v_i)².
func (l *smoothed) Conjugate(i int, u float64) float64 {
	return l.of.Conjugate(i, u) + l.s/2*(u-l.v[i])*(u-l.v[i])
}

// Second is the derivative of the slope.
func (l *smoothed) Second(i int, f float64) float64 {
	_, second := l.envelope.Envelope(i, f+l.s*l.v[i], l.s)
	return second
}

// ofTasks is a loss of several tasks with its loss smoothed.
type ofTasks struct {
	toolkit.MultiOutput
	each *smoothed
}

// Each is the loss of one prediction an example.
func (l ofTasks) Each() toolkit.Separable { return l.each }

// Curvature is that of each.
func (l ofTasks) Curvature() float64 { return l.each.Curvature() }

// At writes the slope to grad and returns the loss.
func (l ofTasks) At(grad []float64, i int, f []float64) (value float64) {
	value, grad[0] = l.each.At(i, f[0])
	return value
}

// Conjugate is that of each.
func (l ofTasks) Conjugate(i int, u []float64) float64 { return l.each.Conjugate(i, u[0]) }

// Hessian is the second derivative of each.
func (l ofTasks) Hessian(h []float64, i int, f []float64) { h[0] = l.each.Second(i, f[0]) }
