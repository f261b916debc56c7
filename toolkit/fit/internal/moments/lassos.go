package moments

import (
	"slices"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
	"github.com/proxlab/proxlab/toolkit/solver/homotopy"
)

// Lassos are solutions of lassos, elastic nets or nonnegative ones along a path, which goes from one λ at which a
// weight comes or goes to the next (homotopy.Path): where to begin from, as their certificates are of what follows.
type Lassos struct {
	state *homotopy.State // where the path has come to; nil for nothing
	left  int             // breakpoints
}

// mostBreakpoints is how many a path has for each feature at most to be followed.
const mostBreakpoints = 8

// Lassos are those on moments of one target with a penalty Σ_j |w_j|, or of one sign, and a ridge; none for others.
func (c *Central) Lassos(penalty toolkit.Proxable, mu float64) *Lassos {
	d, size := c.Features, len(c.Sizes)
	groups, omega, signs, ok := coordinate.BlocksOf(penalty, d)
	other := func(w float64) bool { return w != 1 }
	if !ok || groups != nil || size != d+1 || slices.ContainsFunc(omega, other) ||
		slices.ContainsFunc(signs, func(s int8) bool { return s != 1 }) {
		return &Lassos{}
	}
	p := &homotopy.Path{
		Gram: linalg.NewDense(d, d, nil), B: make([]float64, d), YY: c.Second[size*size-1], Mu: mu, Nonnegative: signs != nil,
	}
	for j := range d {
		p.B[j] = c.Second[j*size+d]
		copy(p.Gram.Row(j), c.Second[j*size:])
	}
	if p.Check() != nil {
		return &Lassos{}
	}
	return &Lassos{p.Start(), mostBreakpoints * d}
}

// At is the solution at λ, which is to be no more than the last one; nil where it is not known, as of no lassos.
func (l *Lassos) At(lambda float64) []float64 {
	if l == nil {
		return nil
	}
	for l.state != nil && l.state.Lambda > lambda {
		if l.left--; l.left < 0 || !l.state.Next(lambda) {
			l.state = nil
		}
	}
	if l.state == nil || l.state.Lambda < lambda {
		return nil
	}
	return l.state.X(nil)
}
