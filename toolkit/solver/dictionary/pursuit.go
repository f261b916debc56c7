package dictionary

import (
	"math"

	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver/internal/cholesky"
)

// pursuit is orthogonal matching pursuit by products of atoms with each other and with the signal: what is left of the
// signal is never formed.
type pursuit struct {
	taken  []int
	within []bool
	left   []float64 // products of the atoms with what is left of the signal
	column []float64
}

// run takes atoms until there are so many, or no more than enough is left of the signal's square yy. An atom that is a
// combination of those taken is not taken.
func (p *pursuit) run(g *linalg.Dense, b []float64, yy float64, atoms int, enough float64) (
	taken []int, alpha []float64, left float64,
) {
	const dependent = 1e-11
	p.taken, p.left = p.taken[:0], append(p.left[:0], b...)
	if p.within == nil {
		p.within = make([]bool, len(b))
	}
	clear(p.within)
	var factor cholesky.Factor
	for left = yy; len(p.taken) < atoms && left > enough; {
		best := -1
		for j, v := range p.left {
			// As likeness counts, not length.
			if !p.within[j] && (best < 0 || v*v*g.At(best, best) > p.left[best]*p.left[best]*g.At(j, j)) {
				best = j
			}
		}
		if best < 0 || math.Abs(p.left[best]) <= 1e-14*math.Sqrt(yy*g.At(best, best)) {
			break
		}
		p.within[best] = true
		p.column = vec.Resize(p.column, len(p.taken))
		for k, i := range p.taken {
			p.column[k] = g.At(best, i)
		}
		if !factor.Append(p.column, g.At(best, best), dependent) {
			continue
		}
		p.taken = append(p.taken, best)
		alpha = alpha[:0]
		for _, i := range p.taken {
			alpha = append(alpha, b[i])
		}
		factor.Solve(alpha)
		copy(p.left, b)
		left = yy
		for k, i := range p.taken {
			linalg.Axpy(p.left, -alpha[k], g.Row(i))
			left -= alpha[k] * b[i]
		}
		left = max(0, left)
	}
	return p.taken, alpha, left
}
