// Package nonzero knows sparse features by what of them is not 0: how they are stored, their means, and which columns
// are left out. Columns of zeros are most of a wide table of few examples: their weights are 0 where something
// penalizes them, and all that a solver does by column takes its time for them too.
package nonzero

import (
	"slices"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
)

// leastEmpty is the share of the columns that are to be 0: the others are copied, which short runs do not repay.
const leastEmpty = 0.5

// Columns are those of a sparse matrix that are not 0, as their norms tell; nil for all where too few are 0.
func Columns(x linalg.Map, norms []float64) (which []int) {
	count := 0
	for _, norm := range norms {
		if norm > 0 {
			count++
		}
	}
	_, entries := x.(linalg.Entries)
	if !entries || linalg.IsDense(x) || float64(len(norms)-count) < leastEmpty*float64(len(norms)) || count == 0 {
		return nil
	}
	which = make([]int, 0, count)
	for j, norm := range norms {
		if norm > 0 {
			which = append(which, j)
		}
	}
	return which
}

// Penalty is the one of the weights of some of d columns, where all others are 0 at the minimum, whatever these are: a
// sum of their absolute values, Σ_j ω_j|w_j|, or none beside a ridge. ok is false for others.
func Penalty(of toolkit.Proxable, mu float64, d int, which []int) (rest toolkit.Proxable, ok bool) {
	if of == nil {
		return nil, mu > 0
	}
	if _, ok := of.(toolkit.BlockNorm); !ok {
		return nil, false
	}
	groups, omega, _, ok := coordinate.BlocksOf(of, d)
	if !ok || groups != nil {
		return nil, false
	}
	if !slices.ContainsFunc(omega, func(v float64) bool { return v != omega[0] }) {
		return prox.L1{Lambda: omega[0]}, true
	}
	return prox.L1{Lambda: 1, Weights: Of(omega, which)}, true
}

// Of are the numbers of the columns; all for nil.
func Of(all []float64, which []int) []float64 {
	if which == nil || all == nil {
		return all
	}
	out := make([]float64, len(which))
	for k, j := range which {
		out[k] = all[j]
	}
	return out
}

// Spread writes the numbers of the columns where those of all are, which are 0; all for nil.
func Spread(all, of []float64, which []int) {
	if which == nil {
		copy(all, of)
	}
	for k, j := range which {
		all[j] = of[k]
	}
}

// Indicator is 1 on a set, else 0.
func Indicator(set []int, d int) []float64 {
	out := make([]float64, d)
	for _, j := range set {
		out[j] = 1
	}
	return out
}
