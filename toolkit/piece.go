package toolkit

// Pieces is a function of single numbers, h(z) = Σ_i h_i(z_i), of which each h_i is a sum of functions whose conjugates
// are one quadratic on one interval: a squared loss, quantiles, hinges, absolute values, bounds. Interior points of the
// intervals are what a method may go through. ok is false where a function is not known to be such.
type Pieces interface {
	Pieces(i int) (of []Piece, ok bool)
}

// Piece is the function whose conjugate is bv + ½cv² on [Lo, Hi], which may be infinite, and +Inf elsewhere; c ≥ 0.
type Piece struct{ Lo, Hi, B, C float64 }

// Scaled is s times the function, s > 0: its conjugate is s h*(v/s).
func (p Piece) Scaled(s float64) Piece { return Piece{p.Lo * s, p.Hi * s, p.B, p.C / s} }
