package dictionary

import (
	"math"

	"github.com/proxlab/proxlab/toolkit/internal/simd"
	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// pursuit is orthogonal matching pursuit by products of atoms with each other and with the signal: what is left of the
// signal is never formed. With the Gram matrix of the atoms that were taken LLᵀ, rows holds L⁻¹G of them with all
// atoms, a row for each taken, so that what the next takes off all others is one row more.
type pursuit struct {
	taken   []int
	squares []float64 // of the atoms
	left    []float64 // products of the atoms with what is left of the signal
	own     []float64 // squares of what is left of atoms beside those taken
	rows    []float64
	coords  []float64 // L⁻¹b of those taken
	shares  []float64 // of the rows, in the next; scratch space
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
	if p.rows = vec.Resize(p.rows, n*atoms); len(p.squares) == 0 {
		for j := range n {
			p.squares = append(p.squares, g.At(j, j))
		}
	}
	p.own = append(p.own[:0], p.squares...)
	of := p.squares
	if bestFit {
		of = p.own
	}
	for left = yy; len(p.taken) < atoms && left > enough; {
		best := p.next(of)
		if best < 0 || p.left[best]*p.left[best] <= 1e-28*yy*p.squares[best] {
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
		p.shares = p.shares[:0]
		for at := best; at < k*n; at += n {
			p.shares = append(p.shares, -p.rows[at])
		}
		copy(row, g.Row(best))
		simd.AxpyRows(row, p.shares, p.rows[:k*n])
		p.take(row, 1/pivot, along)
		p.own[best], p.left[best] = 0, 0
	}
	for k := len(p.taken) - 1; k >= 0; k-- { // Lᵀα = coords
		for i := k + 1; i < len(p.taken); i++ {
			p.coords[k] -= p.rows[k*n+p.taken[i]] * p.coords[i]
		}
		p.coords[k] /= p.rows[k*n+p.taken[k]]
	}
	return p.taken, p.coords, left
}

// take scales a row, and takes off what it explains.
func (p *pursuit) take(row []float64, scale, along float64) {
	own, left := p.own[:len(row)], p.left[:len(row)]
	for j, v := range row {
		v *= scale
		row[j] = v
		own[j] -= v * v
		left[j] -= along * v
	}
}

// next is the atom to take, that with most of its product's square for its own; −1 where all are combinations of those
// taken.
func (p *pursuit) next(of []float64) int {
	best, most, beside := -1, 0., 1.
	of, own := of[:len(p.left)], p.own[:len(p.left)]
	for j, v := range p.left {
		if v *= v; v*beside > most*of[j] && own[j] > dependent*p.squares[j] { // quotients, without division
			best, most, beside = j, v, of[j]
		}
	}
	return best
}
