package calculus

import (
	"fmt"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/prox/terms"
)

// Translated is g(x − By).
type Translated struct {
	Of toolkit.Proxable
	By []float64
}

func (g Translated) from(x []float64) []float64 {
	return floats.SubTo(make([]float64, len(x)), x, g.By)
}

// Value is g(x − By).
func (g Translated) Value(x []float64) float64 { return g.Of.Value(g.from(x)) }

// Prox is By + prox_{γg}(v − By).
func (g Translated) Prox(dst, v []float64, gamma float64) float64 {
	check(dst, v, gamma)
	z := g.from(v)
	value := g.Of.Prox(z, z, gamma)
	floats.AddTo(dst, z, g.By)
	return value
}

// ProxJacobian is that of g at v − By.
func (g Translated) ProxJacobian(m *toolkit.Jacobian, v []float64, gamma float64) {
	known{g.Of}.jacobian(m, g.from(v), gamma)
}

// Conjugate is g*(v) + ⟨By, v⟩.
func (g Translated) Conjugate(v []float64) float64 {
	return known{g.Of}.conjugate(v) + floats.Dot(g.By, v)
}

// Polar is that of g.
func (g Translated) Polar(v []float64) float64 { return known{g.Of}.polar(v) }

// Terms are those of g, moved.
func (g Translated) Terms(d int) (toolkit.Terms, bool) {
	t, ok := terms.Of(g.Of, d)
	if !ok || len(g.By) != d {
		return toolkit.Terms{}, false
	}
	back := floats.ScaleTo(make([]float64, d), -1, g.By)
	return behind(t, linalg.ToCSR(linalg.Identity(d)), back), true
}

// String is the function's name.
func (g Translated) String() string { return name(g.Of) + ", translated" }

// Check tells what is wrong with the penalty on d×k weights.
func (g Translated) Check(d, k int) error { return checkMoved(g.Of, g.By, d, k) }

func checkMoved(of toolkit.Proxable, by []float64, d, k int) error {
	switch {
	case len(by) != d*k:
		return fmt.Errorf("there is a vector of %d numbers, and there are %d weights", len(by), d*k)
	case of == nil:
		return nil
	}
	return checkOne(of, d, k)
}

// Tilted is g(x) + ⟨By, x⟩; a linear function where Of is nil. Its conjugate is g*(v − By), whose domain need not hold
// 0: it has no polar, and no gap by itself.
type Tilted struct {
	Of toolkit.Proxable
	By []float64
}

// Value is g(x) + ⟨By, x⟩.
func (g Tilted) Value(x []float64) float64 {
	if g.Of == nil {
		return floats.Dot(g.By, x)
	}
	return g.Of.Value(x) + floats.Dot(g.By, x)
}

func (g Tilted) downhill(v []float64, gamma float64) []float64 {
	return floats.AddScaledTo(make([]float64, len(v)), v, -gamma, g.By)
}

// Prox is prox_{γg}(v − γ By).
func (g Tilted) Prox(dst, v []float64, gamma float64) float64 {
	check(dst, v, gamma)
	copy(dst, g.downhill(v, gamma))
	if g.Of == nil {
		return g.Value(dst)
	}
	return g.Of.Prox(dst, dst, gamma) + floats.Dot(g.By, dst)
}

// ProxJacobian is that of g at v − γ By.
func (g Tilted) ProxJacobian(m *toolkit.Jacobian, v []float64, gamma float64) {
	if m.Reset(len(v)); g.Of != nil {
		known{g.Of}.jacobian(m, g.downhill(v, gamma), gamma)
	}
}

// Terms are those of g, and a linear function.
func (g Tilted) Terms(d int) (toolkit.Terms, bool) {
	t, ok := terms.Of(g.Of, d)
	if !ok || len(g.By) != d {
		return toolkit.Terms{}, false
	}
	t.Linear = sum(t.Linear, spread(g.By, t.Part), 0, t.Variables(d))
	return t, true
}

// String is the function's name.
func (g Tilted) String() string {
	if g.Of == nil {
		return "linear"
	}
	return name(g.Of) + ", tilted"
}

// Check tells what is wrong with the penalty on d×k weights.
func (g Tilted) Check(d, k int) error { return checkMoved(g.Of, g.By, d, k) }
