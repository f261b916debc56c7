package solver

import (
	"math"

	"github.com/proxlab/proxlab/toolkit"
)

// The relative gap of a prox that goes on from the one before, and the least that Tighten goes to.
const (
	warmTol  = 1e-14
	leastTol = 1e-16
)

// warmProx is g, whose prox goes on from the dual variables of the one before where it is found by iteration.
type warmProx struct {
	g    toolkit.Proxable
	tol  float64
	dual []float64 // nil before the first iterative prox
}

// Value is g's.
func (w *warmProx) Value(x []float64) float64 { return w.g.Value(x) }

// Prox is g's.
func (w *warmProx) Prox(dst, v []float64, gamma float64) float64 {
	g, ok := w.g.(toolkit.IterativeProx)
	if !ok {
		return w.g.Prox(dst, v, gamma)
	}
	if w.dual == nil {
		w.dual = make([]float64, g.Duals(len(v)))
	}
	value, _ := g.ProxTo(dst, w.dual, v, gamma, w.tol)
	return value
}

// tighten makes the prox a hundred times as exact.
func (w *warmProx) tighten() { w.tol = math.Min(w.tol, math.Max(leastTol, w.tol/100)) }
