package solver

import "fmt"

// HingeSigns are the labels y_i, +1 or −1, of a loss Σ_i c_i max(0, 1 − y_i f_i) of one prediction an example, for
// methods that know its dual. A loss that is one is a Margin. The error names one that is not, or the first label that
// is no sign.
func (p *Problem) HingeSigns() ([]float64, error) {
	of, _ := p.Separable()
	l, ok := of.(Margin)
	if !ok || p.Outputs() != 1 {
		return nil, fmt.Errorf("a hinge loss of one output is needed (solver.Margin); this is %T",
			p.Loss)
	}
	signs := make([]float64, p.Loss.Len())
	for i := range signs {
		if signs[i] = l.Hinge(i); signs[i] != 1 && signs[i] != -1 {
			return nil, fmt.Errorf("example %d has label %g: labels are +1 and −1", i+1, signs[i])
		}
	}
	return signs, nil
}
