package composite

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
)

// findPieces are those of all terms; nil where one is of another kind, or the system not a sparse one.
func (m *machine) findPieces() (out []piece) {
	for k, t := range m.terms {
		f, ok := t.of.(toolkit.Pieces)
		if !ok || t.full {
			return nil
		}
		for i := range t.z {
			of, ok := f.Pieces(i)
			if !ok {
				return nil
			}
			for _, p := range of {
				if !(p.Lo < p.Hi) || math.IsInf(p.Lo, -1) && math.IsInf(p.Hi, 1) && p.C == 0 {
					return nil // an equality
				}
				out = append(out, piece{Piece: p, term: k, row: i})
			}
		}
	}
	if m.grow(m.terms); m.dense {
		return nil
	}
	return out
}

// enter makes a first point within all intervals.
func (m *machine) enter() {
	m.s.Interior = true
	var size, count float64
	for k, t := range m.terms {
		t.predict(m.at[k], m.x)
		t.whole = false
		t.jacobian.Reset(len(t.z))
	}
	for i := range m.pieces {
		r := &m.pieces[i]
		switch lo, hi := math.IsInf(r.Lo, -1), math.IsInf(r.Hi, 1); {
		case lo && hi:
			r.v = (m.at[r.term][r.row] - r.B) / r.C
			continue
		case lo:
			r.v = r.Hi - max(1, math.Abs(r.Hi))
		case hi:
			r.v = r.Lo + max(1, math.Abs(r.Lo))
		default:
			r.v = r.Lo + (r.Hi-r.Lo)/2
		}
		below, above := r.ends()
		size += math.Abs(m.at[r.term][r.row]-r.B-r.C*r.v) * math.Min(below, above)
		count++
	}
	m.curved = floats.Max(m.mu) > 0 || slices.ContainsFunc(m.pieces, func(r piece) bool { return r.C > 0 })
	if size /= math.Max(1, count); size == 0 {
		size = 1
	}
	for i := range m.pieces {
		r := &m.pieces[i]
		below, above := r.ends()
		left := m.at[r.term][r.row] - r.B - r.C*r.v
		if !math.IsInf(below, 1) {
			r.p = math.Max(-left, 0) + size/below
		}
		if !math.IsInf(above, 1) {
			r.q = math.Max(left, 0) + size/above
		}
	}
}

// interior takes a step of the primal-dual method of interior points,
//
//	K x + d = b + c v + q − p,   Σ Kᵀv + μx + linear = 0,   p(v − lo) = q(hi − v) = t,   t ↓ 0,
//
// where each Newton step solves (Σ_r K_rᵀK_r/(c + p/(v − lo) + q/(hi − v)) + μ) Δx = …, a prediction with t = 0 and a
// correction with what that leaves of products. Where steps become too short, or the gap falls no more, the other
// phases go on.
//
// Source: Mehrotra, On the Implementation of a Primal-Dual Interior Point Method, SIAM J. Optim. 1992.
func (m *machine) interior() {
	s, before := m.s, m.s.Gap
	s.Iter++
	residual := m.residuals()
	m.factor()
	m.toward(residual, 0, false)
	primal, dual := m.longest()
	now, _ := m.products(0, 0)
	after, count := m.products(math.Min(1, primal), math.Min(1, dual))
	share := after / math.Max(now, math.SmallestNonzeroFloat64)
	m.toward(residual, share*share*share*now/math.Max(1, count), true)
	primal, dual = m.longest()
	primal, dual = math.Min(1, within*primal), math.Min(1, within*dual)
	if floats.HasNaN(m.direction) || !(math.Min(primal, dual) > tooShort) {
		s.Interior = false
		return
	}
	floats.AddScaled(m.x, primal, m.direction)
	for k := range m.terms {
		clear(m.v[k])
	}
	for i := range m.pieces {
		r := &m.pieces[i]
		r.v, r.p, r.q = r.v+dual*r.dv, r.p+primal*r.dp, r.q+primal*r.dq
		m.v[r.term][r.row] += r.v
	}
	m.leave()
	m.certify(m.x)
	if s.Step = primal; !(s.Gap > 0.99*before) {
		m.vain = 0
	} else if m.vain++; m.vain == mostVain {
		s.Interior = false
	}
}

