package risk

import (
	"context"
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit"
)

// corner is a plane that touched ℓ_i at some θ, with its weight in the combination of block i.
type corner struct {
	plane
	weight float64
	idle   int // passes since it had some
}

// mostIdle is for how many passes corners without weight are kept, where these are gone through again.
const mostIdle = 10

// exchange is the pairwise step of block i: from the corner that is lowest at θ to the fresh one, as far as helps or
// its weight allows. It returns the step. No corner is above what the loss at θ is at most.
func (f *frankWolfe) exchange(i int, most float64) (gamma float64, err error) {
	if f.corners[i] == nil {
		f.corners[i] = []corner{{weight: 1}} // the plane 0 ≤ ℓ_i
	}
	from, least := 0, math.Inf(1)
	for k := range f.corners[i] {
		c := &f.corners[i][k]
		at := f.at(c)
		if err := c.notAbove(i, most, at, f.sizes.reach(f.Mu), f.sizes); err != nil {
			return 0, err
		}
		if c.weight > 0 && at < least {
			from, least = k, at
		}
	}
	return f.move(i, from, &f.fresh), nil
}

// at is the height of a corner at θ.
func (f *frankWolfe) at(c *corner) float64 {
	f.diff.Parts = append(f.diff.Parts[:0], c.g...)
	inner, _ := f.Params.InnerProducts(&f.diff)
	return c.b + inner
}

// move takes weight from a corner of block i to a plane.
func (f *frankWolfe) move(i, from int, to *plane) (gamma float64) {
	low := &f.corners[i][from]
	f.diff.Parts = combine(f.diff.Parts, 1, to.g, -1, low.g)
	inner, squared := f.Params.InnerProducts(&f.diff)
	gamma = lineSearch(to.b-low.b+inner, squared, f.Mu*f.m, low.weight)
	if gamma == 0 {
		return 0
	}
	f.hold(i)
	f.Params.Add(-gamma/(f.Mu*f.m), &f.diff)
	p := &f.planes[i]
	f.spare = combine(f.spare, 1, p.g, gamma, f.diff.Parts)
	p.g, f.spare = f.spare, p.g
	p.b += gamma * (to.b - low.b)
	p.rounding += gamma * to.rounding // what the lower corner brought stays
	f.rounded(i)
	low.weight = max(0, low.weight-gamma)
	f.corners[i] = gain(f.corners[i], to, gamma)
	if f.corners[i][from].weight == 0 && f.Cached == 0 {
		f.corners[i] = slices.Delete(f.corners[i], from, from+1)
	}
	return gamma
}

// again passes over the corners of all blocks: from the lowest with weight to the highest.
func (f *frankWolfe) again(ctx context.Context) error {
	for range f.Cached {
		for _, i := range f.rng.Perm(len(f.planes)) {
			if err := context.Cause(ctx); err != nil {
				return err
			}
			from, least, to, most := -1, math.Inf(1), -1, math.Inf(-1)
			for k := range f.corners[i] {
				c := &f.corners[i][k]
				at := f.at(c)
				if c.weight > 0 && at < least {
					from, least = k, at
				}
				if at > most {
					to, most = k, at
				}
			}
			if from >= 0 && from != to {
				high := f.corners[i][to].plane
				f.move(i, from, &high)
			}
		}
	}
	if f.Cached == 0 {
		return nil
	}
	for i := range f.corners {
		f.corners[i] = slices.DeleteFunc(f.corners[i], func(c corner) bool { return c.weight == 0 && c.idle >= mostIdle })
		for k := range f.corners[i] {
			if c := &f.corners[i][k]; c.weight > 0 {
				c.idle = 0
			} else {
				c.idle++
			}
		}
	}
	return nil
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
	return append(corners, corner{plane: own, weight: weight})
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
