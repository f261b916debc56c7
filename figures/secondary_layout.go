package figures

import "math"

// The drawing of a secondary structure: bases one unit apart along the backbone, helices as straight ladders, hairpins
// and multiple loops as rounds. Bulges and interior loops do not turn a helix: their sides bow out, so that helices
// leave a multiple loop as rays. Where parts of it still lie upon each other, the loops between them are widened
// (spread), and their longest branches turned ahead.

// across is how far the bases of a pair are apart.
const across = 1.6

// point is a place in the plane.
type point struct{ x, y float64 }

func (a point) add(by float64, b point) point { return point{a.x + by*b.x, a.y + by*b.y} }
func (a point) to(b point) point              { return point{b.x - a.x, b.y - a.y} }
func (a point) length() float64               { return math.Hypot(a.x, a.y) }
func (a point) unit() point                   { return point{}.add(1/math.Max(a.length(), 1e-300), a) }
func (a point) left() point                   { return point{-a.y, a.x} } // turned by a quarter

// loop is what a pair closes, or what is outside all pairs.
type loop struct {
	parent, depth int
	from, to      int      // the pair; −1 and n outside
	branches      [][2]int // other pairs of the loop
	wide          float64  // how much wider than need be it is drawn
}

// rounded tells whether it is drawn as a round with branches.
func (l loop) rounded() bool { return len(l.branches) > 1 || l.from < 0 }

// drawing is a structure with the place of each base.
type drawing struct {
	partner []int
	loops   []loop
	loopOf  []int // where a base is without partner, or the one that its pair closes
	at      []point
}

// newDrawing finds the loops; pairs do not cross.
func newDrawing(partner []int) *drawing {
	d := &drawing{partner: partner, loopOf: make([]int, len(partner)), at: make([]point, len(partner))}
	d.loops = []loop{{parent: -1, from: -1, to: len(partner), wide: 1}}
	for at := 0; at < len(d.loops); at++ {
		l := d.loops[at]
		for k := l.from + 1; k < l.to; k++ {
			d.loopOf[k] = at
			if partner[k] < 0 {
				continue
			}
			l.branches = append(l.branches, [2]int{k, partner[k]})
			k = partner[k]
		}
		d.loops[at].branches = l.branches
		for _, b := range l.branches {
			d.loops = append(d.loops, loop{parent: at, depth: l.depth + 1, from: b[0], to: b[1], wide: 1})
		}
	}
	for k, l := range d.loops {
		if l.from >= 0 {
			d.loopOf[l.from], d.loopOf[l.to] = k, k
		}
	}
	d.layOut()
	return d
}

// layOut places all bases, loop by loop from outside.
func (d *drawing) layOut() {
	for _, l := range d.loops {
		switch {
		case l.rounded():
			d.round(l)
		case len(l.branches) == 1:
			d.ladder(l)
		default:
			a, b := d.at[l.from], d.at[l.to]
			d.bow(a, b, l.from+1, l.to-l.from-1, a.to(b).left().unit())
		}
	}
}

// ladder goes on from a pair to the next, with the bases between them at both sides.
func (d *drawing) ladder(l loop) {
	a, b := d.at[l.from], d.at[l.to]
	ahead := a.to(b).left().unit()
	p, q := l.branches[0][0], l.branches[0][1]
	left, right := p-l.from-1, l.to-q-1
	few, many := min(left, right), max(left, right)
	far := 1 + 0.45*float64(few) + 0.25*float64(many-few)
	if many > 0 {
		far = math.Min(far*l.wide, math.Max(far, float64(many+1)))
	}
	d.at[p], d.at[q] = a.add(far, ahead), b.add(far, ahead)
	aside := b.to(a).unit()
	d.bow(a, d.at[p], l.from+1, left, aside)
	d.bow(d.at[q], b, q+1, right, point{}.add(-1, aside))
}

