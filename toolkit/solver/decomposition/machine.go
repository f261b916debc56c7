package decomposition

import (
	"context"
	"math"
)

// machine is a run: the examples that are looked at, all of them or those that shrinking left, and coefficients of all.
type machine struct {
	m     Method
	p     Problem
	s     *State
	tol   float64 // the gap to come to, as a share of P
	every bool    // all columns have room: then nothing is gained by shrinking
	sizes []float64
	a     []float64 // coefficients of all
	r     []float64 // y − Ka of all, when they were last looked at
	base  []float64 // a then
	dual  float64   // ½aᵀKa + Σ_i (ε|a_i| − y_i a_i) then
	then  []float64 // a when examples were left out first since all were looked at
	rests []float64 // y − Ka of all then

	at       []int // the examples that are looked at
	now      []float64
	rest     []float64 // y − Ka
	up, down []float64
	cache    *cache
	size     int    // of working sets, as they have grown
	most     int    // that a working set of the examples has
	set      []int  // working set: places in at
	newest   []int  // those of the set that came last
	in       []bool // scratch: whether a place is in the set
	inner    pairs
	moved    float64 // Σ of all changes |Δa_j|√K_jj since r was summed up, and how many there were
	changes  int
	credit   float64 // operations spent on working sets since Newton's method last took as many
	near     bool    // the gap is a small part of P
}

// sum computes y − Ka anew for all.
func (m *machine) sum(ctx context.Context) error {
	var which []int
	var alpha []float64
	m.moved = 0
	for i, v := range m.a {
		if v != 0 {
			which, alpha = append(which, i), append(alpha, v)
			m.moved += math.Abs(v) * m.sizes[i]
		}
	}
	m.changes = len(which)
	clear(m.r)
	if len(which) > 0 {
		if err := m.p.Gram.Product(ctx, m.r, which, alpha); err != nil {
			return err
		}
	}
	for i, y := range m.p.Y {
		m.r[i] = y - m.r[i]
	}
	m.settle()
	return nil
}

// reconstruct is sum by what has changed since examples were left out, where that is less than there is.
func (m *machine) reconstruct(ctx context.Context) error {
	var which []int
	var change []float64
	support := 0
	for i, a := range m.a {
		if a != 0 {
			support++
		}
		if d := a - m.then[i]; d != 0 {
			which, change = append(which, i), append(change, d)
		}
	}
	if len(which) >= support {
		return m.sum(ctx)
	}
	m.rebase()
	if len(which) > 0 {
		if err := m.p.Gram.Product(ctx, m.r, which, change); err != nil {
			return err
		}
		for i, v := range m.rests {
			m.r[i] = v - m.r[i]
		}
		m.changes += len(which)
	}
	for k, i := range m.at {
		m.r[i] = m.rest[k]
	}
	return nil
}

// settle takes a, of which r is that of all, as what changes are counted from.
func (m *machine) settle() {
	copy(m.base, m.a)
	m.dual = 0
	for i, a := range m.a {
		m.dual += m.p.Epsilon*math.Abs(a) - a/2*(m.p.Y[i]+m.r[i])
	}
}

// look goes on with some of the examples, all for nil.
func (m *machine) look(keep []int) {
	gram := m.p.Gram
	if keep == nil {
		keep = make([]int, gram.Len())
		for i := range keep {
			keep[i] = i
		}
	} else {
		gram = gram.Select(keep)
	}
	if n := len(keep); len(m.at) != n {
		m.now, m.rest = make([]float64, n), make([]float64, n)
		m.up, m.down, m.in = make([]float64, n), make([]float64, n), make([]bool, n)
		old := m.cache
		m.most = m.m.set(gram, n)
		m.cache = newCache(gram, m.m.bytes(), m.most)
		m.cache.reuse(old)
	}
	m.at, m.set, m.newest = keep, nil, nil
	for k, i := range keep {
		m.now[k], m.rest[k] = m.a[i], m.r[i]
		m.slope(k)
	}
}

// slope renews up and down of an example.
func (m *machine) slope(k int) {
	i := m.at[k]
	up, down := slopes(m.now[k], -m.p.Down[i], m.p.Up[i], m.p.Epsilon)
	m.up[k], m.down[k] = m.rest[k]+up, m.rest[k]+down
}

// ends are the largest up and the least down; without an intercept both are compared with 0.
func (m *machine) ends() (top, bottom float64) {
	top, bottom = math.Inf(-1), math.Inf(1)
	for k, v := range m.up {
		top, bottom = max(top, v), min(bottom, m.down[k])
	}
	if !m.p.Intercept {
		worst := max(top, -bottom, 0)
		return worst, 0
	}
	return top, bottom
}

// change is that of the dual since base: ½aᵀKa changes by half of Δaᵀ(Ka + what Ka was).
func (m *machine) change() (change float64) {
	for k, i := range m.at {
		if a, was := m.now[k], m.base[i]; a != was {
			change += m.p.Epsilon*(math.Abs(a)-math.Abs(was)) - (a-was)/2*(m.rest[k]+m.r[i])
		}
	}
	return change
}

// rebase counts changes from now on.
func (m *machine) rebase() {
	m.dual += m.change()
	for k, i := range m.at {
		m.base[i], m.r[i] = m.now[k], m.rest[k]
	}
}
