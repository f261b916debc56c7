package dictionary

import (
	"math"

	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// pursuit is orthogonal matching pursuit by products of atoms with each other and with the signal: what is left of the
// signal is never formed. With the Gram matrix of the atoms that were taken LLᵀ, rows holds L⁻¹G of them with all
// atoms, a row for each taken, so that what the next takes off all others is one row more.
type pursuit struct {
	taken  []int
	left   []float64 // products of the atoms with what is left of the signal
	own    []float64 // squares of what is left of atoms beside those taken
	rows   []float64
	coords []float64 // L⁻¹b of those taken
}

// dependent is the share of an atom's square below which what is left of it beside others is rounding.
const dependent = 1e-11

// run takes atoms until there are so many, or no more than enough is left of the signal's square yy: the one that is
// most like what is left, or with bestFit that with which least is left. An atom that is a combination of those taken
// is not.
func (p *pursuit) run(g *linalg.Dense, b []float64, yy float64, atoms int, enough float64, bestFit bool) (
	taken []int, alpha []float64, left float64,
) {
	n := len(b)
	p.taken, p.left, p.coords = p.taken[:0], append(p.left[:0], b...), p.coords[:0]
	p.own, p.rows = vec.Resize(p.own, n), vec.Resize(p.rows, n*atoms)
	for j := range p.own {
		p.own[j] = g.At(j, j)
	}
	for left = yy; len(p.taken) < atoms && left > enough; {
		best := p.next(g, bestFit)
		if best < 0 || p.left[best]*p.left[best] <= 1e-28*yy*g.At(best, best) {
			break
		}
		k := len(p.taken)
		row, pivot := p.rows[k*n:(k+1)*n], math.Sqrt(p.own[best])
		along := p.left[best] / pivot
		p.taken, p.coords = append(p.taken, best), append(p.coords, along)
		if left = max(0, left-along*along); k+1 == atoms || !(left > enough) {
			row[best] = pivot // nothing else is asked of the last
			break
		}
		copy(row, g.Row(best))
		for i := range k {
			before := p.rows[i*n : (i+1)*n]
			linalg.Axpy(row, -before[best], before)
		}
		scale := 1 / pivot
		for j, v := range row {
			v *= scale
			row[j] = v
			p.own[j] -= v * v
		}
		linalg.Axpy(p.left, -along, row)
		p.own[best] = 0
	}
	for k := len(p.taken) - 1; k >= 0; k-- { // Lᵀα = coords
		for i := k + 1; i < len(p.taken); i++ {
			p.coords[k] -= p.rows[k*n+p.taken[i]] * p.coords[i]
		}
		p.coords[k] /= p.rows[k*n+p.taken[k]]
	}
	return p.taken, p.coords, left
}

// next is the atom to take, −1 where all are combinations of those taken.
func (p *pursuit) next(g *linalg.Dense, bestFit bool) int {
	best, most, beside := -1, 0., 1.
	for j, v := range p.left {
		of := g.At(j, j)
		if p.own[j] <= dependent*of {
			continue
		}
		if bestFit {
			of = p.own[j]
		}
		if v *= v; best < 0 || v*beside > most*of { // quotients, without division
			best, most, beside = j, v, of
		}
	}
	return best
}
