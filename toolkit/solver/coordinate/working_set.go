package coordinate

import "math"

// A working set has at least about so many weights, and so many times the blocks that are not 0: of Descent, which
// solves one by Newton's method, and of others.
const (
	firstOfDescent  = 200
	growthOfDescent = 3
	farOfDescent    = 0.5
	firstSet        = 100
	setGrowth       = 2
)

// workingSet are the blocks that are not 0, or unpenalized, and as many again of those nearest to violating ‖A_gᵀθ‖ ≤
// λω_g, or furthest beyond, at the last θ = C r: by (λω_g − ‖A_gᵀθ‖)/√L_g.
//
// Blocks whose norm is less than a share of its bound are left out where Newton's method solves the set.
func (p *descent) workingSet() []int {
	all, score := make([]int, 0, p.b.count()), make([]float64, 0, p.b.count())
	support := 0
	products := p.memory.remembered.products
	for g, l := range p.curvature.l {
		on := p.isActive(g)
		if on {
			support++
		}
		if l == 0 {
			continue
		}
		value := math.Inf(-1)
		if !on {
			norm, bound := p.b.productNorm(products, g), p.lambda*p.b.omega[g]
			if p.active && norm < farOfDescent*bound {
				continue
			}
			value = (bound - norm) / math.Sqrt(l)
		}
		all, score = append(all, g), append(score, value)
	}
	size := max(firstOfDescent*p.b.penalized/max(1, len(p.b.columns)), growthOfDescent*support, 10)
	set := all
	if !p.NoWorkingSets && size < len(all) {
		set = smallest(all, score, size)
	}
	p.b.choose(set)
	return set
}

// smallest are those of some items that have the count smallest scores, in their own order; among equal scores the
// first.
func smallest(items []int, score []float64, count int) []int {
	limit := nth(append([]float64(nil), score...), count-1)
	ties := count
	for _, v := range score {
		if v < limit {
			ties--
		}
	}
	out := make([]int, 0, count)
	for k, v := range score {
		switch {
		case v < limit:
			out = append(out, items[k])
		case v == limit && ties > 0:
			out = append(out, items[k])
			ties--
		}
	}
	return out
}

// nth is the value at place k, from 0, were the values sorted; it moves them about. In linear time on average.
//
// Source: Hoare, Algorithm 65: Find, Comm. ACM 1961.
func nth(values []float64, k int) float64 {
	lo, hi := 0, len(values)-1
	for lo < hi {
		pivot := values[lo+(hi-lo)/2]
		i, j := lo, hi
		for i <= j {
			for values[i] < pivot {
				i++
			}
			for values[j] > pivot {
				j--
			}
			if i <= j {
				values[i], values[j] = values[j], values[i]
				i++
				j--
			}
		}
		switch {
		case k <= j:
			hi = j
		case k >= i:
			lo = i
		default:
			return values[k]
		}
	}
	return values[k]
}
