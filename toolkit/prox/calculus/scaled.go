package calculus

import (
	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/prox/terms"
)

// Scaled is C g(x), C > 0; a set stays as it is.
type Scaled struct {
	C  float64
	Of toolkit.Proxable
}

// Value is C g(x).
func (g Scaled) Value(x []float64) float64 { return g.C * g.Of.Value(x) }

// Prox is prox_{γC g}.
func (g Scaled) Prox(dst, v []float64, gamma float64) float64 {
	return g.C * g.Of.Prox(dst, v, gamma*g.C)
}

// ProxJacobian is that of g at γC.
func (g Scaled) ProxJacobian(m *toolkit.Jacobian, v []float64, gamma float64) {
	known{g.Of}.jacobian(m, v, gamma*g.C)
}

// Conjugate is C g*(v/C).
func (g Scaled) Conjugate(v []float64) float64 {
	u := make([]float64, len(v))
	floats.ScaleTo(u, 1/g.C, v)
	return g.C * known{g.Of}.conjugate(u)
}

// Polar is that of g over C.
func (g Scaled) Polar(v []float64) float64 { return known{g.Of}.polar(v) / g.C }

// Pieces are C times those of g, where it has them.
func (g Scaled) Pieces(i int) (of []toolkit.Piece, ok bool) {
	inner, ok := g.Of.(toolkit.Pieces)
	if !ok {
		return nil, false
	}
	of, ok = inner.Pieces(i)
	for k, p := range of {
		of[k] = p.Scaled(g.C)
	}
	return of, ok
}

// Inside takes x into the domain of g, where g can.
func (g Scaled) Inside(x []float64) {
	if in, ok := g.Of.(interface{ Inside(x []float64) }); ok {
		in.Inside(x)
	}
}

// Rescaled is C times that of g, where it has it.
func (g Scaled) Rescaled(sizes []float64) (toolkit.Proxable, bool) {
	of, ok := g.Of.(interface {
		Rescaled(sizes []float64) (toolkit.Proxable, bool)
	})
	if !ok {
		return nil, false
	}
	inner, ok := of.Rescaled(sizes)
	return Scaled{g.C, inner}, ok
}

// Terms are C times those of g.
func (g Scaled) Terms(d int) (toolkit.Terms, bool) {
	t, ok := terms.Of(g.Of, d)
	return Times(g.C, t), ok
}

// Times is c times terms; sets stay as they are.
func Times(c float64, t toolkit.Terms) toolkit.Terms {
	of := t.Of
	t.Of = make([]toolkit.Term, len(of))
	for k, h := range of {
		t.Of[k] = h
		if _, set := h.Function.(toolkit.SupportFunction); !set {
			t.Of[k].Function = Scaled{c, h.Function}
		}
	}
	if t.Linear != nil {
		t.Linear = append([]float64(nil), t.Linear...)
		floats.Scale(c, t.Linear)
	}
	t.Constant *= c
	return t
}
