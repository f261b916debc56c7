package exact

// lower is a lower bound of P* from the slopes at a point of the path: the dual value
//
//	−Σ_i c_i ℓ_i*(u_i/c_i) − (λΩ + (μ/2)‖·‖²)*(−AᵀU)
//
// after U is made to sum to 0 along the variables that are free. With a ridge the second term is at most
// ‖−AᵀU − λ Σ_g ω_g z_g‖²/(2μ) for any z_g of norms up to 1; without it is 0 where the gauge of −AᵀU is at most 1, by
// which U is divided otherwise. ok is false where U has left the losses' domain, or still has a sum.
func (p *Problem) lower(q *point) (value *Float, ok bool) {
	u := p.balanced(q)
	v := Zeros(p.size())
	for i := range u {
		p.spread(v, New(-1), i, u[i])
	}
	if !p.vanishes(v, u) {
		return nil, false
	}
	v = v[:p.dim()]
	excess, shrink := p.excess(q, v)
	if p.Mu.Sign() > 0 {
		shrink = New(1)
	}
	sum := zero()
	for i, c := range p.C {
		scaled := make([]*Float, len(u[i]))
		for l, s := range u[i] {
			scaled[l] = quo(quo(s, c), shrink)
		}
		conjugate, ok := p.Loss.Conjugate(i, scaled)
		if !ok {
			return nil, false
		}
		sum.Sub(sum, mul(c, conjugate))
	}
	if p.Mu.Sign() > 0 {
		sum.Sub(sum, quo(excess, zero().SetMantExp(p.Mu, 1)))
	}
	return sum, true
}

// leftover is the share of its terms that may be left of a sum that has to be 0.
const leftover = -200

// vanishes tells whether v = −AᵀU is 0 along free variables, but for rounding.
func (p *Problem) vanishes(v []*Float, u [][]*Float) bool {
	free := p.free()
	if len(free) == 0 {
		return true
	}
	size := Zeros(len(v))
	positive := &Problem{Outputs: p.Outputs, Column: p.Column, Intercept: p.Intercept}
	for i, row := range p.X {
		positive.X = append(positive.X, magnitudes(row))
		positive.spread(size, New(1), i, magnitudes(u[i]))
	}
	for _, j := range free {
		if zero().Abs(v[j]).Cmp(zero().SetMantExp(size[j], leftover)) > 0 {
			return false
		}
	}
	return true
}

func magnitudes(v []*Float) []*Float {
	out := make([]*Float, len(v))
	for j, x := range v {
		out[j] = zero().Abs(x)
	}
	return out
}

// excess is ‖v − λ Σ_g ω_g z_g‖², and an upper bound of the gauge of v, or 1 where that is less.
func (p *Problem) excess(q *point, v []*Float) (square, gauge *Float) {
	rest, scratch := make([]*Float, len(v)), zero()
	for j := range v {
		rest[j] = zero().Set(v[j])
	}
	if p.Trace != nil {
		outer := zero().Sqrt(p.gram(q.spec.z).topEigenvalue())
		factor := quo(neg(p.Trace), larger(New(1), outer))
		for j, z := range q.spec.z {
			accumulate(rest[j], factor, z, scratch)
		}
		gauge = quo(sqrt(p.gram(v).topEigenvalue()), p.Trace)
		return dot(rest, rest), larger(New(1), gauge)
	}
	for g, b := range p.Blocks {
		for l, j := range b.Coordinates {
			accumulate(rest[j], neg(b.Weight), q.z[g][l], scratch)
		}
	}
	square, gauge = dot(rest, rest), New(1)
	for g, b := range p.Blocks { // what is left goes to the first block that can take it
		part := make([]*Float, len(b.Coordinates))
		for l, j := range b.Coordinates {
			part[l] = add(q.z[g][l], quo(rest[j], b.Weight))
			rest[j] = zero()
		}
		gauge = larger(gauge, sqrt(dot(part, part)))
	}
	return square, gauge
}

// balanced is U without what is left along free variables, where AᵀU must be 0: U − HF(FᵀHF)⁻¹FᵀU with the
// curvatures H of the losses, which are 0 where U is on the edge of its domain.
func (p *Problem) balanced(q *point) [][]*Float {
	free := p.free()
	if len(free) == 0 {
		return q.u
	}
	u := q.u
	for range 2 { // once more, for what rounding left
		u = p.balance(q, u, free)
	}
	return u
}

func (p *Problem) balance(q *point, u [][]*Float, free []int) [][]*Float {
	place := make(map[int]int, len(free))
	for l, j := range free {
		place[j] = l
	}
	full, sums, scratch := newMatrix(p.size()), Zeros(p.size()), zero()
	for i := range u {
		p.addCurvature(full, i, q.h[i], scratch)
		p.spread(sums, New(1), i, u[i])
	}
	part, right := newMatrix(len(free)), Zeros(len(free))
	for l, j := range free {
		right[l].Set(sums[j])
		for o := range l + 1 {
			part[l][o].Set(full[j][free[o]])
		}
	}
	step := part.solve(right)
	along := Zeros(p.size())
	for l, j := range free {
		along[j] = step[l]
	}
	out := make([][]*Float, len(u))
	for i := range u {
		f := p.Predict(i, along)
		out[i] = make([]*Float, len(f))
		for c := range f {
			out[i][c] = zero().Set(u[i][c])
			for e := range f {
				scratch.Neg(f[e])
				accumulate(out[i][c], q.h[i][max(c, e)][min(c, e)], scratch, scratch)
			}
		}
	}
	return out
}

// Enclosure is a problem whose minimum is between Lower and Upper, that of At; Lower is nil before it is known.
type Enclosure struct {
	p            *Problem
	Lower, Upper *Float
	At           []*Float
}

// Enclose begins with a point.
func (p *Problem) Enclose(x []*Float) *Enclosure {
	return &Enclosure{p: p, Upper: p.Objective(x), At: x}
}

// Tighten goes to the central path at τ, from the best point so far, or along the path where that is too far.
func (e *Enclosure) Tighten(tau *Float) {
	q, arrived := e.p.centre(e.At, tau)
	e.take(q)
	if arrived {
		return
	}
	x := Zeros(len(e.At))
	start := e.p.Objective(x)
	if e.Upper.Cmp(start) < 0 {
		start = e.Upper
	}
	for t := larger(tau, zero().SetMantExp(start, -4)); ; t = larger(tau, zero().SetMantExp(t, -8)) {
		q, _ = e.p.centre(x, t)
		e.take(q)
		x = q.x
		if t.Cmp(tau) <= 0 {
			return
		}
	}
}

func (e *Enclosure) take(q *point) {
	if upper := e.p.Objective(q.x); upper.Cmp(e.Upper) < 0 {
		e.Upper, e.At = upper, q.x
	}
	if lower, ok := e.p.lower(q); ok && (e.Lower == nil || lower.Cmp(e.Lower) > 0) {
		e.Lower = lower
	}
}
