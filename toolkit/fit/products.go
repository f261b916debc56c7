package fit

import (
	"errors"
	"fmt"
)

// checkProducts says what cannot be done with features known by their products alone.
func (in *input) checkProducts() error {
	const needs = " needs features that enumerate their entries (linalg.Entries), which %T does not"
	switch {
	case !in.data.byProducts():
		return nil
	case in.asked.Standardize:
		return fmt.Errorf("to standardize"+needs, in.data.X)
	case in.given.Task != nil:
		return fmt.Errorf("a problem of tasks"+needs, in.data.X)
	}
	for i, w := range in.data.Weights {
		if w == 0 {
			return fmt.Errorf("to leave out example %d, of weight 0,"+needs, i+1, in.data.X)
		}
	}
	return nil
}

// errNoRows says that examples cannot be told apart.
var errNoRows = errors.New("examples of a map that is known by its products alone cannot be dealt out: it must " +
	"enumerate its entries (linalg.Entries)")