// bow places count bases from first on, between the places a and b, one unit apart on the arc of a circle that bows
// out, or evenly on the line where that is long enough.
func (d *drawing) bow(a, b point, first, count int, out point) {
	steps := float64(count + 1)
	along, chord := a.to(b).unit(), a.to(b).length()
	if chord >= steps*0.999 {
		for k := range count {
			d.at[first+k] = a.add(float64(k+1)*chord/steps, along)
		}
		return
	}
	turn := bisect(0, 2*math.Pi/steps, func(turn float64) float64 {
		return chord - math.Sin(steps*turn/2)/math.Sin(turn/2)
	})
	radius := 1 / (2 * math.Sin(turn/2))
	center := a.add(chord/2, along).add(-radius*math.Cos(steps*turn/2), out)
	for k := range count {
		angle := turn * (float64(k+1) - steps/2)
		d.at[first+k] = center.add(radius*math.Cos(angle), out).add(radius*math.Sin(angle), along)
	}
}

// round places the bases of a multiple loop, or of what is outside, on a circle. What it is wider than need be is
// shared by the gaps between helices so that the longest branch points straight ahead, as far as there is enough.
func (d *drawing) round(l loop) {
	main, steps := l.longest(), [2]int{} // before the longest branch, and after it
	for k, b := range l.branches {
		if k < main {
			steps[0] -= b[1] - b[0]
		} else if k > main {
			steps[1] -= b[1] - b[0]
		}
	}
	if main < len(l.branches) {
		steps[0] += l.branches[main][0] - l.from
		steps[1] += l.to - l.branches[main][1]
	} else {
		steps[0] = l.to - l.from
	}
	a, b := point{-0.5, 0}, point{0.5, 0}
	if l.from >= 0 {
		a, b = d.at[l.from], d.at[l.to]
	}
	chord := a.to(b).length()
	angleOf := func(length, radius float64) float64 { return 2 * math.Asin(math.Min(1, length/(2*radius))) }
	sum := func(radius float64) float64 {
		return float64(steps[0]+steps[1])*angleOf(1, radius) + float64(len(l.branches))*angleOf(across, radius) +
			angleOf(chord, radius)
	}
	full := float64(steps[0]+steps[1]) + 2*float64(len(l.branches)+1)
	radius := l.wide * bisect(across/2, full, func(r float64) float64 { return 2*math.Pi - sum(r) })
	step, pair := angleOf(1, radius), angleOf(across, radius)
	spare := 2*math.Pi - sum(radius)
	// The branch is ahead where the angles before and after it are the same.
	first := spare + float64(steps[1]-steps[0])*step + float64(len(l.branches)-1-2*main)*pair
	first = math.Min(math.Max(first/2, 0.1*spare), 0.9*spare)
	turns := [2]float64{step + first/float64(max(1, steps[0])), step + (spare-first)/float64(max(1, steps[1]))}
	if steps[1] == 0 {
		turns[0] = step + spare/float64(max(1, steps[0]))
	}
	up := a.to(b).left().unit()
	center := a.add(0.5, a.to(b)).add(math.Sqrt(math.Max(0, radius*radius-chord*chord/4)), up)
	start := center.to(a)
	angle, half := math.Atan2(start.y, start.x), 0
	put := func(k int) { d.at[k] = center.add(radius, point{math.Cos(angle), math.Sin(angle)}) }
	for k := l.from + 1; k < l.to; k++ {
		angle -= turns[half]
		put(k)
		if other := d.partner[k]; other > k {
			if k == l.branches[main][0] {
				half = 1
			}
			k = other
			angle -= pair
			put(k)
		}
	}
}

// longest is the place of the branch of the most bases; their number, where there is none.
func (l loop) longest() int {
	best := len(l.branches)
	for k, b := range l.branches {
		if best == len(l.branches) || b[1]-b[0] > l.branches[best][1]-l.branches[best][0] {
			best = k
		}
	}
	return best
}

// bisect finds where f, which rises, passes 0.
func bisect(low, high float64, f func(float64) float64) float64 {
	for range 60 {
		if middle := (low + high) / 2; f(middle) < 0 {
			low = middle
		} else {
			high = middle
		}
	}
	return (low + high) / 2
}
