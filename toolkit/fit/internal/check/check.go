// Package check refuses data that nobody can learn from.
package check

import (
	"fmt"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Finite names an entry of examples that is not finite.
func Finite(x linalg.Map) error {
	entries, ok := x.(linalg.Entries)
	if !ok {
		return fmt.Errorf("examples of type %T: they must be dense or sparse, or enumerate their entries (linalg.Entries)", x)
	}
	if i, j, v, found := linalg.NotFinite(entries); found {
		return fmt.Errorf("row %d, column %d of x is %g", i, j, v)
	}
	return nil
}
