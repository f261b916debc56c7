package toolkit_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// iterative holds the regularizers whose prox iterates, in all their forms, on 36 coordinates, with the reference's maps.
var iterative = map[string]func(lambda float64) toolkit.IterativeProx{
	"Overlap": func(l float64) toolkit.IterativeProx { return prox.Overlap{Lambda: l, Groups: chained(36)} },
	"Overlap/fixed point": func(l float64) toolkit.IterativeProx {
		return prox.Overlap{Lambda: l, Groups: chained(36), FixedPoint: true}
	},
	"TotalVariation": func(l float64) toolkit.IterativeProx { return prox.TotalVariation{Lambda: l, Rows: 4, Cols: 9} },
	"TotalVariation/Chambolle": func(l float64) toolkit.IterativeProx {
		return prox.TotalVariation{Lambda: l, Rows: 4, Cols: 9, Chambolle: true}
	},
}

// TestIterativeProx: the gap bounds the distance of the prox's objective to its minimum at every tolerance, is met, and a second call
// from the duals of the first has nothing left to do.
func TestIterativeProx(t *testing.T) {
	t.Parallel()
	for name, create := range iterative {
		rng := rand.New(rand.NewPCG(7, 8))
		for range 5 {
			gamma, lambda := math.Exp(rng.NormFloat64()), math.Exp(rng.NormFloat64())
			g, v := create(lambda), randomVector(rng, 36, 3)
			objective := func(z []float64) float64 {
				d := floats.Distance(z, v, 2)
				return g.Value(z) + d*d/(2*gamma)
			}
			best := make([]float64, 36)
			g.Prox(best, v, gamma)
			least := objective(best)
			for _, tol := range []float64{1, 1e-2, 1e-4, 1e-6} {
				z, dual := make([]float64, 36), make([]float64, g.Duals(36))
				value, gap := g.ProxTo(z, dual, v, gamma, tol)
				o := objective(z)
				if excess := o - least; excess > gap+1e-9*least || gap > tol*o*(1+1e-12) || !near(value, g.Value(z), 1e-12) {
					t.Fatalf("%s at %g: %g above the minimum %g, gap %g; value %g", name, tol, excess, least, gap, value)
				}
				again := append([]float64(nil), dual...)
				if _, gap := g.ProxTo(z, again, v, gamma, tol); gap > tol*o*(1+1e-12) || !floats.Equal(again, dual) {
					t.Errorf("%s at %g: from its own duals the gap is %g", name, tol, gap)
				}
			}
		}
	}
}

// TestTotalVariationOfAnImage: on 16 × 16 pixels both iterations agree with each other and with the multipliers' method, and an image
// of one gray is left alone.
func TestTotalVariationOfAnImage(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(9, 10))
	const side = 16
	v := randomVector(rng, side*side, 0.3)
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
	if other := g.Prox(y, v, 0.5); !near(value, other, 1e-5) {
		t.Errorf("total variation %g, by Chambolle's iteration %g", value, other)
	}
	var before, after float64
	for i := range v {
		before += v[i]
		after += z[i]
	}
	if !near(before, after, 1e-9) {
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

// TestTotalVariationInBands: a larger picture, whose rows are worked on in bands side by side, keeps the promises of a small one.
func TestTotalVariationInBands(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(13, 14))
	const rows, cols = 230, 190
	v := randomVector(rng, rows*cols, 0.2)
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

// TestDisjointOverlapIsGroupLasso, and nested groups are the tree.
func TestDisjointOverlapIsGroupLasso(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(11, 12))
	for range 50 {
		d := 2 + rng.IntN(10)
		v := randomVector(rng, d, 2)
		a, b := make([]float64, d), make([]float64, d)
		prox.Overlap{Lambda: 0.7, Groups: pairs(d), Weights: weightsOf(pairs(d))}.Prox(a, v, 1.3)
		prox.L21{Lambda: 0.7, Groups: pairs(d), Weights: weightsOf(pairs(d))}.Prox(b, v, 1.3)
		if !floats.EqualApprox(a, b, 1e-12) {
			t.Fatalf("disjoint groups: %v, group lasso %v", a, b)
		}
		prox.Overlap{Lambda: 0.7, Groups: nested(d), Weights: weightsOf(nested(d))}.Prox(a, v, 1.3)
		prox.Tree{Lambda: 0.7, Groups: nested(d), Weights: weightsOf(nested(d))}.Prox(b, v, 1.3)
		if !floats.EqualApprox(a, b, 1e-6) {
			t.Fatalf("nested groups: %v, tree %v", a, b)
		}
	}
}
