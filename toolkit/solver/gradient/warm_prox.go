package gradient

import "github.com/proxlab/proxlab/toolkit"

// warmProx is g's proximity operator; where that is found by iteration, it starts from the dual variables of the call before, and stops at a
// relative gap.
type warmProx struct {
	g    toolkit.Proxable
	tol  float64
	dual []float64
}

// prox is g.Prox.
func (w *warmProx) prox(dst, v []float64, gamma float64) float64 {
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
