package loss

import "github.com/proxlab/proxlab/toolkit"

// WithOffset is a loss of f_i + o_i: what is known of examples before anything is learnt of them, such as the logarithm
// of an exposure. Its conjugate is ℓ_i*(u) − u o_i. It is twice differentiable, and has an envelope, where the loss is
// and does; there is an offset for each example.
func WithOffset(of toolkit.Separable, offset []float64) toolkit.Separable {
	l := shifted{of, offset}
	second, smooth := of.(toolkit.TwiceDifferentiable)
	envelope, kinked := of.(toolkit.MoreauEnvelope)
	switch {
	case smooth && kinked:
		return struct {
			shifted
			shiftedSecond
			shiftedEnvelope
		}{l, shiftedSecond{second, offset}, shiftedEnvelope{envelope, offset}}
	case smooth:
		return struct {
			shifted
			shiftedSecond
		}{l, shiftedSecond{second, offset}}
	case kinked:
		return struct {
			shifted
			shiftedEnvelope
		}{l, shiftedEnvelope{envelope, offset}}
	}
	return l
}

type shifted struct {
	toolkit.Separable
	offset []float64
}

// At is ℓ_i and its derivative, at f + o_i.
func (l shifted) At(i int, f float64) (value, slope float64) { return l.Separable.At(i, f+l.offset[i]) }

// Conjugate is ℓ_i*(u) − u o_i.
func (l shifted) Conjugate(i int, u float64) float64 {
	return l.Separable.Conjugate(i, u) - u*l.offset[i]
}

type shiftedSecond struct {
	of     toolkit.TwiceDifferentiable
	offset []float64
}

// Second is ℓ_i” at f + o_i.
func (l shiftedSecond) Second(i int, f float64) float64 { return l.of.Second(i, f+l.offset[i]) }

type shiftedEnvelope struct {
	of     toolkit.MoreauEnvelope
	offset []float64
}

// Envelope is that of ℓ_i, at f + o_i.
func (l shiftedEnvelope) Envelope(i int, f, s float64) (slope, second float64) {
	return l.of.Envelope(i, f+l.offset[i], s)
}
