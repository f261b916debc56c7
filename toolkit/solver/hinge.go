package solver

import "fmt"

// HingeSigns are the labels y_i, +1 or −1, of a loss Σ_i c_i max(0, 1 − y_i f_i) of one prediction an example, for
// methods that know its dual. A loss says that it is one by a method Hinge(i) that returns y_i. The error names a loss
// that has none, or the first label that is no sign.
func (p *Problem) HingeSigns() ([]float64, error) {
	of, _ := p.Separable()
	l, ok := of.(hinge)
	if !ok || p.Outputs() != 1 {
		return nil, fmt.Errorf("a hinge loss of one output is needed, with a method Hinge(i int) (sign float64); this is %T",
			p.Loss)
	}
	signs := make([]float64, p.Loss.Len())
	for i := range signs {
		if signs[i] = l.Hinge(i); signs[i] != 1 && signs[i] != -1 {
			return nil, fmt.Errorf("example %d has label %g: labels are +1 and −1", i, signs[i])
		}
	}
	return signs, nil
}

// hinge is a loss max(0, 1 − yf).
type hinge interface {
	Hinge(i int) (sign float64)
}
