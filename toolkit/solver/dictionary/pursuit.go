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
	none    []float64 // a row of zeros
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
	p.own, p.none = append(p.own[:0], p.squares...), vec.Resize(p.none, n)
	of := p.squares
	if bestFit {
		of = p.own
	}
	best := p.next(p.none, 0, 0, of)
	for left = yy; len(p.taken) < atoms && left > enough; {
		for best >= 0 && !(p.own[best] > dependent*p.squares[best] && p.own[best] <= p.squares[best]) {
			p.own[best], p.left[best] = math.Inf(1), 0
			best = p.next(p.none, 0, 0, of)
		}
		if best < 0 || p.left[best]*p.left[best] <= 1e-28*yy*p.squares[best] {
			break
		}
		k := len(p.taken)
		row, pivot, last := p.rows[k*n:(k+1)*n], math.Sqrt(p.own[best]), best
		along := p.left[best] / pivot
		p.taken, p.coords = append(p.taken, best), append(p.coords, along)
		p.own[best], p.left[best] = math.Inf(1), 0
		if left = max(0, left-along*along); k+1 < atoms && left > enough { // nothing else is asked of the last
			p.shares = p.shares[:0]
			for at := best; at < k*n; at += n {
				p.shares = append(p.shares, -p.rows[at])
			}
			copy(row, g.Row(best))
			simd.AxpyRows(row, p.shares, p.rows[:k*n])
			row[best] = 0
			best = p.next(row, 1/pivot, along, of)
		}
		row[last] = pivot
	}
	for k := len(p.taken) - 1; k >= 0; k-- { // Lᵀα = coords
		for i := k + 1; i < len(p.taken); i++ {
			p.coords[k] -= p.rows[k*n+p.taken[i]] * p.coords[i]
		}
		p.coords[k] /= p.rows[k*n+p.taken[k]]
	}
	return p.taken, p.coords, left
}

// next scales a row, takes off what it explains, and is the atom to take: that with most of its product's square for
// its own, −1 where nothing is left. Bits of numbers that are not negative have their order, and are compared without
// branches. One that is taken, or is a combination of those taken, has an infinite square.
func (p *pursuit) next(row []float64, scale, along float64, of []float64) int {
	own, left := p.own[:len(row)], p.left[:len(row)]
	of = of[:len(row)]
	best, most := -1, uint64(0)
	for j, v := range row {
		v *= scale
		row[j] = v
		own[j] -= v * v
		l := left[j] - along*v
		left[j] = l
		if share := math.Float64bits(l * l / of[j]); share > most {
			best, most = j, share
		}
	}
	return best
}
