package model

import (
	"fmt"

	"github.com/proxlab/proxlab/toolkit/structured/rna"
)

// usable says why nothing can be folded by the weights, which a program may have set.
func (m *RNA) usable() error {
	if n := len(m.Weights); n != rna.Features && n != rna.Extended {
		return fmt.Errorf("the model has %d weights, and there are %d features, or %d", n, rna.Features, rna.Extended)
	}
	for k, w := range m.Weights {
		if !rna.Usable(m.Weights[k : k+1]) {
			return fmt.Errorf("the weight of %q is %g: nothing can be folded by it", rna.ExtendedNames()[k], w)
		}
	}
	return nil
}
