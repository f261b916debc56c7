package bundle

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// ErrInconsistent ends a run in which a cut exceeds a value of the function: what the function returns is no
// subgradient, or the function is not convex.
var ErrInconsistent = errors.New("bundle: a cut exceeds the function")

// inconsistent is the share of the numbers compared by which a cut must exceed a value: well above their rounding.
// rounded is the share of the largest value of the function that its own rounding may come to: where it falls to 0, it
// may be a difference of such numbers.
const (
	inconsistent = 1e-9
	rounded      = 1e-12
)

// cuts are the planes below the function: first the bound of Config, if there is one, then for w ≥ 0 a variable for
// each entry, then a cut a call.
type cuts struct {
	gram
	dim     int
	metric  Metric
	fixed   int         // how many come before the calls'
	a       [][]float64 // a_i; nil for the bound
	dual    [][]float64 // Ka_i; a_i itself without a metric
	b       []float64
	size    []float64   // how large the numbers are of which b is the difference
	over    []float64   // by how much a cut may exceed the function, by what Inexact says
	lastUse []int       // the call in which it last was active
	at      [][]float64 // w_i, nil for what is no call's
	value   []float64   // ℓ(w_i)

	bestAt    []float64 // the best point, whose cut may have gone
	bestValue float64   // ℓ there
	largest   float64   // |ℓ(w_i)| of all calls
}

// newCuts makes those that need no call.
func newCuts(c Config, d int, metric Metric) *cuts {
	s := &cuts{dim: d, metric: metric}
	if c.Bounded {
		s.push(make([]float64, d), nil, c.Least, math.Abs(c.Least), 1)
	}
	if c.Nonnegative {
		for j := range d {
			e := make([]float64, d)
			e[j] = -1
			s.push(e, e, 0, 0, 0)
		}
	}
	s.fixed = len(s.a)
	return s
}

// add takes the cut of a call at w, whose height there is attained and not above the value. It copies a and w, and says
// where a cut exceeds a value, of this call, of an earlier one whose cut is kept, or the best so far.
func (s *cuts) add(a, w []float64, attained, value float64, call int) error {
	if s.fixed > 0 && s.sigma[0] == 1 && value < s.b[0]-inconsistent*(math.Abs(value)+s.size[0]) {
		return fmt.Errorf("%w: its value %g at call %d is below the bound %g", ErrInconsistent, value, call, s.b[0])
	}
	a, w = slices.Clone(a), slices.Clone(w)
	dual := a
	if s.metric != nil {
		dual = make([]float64, len(a))
		s.metric.Apply(dual, a)
	}
	s.push(a, dual, attained-floats.Dot(dual, w), math.Abs(value)+floats.Norm(dual, 2)*floats.Norm(w, 2), 1)
	last := len(s.a) - 1
	s.lastUse[last], s.at[last], s.value[last] = call, w, value
	s.largest = max(s.largest, math.Abs(value))
	excess := s.excess(last, s.bestAt, s.bestValue)
	for i := s.fixed; i < last; i++ {
		excess = max(excess, s.excess(i, w, value), s.excess(last, s.at[i], s.value[i]))
	}
	if excess > 0 {
		return fmt.Errorf("%w: that of call %d or one before it is %g above a value; what it returns is no subgradient, "+
			"or it is not convex", ErrInconsistent, call, excess)
	}
	return nil
}

// best notes that the last call's point is the best so far.
func (s *cuts) best() {
	last := len(s.at) - 1
	s.bestAt, s.bestValue = s.at[last], s.value[last]
}

// excess is by how much cut i is above a value at w, 0 where rounding may have made it so and where w is nil.
func (s *cuts) excess(i int, w []float64, value float64) float64 {
	if w == nil {
		return 0
	}
	inner := floats.Dot(s.dual[i], w)
	excess := inner + s.b[i] - value
	if excess <= inconsistent*(math.Abs(inner)+s.size[i]+math.Abs(value))+rounded*s.largest {
		return 0
	}
	return excess
}

// push appends a cut with its row of the Gram matrix.
func (s *cuts) push(a, dual []float64, b, size, sigma float64) {
	row := make([]float64, len(s.a)+1, 2*len(s.a)+8)
	if dual == nil {
		dual = a
	}
	s.a, s.dual = append(s.a, a), append(s.dual, dual)
	for i := range row {
		row[i] = floats.Dot(s.a[i], dual)
	}
	s.b, s.size, s.over, s.lastUse = append(s.b, b), append(s.size, size), append(s.over, 0), append(s.lastUse, 0)
	s.at, s.value = append(s.at, nil), append(s.value, 0)
	s.grow(row, sigma)
}

