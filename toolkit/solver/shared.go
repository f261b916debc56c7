package solver

import (
	"sync"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Shared is what does not depend on λ or μ, and is worth keeping over a path: what create returned when p, or any
// problem that At and WithRidge made of it or that it was made of, first asked for the key. It must not be changed
// later, as several goroutines may read it. Keys are of a type of the package that uses them.
func Shared[T any](p *Problem, key any, create func() T) T {
	once, ok := p.shared.Load(key)
	if !ok {
		once, _ = p.shared.LoadOrStore(key, sync.OnceValue(create))
	}
	return once.(func() T)() //nolint:errcheck // the key's package stores nothing else there
}

// Columns is Aᵀ with access to its rows, made once for all λ and μ.
func (p *Problem) Columns() linalg.Rows {
	return Shared(p, columnsKey, func() linalg.Rows { return linalg.Columns(p.A) })
}

// AtZero is the loss at W = 0, and its gradient there, made once for all λ and μ. The gradient must not be changed.
func (p *Problem) AtZero() (value float64, gradient []float64) {
	at := Shared(p, atZeroKey, func() (at valueGradient) {
		at.gradient = make([]float64, p.Dim())
		at.value = p.ValueGrad(at.gradient, at.gradient) // W, before it is written
		return at
	})
	return at.value, at.gradient
}

// valueGradient are a function's value and gradient.
type valueGradient struct {
	value    float64
	gradient []float64
}
