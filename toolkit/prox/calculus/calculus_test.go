package calculus_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/linalg/maps"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/prox/calculus"
	"github.com/proxlab/proxlab/toolkit/prox/sets"
	"github.com/proxlab/proxlab/toolkit/prox/terms"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

const d = 6

func l1(lambda float64) terms.L1 { return terms.L1{L1: prox.L1{Lambda: lambda}} }

var groups = prox.Groups{{0, 1, 2}, {3, 4, 5}}

// TestFormulas: what has a formula is what it says.
func TestFormulas(t *testing.T) {
	t.Parallel()
	by := []float64{1, -2, 0.5, 0, 1, -1}
	huber := calculus.MoreauEnvelope{Of: l1(1), Gamma: 0.5}
	for name, g := range map[string]toolkit.Proxable{
		"square":             calculus.Square{Mu: 0.7},
		"scaled":             calculus.Scaled{C: 0.5, Of: l1(1)},
		"translated":         calculus.Translated{Of: l1(0.7), By: by},
		"tilted":             calculus.Tilted{Of: l1(0.7), By: by},
		"linear":             calculus.Tilted{By: by},
		"envelope":           huber,
		"distance":           calculus.MoreauEnvelope{Of: sets.L2Ball{Radius: 1}, Gamma: 1},
		"restricted":         calculus.Restricted{Of: l1(0.7), To: []int{4, 0, 2}},
		"restricted simplex": calculus.Restricted{Of: sets.Simplex{}, To: calculus.Block([]int{0, 2}, []int{1}, 2)},
		"of one another":     calculus.Scaled{C: 2, Of: calculus.Translated{Of: huber, By: by}},
	} {
		if err := toolkittest.Prox(g, d); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestRows: a penalty of each row of a matrix.
func TestRows(t *testing.T) {
	t.Parallel()
	group := terms.L21{L21: prox.L21{Lambda: 0.6, Groups: prox.Groups{{0, 2}}}}
	for _, of := range []toolkit.Proxable{group, prox.Fused{Lambda: 0.7, Mix: 0.4}, calculus.Square{Mu: 0.3}} {
		if err := toolkittest.Prox(calculus.EachRow{Of: of, Columns: 3}, d, toolkittest.Shape(2, 3)); err != nil {
			t.Error(err)
		}
	}
}

// TestSplit: what has no formula minimizes: no point around is lower, and with a conjugate the Fenchel-Young equality
// holds at it and its subgradient.
func TestSplit(t *testing.T) {
	t.Parallel()
	l := linalg.NewDense(4, d, nil)
	r := rand.New(rand.NewPCG(1, 2))
	for i := range l.Data {
		l.Data[i] = r.NormFloat64()
	}
	group := prox.L21{Lambda: 0.8, Groups: groups}
	dirty := calculus.InfimalConvolution{l1(0.5), group}
	for name, g := range map[string]toolkit.Proxable{
		"sum":            calculus.Sum{l1(0.3), group},
		"composed":       calculus.Composed{G: l1(0.5), L: l, Offset: []float64{1, 0, -1, 0.5}},
		"dirty":          dirty,
		"nested":         calculus.Sum{dirty, calculus.Composed{G: l1(0.2), L: l}},
		"two with parts": calculus.Sum{dirty, calculus.InfimalConvolution{l1(0.2), calculus.Square{Mu: 3}}},
		"behind a map":   calculus.Composed{G: calculus.InfimalConvolution{l1(0.2), calculus.Square{Mu: 3}}, L: l},
	} {
		for range 5 {
			v, z, y := make([]float64, d), make([]float64, d), make([]float64, d)
			for j := range v {
				v[j] = 2 * r.NormFloat64()
			}
			const gamma = 0.7
			cost := func(x []float64) float64 {
				far := floats.Distance(x, v, 2)
				return g.Value(x) + far*far/(2*gamma)
			}
			if got, want := g.Prox(z, v, gamma), g.Value(z); math.Abs(got-want) > 1e-9*math.Max(1, want) {
				t.Errorf("%s: Prox returns %.12g, and Value is %.12g", name, got, want)
			}
			least := cost(z)
			for k := range 20 {
				for j := range y {
					y[j] = z[j] + math.Pow(10, -float64(k%6))*r.NormFloat64()
				}
				if at := cost(y); at < least-1e-9 {
					t.Errorf("%s: at v = %v the cost is %.12g at %v, and %.12g at %v", name, v, least, z, at, y)
				}
			}
			if k, ok := g.(toolkit.Conjugate); ok {
				floats.AddScaledTo(y, v, -1, z)
				floats.Scale(1/gamma, y)
				floats.Scale(1/math.Max(1, k.Polar(y)), y)
				if off := g.Value(z) + k.Conjugate(y) - floats.Dot(y, z); math.Abs(off) > 1e-6 || k.Polar(v) > 1e3 {
					t.Errorf("%s: at v = %v the Fenchel-Young equality is off by %g", name, v, off)
				}
			}
		}
	}
}

// same compares two functions, and their proximity operators.
func same(t *testing.T, name string, a, b toolkit.Proxable, tol float64) {
	t.Helper()
	r := rand.New(rand.NewPCG(9, 9))
	x, y, z := make([]float64, d), make([]float64, d), make([]float64, d)
	for range 8 {
		for j := range x {
			x[j] = 2 * r.NormFloat64()
		}
		if u, v := a.Value(x), b.Value(x); math.Abs(u-v) > tol*math.Max(1, math.Abs(v)) {
			t.Errorf("%s: %.12g at %v, and %.12g", name, u, x, v)
		}
		a.Prox(y, x, 0.7)
		if b.Prox(z, x, 0.7); !floats.EqualApprox(y, z, tol) {
			t.Errorf("%s: the prox of %v is %v, and %v", name, x, y, z)
		}
	}
}

// TestIdentities: compositions that have a name of their own are that.
func TestIdentities(t *testing.T) {
	t.Parallel()
	group := prox.L21{Lambda: 0.6, Groups: groups}
	same(t, "sparse groups", calculus.Sum{l1(0.4), group}, prox.SparseGroup{Lambda: 1, Mix: 0.6, Groups: groups}, 1e-7)
	same(t, "fused", calculus.Composed{G: l1(0.5), L: maps.Differences(d, 1)}, prox.Fused{Lambda: 0.5, Mix: 1}, 1e-7)
	chain := prox.Groups{{0, 1, 2}, {2, 3, 4}, {4, 5, 0}}
	var parts calculus.InfimalConvolution
	for _, g := range chain {
		whole := prox.L21{Lambda: 0.7, Groups: prox.Groups{{0, 1, 2}}}
		inside := make([]bool, d)
		for _, j := range g {
			inside[j] = true
		}
		var beside []int
		for j, in := range inside {
			if !in {
				beside = append(beside, j)
			}
		}
		parts = append(parts, calculus.Sum{
			calculus.Restricted{Of: whole, To: g}, calculus.Restricted{Of: sets.Point(0), To: beside},
		})
	}
	same(t, "latent groups", parts, prox.Latent{Lambda: 0.7, Groups: chain}, 1e-6)
	net := prox.Ridge{Mu: 2, Inner: prox.L1{Lambda: 0.3}}
	same(t, "elastic net", calculus.Sum{l1(0.3), calculus.Square{Mu: 2}}, net, 1e-7)
	same(t, "Huber's", calculus.InfimalConvolution{l1(0.8), calculus.Square{Mu: 2}},
		calculus.MoreauEnvelope{Of: l1(0.8), Gamma: 0.5}, 1e-7)
	twice := calculus.MoreauEnvelope{Of: calculus.MoreauEnvelope{Of: l1(1), Gamma: 0.3}, Gamma: 0.4}
	same(t, "an envelope's envelope", twice,
		calculus.MoreauEnvelope{Of: l1(1), Gamma: 0.7}, 1e-12)
	differences := maps.Kronecker(linalg.Identity(2), maps.Differences(3, 1))
	same(t, "rows of fused", calculus.EachRow{Of: prox.Fused{Lambda: 0.6, Mix: 0.5}, Columns: 3},
		calculus.Sum{l1(0.3), calculus.Composed{G: l1(0.3), L: differences}}, 1e-7)
	rising := calculus.Sum{sets.Monotone{}, calculus.InfimalConvolution{l1(0.5), calculus.Square{Mu: 1}}}
	same(t, "rows by terms", calculus.Sum{calculus.EachRow{Of: rising, Columns: 3}}, calculus.Sum{
		calculus.Restricted{Of: rising, To: []int{0, 1, 2}}, calculus.Restricted{Of: rising, To: []int{3, 4, 5}},
	}, 1e-6)
	ball := calculus.Sum{sets.Box{Lower: []float64{0}}, sets.L1Ball{Radius: 1}, calculus.Composed{
		G: sets.Point(1), L: linalg.NewDense(1, d, []float64{1, 1, 1, 1, 1, 1}),
	}}
	x, z := []float64{1, 0.5, -1, 0.2, 0.7, -3}, make([]float64, d)
	want := make([]float64, d)
	ball.Prox(z, x, 1)
	if (sets.Simplex{}).Prox(want, x, 1); !floats.EqualApprox(z, want, 1e-7) {
		t.Errorf("the simplex by three sets: %v, and %v", z, want)
	}
}

// TestWrong: what does not fit is named.
func TestWrong(t *testing.T) {
	t.Parallel()
	for name, g := range map[string]interface{ Check(d, k int) error }{
		"not convex":       calculus.Sum{l1(1), prox.MCP{Lambda: 1, Gamma: 3}},
		"of a sum":         calculus.Sum{l1(1), sets.Box{Lower: []float64{1}, Upper: []float64{0}}},
		"map":              calculus.Composed{G: l1(1), L: maps.Differences(5, 1)},
		"offset":           calculus.Composed{G: l1(1), L: maps.Differences(6, 1), Offset: []float64{1}},
		"coordinates":      calculus.Restricted{Of: l1(1), To: []int{7}},
		"coordinate twice": calculus.Restricted{Of: l1(1), To: []int{1, 1}},
		"translation":      calculus.Translated{Of: l1(1), By: []float64{1}},
		"tilt":             calculus.Tilted{By: []float64{1}},
		"one column":       calculus.EachRow{Of: l1(1)},
		"of an envelope":   calculus.MoreauEnvelope{Of: sets.L1Ball{}, Gamma: 1},
		"of a convolution": calculus.InfimalConvolution{prox.SCAD{Lambda: 1, A: 3}},
	} {
		if g.Check(d, 1) == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
