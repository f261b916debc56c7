package prox

import (
	"errors"
	"fmt"

	"github.com/proxlab/proxlab/toolkit"
)

// What follows is not needed to solve a problem; package fit asks it of a penalty that has it:
//
//   - String is the penalty's name, and Strength the factor of its norm, λ;
//   - Check tells what is wrong with the penalty on d×k weights;
//   - WithShape is the penalty on matrices of another shape;
//   - Split takes the coordinates apart that the penalty does not depend on, and returns the penalty on the others,
//     renumbered in order;
//   - Simplify is a penalty of a simpler kind with the same values, itself where there is none;
//   - WithScale is the penalty on weights that are multiplied by a scale, where it has numbers in their units;
//   - Flat are sets of coordinates that may move together at no cost (Fused);
//   - Constraint tells that a penalty is a constraint alone, for which λ has no meaning (Bounds), and Unbounded that it
//     lets some weight grow at no cost.
//
// Package solver asks for WeakConvexity and WithStrength of a penalty that is not convex (MCP), for ZeroFrom where the
// polar does not tell when 0 is the solution (Bounds), for PolarOfSizes where the polar of absolute values is not the
// largest (Fused), and for Extent and Least of bounds.

// Blocks are single coordinates, with the weights λw_j.
func (g L1) Blocks(d int) (blocks [][]int, weights []float64) {
	weights = make([]float64, d)
	for j := range weights {
		weights[j] = g.Lambda * weightOf(g.Weights, j)
	}
	return nil, weights
}

// Blocks are the groups, with the weights λw_k.
func (g L21) Blocks(int) (blocks [][]int, weights []float64) {
	weights = make([]float64, len(g.Groups))
	for k := range weights {
		weights[k] = g.Lambda * weightOf(g.Weights, k)
	}
	return g.Groups, weights
}

// TraceNorm is the strength λ of the penalty λ‖W‖_*: methods that work on singular values look for it.
func (g TraceNorm) TraceNorm() (strength float64) { return g.Lambda }

// WithShape is the penalty on rows × cols matrices.
func (g TraceNorm) WithShape(rows, cols int) toolkit.Proxable {
	g.Rows, g.Cols = rows, cols
	return g
}

// String is the penalty's name.
func (g L1) String() string          { return "l1" }
func (g L21) String() string         { return "group" }
func (g SparseGroup) String() string { return "sparse-group" }
func (g Overlap) String() string     { return "overlap-group" }
func (g Tree) String() string        { return "tree" }
func (g TraceNorm) String() string   { return "trace" }

// Strength is λ.
func (g L1) Strength() float64 { return g.Lambda }

// Strength is λ.
func (g L21) Strength() float64 { return g.Lambda }

// Strength is λ.
func (g SparseGroup) Strength() float64 { return g.Lambda }

// Strength is λ.
func (g Overlap) Strength() float64 { return g.Lambda }

// Strength is λ.
func (g Tree) Strength() float64 { return g.Lambda }

// Strength is λ.
func (g TraceNorm) Strength() float64 { return g.Lambda }

// Strength is λ.
func (g SquaredL1) Strength() float64 { return g.Lambda }

// Strength is λ.
func (g Power) Strength() float64 { return g.Lambda }

// Strength is λ.
func (g TotalVariation) Strength() float64 { return g.Lambda }

// Check tells what is wrong with the penalty on d×k weights.
func (g L1) Check(d, k int) error { return checkWeights(g.Weights, d*k, "weight") }

// Check tells what is wrong with the penalty on d×k weights.
func (g L21) Check(d, k int) error { return checkGrouped(g.Groups, g.Weights, d, k, true) }

// Check tells what is wrong with the penalty on d×k weights.
func (g SparseGroup) Check(d, k int) error {
	if !(g.Mix >= 0 && g.Mix <= 1) {
		return fmt.Errorf("the mix S = %g: it must be between 0 and 1", g.Mix)
	}
	if k > 1 {
		return fmt.Errorf("the sparse group lasso is of the features of one output, and there are %d outputs", k)
	}
	return checkGrouped(g.Groups, g.Weights, d, k, true)
}

// Check tells what is wrong with the penalty on d×k weights.
func (g Overlap) Check(d, k int) error { return checkGrouped(g.Groups, g.Weights, d, k, false) }

// Check tells what is wrong with the penalty on d×k weights.
func (g Tree) Check(d, k int) error { return checkGrouped(g.Groups, g.Weights, d, k, false) }

// Check tells what is wrong with the penalty on d×k weights.
func (g TraceNorm) Check(d, k int) error {
	switch {
	case (g.Rows != 0 || g.Cols != 0) && (g.Rows != d || g.Cols != k):
		return fmt.Errorf("the trace norm is on %d × %d matrices, the weights are %d × %d", g.Rows, g.Cols, d, k)
	case k < 2:
		return errors.New("the trace norm needs several tasks, classes or outputs")
	}
	return nil
}

func checkGrouped(groups Groups, weights []float64, d, k int, disjoint bool) error {
	switch {
	case len(groups) == 0:
		return errors.New("the penalty needs groups")
	case k > 1 && !disjoint:
		return fmt.Errorf("groups are of the features of one output, and there are %d outputs", k)
	}
	if err := CheckGroups(groups, d, disjoint); err != nil {
		return fmt.Errorf("the groups do not fit the data (counted from 0): %w", err)
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

// ofRows are groups of the rows of matrices of so many columns, given row by row, as groups of coordinates.
func ofRows(groups Groups, cols int) (out Groups) {
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

// WithShape is the penalty on matrices of so many columns: groups of coordinates become groups of rows.
func (g L21) WithShape(_, cols int) toolkit.Proxable {
	if cols > 1 {
		g.Groups = ofRows(g.Groups, cols)
	}
	return g
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

// Split takes the coordinates of weight 0 apart.
func (g L1) Split(d int) (apart []int, rest toolkit.Proxable) {
	out := L1{Lambda: g.Lambda}
	for j := range d {
		if weightOf(g.Weights, j) == 0 {
			apart = append(apart, j)
		} else if g.Weights != nil {
			out.Weights = append(out.Weights, g.Weights[j])
		}
	}
	return apart, out
}

// Split takes the coordinates apart that are in no group with weight.
func (g L21) Split(d int) (apart []int, rest toolkit.Proxable) {
	apart, groups, weights := splitGroups(g.Groups, g.Weights, d)
	return apart, L21{g.Lambda, groups, weights}
}

// Split takes the coordinates apart that are in no group with weight.
func (g Overlap) Split(d int) (apart []int, rest toolkit.Proxable) {
	apart, groups, weights := splitGroups(g.Groups, g.Weights, d)
	return apart, Overlap{g.Lambda, groups, weights, g.FixedPoint}
}

// Split takes the coordinates apart that are in no group with weight.
func (g Tree) Split(d int) (apart []int, rest toolkit.Proxable) {
	apart, groups, weights := splitGroups(g.Groups, g.Weights, d)
	return apart, Tree{g.Lambda, groups, weights}
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

// Simplify is the lasso for S = 0 and the group lasso for S = 1.
func (g SparseGroup) Simplify() toolkit.Proxable {
	switch g.Mix {
	case 0:
		return g.lasso()
	case 1:
		return g.group()
	}
	return g
}
