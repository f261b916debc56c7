package terms

import (
	"math"

	"github.com/proxlab/proxlab/toolkit"
)

// Pieces is the one of λw_i|z|.
func (g L1) Pieces(i int) (of []toolkit.Piece, ok bool) {
	w := g.Lambda * weight(g.Weights, i)
	return []toolkit.Piece{{Lo: -w, Hi: w}}, true
}

// Pieces are those of c_iℓ_i, where values of ℓ_i* at some points are those of one quadratic on its domain.
func (g Loss) Pieces(i int) (of []toolkit.Piece, ok bool) {
	weight := g.Of.Weight(i)
	if weight == 0 {
		return nil, true
	}
	lo, hi := g.domain(i)
	const endless = far / 1e50
	from, to := lo, hi
	if lo < -endless {
		lo, from = math.Inf(-1), min(-1, hi-1)
	}
	if hi > endless {
		hi, to = math.Inf(1), max(1, from+2)
	}
	if !(to > from) {
		return nil, false
	}
	at := func(share float64) (v, value float64) {
		v = from + share*(to-from)
		return v, g.Of.Conjugate(i, v)
	}
	v0, h0 := at(0)
	v1, h1 := at(0.5)
	v2, h2 := at(1)
	first := (h1 - h0) / (v1 - v0)
	p := toolkit.Piece{Lo: lo, Hi: hi, C: 2 * ((h2-h1)/(v2-v1) - first) / (v2 - v0)}
	size := math.Abs(h0) + math.Abs(h1) + math.Abs(h2)
	if math.Abs(p.C)*(v2-v0)*(v2-v0) <= 1e-12*size {
		p.C = 0
	}
	p.B = first - p.C/2*(v0+v1)
	for _, share := range []float64{0.2, 0.4, 0.7, 0.9} {
		if v, value := at(share); !(math.Abs(p.B*v+p.C/2*v*v-value) <= 1e-12*size) {
			return nil, false
		}
	}
	return []toolkit.Piece{p.Scaled(weight)}, p.C >= 0
}
