package toolkittest_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

const strength = 0.7

func value(x []float64) float64 { return strength * floats.Norm(x, 1) }

func soft(x, t float64) float64 {
	if math.Abs(x) <= t {
		return 0
	}
	return x - math.Copysign(t, x)
}

// right is the prox of value.
func right(dst, v []float64, gamma float64) float64 {
	if !(gamma > 0) || len(dst) != len(v) {
		panic("bad γ or length")
	}
	for j, x := range v {
		dst[j] = soft(x, gamma*strength)
	}
	return value(dst)
}

// made is a penalty made of functions; nil ones are right.
type made struct {
	value func(x []float64) float64
	prox  func(dst, v []float64, gamma float64) float64
}

func (m made) Value(x []float64) float64 {
	if m.value == nil {
		return value(x)
	}
	return m.value(x)
}

func (m made) Prox(dst, v []float64, gamma float64) float64 {
	if m.prox == nil {
		return right(dst, v, gamma)
	}
	return m.prox(dst, v, gamma)
}

// each makes a prox of a function of one coordinate.
func each(one func(j int, x, gamma float64) float64) func(dst, v []float64, gamma float64) float64 {
	return func(dst, v []float64, gamma float64) float64 {
		if !(gamma > 0) || len(dst) != len(v) {
			panic("bad γ or length")
		}
		for j, x := range v {
			dst[j] = one(j, x, gamma)
		}
		return value(dst)
	}
}

func TestARightPenaltyPasses(t *testing.T) {
	t.Parallel()
	if err := toolkittest.Prox(made{}, 5); err != nil {
		t.Error(err)
	}
}

func TestWrongPenalties(t *testing.T) {
	t.Parallel()
	weighted := func(x []float64) (sum float64) {
		for j, v := range x {
			sum += strength * float64(1+j%2) * math.Abs(v)
		}
		return sum
	}
	calls := 0
	for what, c := range map[string]struct {
		g     made
		words string
	}{
		"a threshold without γ": {
			made{prox: each(func(_ int, x, _ float64) float64 { return soft(x, strength) })},
			"Prox is not the minimizer: at v = ",
		},
		"half the threshold": {
			made{prox: each(func(_ int, x, g float64) float64 { return soft(x, g*strength/2) })},
			"Prox is not the minimizer: at v = ",
		},
		"a slightly wrong threshold": {
			made{prox: each(func(_ int, x, g float64) float64 { return soft(x, g*strength*(1+1e-4)) })},
			"Prox is not the minimizer: at v = ",
		},
		"a wrong sign": {
			made{prox: each(func(_ int, x, g float64) float64 { return -soft(x, g*strength) })},
			"Prox is not the minimizer: at v = ",
		},
		"a sign seen as convex": {
			made{prox: each(func(_ int, x, g float64) float64 { return -soft(x, g*strength) })},
			"Prox is not firmly nonexpansive",
		},
		"a weight forgotten": {made{value: weighted, prox: func(dst, v []float64, gamma float64) float64 {
			right(dst, v, gamma)
			return weighted(dst)
		}}, "Prox is not the minimizer: at v = "},
		"the value at v": {made{prox: func(dst, v []float64, gamma float64) float64 {
			before := value(v)
			right(dst, v, gamma)
			return before
		}}, "Prox returns a wrong value: at v = "},
		"a dst used while v is read": {made{prox: func(dst, v []float64, gamma float64) float64 {
			copy(dst[:1], dst[1:])
			return right(dst, v, gamma)
		}}, "Prox with dst = v is another point"},
		"v changed": {made{prox: func(dst, v []float64, gamma float64) float64 {
			right(dst, v, gamma)
			v[0] += 1e-3
			return value(dst)
		}}, "Prox changes its argument v"},
		"a state": {made{prox: func(dst, v []float64, gamma float64) float64 {
			calls++
			right(dst, v, gamma)
			dst[0] += 1e-6 * float64(calls%2)
			return value(dst)
		}}, "Prox keeps a state"},
		"NaN swallowed": {
			made{prox: each(func(_ int, x, g float64) float64 { return soft(noNaN(x), g*strength) })},
			"Prox swallows NaN",
		},
		"overflow": {
			made{prox: each(func(_ int, x, g float64) float64 { return x * x * soft(x, g*strength) / (x * x) })},
			"is not finite",
		},
		"γ = 0":             {made{prox: forgiving}, "Prox accepts γ = 0: it must panic"},
		"a dst too short":   {made{prox: forgiving}, "Prox accepts a dst shorter than v: it must panic"},
		"a nonconvex value": {made{value: count, prox: hard}, "Value is not convex: it is "},
		"a NaN of its own":  {made{value: func([]float64) float64 { return math.NaN() }}, "Value is NaN at "},
		"a panic in the end": {
			made{value: func([]float64) float64 { panic("not yet written") }},
			"Value panics: not yet written",
		},
		"x changed": {
			made{value: func(x []float64) float64 { x[0]++; return value(x) }},
			"Value changes its argument",
		},
	} {
		expect(t, what, toolkittest.Prox(c.g, 5), c.words, "toolkittest: Prox of toolkittest_test.made on 5 coordinates")
	}
}

