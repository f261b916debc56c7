package risk

import (
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit"
)

// corner is a plane that touched ℓ_i at some θ, with its weight in the combination of block i.
type corner struct {
	plane
	weight float64
}

// exchange is the pairwise step of block i: from the corner that is lowest at θ to the fresh one, as far as helps or
// its weight allows. It returns the step. No corner is above what the loss at θ is at most.
func (f *frankWolfe) exchange(i int, most float64) (gamma float64, err error) {
	if f.corners[i] == nil {
		f.corners[i] = []corner{{weight: 1}} // the plane 0 ≤ ℓ_i
	}
	corners := f.corners[i]
	from, least := 0, math.Inf(1)
	for k := range corners {
		f.diff.Parts = append(f.diff.Parts[:0], corners[k].g...)
		inner, _ := f.Params.InnerProducts(&f.diff)
		at := corners[k].b + inner
		if err := corners[k].notAbove(i, most, at, f.sizes.reach(f.Mu), f.sizes); err != nil {
			return 0, err
		}
		if at < least {
			from, least = k, at
		}
	}
	low := &corners[from]
	f.diff.Parts = combine(f.diff.Parts, 1, f.fresh.g, -1, low.g)
	inner, squared := f.Params.InnerProducts(&f.diff)
	gamma = lineSearch(f.fresh.b-low.b+inner, squared, f.Mu*f.m, low.weight)
	if gamma == 0 {
		return 0, nil
	}
	f.hold(i)
	f.Params.Add(-gamma/(f.Mu*f.m), &f.diff)
	p := &f.planes[i]
	f.spare = combine(f.spare, 1, p.g, gamma, f.diff.Parts)
	p.g, f.spare = f.spare, p.g
	p.b += gamma * (f.fresh.b - low.b)
	p.rounding += gamma * f.fresh.rounding // what the lower corner brought stays
	f.rounded(i)
	if low.weight -= gamma; low.weight <= 0 {
		corners = slices.Delete(corners, from, from+1)
	}
	f.corners[i] = gain(corners, &f.fresh, gamma)
	return gamma, nil
}

// gain adds weight to a corner, or the corner where it is new.
func gain(corners []corner, fresh *plane, weight float64) []corner {
	for k := range corners {
		if slices.Equal(corners[k].g, fresh.g) && math.Abs(corners[k].b-fresh.b) <= corners[k].rounding+fresh.rounding {
			corners[k].weight += weight
			return corners
		}
	}
	own := *fresh
	own.g = append([]toolkit.Part(nil), fresh.g...)
	return append(corners, corner{own, weight})
}

// combineCorners makes the planes anew of their corners: what is left in them of corners that are gone, by rounding,
// goes too.
func (f *frankWolfe) combineCorners() {
	for i, corners := range f.corners {
		var sum plane
		all := 0.
		for _, c := range corners {
			all += c.weight
		}
		for k := range corners {
			c := &corners[k]
			c.weight /= all
			f.spare = combine(f.spare, 1, sum.g, c.weight, c.g)
			sum.g, f.spare = f.spare, sum.g
			sum.b += c.weight * c.b
			sum.rounding += c.weight * c.rounding
		}
		if corners != nil {
			f.hold(i)
			f.planes[i] = sum
			f.rounded(i)
		}
	}
}