// combine writes Σ_i α_i a_i to dst.
func (s *cuts) combine(dst, alpha []float64) {
	clear(dst)
	for i, v := range alpha {
		if v != 0 {
			floats.AddScaled(dst, v, s.a[i])
		}
	}
}

// used notes which cuts are active.
func (s *cuts) used(alpha []float64, call int) (active int) {
	for i := s.fixed; i < len(alpha); i++ {
		if alpha[i] > 0 {
			s.lastUse[i] = call
			active++
		}
	}
	return active
}

// thin leaves out what was not needed for longest until no more than three quarters of limit are left, and merges what
// is needed least by the first of the problems where that does not do.
func (s *cuts) thin(limit int, problems ...*activeSet) {
	if len(s.a)-s.fixed < limit {
		return
	}
	for _, p := range problems {
		p.follow()
	}
	target := s.fixed + 3*limit/4
	order := make([]int, 0, len(s.a))
	for i := s.fixed; i < len(s.a); i++ {
		order = append(order, i)
	}
	needed := func(i int) bool {
		return slices.ContainsFunc(problems, func(p *activeSet) bool { return p.alpha[i] > 0 })
	}
	slices.SortStableFunc(order, func(i, j int) int {
		if needed(i) != needed(j) {
			if needed(i) {
				return 1
			}
			return -1
		}
		return cmp.Compare(s.lastUse[i], s.lastUse[j])
	})
	gone := map[int]bool{}
	for _, i := range order {
		if len(s.a)-len(gone) <= target || needed(i) {
			break
		}
		gone[i] = true
	}
	for len(s.a)-len(gone) > target {
		s.merge(gone, problems)
	}
	keep := make([]int, 0, target)
	for i := range s.a {
		if !gone[i] {
			keep = append(keep, i)
		}
	}
	s.leave(keep)
	for _, p := range problems {
		p.renumber(keep)
	}
}

// merge makes the two cuts of least weight by the first problem one.
func (s *cuts) merge(gone map[int]bool, problems []*activeSet) {
	alpha := problems[0].alpha
	first, second := -1, -1
	for i := s.fixed; i < len(s.a); i++ {
		switch {
		case gone[i]:
		case first < 0 || alpha[i] < alpha[first]:
			first, second = i, first
		case second < 0 || alpha[i] < alpha[second]:
			second = i
		}
	}
	share := 1.0
	if sum := alpha[first] + alpha[second]; sum > 0 {
		share = alpha[second] / sum
	}
	s.a[second] = blend(s.a[second], s.a[first], share)
	if s.dual[second] = s.a[second]; s.metric != nil {
		s.dual[second] = make([]float64, s.dim)
		s.metric.Apply(s.dual[second], s.a[second])
	}
	s.b[second] = share*s.b[second] + (1-share)*s.b[first]
	s.size[second], s.over[second] = max(s.size[second], s.size[first]), max(s.over[second], s.over[first])
	s.at[second] = nil
	for i := range s.a {
		s.g[second][i] = floats.Dot(s.a[i], s.dual[second])
		s.g[i][second] = s.g[second][i]
	}
	gone[first] = true
	for _, p := range problems {
		p.alpha[second] += p.alpha[first]
		p.alpha[first] = 0
	}
}

// blend is share·u + (1 − share)·v.
func blend(u, v []float64, share float64) []float64 {
	dst := make([]float64, len(u))
	for j := range dst {
		dst[j] = share*u[j] + (1-share)*v[j]
	}
	return dst
}

// leave keeps the cuts of these numbers alone.
func (s *cuts) leave(keep []int) {
	s.keep(keep)
	pick := func(v []float64) []float64 {
		left := make([]float64, len(keep))
		for i, old := range keep {
			left[i] = v[old]
		}
		return left
	}
	rows := func(v [][]float64) [][]float64 {
		left := make([][]float64, len(keep))
		for i, old := range keep {
			left[i] = v[old]
		}
		return left
	}
	last := make([]int, len(keep))
	for i, old := range keep {
		last[i] = s.lastUse[old]
	}
	s.a, s.dual, s.at, s.lastUse = rows(s.a), rows(s.dual), rows(s.at), last
	s.b, s.size, s.over, s.value = pick(s.b), pick(s.size), pick(s.over), pick(s.value)
}
