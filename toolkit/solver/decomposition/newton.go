package decomposition

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// newton takes a step of Newton's method on the coefficients that are free, those between their bounds that are not at
// the kink at 0: the dual is a quadratic there. With their slopes v = y − Ka − ε sign(a) the step solves
//
//	K_FF d + β1 = v,      Σ_i d_i = 0 with an intercept,
//
// and goes to the minimum along d, or to the first bound. Once the free ones are known it ends what steps on pairs come
// near to slowly. It is taken where its operations are no more than those spent since the last, so that it costs as
// much again at most.
func (m *machine) newton(ctx context.Context) error {
	var free []int
	for k, up := range m.up {
		if up == m.down[k] {
			free = append(free, k)
		}
	}
	f := len(free)
	if cost := float64(f) * (float64(f*f)/3 + float64(len(m.at))); f < 2 || cost > m.credit || !m.cache.room(f) {
		return nil
	} else {
		m.credit -= cost
	}
	computed, err := m.cache.bring(ctx, free)
	if m.s.Columns += computed; err != nil {
		return err
	}
	d := m.direction(free)
	if d == nil {
		return nil
	}
	change := make([]float64, len(m.at)) // Kd
	if err := m.cache.add(ctx, change, d, free); err != nil {
		return err
	}
	var slope, curvature float64
	most, first := math.Inf(1), -1
	for x, k := range free {
		slope += d[x] * m.up[k]
		curvature += d[x] * change[k]
		if room := m.room(k, d[x]); room < most {
			most, first = room, x
		}
	}
	if !(slope > 0) {
		return nil
	}
	t := slope / math.Max(curvature, math.SmallestNonzeroFloat64)
	if t < most {
		most, first = t, -1
	}
	for x, k := range free {
		i, to := m.at[k], m.now[k]+most*d[x]
		if x == first {
			to = m.end(k, d[x])
		}
		to = math.Max(-m.p.Down[i], math.Min(m.p.Up[i], to))
		m.moved += math.Abs(to-m.now[k]) * m.sizes[i]
		m.now[k], m.a[i] = to, to
	}
	m.changes += f
	floats.AddScaled(m.rest, -most, change)
	for k := range m.at {
		m.slope(k)
	}
	return nil
}

// direction is d; nil where K_FF is not positive definite even with a little added to its diagonal.
func (m *machine) direction(free []int) []float64 {
	f := len(free)
	gram := make([]float64, f*f)
	d, ones := make([]float64, f), make([]float64, f)
	m.cache.among(gram, free)
	for x, k := range free {
		gram[x*f+x] *= 1 + 1e-10
		d[x], ones[x] = m.up[k], 1
	}
	factor := linalg.CholeskyOfGram(gram, f)
	if factor == nil {
		return nil
	}
	linalg.SolveCholesky(factor, d)
	if m.p.Intercept {
		linalg.SolveCholesky(factor, ones)
		floats.AddScaled(d, -floats.Sum(d)/floats.Sum(ones), ones)
		floats.AddConst(-floats.Sum(d)/float64(f), d)
	}
	return d
}

// end is where a coefficient that moves by a multiple of d stops: a bound, or the kink at 0.
func (m *machine) end(k int, d float64) float64 {
	i, a := m.at[k], m.now[k]
	switch {
	case m.p.Epsilon > 0 && a*d < 0:
		return 0
	case d > 0:
		return m.p.Up[i]
	}
	return -m.p.Down[i]
}

// room is the multiple of d that takes it there.
func (m *machine) room(k int, d float64) float64 {
	if d == 0 {
		return math.Inf(1)
	}
	return (m.end(k, d) - m.now[k]) / d
}
