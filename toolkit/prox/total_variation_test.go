package prox_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// TestTotalVariationOfAnImage: on 16 × 16 pixels both iterations agree with each other and with the multipliers'
// method, and an image of one gray is left alone.
func TestTotalVariationOfAnImage(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(9, 10))
	const side = 16
	v := testproblems.Normal(rng, side*side, 0.3)
	for i := range v {
		if i%side > 5 && i/side > 8 {
			v[i]++
		}
	}
	g := prox.TotalVariation{Lambda: 0.4, Rows: side, Cols: side}
	z := make([]float64, len(v))
	value := g.Prox(z, v, 0.5)
	want := denoisedByMultipliers(v, 0.2, side, side)
	if !floats.EqualApprox(z, want, 1e-5) {
		t.Errorf("differs by %g from the multipliers' method", floats.Distance(z, want, math.Inf(1)))
	}
	g.Chambolle = true
	y := make([]float64, len(v))
	if other := g.Prox(y, v, 0.5); !testproblems.Near(value, other, 1e-5) {
		t.Errorf("total variation %g, by Chambolle's iteration %g", value, other)
	}
	var before, after float64
	for i := range v {
		before += v[i]
		after += z[i]
	}
	if !testproblems.Near(before, after, 1e-9) {
		t.Errorf("the mean gray moved from %g to %g", before, after)
	}
	flat := make([]float64, len(v))
	for i := range flat {
		flat[i] = 3
	}
	if g.Prox(y, flat, 1); !floats.EqualApprox(y, flat, 1e-12) {
		t.Error("a flat image was changed")
	}
	one := prox.TotalVariation{Lambda: 1, Rows: 1, Cols: 1}
	if z := []float64{2}; one.Prox(z, z, 1) != 0 || z[0] != 2 {
		t.Errorf("one pixel became %v", z)
	}
}

// TestTotalVariationInBands: a larger picture, whose rows are worked on in bands side by side, keeps the promises of
// a small one.
func TestTotalVariationInBands(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(13, 14))
	const rows, cols = 230, 190
	v := testproblems.Normal(rng, rows*cols, 0.2)
	for i := range v {
		v[i] += float64(i / cols / 50)
	}
	for _, chambolle := range []bool{false, true} {
		g := prox.TotalVariation{Lambda: 0.1, Rows: rows, Cols: cols, Chambolle: chambolle}
		a, b := make([]float64, len(v)), make([]float64, len(v))
		first, gap := g.ProxTo(a, make([]float64, g.Duals(len(v))), v, 1, 1e-3)
		second, _ := g.ProxTo(b, make([]float64, g.Duals(len(v))), v, 1, 1e-3)
		d := floats.Distance(a, v, 2)
		if !(gap <= 1e-3*(first+d*d/2)) || first != second || !floats.Equal(a, b) {
			t.Errorf("Chambolle %v: gap %g of %g, then %g", chambolle, gap, first, second)
		}
	}
}
