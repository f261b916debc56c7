package toolkittest_test

import (
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

// Capabilities that a penalty claims, each made of functions.
type (
	blocked struct {
		made
		blocks  [][]int
		weights []float64
	}
	split struct {
		made
		apart []int
		rest  toolkit.Proxable
	}
	ridge struct {
		made
		mu float64
	}
	simpler struct {
		made
		to toolkit.Proxable
	}
	checks struct {
		prox.L21
		err error
	}
	weak struct{ made }
)

func (b blocked) Blocks(int) ([][]int, []float64)              { return b.blocks, b.weights }
func (s split) Split(int) ([]int, toolkit.Proxable)            { return s.apart, s.rest }
func (r ridge) SplitRidge() (float64, toolkit.Proxable)        { return r.mu, prox.L1{Lambda: strength} }
func (s simpler) Simplify() toolkit.Proxable                   { return s.to }
func (s simpler) WithShape(int, int) toolkit.Proxable          { return s.to }
func (c checks) Check(int, int) error                          { return c.err }
func (weak) Strength() float64                                 { return math.NaN() }
func (weak) TraceNorm() float64                                { return strength }
func (weak) PolarNear([]float64, []float64) float64            { return 0.5 }
func (weak) Polar(v []float64) float64                         { return prox.L1{Lambda: strength}.Polar(v) }
func (weak) Conjugate(v []float64) float64                     { return prox.L1{Lambda: strength}.Conjugate(v) }
func (c checks) Split(d int) (apart []int, _ toolkit.Proxable) { return nil, c.L21 }

func TestWrongCapabilities(t *testing.T) {
	t.Parallel()
	other := prox.L1{Lambda: 2 * strength}
	pairs := prox.L21{Lambda: 1, Groups: prox.Groups{{0, 1}, {2, 3}}}
	for what, c := range map[string]struct {
		g     toolkit.Proxable
		words string
	}{
		"other blocks": {
			blocked{blocks: [][]int{{0, 1}, {2, 3}}, weights: []float64{strength, strength}},
			"Blocks do not make up Value",
		},
		"shared blocks": {
			blocked{blocks: [][]int{{0, 1}, {1, 2, 3}}, weights: []float64{1, 1}},
			"Blocks are not disjoint",
		},
		"too few weights":  {blocked{weights: []float64{1}}, "Blocks gives 1 weights for 4 blocks"},
		"negative weights": {blocked{weights: []float64{1, 1, -1, 1}}, "it must be 0 or more"},
		"a wrong split":    {split{apart: []int{1}, rest: prox.L1{Lambda: strength}}, "Split's rest has another Value"},
		"apart, not free": {
			split{apart: []int{1}, rest: prox.L1{Lambda: strength}},
			"Split takes coordinate 1 apart, and Prox changes it",
		},
		"a split's order": {split{apart: []int{2, 1}, rest: prox.L1{}}, "in ascending order"},
		"a split's prox":  {split{rest: made{prox: other.Prox}}, "Split's rest has another Prox"},
		"a wrong ridge":   {ridge{mu: 0.5}, "SplitRidge does not make up Value"},
		"not simpler":     {simpler{to: other}, "Simplify has another Value"},
		"another shape":   {simpler{to: other}, "WithShape of its own shape has another Prox"},
		"no check":        {checks{L21: pairs}, "Check accepts 1 × 1, where Value or Prox panics"},
		"no strength":     {weak{}, "Strength is NaN"},
		"no trace norm":   {weak{}, "TraceNorm is not Value"},
		"a low bound":     {weak{}, "PolarNear is not a close bound"},
		"a bound too low": {weak{}, "PolarNear is less than Polar"},
	} {
		expect(t, what, toolkittest.Prox(c.g, 4), c.words)
	}
	strict := checks{pairs, errors.New("no shape will do")}
	expect(t, "a check too strict", toolkittest.Prox(strict, 4, toolkittest.Shape(2, 2)), "Check refuses 2 × 2",
		"no shape will do")
	if err := toolkittest.Prox(blocked{weights: []float64{strength, strength, strength, strength}}, 4); err != nil {
		t.Error(err)
	}
}

// iterated is right, but for a gap that its fields spoil.
type iterated struct {
	prox.Overlap
	gap       float64 // times the right one
	cold      bool
	wrong     bool
	anyLength bool
}

func (g iterated) ProxTo(dst, dual, v []float64, gamma, tol float64) (value, gap float64) {
	start := dual
	if g.cold || g.anyLength {
		start = make([]float64, g.Duals(len(v)))
	}
	value, gap = g.Overlap.ProxTo(dst, start, v, gamma, tol)
	if g.cold {
		floats.Scale(1.5, dst)
		value = g.Value(dst)
	}
	if g.wrong {
		value++
	}
	return value, g.gap * gap
}

func TestWrongIterativeProxes(t *testing.T) {
	t.Parallel()
	groups := prox.Groups{{0, 1, 2}, {1, 2, 3}, {2, 3, 4}}
	g := prox.Overlap{Lambda: 1, Groups: groups}
	if err := toolkittest.Prox(iterated{Overlap: g, gap: 1}, 5); err != nil {
		t.Error(err)
	}
	for what, c := range map[string]struct {
		g     iterated
		words string
	}{
		"a gap of 0":      {iterated{Overlap: g}, "ProxTo's gap is no bound"},
		"a gap too large": {iterated{Overlap: g, gap: 1e9}, "ProxTo misses its tolerance"},
		"duals not used":  {iterated{Overlap: g, gap: 1, cold: true}, "ProxTo's gap is no bound"},
		"a wrong value":   {iterated{Overlap: g, gap: 1, wrong: true}, "ProxTo returns a wrong value"},
		"duals any length": {
			iterated{Overlap: g, gap: 1, anyLength: true},
			"ProxTo accepts dual variables of another length",
		},
	} {
		expect(t, what, toolkittest.Prox(c.g, 5), c.words)
	}
}

// atoms is a gauge made of a function.
type atoms func(u, v, g []float64) float64

func (a atoms) LMO(u, v, g []float64) float64 { return a(u, v, g) }

// mixed has the atoms of the ℓ1 norm and the values of the trace norm.
type mixed struct{ prox.TraceNorm }

func (mixed) LMO(u, v, g []float64) float64 { return prox.L1{Lambda: 1}.LMO(u, v, g) }

func TestWrongGauges(t *testing.T) {
	t.Parallel()
	lmo := prox.L1{Lambda: 1}.LMO
	if err := toolkittest.Gauge(atoms(lmo), 3, 2); err != nil {
		t.Error(err)
	}
	for what, c := range map[string]struct {
		a     toolkit.Gauge
		words string
	}{
		"not the largest entry": {atoms(func(u, v, g []float64) float64 {
			if len(u)*len(v) != len(g) {
				panic("shape")
			}
			clear(u)
			clear(v)
			at := 0
			if g[1] > 0 {
				at = 1
			}
			u[0], v[at] = 1, math.Copysign(1, g[at])
			return math.Abs(g[at])
		}), "LMO's atom is not the best"},
		"another sign": {atoms(func(u, v, g []float64) float64 {
			polar := lmo(u, v, g)
			floats.Scale(-1, u)
			return polar
		}), "LMO returns a wrong polar"},
		"a polar squared": {
			atoms(func(u, v, g []float64) float64 { p := lmo(u, v, g); floats.Scale(p, u); return p * p }),
			"The polar is not homogeneous",
		},
		"a polar's root": {
			atoms(func(u, v, g []float64) float64 { return math.Sqrt(lmo(u, v, g)) }),
			"LMO returns a wrong polar",
		},
		"NaN swallowed": {atoms(func(u, v, g []float64) float64 { return noNaN(lmo(u, v, g)) }), "LMO swallows NaN"},
		"a matrix changed": {
			atoms(func(u, v, g []float64) float64 { p := lmo(u, v, g); g[0]++; return p }),
			"LMO changes its matrix",
		},
		"any shape": {
			atoms(func(u, v, g []float64) float64 { return lmo(u[:3], v[:2], g) }),
			"LMO accepts an atom that is not a matrix like G",
		},
		"no atom at 0": {
			atoms(func(u, v, g []float64) float64 { p := lmo(u, v, g); u[0] /= p; return p }),
			"LMO at 0 returns",
		},
		"other atoms":      {mixed{prox.TraceNorm{Lambda: 1, Rows: 3, Cols: 2}}, "LMO and Polar differ"},
		"another unit":     {mixed{prox.TraceNorm{Lambda: 3, Rows: 3, Cols: 2}}, "Value is not 1 at an atom"},
		"too small a norm": {mixed{prox.TraceNorm{Lambda: 0.1, Rows: 3, Cols: 2}}, "⟨W, G⟩ > Ω(W) Ω°(G)"},
	} {
		expect(t, what, toolkittest.Gauge(c.a, 3, 2), c.words)
	}
}

// full is a gauge of atoms of any rank made of a function.
type full func(m, g []float64) float64

func (a full) LMOMatrix(m, g []float64) float64 { return a(m, g) }

func TestWrongMatrixGauges(t *testing.T) {
	t.Parallel()
	lmo := prox.SpectralNorm{Lambda: 1, Rows: 3, Cols: 2}.LMOMatrix
	if err := toolkittest.MatrixGauge(full(lmo), 3, 2); err != nil {
		t.Error(err)
	}
	for what, c := range map[string]struct {
		a     full
		words string
	}{
		"half an atom": {
			func(m, g []float64) float64 { p := lmo(m, g); floats.Scale(0.5, m); return p / 2 },
			"",
		},
		"another sign": {
			func(m, g []float64) float64 { p := lmo(m, g); floats.Scale(-1, m); return p },
			"LMOMatrix returns a wrong polar",
		},
		"a row of it": {
			func(m, g []float64) float64 { lmo(m, g); clear(m[2:]); return floats.Dot(m, g) },
			"LMOMatrix's atom is not the best",
		},
		"a matrix changed": {
			func(m, g []float64) float64 { p := lmo(m, g); g[0]++; return p },
			"LMOMatrix changes its matrix",
		},
	} {
		if err := toolkittest.MatrixGauge(c.a, 3, 2); c.words == "" && err != nil {
			t.Errorf("%s: %v", what, err) // another unit is a gauge too
		} else if c.words != "" {
			expect(t, what, err, c.words)
		}
	}
}
