package figures

import (
	"math"
	"slices"
)

// apart is how far bases of different loops are to be from each other.
const apart = 0.95

// mark is a base, or a place on a line between two, with the loop that it belongs to.
type mark struct {
	at   point
	loop int
}

// marks are the bases, the middles of pairs, and places on what is stretched of the backbone.
func (d *drawing) marks() []mark {
	var out []mark
	for k, p := range d.at {
		out = append(out, mark{p, d.loopOf[k]})
		if j := d.partner[k]; j > k {
			out = append(out, mark{p.add(0.5, p.to(d.at[j])), d.loopOf[k]})
		}
		if k+1 == len(d.at) {
			break
		}
		next := p.to(d.at[k+1])
		for more := 1.; more < next.length()-0.5; more++ {
			out = append(out, mark{p.add(more/next.length(), next), d.loopOf[k]})
		}
	}
	return out
}

// cellOf is the square of a grid that a place is in.
func cellOf(p point) [2]int { return [2]int{int(math.Floor(p.x)), int(math.Floor(p.y))} }

// overlaps are pairs of loops of which parts are upon each other, but for those that meet in a pair.
func (d *drawing) overlaps() (out [][2]int) {
	marks := d.marks()
	grid := map[[2]int][]int{}
	seen := map[[2]int]bool{}
	for k, m := range marks {
		cell := cellOf(m.at)
		for dx := -1; dx <= 1; dx++ {
			for dy := -1; dy <= 1; dy++ {
				for _, other := range grid[[2]int{cell[0] + dx, cell[1] + dy}] {
					o := marks[other]
					pair := [2]int{min(m.loop, o.loop), max(m.loop, o.loop)}
					if !seen[pair] && !d.meet(pair[0], pair[1]) && m.at.to(o.at).length() < apart {
						seen[pair] = true
						out = append(out, pair)
					}
				}
			}
		}
		grid[cell] = append(grid[cell], k)
	}
	return out
}

// meet tells whether two loops are one, or next to each other: one closed by a pair of the other, or both by pairs of
// one whose bases may be neighbours.
func (d *drawing) meet(a, b int) bool {
	pa, pb := d.loops[a].parent, d.loops[b].parent
	return a == b || pa == b || pb == a || pa == pb
}

// between are the loops on the way from one to another, with what is common to both.
func (d *drawing) between(a, b int) (way []int, common int) {
	for a != b {
		if d.loops[a].depth < d.loops[b].depth {
			a, b = b, a
		}
		way = append(way, a)
		a = d.loops[a].parent
	}
	return append(way, a), a
}

// spread widens loops until nothing is upon each other; where that does not come about, it takes the drawing of the
// fewest overlaps.
func (d *drawing) spread() {
	const rounds, factor, most = 90, 1.12, 8
	fewest, best := math.MaxInt, []float64(nil)
	for range rounds {
		overlaps := d.overlaps()
		if len(overlaps) < fewest {
			fewest, best = len(overlaps), d.widths()
		}
		if len(overlaps) == 0 {
			return
		}
		for _, l := range d.toWiden(overlaps) {
			d.loops[l].wide = min(most, d.loops[l].wide*factor)
		}
		d.layOut()
	}
	for l, wide := range best {
		d.loops[l].wide = wide
	}
	d.layOut()
}

func (d *drawing) widths() []float64 {
	out := make([]float64, len(d.loops))
	for k, l := range d.loops {
		out[k] = l.wide
	}
	return out
}

// toWiden are the loops between what is upon each other: the round one that both are branches of, or those that one
// turns back in to the other.
func (d *drawing) toWiden(overlaps [][2]int) (out []int) {
	for _, o := range overlaps {
		way, common := d.between(o[0], o[1])
		if d.loops[common].rounded() && common != o[0] && common != o[1] {
			out = append(out, common)
			continue
		}
		round := slices.DeleteFunc(slices.Clone(way), func(l int) bool { return !d.loops[l].rounded() || l == common })
		if len(round) == 0 {
			round = way
		}
		out = append(out, round...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// turn turns the drawing so that it fills a page of some width and height best, and begins at 0.
func (d *drawing) turn(width, height float64) (wide, high float64) {
	best, angle := math.Inf(1), 0.
	const steps = 36
	for k := range steps {
		a := float64(k) * math.Pi / steps
		low, up := d.box(a)
		if size := math.Max((up.x-low.x+2)/width, (up.y-low.y+2)/height); size < best-1e-9 {
			best, angle = size, a
		}
	}
	low, up := d.box(angle)
	for k, p := range d.at {
		d.at[k] = low.to(turned(p, angle))
	}
	return up.x - low.x, up.y - low.y
}

func turned(p point, angle float64) point {
	sin, cos := math.Sincos(angle)
	return point{cos*p.x - sin*p.y, sin*p.x + cos*p.y}
}

// box is the least box around the drawing, turned.
func (d *drawing) box(angle float64) (low, up point) {
	low, up = point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, p := range d.at {
		p = turned(p, angle)
		low = point{math.Min(low.x, p.x), math.Min(low.y, p.y)}
		up = point{math.Max(up.x, p.x), math.Max(up.y, p.y)}
	}
	return low, up
}
