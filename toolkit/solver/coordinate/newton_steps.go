package coordinate

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// Newton steps are tried after so many rounds of passes over a working set, for systems of at most so many unknowns,
// and so many numbers in the columns; as many flops are spent on them as on passes.
const (
	newtonRounds     = 6
	maxNewtonSystem  = 1000
	maxNewtonNumbers = 1 << 22
)

// newton takes a Newton step on the blocks of a set that are not 0, where P is smooth: columns that are nearly
// dependent cost passes many rounds, and this step none. Weights of single blocks that would change sign become 0. It
// returns whether the objective fell, and leaves everything as it was where it did not.
func (p *descent) newton(set []int) bool {
	s := p.support(set)
	m, n := len(s.columns), p.b.n
	inner := m                                   // the size of the system to solve
	if p.mu > 0 && len(p.b.unpenalized()) == 0 { // D is regular
		inner = min(m, n)
	}
	cost := float64(m)*float64(n)*float64(inner) + float64(inner)*float64(inner)*float64(inner)/3
	if m == 0 || inner > maxNewtonSystem || m*n > maxNewtonNumbers || cost > p.spent {
		return false
	}
	p.spent = 0
	step, ok := p.newtonStep(s, inner < m)
	if !ok {
		return false
	}
	_, lower := p.tryStep(s, step, p.primal())
	return lower
}

// tryStep goes along a step on a support, or the part of it up to the first weight that becomes 0, where the objective
// falls. It returns the objective and whether it is lower than before, and leaves everything as it was where it is not.
func (p *descent) tryStep(s support, step []float64, before float64) (objective float64, lower bool) {
	r := append([]float64(nil), p.r...)
	old := make([]float64, len(s.columns))
	for i, k := range s.columns {
		old[i] = p.s.w[p.b.columns[k].weightAt]
	}
	for length := 1.; ; length = p.firstZero(s.blocks, step) {
		p.advance(s.blocks, old, step, length)
		if after := p.primal(); after < before {
			p.past = p.past[:0]
			return after, true
		}
		copy(p.r, r)
		for i, k := range s.columns {
			p.s.w[p.b.columns[k].weightAt] = old[i]
		}
		if length < 1 {
			return before, false
		}
	}
}

// support are the blocks of a set that are not 0, and the indices of their columns.
type support struct{ blocks, columns []int }

func (p *descent) support(set []int) (s support) {
	for _, g := range set {
		if p.isActive(g) {
			s.blocks = append(s.blocks, g)
			for k := p.b.start[g]; k < p.b.start[g+1]; k++ {
				s.columns = append(s.columns, k)
			}
		}
	}
	return s
}

// firstZero is the part of a step at which the first weight of a single block becomes 0; 0.5 where none does before its
// end.
func (p *descent) firstZero(blocks []int, step []float64) float64 {
	first, at := 1., 0
	for _, g := range blocks {
		block := p.b.of(g)
		if w := p.s.w[block[0].weightAt]; len(block) == 1 && p.b.isPenalized(g) && -step[at]/w >= 1 {
			first = math.Min(first, -w/step[at])
		}
		at += len(block)
	}
	if first == 1 {
		return 0.5
	}
	return first
}

// advance goes a part of a step from old weights; weights of single blocks stop at 0.
func (p *descent) advance(blocks []int, old, step []float64, part float64) {
	at := 0
	for _, g := range blocks {
		block := p.b.of(g)
		for i := range block {
			e := &block[i]
			now := old[at] + part*step[at]
			if len(block) == 1 && p.b.isPenalized(g) && (now*old[at] <= 0 || math.Abs(now) < 1e-14*math.Abs(old[at])) {
				now = 0
			}
			if now != old[at] {
				e.addTo(p.r, old[at]-now)
				p.s.w[e.weightAt] = now
			}
			at++
		}
	}
}

// sameZeros tells whether two points have the same zeros.
func sameZeros(a, b []float64) bool {
	return floats.EqualFunc(a, b, func(x, y float64) bool { return (x == 0) == (y == 0) })
}
