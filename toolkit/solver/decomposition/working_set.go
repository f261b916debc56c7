package decomposition

import (
	"context"
	"math"
)

// operations are how many an entry of the Gram matrix takes, about.
const operations = 30

// A working set is solved until violations are a tenth of what they were among all examples, or for so many steps an
// example of it.
const exact, patience = 0.1, 20

// solve minimizes over the working set, and follows the change in y − Ka.
func (m *machine) solve(ctx context.Context, violation float64) error {
	q, in := len(m.set), &m.inner
	in.epsilon = m.p.Epsilon
	for _, v := range []*[]float64{&in.diagonal, &in.a, &in.high, &in.low, &in.rise, &in.fall, &in.r} {
		*v = grown(*v, q)
	}
	in.k = grown(in.k, q*q)
	m.cache.among(in.k, m.set)
	for x, k := range m.set {
		i := m.at[k]
		in.a[x], in.high[x], in.low[x] = m.now[k], m.p.Up[i], -m.p.Down[i]
		in.r[x], in.diagonal[x] = m.rest[k], in.k[x*q+x]
		in.slope(x)
	}
	if m.p.Intercept {
		in.balanced(exact*violation, patience*q)
	} else {
		in.single(exact*violation, patience*q)
	}
	m.s.Evals = in.steps
	var which []int
	var change []float64
	for x, k := range m.set {
		if d := in.a[x] - m.now[k]; d != 0 {
			which, change = append(which, k), append(change, -d)
			m.now[k], m.a[m.at[k]] = in.a[x], in.a[x]
			m.moved += math.Abs(d) * m.sizes[m.at[k]]
		}
	}
	m.changes += len(change)
	if err := m.cache.add(ctx, m.rest, change, which); err != nil {
		return err
	}
	for k := range m.at {
		m.slope(k)
	}
	return nil
}

// grown is a slice of a length, in the memory of another where that is long enough.
func grown(v []float64, n int) []float64 {
	if cap(v) < n {
		return make([]float64, n)
	}
	return v[:n]
}
