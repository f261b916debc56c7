package toolkittest

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
)

// Gauge checks the linear minimization oracle of a penalty on d×k matrices: the polar that LMO returns is ⟨u vᵀ, G⟩
// at its atom, no atom of another matrix does better, it is homogeneous and subadditive, 0 at 0, NaN of NaN; shapes
// that do not fit panic. Where the value is a toolkit.Conjugate as well, its Polar is compared; where it is a
// toolkit.Proxable, Value is 1 at every atom, and ⟨W, G⟩ ≤ Ω(W) Ω°(G).
func Gauge(a toolkit.Gauge, d, k int, opts ...Option) error {
	c := rankOne(a, d, k)
	c.report, c.settings = &report{}, newSettings(opts)
	c.Guard(c.name, c.check)
	return c.Err("toolkittest: Gauge of %T on %d × %d matrices", a, d, k)
}

// MatrixGauge checks that of a penalty whose atoms are of any rank, as Gauge does: LMOMatrix and its atom M in the
// place of LMO and u vᵀ.
func MatrixGauge(a toolkit.MatrixGauge, d, k int, opts ...Option) error {
	c := anyRank(a, d, k)
	c.report, c.settings = &report{}, newSettings(opts)
	c.Guard(c.name, c.check)
	return c.Err("toolkittest: MatrixGauge of %T on %d × %d matrices", a, d, k)
}

type gauge struct {
	*report
	settings
	a          any
	name, form string // of the oracle, and of an atom
	d, k       int
	rng        *rand.Rand
	atom       func(g []float64) (atom []float64, polar float64)
	misshape   func(g []float64) // calls the oracle with an atom of another shape
}

// rankOne calls LMO and forms u vᵀ.
func rankOne(a toolkit.Gauge, d, k int) *gauge {
	return &gauge{
		a: a, name: "LMO", form: "u vᵀ", d: d, k: k, rng: newRand(),
		atom: func(g []float64) (atom []float64, polar float64) {
			u, v := make([]float64, d), make([]float64, k)
			polar = a.LMO(u, v, g)
			atom = make([]float64, d*k)
			for j := range u {
				floats.AddScaled(atom[j*k:(j+1)*k], u[j], v)
			}
			return atom, polar
		},
		misshape: func(g []float64) { a.LMO(make([]float64, d+1), make([]float64, k), g) },
	}
}

// anyRank calls LMOMatrix.
func anyRank(a toolkit.MatrixGauge, d, k int) *gauge {
	return &gauge{
		a: a, name: "LMOMatrix", form: "M", d: d, k: k, rng: newRand(),
		atom: func(g []float64) (atom []float64, polar float64) {
			atom = make([]float64, d*k)
			polar = a.LMOMatrix(atom, g)
			return atom, polar
		},
		misshape: func(g []float64) { a.LMOMatrix(make([]float64, (d+1)*k), g) },
	}
}

func (c *gauge) check() {
	var matrices [][]float64
	for _, p := range c.points {
		if len(p) == c.d*c.k {
			matrices = append(matrices, clone(p))
		}
	}
	for turn := range 24 {
		matrices = append(matrices, varied(c.rng, c.d*c.k, turn, 1))
	}
	var atoms [][]float64
	for _, g := range matrices {
		if atom := c.at(g); atom != nil {
			atoms = append(atoms, atom)
		}
	}
	for _, g := range matrices {
		_, polar := c.atom(g)
		for _, atom := range atoms {
			if inner := floats.Dot(atom, g); inner > polar+c.least(1e-9)*math.Max(1, polar) {
				c.Faultf("%s's atom is not the best: at G = %v the polar is %.10g, and ⟨%s, G⟩ = %.10g for %s = %v, an atom "+
					"of another matrix",
					c.name, vector(g), polar, c.form, inner, c.form, vector(atom))
			}
		}
	}
	c.ends()
}

// at checks the oracle at a matrix, and returns the atom; nil where the polar is +Inf or 0, and it may be none.
func (c *gauge) at(g []float64) (atom []float64) {
	before, tol := clone(g), c.least(1e-9)
	atom, polar := c.atom(g)
	if !floats.Equal(g, before) {
		c.Faultf("%s changes its matrix %v to %v", c.name, vector(before), vector(g))
		copy(g, before)
	}
	if conjugate, ok := c.a.(toolkit.Conjugate); ok {
		if want := conjugate.Polar(g); !near(want, polar, tol) {
			c.Faultf("%s and Polar differ: at G = %v %s on %d × %d matrices returns %.10g, and Polar is %.10g (if the shape "+
				"is another, say so by Shape)",
				c.name, vector(g), c.name, c.d, c.k, polar, want)
		}
	}
	if math.IsInf(polar, 1) || polar == 0 {
		return nil
	}
	if inner := floats.Dot(atom, g); !near(inner, polar, tol) {
		c.Faultf("%s returns a wrong polar: at G = %v it returns %.10g, and ⟨%s, G⟩ = %.10g at its atom %s = %v",
			c.name, vector(g), polar, c.form, inner, c.form, vector(atom))
	}
	other := normal(c.rng, len(g), 1)
	sum, twice := clone(g), clone(g)
	floats.Add(sum, other)
	floats.Scale(2.5, twice)
	_, b := c.atom(other)
	if _, both := c.atom(sum); both > (polar+b)*(1+tol) {
		c.Faultf("The polar is not subadditive: it is %.10g at G = %v, %.10g at H = %v, and %.10g at G + H",
			polar, vector(g), b, vector(other), both)
	}
	if _, t := c.atom(twice); !near(t, 2.5*polar, tol) {
		c.Faultf("The polar is not homogeneous: it is %.10g at G = %v, and %.10g at 2.5 G", polar, vector(g), t)
	}
	if reg, ok := c.a.(toolkit.Proxable); ok {
		if value := reg.Value(atom); !near(value, 1, tol) {
			c.Faultf("Value is not 1 at an atom: for G = %v %s on %d × %d matrices finds %s = %v, where Value is %.10g",
				vector(g), c.name, c.d, c.k, c.form, vector(atom), value)
		}
		if w := other; floats.Dot(w, g) > reg.Value(w)*polar*(1+tol)+tol {
			c.Faultf("⟨W, G⟩ > Ω(W) Ω°(G): at W = %v and G = %v they are %.10g and %.10g · %.10g",
				vector(w), vector(g), floats.Dot(w, g), reg.Value(w), polar)
		}
	}
	return atom
}

// ends checks 0, NaN and shapes.
func (c *gauge) ends() {
	n := c.d * c.k
	atom, polar := c.atom(make([]float64, n))
	if polar != 0 || !finite(atom...) {
		c.Faultf("%s at 0 returns %g with the atom %v: the polar of 0 is 0, and any atom attains it",
			c.name, polar, vector(atom))
	}
	nan := make([]float64, n)
	nan[n-1] = math.NaN()
	if _, polar := c.atom(nan); !math.IsNaN(polar) {
		c.Faultf("%s swallows NaN: at G = %v it returns %g", c.name, vector(nan), polar)
	}
	c.MustPanic(c.name+" accepts an atom that is not a matrix like G", func() { c.misshape(make([]float64, n)) })
}
