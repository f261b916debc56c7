package calculus

import (
	"fmt"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/prox/terms"
)

// Composed is g(Lx + Offset): trend filtering, an analysis prior, Ax ≤ b. Its proximity operator has no formula, but is
// found by package solver/composite.
type Composed struct {
	G      toolkit.Proxable
	L      linalg.Map
	Offset []float64 // nil for 0
}

// Value is g(Lx + Offset).
func (g Composed) Value(x []float64) float64 {
	rows, _ := g.L.Dims()
	z := make([]float64, rows)
	g.L.MulVec(z, x)
	return g.G.Value(sum(z, g.Offset, 0, rows))
}

// Prox is found to rounding, where g is convex; else it panics.
func (g Composed) Prox(dst, v []float64, gamma float64) float64 {
	t, ok := g.Terms(len(v))
	if !ok {
		panic("calculus: the prox behind a map is of a convex function of as many coordinates")
	}
	proxOf(dst, v, gamma, t)
	return g.Value(dst)
}

// Terms are those of g behind L.
func (g Composed) Terms(d int) (toolkit.Terms, bool) {
	rows, columns := g.L.Dims()
	t, ok := terms.Of(g.G, rows)
	if !ok || columns != d || g.Offset != nil && len(g.Offset) != rows {
		return toolkit.Terms{}, false
	}
	return behind(t, g.L, g.Offset), true
}

// String is the function's name.
func (g Composed) String() string { return name(g.G) + " of a map" }

// Check tells what is wrong with the penalty on d×k weights.
func (g Composed) Check(d, k int) error {
	rows, columns := g.L.Dims()
	if columns != d*k {
		return fmt.Errorf("the map of %s is one of %d weights, and there are %d", name(g.G), columns, d*k)
	}
	if g.Offset != nil && len(g.Offset) != rows {
		return fmt.Errorf("the offset of %s has %d entries, and its map %d rows", name(g.G), len(g.Offset), rows)
	}
	return checkOne(g.G, rows, 1)
}
