package factor

import (
	"context"
	"math"

	"github.com/proxlab/proxlab/toolkit"
)

// Likelihood is the logistic loss of a conditional random field over labelled graphs, with the bound of tree-reweighted
// sums in the place of log Z,
//
//	ℓ_i(θ) = min_δ (1/J) Σ_j log Z_j(θ, δ)  −  ⟨θ, φ(x_i,y_i)⟩  ≥  log Z − ⟨θ, φ(x_i,y_i)⟩,
//
// which is convex too, and equal on forests: see SumProduct. What its steps leave is the slack. It is a
// toolkit.Bounded, and not for concurrent use.
//
// Source: Wainwright, Estimating the "Wrong" Graphical Model: Benefits in the Computation-Limited Setting, JMLR 2006.
type Likelihood struct {
	Data   *Examples
	Sum    SumProduct
	mix    []*mixture
	slacks []float64
}

// Len is the number of graphs.
func (l *Likelihood) Len() int { return len(l.Data.Of) }

// Slack is that of the last Grad of example i.
func (l *Likelihood) Slack(i int) float64 { return l.slacks[i] }

// Grad writes the gradient of what was found of ℓ_i at p to u, and returns that. Shifts begin where they ended.
func (l *Likelihood) Grad(i int, p toolkit.Params, u *toolkit.Update) float64 {
	if l.mix == nil {
		l.mix, l.slacks = make([]*mixture, l.Len()), make([]float64, l.Len())
	}
	m := l.mix[i]
	if m == nil {
		g := l.Data.graph(i)
		m = &mixture{g: g}
		m.forests, m.share = g.spanning()
		l.mix[i] = m
	}
	l.Data.score(m.g, i, p)
	truth := m.g.Of(l.Data.Of[i].Y)
	l.slacks[i] = 0
	if m.g.check() != nil || math.IsNaN(truth) {
		u.Reset()
		return math.NaN()
	}
	r := found(l.Sum.withDefaults().run(context.Background(), m))
	l.slacks[i] = max(0, r.Bound-r.Value)
	l.Data.difference(u, i, &r.Fraction)
	return r.Value - truth
}
