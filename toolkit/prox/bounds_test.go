package prox_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

func TestBounds(t *testing.T) {
	t.Parallel()
	infinite := math.Inf(1)
	for _, lambda := range []float64{0, 0.3, 4} {
		for _, g := range []prox.Bounds{
			prox.Nonnegative(lambda),
			{Lambda: lambda},
			{Lambda: lambda, Lower: []float64{-1}, Upper: []float64{2}},
			{Lambda: lambda, Lower: []float64{0.5}},
			{Lambda: lambda, Upper: []float64{-0.5}},
			{
				Lambda: lambda, Lower: []float64{-infinite, 0, 1, -2, -infinite, 3},
				Upper: []float64{infinite, infinite, 2, -1, 0, 3},
			},
		} {
			if err := toolkittest.Prox(g, 6); err != nil {
				t.Errorf("%+v: %v", g, err)
			}
		}
	}
}

// TestBoundsByGrid compares prox and conjugate with searches over one coordinate.
func TestBoundsByGrid(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(209, 1))
	for range 100 {
		lo, lambda := 2*rng.NormFloat64(), math.Abs(rng.NormFloat64())
		hi, v := lo+rng.ExpFloat64(), 3*rng.NormFloat64()
		g := prox.Bounds{Lambda: lambda, Lower: []float64{lo}, Upper: []float64{hi}}
		at := goldenSection(lo, hi, func(w float64) float64 { return lambda*math.Abs(w) + (w-v)*(w-v)/2 })
		if z := g.ProxAt(0, v, 1); math.Abs(z-at) > 1e-6 {
			t.Fatalf("%+v: the prox of %g is %g, by a search %g", g, v, z, at)
		}
		most := math.Inf(-1)
		for k := range 1001 {
			w := lo + (hi-lo)*float64(k)/1000
			most = math.Max(most, v*w-lambda*math.Abs(w))
		}
		if c := g.Conjugate([]float64{v}); c < most-1e-12 || c > most+1e-2 {
			t.Fatalf("%+v: the conjugate at %g is %g, on a grid %g", g, v, c, most)
		}
		moved := v + 0.1*rng.NormFloat64()
		change := math.Abs(g.Conjugate([]float64{moved}) - g.Conjugate([]float64{v}))
		if change > g.Extent([]float64{math.Abs(moved - v)})+1e-12 {
			t.Fatalf("%+v: the conjugate changes by %g, beyond its extent", g, change)
		}
	}
}

// TestLeastSubgradient compares with a search over subgradients: lengths of gradient + s for s that support g at x.
func TestLeastSubgradient(t *testing.T) {
	t.Parallel()
	g := prox.Bounds{Lambda: 0.5, Lower: []float64{0}, Upper: []float64{2}}
	for _, c := range []struct{ x, gradient, want float64 }{
		{0, 1, 0}, {0, -0.4, 0}, {0, -0.7, -0.2}, {1, 0.2, 0.7}, {2, -3, 0}, {2, -0.2, 0.3}, {2, 1, 1.5},
	} {
		out := []float64{0}
		if g.Least(out, []float64{c.x}, []float64{c.gradient}); math.Abs(out[0]-c.want) > 1e-15 {
			t.Errorf("at %g with the gradient %g: %g, not %g", c.x, c.gradient, out[0], c.want)
		}
	}
	free := prox.Bounds{Lambda: 0.5}
	x, gradient, out := []float64{0, 0, -1}, []float64{0.3, 2, 1}, make([]float64, 3)
	if free.Least(out, x, gradient); !floats.EqualApprox(out, []float64{0, 1.5, 0.5}, 1e-15) {
		t.Errorf("without bounds: %v", out)
	}
}

// TestWhereZeroIsTheSolution: from ZeroFrom on, and no sooner, 0 is the prox of v.
func TestWhereZeroIsTheSolution(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(210, 1))
	for range 50 {
		v := testproblems.Normal(rng, 5, 1)
		g := prox.Bounds{Lambda: 1, Lower: []float64{0, -1, math.Inf(-1), 0, -3}, Upper: []float64{1, 0, 2, 0, math.Inf(1)}}
		from, z := g.ZeroFrom(v), make([]float64, 5)
		if g.Prox(z, v, from*(1+1e-12)); floats.Norm(z, 1) > 0 {
			t.Fatalf("at %g the prox of %v is %v", from, v, z)
		}
		if g.Prox(z, v, math.Max(1e-9, from*(1-1e-6))); from > 0 && floats.Norm(z, 1) == 0 {
			t.Fatalf("below %g the prox of %v is %v", from, v, z)
		}
	}
	if from := (prox.Bounds{Lambda: 1, Lower: []float64{1}}).ZeroFrom([]float64{0}); !math.IsInf(from, 1) {
		t.Errorf("0 is out of bounds, and the solution from %g on", from)
	}
}
