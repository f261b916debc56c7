package calculus

import (
	"fmt"
	"strings"

	"github.com/proxlab/proxlab/toolkit"
)

// Sum is g₁(x) + g₂(x) + …. Its proximity operator has no formula, but is found by package solver/composite.
type Sum []toolkit.Proxable

// Value is the sum of values.
func (g Sum) Value(x []float64) (sum float64) {
	for _, of := range g {
		sum += of.Value(x)
	}
	return sum
}

// Prox is found to rounding, where all functions are convex; else it panics.
func (g Sum) Prox(dst, v []float64, gamma float64) float64 {
	t, ok := g.Terms(len(v))
	if !ok {
		panic("calculus: a sum's prox is of convex functions of as many coordinates")
	}
	proxOf(dst, v, gamma, t)
	return g.Value(dst)
}

// Terms are those of all.
func (g Sum) Terms(d int) (toolkit.Terms, bool) {
	all, ok := each(g, d)
	return joined(all, d), ok
}

// String names all.
func (g Sum) String() string { return named(g, " + ") }

// named are the names of functions.
func named(of []toolkit.Proxable, between string) string {
	var names []string
	for _, g := range of {
		names = append(names, name(g))
	}
	return strings.Join(names, between)
}

// name is the name of a function, or its type where it has none.
func name(g toolkit.Proxable) string {
	if s, ok := g.(fmt.Stringer); ok {
		return s.String()
	}
	return strings.TrimPrefix(fmt.Sprintf("%T", g), "*")
}

// Check tells what is wrong with one of them on d×k weights.
func (g Sum) Check(d, k int) error { return checkEach(g, d, k) }

func checkEach(of []toolkit.Proxable, d, k int) error {
	for i, g := range of {
		if err := checkOne(g, d, k); err != nil {
			return fmt.Errorf("penalty %d of %d: %w", i+1, len(of), err)
		}
	}
	return nil
}

// checkOne is what a penalty says of itself, and whether it is convex.
func checkOne(g toolkit.Proxable, d, k int) error {
	if _, weakly := g.(interface{ WeakConvexity() float64 }); weakly {
		return fmt.Errorf("%s is not convex: it does not go with others", name(g))
	}
	if c, ok := g.(interface{ Check(d, k int) error }); ok {
		return c.Check(d, k)
	}
	return nil
}
