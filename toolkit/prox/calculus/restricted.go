package calculus

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg/maps"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/prox/terms"
)

// Restricted is g(x_To): of some coordinates, each once, in the order in which they are given. Others are not
// penalized. Block gives the coordinates of a part of a matrix.
type Restricted struct {
	Of toolkit.Proxable
	To []int
}

// Block are the coordinates of some rows and columns of a matrix with so many columns, row by row.
func Block(rows, columns []int, of int) (to []int) {
	for _, i := range rows {
		for _, j := range columns {
			to = append(to, i*of+j)
		}
	}
	return to
}

func (g Restricted) part(x []float64) []float64 {
	out := make([]float64, len(g.To))
	for i, j := range g.To {
		out[i] = x[j]
	}
	return out
}

// Value is g(x_To).
func (g Restricted) Value(x []float64) float64 { return g.Of.Value(g.part(x)) }

// Prox is that of g on those coordinates, and v on others.
func (g Restricted) Prox(dst, v []float64, gamma float64) float64 {
	check(dst, v, gamma)
	z := g.part(v)
	value := g.Of.Prox(z, z, gamma)
	copy(dst, v)
	for i, j := range g.To {
		dst[j] = z[i]
	}
	return value
}

// ProxJacobian is that of g on those coordinates, and 0 on others.
func (g Restricted) ProxJacobian(m *toolkit.Jacobian, v []float64, gamma float64) {
	var part toolkit.Jacobian
	known{g.Of}.jacobian(&part, g.part(v), gamma)
	m.Reset(len(v))
	for i, j := range g.To {
		m.Diagonal[j] = part.Diagonal[i]
	}
	for _, r := range part.Ones {
		at := make([]int, len(r.At))
		for i, j := range r.At {
			at[i] = g.To[j]
		}
		m.Ones = append(m.Ones, toolkit.RankOne{Weight: r.Weight, At: at, Q: r.Q})
	}
}

// Conjugate is g*(v_To) where v is 0 elsewhere, else +Inf.
func (g Restricted) Conjugate(v []float64) float64 {
	if g.beside(v) {
		return math.Inf(1)
	}
	return known{g.Of}.conjugate(g.part(v))
}

// Polar is that of g at v_To where v is 0 elsewhere, else +Inf.
func (g Restricted) Polar(v []float64) float64 {
	if g.beside(v) {
		return math.Inf(1)
	}
	return known{g.Of}.polar(g.part(v))
}

// beside tells whether v is other than 0 elsewhere.
func (g Restricted) beside(v []float64) bool {
	rest := append([]float64(nil), v...)
	for _, j := range g.To {
		rest[j] = 0
	}
	return !(floats.Norm(rest, 1) == 0)
}

// Terms are those of g on the coordinates.
func (g Restricted) Terms(d int) (toolkit.Terms, bool) {
	t, ok := terms.Of(g.Of, len(g.To))
	if !ok || g.check(d) != nil {
		return toolkit.Terms{}, false
	}
	return behind(t, maps.Selection(g.To, d), nil), true
}

func (g Restricted) check(d int) error { return prox.CheckGroups(prox.Groups{g.To}, d, true) }

// String is the function's name.
func (g Restricted) String() string { return fmt.Sprintf("%s of %d weights", name(g.Of), len(g.To)) }

// Check tells what is wrong with the penalty on d×k weights.
func (g Restricted) Check(d, k int) error {
	if err := g.check(d * k); err != nil {
		return err
	}
	if _, matrix := g.Of.(prox.Shaped); matrix { // of rows and columns of its own
		return nil
	}
	return checkOne(g.Of, len(g.To), 1)
}
