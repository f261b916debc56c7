package composite

import (
	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/solver/composite/internal/functions"
)

// Known tells what is known of a function of so many numbers: whether a gap rests on its conjugate, and whether it has
// the derivative that Newton steps need.
func Known(f toolkit.Proxable, rows int) (conjugate, derivative bool) {
	return functions.Known(f, rows)
}
