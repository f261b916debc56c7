package gradient

// weakMargin keeps L above ρ.
const weakMargin = 1.1

// giveUp goes back to the point before, without momentum.
//
// Source: Li and Lin, Accelerated Proximal Gradient Methods for Nonconvex Programming, NIPS 2015, whose Algorithm 1
// takes both steps at once.
func (s *FISTAState) giveUp(objective float64) {
	s.x, s.next = s.next, s.x
	copy(s.y, s.x)
	s.Objective, s.t = objective, 1
}
