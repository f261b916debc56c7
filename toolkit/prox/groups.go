package prox

import "fmt"

// Groups is a list of groups of coordinates, each a list of indices from 0. Regularizers say whether groups may
// overlap.
type Groups [][]int

// CheckGroups returns an error that names the fault when groups do not fit d coordinates: an empty group, an index
// out of range, a coordinate twice in a group, or, with disjoint set, in two groups.
func CheckGroups(groups Groups, d int, disjoint bool) error {
	owner := make([]int, d)
	for k, g := range groups {
		if len(g) == 0 {
			return fmt.Errorf("group %d is empty", k)
		}
		for _, j := range g {
			switch {
			case j < 0 || j >= d:
				return fmt.Errorf("group %d names coordinate %d; there are 0 to %d", k, j, d-1)
			case owner[j] == k+1:
				return fmt.Errorf("group %d names coordinate %d twice", k, j)
			case disjoint && owner[j] > 0:
				return fmt.Errorf("coordinate %d is in groups %d and %d", j, owner[j]-1, k)
			}
			owner[j] = k + 1
		}
	}
	return nil
}

// weightOf is w_k, 1 where there are no weights.
func weightOf(weights []float64, k int) float64 {
	if weights == nil {
		return 1
	}
	return weights[k]
}

// shrinkGroup is block soft thresholding: the coordinates of x in a group times max(0, 1 − t/‖x_g‖).
func shrinkGroup(x []float64, group []int, t float64) {
	n := norm2(x, group)
	var c float64
	if n > t || n != n {
		c = 1 - t/n
	}
	for _, j := range group {
		if c == 0 && x[j] == x[j] {
			x[j] = 0
		} else {
			x[j] *= c
		}
	}
}
