package structured

import "github.com/proxlab/proxlab/toolkit"

// CRF is the logistic loss of a conditional random field over chains,
//
//	ℓ_i(θ) = log Σ_y' exp⟨θ, φ(x_i,y')⟩ − ⟨θ, φ(x_i,y_i)⟩  ≥ 0,
//
// with gradient E φ(x_i,Y) − φ(x_i,y_i) under p(y) ∝ exp⟨θ, φ(x_i,y)⟩. It implements toolkit.Oracle and is not for
// concurrent use.
//
// Source: Lafferty, McCallum, Pereira, Conditional Random Fields, ICML 2001; Martins et al., 2010, equation (4).
type CRF struct {
	Data    *Sequences
	scorer  ChainScorer
	forward ForwardBackward
	m       ChainMarginals
}

// negligible is the probability below which a part is left out of the gradient; what is left out is below 1e-12 a
// letter.
const negligible = 1e-14

// Len is the number of sequences.
func (l *CRF) Len() int { return l.Data.Len() }

// Grad writes the gradient of ℓ_i at p to u and returns ℓ_i(p).
func (l *CRF) Grad(i int, p toolkit.Params, u *toolkit.Update) float64 {
	lo, hi := l.Data.bounds(i)
	y, c := l.Data.Y[lo:hi], l.Data.Labels
	s := l.scorer.Score(p, c, lo, hi)
	loss := l.forward.Marginals(&l.m, s) - s.Of(y)
	for t, label := range y {
		l.m.Emission[t*c+label]--
		if t > 0 {
			l.m.Transition[y[t-1]*c+label]--
		}
	}
	u.Reset()
	addDense(u, Emission, lo, c, l.m.Emission)
	addDense(u, Transition, 0, c, l.m.Transition)
	return max(0, loss)
}

// addDense appends the entries of a matrix of c columns whose rows begin at the given one, column by column: the
// order in which parameters want them.
func addDense(u *toolkit.Update, family, row, c int, values []float64) {
	for b := range c {
		for k := b; k < len(values); k += c {
			if v := values[k]; v > negligible || v < -negligible || v != v {
				u.Add(family, row+k/c, b, v)
			}
		}
	}
}
