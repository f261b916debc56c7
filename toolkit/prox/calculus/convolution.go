package calculus

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg/maps"
	"github.com/proxlab/proxlab/toolkit/solver/composite"
)

// InfimalConvolution is the least of g₁(x₁) + g₂(x₂) + … over x₁ + x₂ + … = x: a dirty model of two norms, low rank and
// sparse. Its value and its proximity operator are found by package solver/composite.
//
// Source: Jalali, Ravikumar, Sanghavi, A Dirty Model for Multiple Sparse Regression, IEEE Trans. Information Theory
// 2013.
type InfimalConvolution []toolkit.Proxable

// Value is the least sum, to rounding.
func (g InfimalConvolution) Value(x []float64) float64 {
	d := len(x)
	if floats.HasNaN(x) {
		return math.NaN()
	}
	if len(g) == 1 {
		return g[0].Value(x)
	}
	all, ok := each(g, d)
	if !ok {
		panic("calculus: an infimal convolution is of convex functions of as many coordinates")
	}
	last := len(all) - 1
	others := parted(all[:last], d)
	rest := behind(all[last], maps.Scaled(-1, maps.Sums(others.Part, d)), x)
	parts := len(others.Part)
	others.Part = nil
	rest = joined([]toolkit.Terms{rest, others}, parts)
	_, value := minimum(&composite.Problem{Terms: rest.Of, Linear: rest.Linear, Constant: rest.Constant})
	return value
}

// Prox is found to rounding, where all functions are convex; else it panics.
func (g InfimalConvolution) Prox(dst, v []float64, gamma float64) float64 {
	t, ok := g.Terms(len(v))
	if !ok {
		panic("calculus: an infimal convolution is of convex functions of as many coordinates")
	}
	proxOf(dst, v, gamma, t)
	return g.Value(dst)
}

// Conjugate is Σ_k g_k*(v).
func (g InfimalConvolution) Conjugate(v []float64) (sum float64) {
	for _, of := range g {
		sum += known{of}.conjugate(v)
	}
	return sum
}

// Polar is the largest of all g_k.
func (g InfimalConvolution) Polar(v []float64) (most float64) {
	for _, of := range g {
		most = math.Max(most, known{of}.polar(v))
	}
	return most
}

// Terms are those of all functions, of parts of x.
func (g InfimalConvolution) Terms(d int) (toolkit.Terms, bool) {
	all, ok := each(g, d)
	return parted(all, d), ok
}

// parted are terms of parts of d coordinates, one after the other.
func parted(all []toolkit.Terms, d int) (out toolkit.Terms) {
	size := 0
	for _, t := range all {
		size += t.Variables(d)
	}
	for _, t := range all {
		from := len(out.Part)
		if out.Part = append(out.Part, t.Part...); t.Part == nil {
			out.Part = append(out.Part, counted(d)...)
		}
		out.Of = append(out.Of, widened(t.Of, from, size)...)
		out.Linear = sum(out.Linear, t.Linear, from, size)
		out.Constant += t.Constant
	}
	return out
}

// String names all.
func (g InfimalConvolution) String() string { return named(g, " [] ") }

// Check tells what is wrong with one of them on d×k weights.
func (g InfimalConvolution) Check(d, k int) error { return checkEach(g, d, k) }