func noNaN(x float64) float64 {
	if math.IsNaN(x) {
		return 0
	}
	return x
}

// forgiving does nothing where something is wrong.
func forgiving(dst, v []float64, gamma float64) float64 {
	if !(gamma > 0) || len(dst) != len(v) {
		return 0
	}
	return right(dst, v, gamma)
}

// count is the number of nonzeros, and hard thresholding minimizes with it.
func count(x []float64) (n float64) {
	for _, v := range x {
		if v != 0 {
			n++
		}
	}
	return n
}

func hard(dst, v []float64, gamma float64) float64 {
	copy(dst, v)
	for j, x := range v {
		if x*x <= 2*gamma {
			dst[j] = 0
		}
	}
	return count(dst)
}

// conjugated adds a conjugate and a polar.
type conjugated struct {
	made
	conjugate, polar func(v []float64) float64
}

func (c conjugated) Conjugate(v []float64) float64 { return c.conjugate(v) }
func (c conjugated) Polar(v []float64) float64     { return c.polar(v) }

func TestWrongConjugates(t *testing.T) {
	t.Parallel()
	norm := func(p float64) func(v []float64) float64 {
		return func(v []float64) float64 { return floats.Norm(v, p) / strength }
	}
	ball := func(polar func(v []float64) float64) func(v []float64) float64 {
		return func(v []float64) float64 {
			if polar(v) <= 1+1e-12 {
				return 0
			}
			return math.Inf(1)
		}
	}
	dual := norm(math.Inf(1))
	half := func(v []float64) float64 { return dual(v) / 2 }
	if err := toolkittest.Prox(conjugated{conjugate: ball(dual), polar: dual}, 5); err != nil {
		t.Error(err)
	}
	for what, c := range map[string]struct {
		conjugate, polar func(v []float64) float64
		words            string
	}{
		"another norm":     {ball(norm(2)), norm(2), "Polar of a subgradient is more than 1"},
		"a ball too large": {ball(half), half, "Conjugate is too small: at u = "},
		"a constant too much": {
			func(v []float64) float64 { return ball(dual)(v) + 0.1 }, dual,
			"Conjugate misses the Fenchel-Young equality at a point of Prox",
		},
		"a polar too large": {ball(half), dual, "Polar is too large"},
		"a polar too small": {ball(dual), half, "Polar is too small"},
		"a polar squared": {
			ball(dual), func(v []float64) float64 { return dual(v) * dual(v) },
			"Polar is not homogeneous",
		},
		"a polar of 0":     {ball(dual), func(v []float64) float64 { return math.Max(0.1, dual(v)) }, "Polar is 0.1 at 0"},
		"a negative polar": {ball(dual), func(v []float64) float64 { return -dual(v) }, "it must be 0 or more"},
	} {
		expect(t, what, toolkittest.Prox(conjugated{conjugate: c.conjugate, polar: c.polar}, 5), c.words)
	}
}

var _ toolkit.Conjugate = conjugated{}
