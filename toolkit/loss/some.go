package loss

import "github.com/proxlab/proxlab/toolkit"

// Smooth is a loss of one prediction an example that is twice differentiable.
type Smooth interface {
	toolkit.Separable
	toolkit.TwiceDifferentiable
}

// Some is a loss on some of its examples, whose weights are divided by their sum; nil where that is 0.
func Some(of Smooth, examples []int) toolkit.Separable {
	s := some{Smooth: of, examples: examples}
	for _, i := range examples {
		s.total += of.Weight(i)
	}
	if !(s.total > 0) {
		return nil
	}
	if l, ok := of.(Parted); ok {
		return l.Part(examples)
	}
	return s
}

type some struct {
	Smooth
	examples []int
	total    float64
}

// Len is the number of examples.
func (s some) Len() int { return len(s.examples) }

// Weight is c_i.
func (s some) Weight(i int) float64 { return s.Smooth.Weight(s.examples[i]) / s.total }

// At is ℓ_i and its derivative.
func (s some) At(i int, f float64) (value, slope float64) { return s.Smooth.At(s.examples[i], f) }

// Conjugate is ℓ_i*.
func (s some) Conjugate(i int, u float64) float64 { return s.Smooth.Conjugate(s.examples[i], u) }

// Second is ℓ_i”.
func (s some) Second(i int, f float64) float64 { return s.Smooth.Second(s.examples[i], f) }

// Curvature bounds c_i ℓ_i”.
func (s some) Curvature() float64 { return s.Smooth.Curvature() / s.total }
