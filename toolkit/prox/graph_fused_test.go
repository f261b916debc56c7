package prox_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

// circle is a graph of six coordinates, one of which is by itself, and an edge has no weight.
var circle = prox.GraphFused{
	Edges: [][2]int{{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 2}, {4, 1}}, Weights: []float64{1, 2, 0.5, 1, 3, 0},
}

func TestGraphFused(t *testing.T) {
	t.Parallel()
	for _, mix := range []float64{0, 0.4, 1} {
		for _, lambda := range []float64{0.3, 2} {
			g := circle
			g.Mix, g.Lambda = mix, lambda
			if err := toolkittest.Prox(g, 6); err != nil {
				t.Errorf("S = %g: %v", mix, err)
			}
		}
	}
}

// TestGraphFusedByEdges compares the prox with the plain dual method, one edge at a time.
func TestGraphFusedByEdges(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(215, 1))
	for range 20 {
		g := circle
		g.Mix, g.Lambda = rng.Float64(), math.Exp(rng.NormFloat64())
		v := testproblems.Normal(rng, 6, 3)
		var edges []edge
		for j := range 6 {
			edges = append(edges, edge{[]int{j}, []float64{1}, g.Lambda * (1 - g.Mix)})
		}
		for e, ends := range g.Edges {
			edges = append(edges, edge{ends[:], []float64{1, -1}, g.Lambda * g.Mix * g.Weights[e]})
		}
		z := make([]float64, 6)
		g.Prox(z, v, 1)
		if want := sumOfEdges(v, edges, 5000); !floats.EqualApprox(z, want, 1e-6) {
			t.Fatalf("λ = %g, S = %g: the prox of %v is %v, by edges %v", g.Lambda, g.Mix, v, z, want)
		}
	}
}

// TestGraphOfALine: on a line prox and polar are those of Fused, which are exact.
func TestGraphOfALine(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(216, 1))
	for range 30 {
		d, mix := 2+rng.IntN(8), float64(rng.IntN(4))/3
		line, graph := prox.Fused{Lambda: 0.7, Mix: mix}, prox.GraphFused{Lambda: 0.7, Mix: mix}
		for j := range d - 1 {
			graph.Edges = append(graph.Edges, [2]int{j, j + 1})
		}
		v, a, b := testproblems.Normal(rng, d, 2), make([]float64, d), make([]float64, d)
		line.Prox(a, v, 1)
		if graph.Prox(b, v, 1); !floats.EqualApprox(a, b, 1e-6) {
			t.Fatalf("S = %g: %v on the line, %v on the graph", mix, a, b)
		}
		if mix == 1 {
			floats.AddConst(-floats.Sum(v)/float64(d), v)
		}
		if p, q := line.Polar(v), graph.Polar(v); !testproblems.Near(p, q, 1e-8) || q < p*(1-1e-12) {
			t.Fatalf("S = %g: the polar is %g on the line, %g on the graph", mix, p, q)
		}
		at := graph.PolarAt(v, make([]float64, len(graph.Edges)))
		if p := line.Polar(v); at < p*(1-1e-12) {
			t.Fatalf("S = %g: the polar is %g, and at most %g by dual variables of 0", mix, p, at)
		}
	}
}

// TestPolarOfImages: total variation's polar bounds ⟨v, x⟩/TV(x) for all x, and is attained nearly.
func TestPolarOfImages(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(217, 1))
	g := prox.TotalVariation{Lambda: 2, Rows: 4, Cols: 5}
	for range 5 {
		v := testproblems.Normal(rng, 20, 1)
		floats.AddConst(-floats.Sum(v)/20, v)
		polar, most := g.Polar(v), 0.
		x := make([]float64, 20)
		for _, share := range []float64{0.9, 0.99, 0.999, 0.9999} { // the residual of a projection nearly attains it
			g.Prox(x, v, share*polar)
			most = math.Max(most, floats.Dot(v, x)/g.Value(x))
		}
		for range 200 {
			y := testproblems.Normal(rng, 20, 1)
			most = math.Max(most, floats.Dot(v, y)/g.Value(y))
		}
		if polar < most*(1-1e-9) || polar > most*(1+1e-3) {
			t.Fatalf("the polar is %g, and %g is attained", polar, most)
		}
		if at := g.PolarAt(v, make([]float64, 40)); at < polar*(1-1e-9) {
			t.Fatalf("the polar is %g, and at most %g by dual variables of 0", polar, at)
		}
	}
}

// TestPolarsOfSizes bound the polars of what is at most of these sizes, less its means.
func TestPolarsOfSizes(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(218, 1))
	whole := circle
	whole.Lambda, whole.Mix = 0.5, 1
	part := whole
	part.Mix = 0.3
	for _, g := range []interface {
		toolkit.Conjugate
		PolarOfSizes(sizes []float64) float64
		Flat(d int) ([][]int, toolkit.Proxable)
	}{whole, part, prox.TotalVariation{Lambda: 0.5, Rows: 2, Cols: 3}, prox.Fused{Lambda: 0.5, Mix: 1}} {
		_, rest := g.Flat(6)
		for range 20 {
			v, sizes := testproblems.Normal(rng, 6, 1), make([]float64, 6)
			for j, x := range v {
				sizes[j] = math.Abs(x)
			}
			if p, most := rest.(toolkit.Conjugate).Polar(v), g.PolarOfSizes(sizes); p > most*(1+1e-9) {
				t.Fatalf("%+v: the polar of %v is %g, said to be at most %g", g, v, p, most)
			}
		}
	}
}

// TestFlows: what flows over the edges adds up to v at every coordinate, also where weights differ so much that
// conjugate gradients leave much of it to the trees.
func TestFlows(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(219, 1))
	var g prox.GraphFused
	for j := 1; j < 60; j++ {
		g.Edges = append(g.Edges, [2]int{j, rng.IntN(j)}, [2]int{rng.IntN(j), j})
		g.Weights = append(g.Weights, math.Exp(8*rng.NormFloat64()), math.Exp(8*rng.NormFloat64()))
	}
	v := testproblems.Normal(rng, 60, 1)
	floats.AddConst(-floats.Sum(v)/60, v)
	sum := make([]float64, 60)
	for e, f := range g.Flow(v) {
		sum[g.Edges[e][1]] += f
		sum[g.Edges[e][0]] -= f
	}
	if !floats.EqualApprox(sum, v, 1e-12) {
		t.Errorf("what flows is off by %g", floats.Distance(sum, v, math.Inf(1)))
	}
}
