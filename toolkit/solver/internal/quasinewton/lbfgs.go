// Package quasinewton estimates inverse Hessians from steps and the changes of gradients over them.
package quasinewton

import "gonum.org/v1/gonum/floats"

// LBFGS is the limited-memory BFGS estimate of an inverse Hessian, from pairs of steps s and changes y of the
// gradient, with an initial matrix of its own. (gonum's takes a multiple of the identity only.)
//
// Source: Nocedal, Wright, Numerical Optimization, 2006, algorithm 7.4.
type LBFGS struct {
	Memory  int               // the most pairs that are kept
	Initial func(v []float64) // multiplies by H₀ in place; nil for the identity
	s, y    [][]float64
	rho     []float64 // 1/⟨s, y⟩
	scale   float64
}

// Pairs is how many pairs are kept.
func (l *LBFGS) Pairs() int { return len(l.s) }

// Scale is ⟨s, y⟩/⟨y, y⟩ of the last pair; 0 before the first.
func (l *LBFGS) Scale() float64 { return l.scale }

// Forget drops all pairs, but not the scale.
func (l *LBFGS) Forget() { l.s, l.y, l.rho = nil, nil, nil }

// Add takes a pair, unless it shows no curvature.
func (l *LBFGS) Add(s, y []float64) {
	sy := floats.Dot(s, y)
	if !(sy > 1e-14*floats.Norm(s, 2)*floats.Norm(y, 2)) {
		return
	}
	if len(l.s) == l.Memory {
		l.s, l.y, l.rho = l.s[1:], l.y[1:], l.rho[1:]
	}
	l.s, l.y, l.rho, l.scale = append(l.s, s), append(l.y, y), append(l.rho, 1/sy), sy/floats.Dot(y, y)
}

// Direction is −H g, H with H₀ scaled by ⟨s, y⟩/⟨y, H₀y⟩ of the last pair.
func (l *LBFGS) Direction(g []float64) []float64 {
	q := append([]float64(nil), g...)
	alpha := make([]float64, len(l.s))
	for i := len(l.s) - 1; i >= 0; i-- {
		alpha[i] = l.rho[i] * floats.Dot(l.s[i], q)
		floats.AddScaled(q, -alpha[i], l.y[i])
	}
	if l.Initial != nil {
		l.Initial(q)
	}
	if last := len(l.s) - 1; last >= 0 {
		hy := l.y[last]
		if l.Initial != nil {
			hy = append([]float64(nil), hy...)
			l.Initial(hy)
		}
		floats.Scale(1/(l.rho[last]*floats.Dot(l.y[last], hy)), q)
	}
	for i := range l.s {
		beta := l.rho[i] * floats.Dot(l.y[i], q)
		floats.AddScaled(q, alpha[i]-beta, l.s[i])
	}
	floats.Scale(-1, q)
	return q
}
