package fit

import "fmt"

// noInterior says why methods for support vector machines that factor a matrix of the features cannot, "" where they
// can.
func (p *Prepared) noInterior(name Method) string {
	most := mostFactored
	if p.Intercept || p.Method == name { // no other knows the intercept, or it was asked for
		most = mostInterior
	}
	switch {
	case !p.hinge():
		return "it is for the hinge loss without penalty"
	case p.d > most:
		return fmt.Sprintf("%d features are too many for it: it factors a matrix of that size", p.d)
	}
	return ""
}
