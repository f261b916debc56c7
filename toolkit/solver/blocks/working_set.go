package blocks

import (
	"cmp"
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
// up to twice as many as are not 0, and all that there is room for where only a ridge is on them.
func (n *newton) workingSet(w, gradient []float64) []int {
	type candidate struct {
		place int
		worth float64
	}
	var active int
	all := make([]candidate, len(gradient))
	for k, g := range gradient {
		j := k
		if n.columns != nil {
			j = n.columns[k]
		}
		all[k] = candidate{k, math.Abs(g)}
		if w[j] != 0 {
			active++
			all[k].worth = math.Inf(1)
		}
	}
	most := min(n.Most, max(fewFeatures, 2*active))
	if n.p.Lambda == 0 {
		most = n.Most
	}
	if crowded := active > n.Most*3/4; crowded && len(gradient) > n.Most { // those that are furthest from the minimum
		for k, g := range gradient {
			j := all[k].place
			if n.columns != nil {
				j = n.columns[j]
			}
			all[k].worth = n.p.residual(w[j], g)
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Compare(b.worth, a.worth) })
	places := make([]int, min(most, len(all)))
	for k := range places {
		places[k] = all[k].place
	}
	slices.Sort(places)
	return places
}

// residual is the least slope of P in a weight, over all subgradients.
func (p *Problem) residual(w, g float64) float64 {
	if w == 0 {
		return math.Max(0, math.Abs(g)-p.Lambda)
	}
	return math.Abs(g + math.Copysign(p.Lambda, w) + p.Mu*w)
}