// Constants of interior points.
const (
	within   = 0.99  // of the step to the first end
	tooShort = 1e-10 // a step that is
	mostVain = 10    // steps by which the gap hardly fell
)

// residuals are Σ Kᵀv + μx; of rows it computes what is left, and the weights of the system.
func (m *machine) residuals() []float64 {
	out := floats.MulTo(make([]float64, len(m.x)), m.mu, m.x)
	floats.Add(out, m.linear)
	for k, t := range m.terms {
		clear(t.jacobian.Diagonal)
		clear(m.v[k])
		t.predict(m.at[k], m.x)
	}
	for i := range m.pieces {
		r := &m.pieces[i]
		t := m.terms[r.term]
		below, above := r.ends()
		r.f = m.at[r.term][r.row] - r.B - r.C*r.v - r.q + r.p
		r.curvature = r.C + r.p/below + r.q/above
		t.jacobian.Diagonal[r.row] += t.s / r.curvature
		m.v[r.term][r.row] += r.v
	}
	for k, t := range m.terms {
		t.addTransposed(out, m.v[k])
	}
	return out
}

// products are the sum of p(v − lo) and q(hi − v) after steps of p and q, and of v, and how many there are.
func (m *machine) products(a, b float64) (sum, count float64) {
	for i := range m.pieces {
		r := &m.pieces[i]
		below, above := r.ends()
		if r.p > 0 {
			sum, count = sum+(r.p+a*r.dp)*(below+b*r.dv), count+1
		}
		if r.q > 0 {
			sum, count = sum+(r.q+a*r.dq)*(above-b*r.dv), count+1
		}
	}
	return sum, count
}

// leave takes splits and multipliers from where interior points are.
func (m *machine) leave() {
	for k, t := range m.terms {
		t.predict(t.p, m.x)
		for i, p := range t.p {
			t.w[i] = p + t.s*m.v[k][i]
		}
		t.step()
		copy(t.v, m.v[k])
	}
}

// toward computes the step to products t, less those of the step before where it corrects.
func (m *machine) toward(residual []float64, t float64, corrected bool) {
	direction := m.direction
	floats.ScaleTo(direction, -1, residual)
	for k := range m.terms {
		clear(m.at[k])
	}
	for i := range m.pieces {
		r := &m.pieces[i]
		below, above := r.ends()
		var p, q float64
		if corrected {
			p, q = r.dp*r.dv, -r.dq*r.dv
		}
		r.dp, r.dq = 0, 0
		if r.p > 0 {
			r.dp = (t-p)/below - r.p
		}
		if r.q > 0 {
			r.dq = (t-q)/above - r.q
		}
		m.at[r.term][r.row] -= (r.f + r.dp - r.dq) / r.curvature
	}
	for k, of := range m.terms {
		of.addTransposed(direction, m.at[k])
	}
	m.solve(direction)
	for _, of := range m.terms {
		of.k.MulVec(of.moved, direction)
	}
	for i := range m.pieces {
		r := &m.pieces[i]
		below, above := r.ends()
		r.dv = (m.terms[r.term].moved[r.row] + r.f + r.dp - r.dq) / r.curvature
		r.dp -= r.p / below * r.dv
		r.dq += r.q / above * r.dv
	}
}

// longest are the steps at which the first of p and q, and of v, reaches an end, and not more than a whole one takes.
// Of a linear program alone they may differ.
func (m *machine) longest() (primal, dual float64) {
	primal, dual = 1/within, 1/within
	for i := range m.pieces {
		r := &m.pieces[i]
		below, above := r.ends()
		if r.dv < 0 {
			dual = math.Min(dual, -below/r.dv)
		} else if r.dv > 0 {
			dual = math.Min(dual, above/r.dv)
		}
		if r.dp < 0 {
			primal = math.Min(primal, -r.p/r.dp)
		}
		if r.dq < 0 {
			primal = math.Min(primal, -r.q/r.dq)
		}
	}
	if m.curved {
		primal = math.Min(primal, dual)
		dual = primal
	}
	return primal, dual
}
