package blocks

import (
	"math"
	"slices"
)

// place is where a feature that is left is among the columns.
func (n *newton) place(j int) int {
	if n.columns == nil {
		return j
	}
	at, _ := slices.BinarySearch(n.columns, j)
	return at
}

// fewFeatures is how many features are always in S, if there are so many.
const fewFeatures = 256

// workingSet are places of features: those that are not 0, and then those that gain most, by the gradient of the loss;
// whole groups, up to about twice as many as are not 0, and all that there is room for where only a ridge is on them.
func (n *newton) workingSet(w, gradient []float64) []int {
	left := w
	if n.columns != nil {
		left = among(w, n.columns)
	}
	active, all := 0, make([]candidate, len(gradient))
	n.p.blocks(n.columns, len(gradient), func(group int, b part) {
		worth := b.norm(gradient) / b.factor
		if b.norm(left) != 0 {
			active += len(b.at)
			worth = math.Inf(1)
		}
		for _, k := range b.at {
			all[k] = candidate{k, group, worth}
		}
	})
	most := min(n.Most, max(fewFeatures, 2*active))
	if n.p.Lambda == 0 {
		most = n.Most
	}
	if crowded := active > n.Most*3/4; crowded && len(gradient) > n.Most { // those that are furthest from the minimum
		n.p.blocks(n.columns, len(gradient), func(_ int, b part) {
			worth := n.p.residual(b, left, gradient)
			for _, k := range b.at {
				all[k].worth = worth
			}
		})
	}
	return whole(all, most)
}
