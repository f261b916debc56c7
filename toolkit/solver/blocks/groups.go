package blocks

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// part is a block of coordinates of the penalty.
type part struct {
	at     []int // places of its features
	factor float64
}

// blocks goes through those of the penalty that are among some columns, nil for all of count: whole groups.
func (p *Problem) blocks(columns []int, count int, do func(group int, b part)) {
	if p.Groups == nil {
		one := [1]int{}
		for one[0] = range count {
			do(one[0], part{one[:], 1})
		}
		return
	}
	var at []int
	for k, group := range p.Groups.Of {
		at = at[:0]
		for _, j := range group {
			place, there := j, j < count
			if columns != nil {
				place, there = slices.BinarySearch(columns, j)
			}
			if there {
				at = append(at, place)
			}
		}
		if len(at) > 0 {
			do(k, part{at, p.Groups.Factors[k]})
		}
	}
}

// norm is that of the entries of a block.
func (b part) norm(v []float64) float64 {
	if len(b.at) == 1 {
		return math.Abs(v[b.at[0]])
	}
	var sum float64
	for _, at := range b.at {
		sum += v[at] * v[at]
	}
	return math.Sqrt(sum)
}

// polar is max_g ‖v_g‖/ω_g.
func (p *Problem) polar(columns []int, v []float64) (most float64) {
	p.blocks(columns, len(v), func(_ int, b part) { most = math.Max(most, b.norm(v)/b.factor) })
	return most
}

// penalty is λ Σ_g ω_g ‖w_g‖ + (μ/2)‖w‖².
func (p *Problem) penalty(w []float64) (sum float64) {
	p.blocks(nil, len(w), func(_ int, b part) { sum += b.factor * b.norm(w) })
	return p.Lambda*sum + p.Mu/2*floats.Dot(w, w)
}

// residual is the least slope of P in the weights of a block, over all subgradients.
func (p *Problem) residual(b part, w, g []float64) float64 {
	size, bound := b.norm(w), p.Lambda*b.factor
	if size == 0 {
		return math.Max(0, b.norm(g)-bound)
	}
	var sum float64
	for _, at := range b.at {
		slope := g[at] + bound*w[at]/size + p.Mu*w[at]
		sum += slope * slope
	}
	return math.Sqrt(sum)
}

// partsOf are the blocks of some features, by their places.
func (p *Problem) partsOf(features []int) (out []part) {
	p.blocks(features, len(features), func(_ int, b part) {
		b.at = slices.Clone(b.at)
		out = append(out, b)
	})
	return out
}

// candidate is a feature that may come into the working set, by its block.
type candidate struct {
	place, group int
	worth        float64
}

// whole are the places of the first candidates, by worth, up to a number, and of those whose block has begun.
func whole(all []candidate, most int) []int {
	slices.SortStableFunc(all, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.worth, a.worth), cmp.Compare(a.group, b.group))
	})
	var places []int
	for k, c := range all {
		if k >= most && c.group != all[k-1].group {
			break
		}
		places = append(places, c.place)
	}
	slices.Sort(places)
	return places
}
