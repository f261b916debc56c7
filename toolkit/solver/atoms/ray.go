package atoms

import (
	"gonum.org/v1/gonum/floats"
)

// ray is where predictions go along an atom, A M on the pattern: by its entries, or as (A u) vᵀ where M = u vᵀ and
// examples have many outputs.
type ray struct{ line, au, v []float64 }

// manyOutputs an example has on average where entries of a ray are not kept.
const manyOutputs = 8

// ray is that of an atom.
func (c *combination) ray(m Atom) ray {
	few := c.o.Size() <= manyOutputs*c.o.N
	if m.M != nil {
		line := make([]float64, c.o.Size())
		c.o.Predict(line, c.a, m.M)
		return ray{line: line}
	}
	r := ray{au: make([]float64, c.o.N), v: m.V}
	c.a.MulVec(r.au, m.U)
	if few {
		line := make([]float64, c.o.Size())
		c.addRay(line, line, 1, r)
		return ray{line: line}
	}
	return r
}

// addRay is dst = z + step·ray.
func (c *combination) addRay(dst, z []float64, step float64, r ray) {
	c.o.Parallel(func(_, from, to int) {
		for i := from; i < to; i++ {
			out, lo := c.o.Span(dst, i)
			in, _ := c.o.Span(z, i)
			if r.line != nil {
				line, _ := c.o.Span(r.line, i)
				floats.AddScaledTo(out, in, step, line)
				continue
			}
			floats.AddScaledTo(out, in, step*r.au[i], r.v[lo:lo+len(out)])
		}
	})
}

// along is ⟨ray, s⟩.
func (c *combination) along(r ray, s []float64) float64 {
	if r.line != nil {
		return floats.Dot(r.line, s)
	}
	return c.o.Sum(func(i int) float64 {
		part, lo := c.o.Span(s, i)
		return r.au[i] * floats.Dot(part, r.v[lo:lo+len(part)])
	})
}

// products are ⟨ray, s⟩ of several rays.
func (c *combination) products(rays []ray, s []float64) []float64 {
	out := make([]float64, len(rays))
	var v []float64
	for t, r := range rays {
		if r.line != nil {
			out[t] = floats.Dot(r.line, s)
		} else {
			v = append(v, r.v...)
		}
	}
	if v == nil {
		return out
	}
	n := len(rays)
	sv := make([]float64, c.o.N*n)
	c.o.TimesRows(sv, s, v, n)
	for t, r := range rays {
		for i, p := range r.au {
			out[t] += p * sv[i*n+t]
		}
	}
	return out
}

// sum is dst = Σ_t weights_t·ray_t.
func (c *combination) sum(dst []float64, rays []ray, weights []float64) {
	clear(dst)
	var v []float64
	for t, r := range rays {
		if r.line != nil {
			floats.AddScaled(dst, weights[t], r.line)
		} else {
			v = append(v, r.v...)
		}
	}
	if v == nil {
		return
	}
	n := len(rays)
	p := make([]float64, c.o.N*n)
	for t, r := range rays {
		for i, x := range r.au {
			p[i*n+t] = weights[t] * x
		}
	}
	c.o.Combine(dst, p, v, n)
}

// inner are Σ_i c_i⟨(ray_a)_i, ray_i⟩ of several rays with one. Where entries are not kept it is the sum of
// c_i⟨a_i, u_a⟩⟨a_i, u⟩ times ⟨v_a, v⟩, which is the same where every example depends on all outputs.
func (c *combination) inner(rays []ray, with ray) []float64 {
	out := make([]float64, len(rays))
	weighted := make([]float64, max(len(with.line), len(with.au)))
	if with.line == nil {
		for i, x := range with.au {
			weighted[i] = c.o.Loss.Weight(i) * x
		}
		for t, r := range rays {
			out[t] = floats.Dot(weighted, r.au) * floats.Dot(r.v, with.v)
		}
		return out
	}
	for i := range c.o.N {
		part, _ := c.o.Span(weighted, i)
		line, _ := c.o.Span(with.line, i)
		floats.ScaleTo(part, c.o.Loss.Weight(i), line)
	}
	for t, r := range rays {
		out[t] = floats.Dot(weighted, r.line)
	}
	return out
}
