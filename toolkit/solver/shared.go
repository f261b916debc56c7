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

// sharedKey is a key of Shared.
type sharedKey int

const (
	columnsKey sharedKey = iota
	lambdaMaxKey
	columnNormsKey
	polarOfNormsKey
	lossesAtZeroKey
	penaltyAtZeroKey
	modulusKey
	atZeroKey
)

// Columns is Aᵀ with access to its rows, made once for all λ and μ.
func (p *Problem) Columns() linalg.Rows {
	return Shared(p, columnsKey, func() linalg.Rows { return linalg.Columns(p.A) })
}
