package larger

import (
	"slices"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/solver/blocks"
)

// classes is a loss of labels 0 to k − 1, of which a block need not have all.
type classes struct {
	of blocks.Loss
	k  int
}

// Bind is the loss of some examples, and of one more of the last label.
func (c classes) Bind(y, _ []float64) toolkit.Loss {
	return c.of.Bind(append(slices.Clone(y), float64(c.k-1)), slices.Repeat([]float64{1}, len(y)+1))
}
