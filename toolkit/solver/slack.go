package solver

import "github.com/proxlab/proxlab/toolkit"

// SlackOf is by how much the loss of example i may exceed what the oracle's last Grad of it returned: see
// toolkit.Bounded. It is 0 for an oracle whose maxima are exact. It panics where the oracle says a negative one.
func SlackOf(o toolkit.Oracle, i int) float64 {
	b, ok := o.(toolkit.Bounded)
	if !ok {
		return 0
	}
	s := b.Slack(i)
	if s < 0 {
		panic("solver: an oracle's slack is negative: its bound is below what it attained")
	}
	return s
}
