package arranged

import (
	"fmt"
	"math"
)

// Check names what is wrong with the blocks of d coordinates.
func Check(groups [][]int, omega []float64, d int) error {
	count := len(groups)
	if groups == nil {
		count = d
	}
	if len(omega) != count {
		return fmt.Errorf("there are %d weights for %d blocks", len(omega), count)
	}
	for g, w := range omega {
		if !(w >= 0) || math.IsInf(w, 1) {
			return fmt.Errorf("the weight of block %d is %g: it must be finite and not negative", g+1, w)
		}
	}
	owner := make([]int, min(d, d*len(groups))) // from 1; none for single coordinates
	for g, group := range groups {
		if len(group) == 0 {
			return fmt.Errorf("block %d is empty", g+1)
		}
		for _, i := range group {
			switch {
			case i < 0 || i >= d:
				return fmt.Errorf("block %d names coordinate %d; they are counted from 0 to %d", g+1, i, d-1)
			case owner[i] > 0:
				return fmt.Errorf("coordinate %d of %d is in blocks %d and %d", i+1, d, owner[i], g+1)
			}
			owner[i] = g + 1
		}
	}
	return nil
}
