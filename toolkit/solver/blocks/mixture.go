package blocks

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// mixture is what the slopes u_i = p_i − e_{y_i} of a loss of several outputs are mixed with, where intercepts ask that
// Σ_i u_i = 0, by a share s: slopes q_y − e_y that are the same for all rows of a class y,
//
//	û_i = (1 − s)u_i + s(q_{y_i} − e_{y_i}),      Σ_y n_y q_yc = n_c − (1 − s)/s Σ_i u_ic =: m_c ≥ 0,
//
// of which s is the least for which there are some. They are probabilities with −e_y, too, so that û is a dual point;
// its conjugate is at most the mean of the two, and AᵀÛ takes sums of A over classes, which do not change. Of each
// class y as many rows keep their label as m_y has room for.
type mixture struct {
	share float64
	moved []move
	least float64 // Σ_i of the conjugates of q_{y_i} − e_{y_i}
}

// move is how many rows of a class, by weight, take another label.
type move struct {
	from, to int
	mass     float64
}

// mix finds the mixture for intercepts whose slopes are some, and classes with some numbers of rows.
func mix(slopes, masses []float64) (m mixture) {
	ratio := math.Inf(1) // (1 − s)/s
	for c, r := range slopes {
		if r > 0 {
			ratio = math.Min(ratio, masses[c]/r)
		}
	}
	if m.share = 1 / (1 + ratio); m.share == 0 {
		return m
	}
	left := slices.Clone(slopes)
	floats.Scale(ratio, left) // of a class to be moved away; negative where others come
	to := 0
	for c, away := range left {
		kept := masses[c]
		for ; away > 0 && to < len(left); to++ {
			mass := math.Min(away, -left[to])
			if !(mass > 0) {
				continue
			}
			m.moved = append(m.moved, move{c, to, mass})
			m.least += mass * math.Log(mass/masses[c])
			away, kept, left[to] = away-mass, kept-mass, left[to]+mass
			if away <= 0 {
				break
			}
		}
		if kept > 0 && kept < masses[c] {
			m.least += kept * math.Log(kept/masses[c])
		}
	}
	return m
}

// add adds its part of −AᵀÛ/n to v, which has an entry for each column read.
func (m *mixture) add(v []float64, r *Request, classes, masses []float64, n float64) {
	k := len(masses)
	for at := range v {
		col := r.column(at)
		for _, move := range m.moved {
			by := m.share / n * move.mass / masses[move.from] * classes[col/k*k+move.from]
			switch col % k {
			case move.from:
				v[at] += by
			case move.to:
				v[at] -= by
			}
		}
	}
}
