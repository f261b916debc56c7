package toolkittest_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

// valley is max{|w_1|, |w_2|, …} + ½‖w − 1‖²/10, but for a function that spoils it.
type valley struct {
	dim   int
	spoil func(a, w []float64, value float64) float64
}

func (v valley) Dim() int { return v.dim }

func (v valley) Subgradient(_ context.Context, a, w []float64) (value float64, err error) {
	at := 0
	for j, x := range w {
		a[j] = (x - 1) / 10
		value += (x - 1) * (x - 1) / 20
		if math.Abs(x) > math.Abs(w[at]) {
			at = j
		}
	}
	a[at] += math.Copysign(1, w[at])
	value += math.Abs(w[at])
	if v.spoil != nil {
		value = v.spoil(a, w, value)
	}
	return value, nil
}

// Functions that are wrong in a method of their own.
type (
	failing  struct{ valley }
	skewed   struct{ valley }
	concave  struct{ valley }
	affine   struct{ valley }
	noTerms  struct{ valley }
	constant struct{ valley }
)

func (failing) Subgradient(context.Context, []float64, []float64) (float64, error) {
	return 0, errors.New("no heart")
}
func (skewed) Apply(dst, v []float64) {
	copy(dst, v)
	dst[0] += v[1]
}
func (concave) Apply(dst, v []float64) { floats.ScaleTo(dst, -1, v) }
func (affine) Apply(dst, v []float64) {
	copy(dst, v)
	dst[0]++
}
func (noTerms) Terms() int { return 0 }
func (constant) Subgradient(_ context.Context, a, _ []float64) (float64, error) {
	clear(a)
	return 2, nil
}

func TestWrongFunctions(t *testing.T) {
	t.Parallel()
	for _, dim := range []int{1, 5, 40} {
		if err := toolkittest.Function(valley{dim: dim}); err != nil {
			t.Error(err)
		}
	}
	calls := 0.
	for what, c := range map[string]struct {
		spoil func(a, w []float64, value float64) float64
		words string
	}{
		"the other sign": {func(a, _ []float64, v float64) float64 {
			floats.Scale(-1, a)
			return v
		}, "Subgradient is none"},
		"a little longer": {func(a, _ []float64, v float64) float64 {
			floats.Scale(1.001, a)
			return v
		}, "Subgradient is none"},
		"a little shorter": {func(a, _ []float64, v float64) float64 {
			floats.Scale(0.999, a)
			return v
		}, "Subgradient is none"},
		"one coordinate": {func(a, _ []float64, v float64) float64 {
			a[3] += 1e-4
			return v
		}, "beside"},
		"not convex": {func(a, w []float64, v float64) float64 {
			a[1] -= 3 * math.Sin(w[1])
			return v + 3*math.Cos(w[1])
		}, "f is not convex: between"},
		"NaN":         {func(_, _ []float64, _ float64) float64 { return math.NaN() }, "not finite"},
		"infinite a":  {func(a, _ []float64, v float64) float64 { a[2] = math.Inf(1); return v }, "not finite"},
		"unset a":     {func(a, _ []float64, v float64) float64 { a[2] = math.NaN(); return v }, "leaves entries of a"},
		"a state":     {func(_, _ []float64, v float64) float64 { calls++; return v + calls }, "another in a second call"},
		"a change":    {func(_, w []float64, v float64) float64 { w[0]++; return v }, "changes w"},
		"a long one":  {func(a, w []float64, v float64) float64 { a[len(w)] = 1; return v }, "Subgradient panics: "},
		"no NaN seen": {func(a, _ []float64, v float64) float64 { clearNaN(a); return noNaN(v) }, "swallows NaN"},
	} {
		expect(t, what, toolkittest.Function(valley{5, c.spoil}), c.words, "on 5 variables")
	}
	v := valley{dim: 5}
	expect(t, "an error", toolkittest.Function(failing{v}), "Subgradient fails", "no heart")
	expect(t, "a skew metric", toolkittest.Function(skewed{v}), "Apply is not symmetric")
	expect(t, "a negative metric", toolkittest.Function(concave{v}), "Apply is not positive semidefinite")
	expect(t, "an affine metric", toolkittest.Function(affine{v}), "Apply is not linear")
	expect(t, "no terms", toolkittest.Function(noTerms{v}), "Terms is 0")
	expect(t, "no variables", toolkittest.Function(valley{}), "there is nothing to check")
	if err := toolkittest.Function(constant{v}); err != nil {
		t.Error(err)
	}
	far := []float64{1e6, 0, 0, 0, 0}
	away := valley{5, func(a, w []float64, v float64) float64 {
		if w[0] > 1e5 {
			a[0]++
		}
		return v
	}}
	expect(t, "a point of one's own", toolkittest.Function(away, toolkittest.Points(far)), "[1e+06 0 0 0 0]")
}

func clearNaN(a []float64) {
	for j, v := range a {
		a[j] = noNaN(v)
	}
}
