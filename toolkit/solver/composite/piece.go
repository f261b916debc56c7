package composite

import "github.com/proxlab/proxlab/toolkit"

// piece is a function of one row of a term's map whose conjugate is one quadratic on one interval.
type piece struct {
	toolkit.Piece
	term, row int
	v, p, q   float64 // lo < v < hi, and the multipliers of both ends
	f         float64 // what is left of z − b − cv − q + p = 0
	dv        float64
	dp, dq    float64
	curvature float64 // c + p/(v − lo) + q/(hi − v)
}

// ends are the distances to both.
func (r *piece) ends() (below, above float64) { return r.v - r.Lo, r.Hi - r.v }
