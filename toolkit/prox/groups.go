package prox

import (
	"errors"
	"fmt"
	"math"
)

// Groups is a list of groups of coordinates, each a list of indices from 0. Regularizers say whether groups may
// overlap.
type Groups [][]int

// CheckGroups returns an error that names the fault when groups do not fit d coordinates: an empty group, an index
// out of range, a coordinate twice in a group, or, with disjoint set, in two groups.
func CheckGroups(groups Groups, d int, disjoint bool) error {
	owner := make([]int, d)
	for k, g := range groups {
		if len(g) == 0 {
			return fmt.Errorf("group %d is empty", k+1)
		}
		for _, j := range g {
			switch {
			case j < 0 || j >= d:
				return fmt.Errorf("group %d names coordinate %d; they are counted from 0 to %d", k+1, j, d-1)
			case owner[j] == k+1:
				return fmt.Errorf("group %d names coordinate %d of %d twice", k+1, j+1, d)
			case disjoint && owner[j] > 0:
				return fmt.Errorf("coordinate %d of %d is in groups %d and %d", j+1, d, owner[j], k+1)
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

// shrinkGroup is block soft thresholding, x_g times max(0, 1 − t/‖x_g‖). It returns the norm that is left.
func shrinkGroup(x []float64, group []int, t float64) (norm float64) {
	n := norm2(x, group)
	var c float64
	if n > t || n != n {
		c, norm = 1-t/n, n-t
	}
	for _, j := range group {
		if c == 0 && x[j] == x[j] {
			x[j] = 0
		} else {
			x[j] *= c
		}
	}
	return norm
}

func checkGrouped(groups Groups, weights []float64, d, k int, disjoint bool) error {
	switch {
	case len(groups) == 0:
		return errors.New("the penalty needs groups")
	case k > 1 && !disjoint:
		return fmt.Errorf("groups are of the features of one output, and there are %d outputs", k)
	}
	if err := CheckGroups(groups, d, disjoint); err != nil {
		return fmt.Errorf("the groups do not fit the data: %w", err)
	}
	if err := checkWeights(weights, len(groups), "weight of group"); err != nil || k == 1 {
		return err
	}
	if apart, _, _ := splitGroups(groups, weights, d); len(apart) > 0 {
		return fmt.Errorf("with several outputs every feature must be in a group of positive weight, and feature %d is in "+
			"none", apart[0]+1)
	}
	return nil
}

// polarOfGroups is max_k ‖v_k‖°/(λw_k) for the dual norm of a group, +Inf where v is not zero outside the groups.
func polarOfGroups(
	v []float64, groups Groups, weights []float64, lambda float64, norm func(v []float64, group []int) float64,
) (most float64) {
	grouped := make([]bool, len(v))
	for k, group := range groups {
		for _, j := range group {
			grouped[j] = true
		}
		if n := norm(v, group); n != 0 {
			most = max(most, n/(lambda*weightOf(weights, k)))
		}
	}
	for j, x := range v {
		if !grouped[j] && x != 0 {
			return math.Inf(1)
		}
	}
	return most
}

// ofRows are groups of the rows of matrices of so many columns, given row by row, as groups of coordinates.
func ofRows(groups Groups, cols int) (out Groups) {
	if cols < 2 {
		return groups
	}
	for _, group := range groups {
		rows := make([]int, 0, len(group)*cols)
		for _, j := range group {
			for c := range cols {
				rows = append(rows, j*cols+c)
			}
		}
		out = append(out, rows)
	}
	return out
}

// largestWeight leaves room for products of weights.
const largestWeight = 1e100

func checkWeights(weights []float64, count int, what string) error {
	if weights != nil && len(weights) != count {
		return fmt.Errorf("there are %d weights where %d are due", len(weights), count)
	}
	for j, w := range weights {
		if !(w >= 0) || w > largestWeight {
			return fmt.Errorf("the %s %d is %g: it must be from 0 to %g; scale all of them down, and λ up", what, j+1, w,
				largestWeight)
		}
	}
	return nil
}

// splitGroups are the coordinates in no group of positive weight, and the groups of positive weight with the other
// coordinates renumbered.
func splitGroups(groups Groups, weights []float64, d int) (apart []int, rest Groups, kept []float64) {
	place := make([]int, d) // from 1
	for k, group := range groups {
		for _, j := range group {
			if weightOf(weights, k) > 0 {
				place[j] = 1
			}
		}
	}
	next := 0
	for j, in := range place {
		if in == 0 {
			apart = append(apart, j)
			continue
		}
		next++
		place[j] = next
	}
	for k, group := range groups {
		if weightOf(weights, k) == 0 {
			continue
		}
		renamed := make([]int, len(group))
		for i, j := range group {
			renamed[i] = place[j] - 1
		}
		rest = append(rest, renamed)
		if weights != nil {
			kept = append(kept, weights[k])
		}
	}
	return apart, rest, kept
}
