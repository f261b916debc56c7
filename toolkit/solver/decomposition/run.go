package decomposition

import (
	"cmp"
	"context"
	"math"

	"github.com/proxlab/proxlab/toolkit/solver"
)

// Iterations solves the problem. The errors are those of what is wrong with it, and the context's.
func (m Method) Iterations(ctx context.Context, p Problem) solver.Seq[*State] {
	return solver.Sequence(ctx, func() (*State, solver.Step, error) {
		s := &State{Progress: solver.Unknown()}
		if err := p.check(); err != nil {
			return s, nil, err
		}
		n := p.Gram.Len()
		s.a, s.f, s.Objective = make([]float64, n), make([]float64, n), math.MaxFloat64
		r := &machine{m: m, p: p, s: s, tol: cmp.Or(m.Tol, 1e-6), size: cmp.Or(m.Set, first)}
		if err := r.start(ctx); err != nil {
			return s, nil, err
		}
		r.certify()
		return s, r.step, nil
	})
}

func (m *machine) start(ctx context.Context) error {
	n := m.p.Gram.Len()
	m.sizes = make([]float64, n)
	for i, d := range m.p.Gram.Diagonal() {
		m.sizes[i] = math.Sqrt(d)
	}
	m.a = m.p.feasible(m.m.Start)
	m.every = int64(n)*int64(n)*8 <= m.m.bytes()
	m.r = make([]float64, n)
	m.base = make([]float64, n)
	if err := m.sum(ctx); err != nil {
		return err
	}
	m.look(nil)
	return nil
}

// step solves on one working set.
func (m *machine) step(ctx context.Context) (float64, error) {
	top, bottom := m.ends()
	m.s.Residual = max(0, top-bottom)
	m.choose(top, bottom)
	if len(m.set) > 0 {
		computed, err := m.cache.bring(ctx, m.set)
		if m.s.Columns += computed; err != nil {
			return m.s.Objective, err
		}
		if computed < len(m.set)/8 && m.size < m.most {
			m.size += m.size / 2
		}
		before := m.inner.steps
		if err := m.solve(ctx, top-bottom); err != nil {
			return m.s.Objective, err
		}
		rows, q := float64(len(m.at)), float64(len(m.set))
		m.credit += q*rows + q*3*float64(m.inner.steps-before) + operations*rows*float64(computed)
		if m.near {
			if err := m.newton(ctx); err != nil {
				return m.s.Objective, err
			}
		}
	}
	m.s.Iter++
	return m.s.Objective, m.judge(ctx)
}

// certifyEvery is how many working sets there are between two certificates far from the end, shrinkEvery how many
// between two looks at what may be left out.
const certifyEvery, shrinkEvery = 32, 4

// judge fills in the gap, by the examples that are looked at; where it would do, all are looked at again.
func (m *machine) judge(ctx context.Context) error {
	gap, objective := m.gap()
	will := m.tol * math.Abs(objective)
	m.near = gap < 0.1*math.Abs(objective)
	whole := len(m.at) == len(m.a)
	if !whole && (gap <= will/2 || len(m.set) == 0) {
		if err := m.reconstruct(ctx); err != nil {
			return err
		}
		m.look(nil)
		m.certify()
		return nil
	}
	m.s.Objective, m.s.Gap = objective, math.NaN()
	if whole && (gap <= will || m.s.Iter%certifyEvery == 0) {
		if err := m.whole(ctx, will); err != nil {
			return err
		}
	}
	if !m.every && m.s.Iter%shrinkEvery == 0 {
		m.shrink()
	}
	return nil
}
