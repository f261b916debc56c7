package exact

// point is a point of the central path, or one on the way to it: variables and what is known of the smoothed problem
// there,
//
//	min Σ_i c_i ℓ_i(f_i; τ/c_i) + Σ_g φ_g(w_g) + (μ/2)‖W‖²,    φ(w) = min_t a t − τ log(t² − ‖w‖²).
type point struct {
	x    []*Float
	u    [][]*Float // c_i ∇ℓ_i
	h    []matrix   // c_i ∇²ℓ_i
	z    [][]*Float // of blocks: ∇φ_g/a_g, of norm below 1
	t    []*Float   // of blocks: the best t
	spec *spectrum  // with the trace norm
	grad []*Float
	far  bool // a loss is +∞ there
}

// at is the smoothed problem at x. φ has t = s + √(s² + ‖w‖²) with s = τ/a, and ∇φ = a w/t. It is the barrier of
// the second-order cone, which Newton's method follows from any point.
//
// Source: Boyd, Vandenberghe, Convex Optimization, 2004, sections 11.2, 11.3 and 11.6.
func (p *Problem) at(x []*Float, tau *Float) *point {
	q := &point{x: x, grad: Zeros(p.size())}
	for i, c := range p.C {
		u, h := p.Loss.Slopes(i, p.Predict(i, x), quo(tau, c))
		if u[0].IsInf() {
			q.far = true
			return q
		}
		p.spread(q.grad, c, i, u)
		for k := range u {
			u[k] = mul(c, u[k])
			for l := range h[k] {
				h[k][l] = mul(c, h[k][l])
			}
		}
		q.u, q.h = append(q.u, u), append(q.h, h)
	}
	w, scratch := x[:p.dim()], zero()
	for j, v := range w {
		accumulate(q.grad[j], p.Mu, v, scratch)
	}
	for _, b := range p.Blocks {
		part := b.of(w)
		s := quo(tau, b.Weight)
		t := add(s, sqrt(add(mul(s, s), dot(part, part))))
		z := make([]*Float, len(part))
		for l, v := range part {
			z[l] = quo(v, t)
			accumulate(q.grad[b.Coordinates[l]], b.Weight, z[l], scratch)
		}
		q.t, q.z = append(q.t, t), append(q.z, z)
	}
	if p.Trace != nil {
		q.spec = p.spectrum(w, tau)
		for j, z := range q.spec.z {
			accumulate(q.grad[j], p.Trace, z, scratch)
		}
	}
	return q
}

// newton is the Newton step from a point.
func (p *Problem) newton(q *point, tau *Float) []*Float {
	hessian, scratch := newMatrix(p.size()), zero()
	for i := range p.X {
		p.addCurvature(hessian, i, q.h[i], scratch)
	}
	for j := range p.dim() {
		hessian[j][j].Add(hessian[j][j], p.Mu)
	}
	for g, b := range p.Blocks {
		s := quo(b.Weight, q.t[g])
		for _, j := range b.Coordinates {
			hessian[j][j].Add(hessian[j][j], s)
		}
		wide := Zeros(p.size())
		for l, j := range b.Coordinates {
			wide[j] = q.z[g][l]
		}
		// (a/t)(I − w wᵀ/(t(t − s)))
		hessian.addOuter(neg(quo(b.Weight, sub(q.t[g], quo(tau, b.Weight)))), wide)
	}
	if p.Trace != nil {
		p.addSpectral(hessian, q.spec, tau)
	}
	down := make([]*Float, len(q.grad))
	for j, v := range q.grad {
		down[j] = neg(v)
	}
	return hessian.solve(down)
}

// addCurvature adds the Hessian of an example, which is that of its predictions times aᵢaᵢᵀ.
func (p *Problem) addCurvature(m matrix, i int, h matrix, scratch *Float) {
	lo, hi := p.span(i)
	row := p.X[i]
	if p.Intercept {
		row = append(append([]*Float(nil), row...), New(1))
	}
	k := p.Outputs
	product := zero()
	for a, va := range row {
		for b, vb := range row[:a+1] {
			product.Mul(va, vb)
			if product.Sign() == 0 {
				continue
			}
			for c := range hi - lo {
				to := m[a*k+lo+c]
				for e := range hi - lo {
					if at := b*k + lo + e; at < len(to) {
						accumulate(to[at], product, h[max(c, e)][min(c, e)], scratch)
					}
				}
			}
		}
	}
}

// enough is the share of τ to which Newton's decrement falls, and most the number of steps that it may take.
const (
	enough = -100
	most   = 60
)

// centre goes from x to the central path at τ; it ends where rounding or the number of steps says so.
func (p *Problem) centre(x []*Float, tau *Float) (q *point, arrived bool) {
	q = p.at(x, tau)
	if q.far {
		q = p.at(Zeros(len(x)), tau)
	}
	for range most {
		step := p.newton(q, tau)
		decrement := dot(q.grad, step)
		decrement.Neg(decrement)
		if decrement.Sign() <= 0 {
			return q, true
		}
		near := zero().SetMantExp(tau, enough)
		last := decrement.Cmp(near) <= 0
		next, ok := p.search(q, step, decrement, tau)
		if !ok {
			return q, last
		}
		q = next
		if last {
			return q, true
		}
	}
	return q, false
}

// search is a point on the way of a step at which the slope along it is at most a quarter of what it was, by
// bisection: of the full step where Newton's method converges.
func (p *Problem) search(q *point, step []*Float, decrement, tau *Float) (*point, bool) {
	low, high, length := zero(), New(0), New(1)
	bound := zero().SetMantExp(decrement, -2)
	for range 60 {
		x := make([]*Float, len(step))
		for j, v := range step {
			x[j] = add(q.x[j], mul(length, v))
		}
		next := p.at(x, tau)
		slope := dot(next.grad, step)
		switch {
		case next.far:
			high = length
		case zero().Abs(slope).Cmp(bound) <= 0:
			return next, true
		case slope.Sign() > 0:
			high = length
		default:
			low = length
		}
		if high.Sign() == 0 {
			if length.Cmp(New(1000)) > 0 {
				return next, true
			}
			length = zero().SetMantExp(length, 1)
			continue
		}
		length = half(add(low, high))
	}
	return nil, false
}
