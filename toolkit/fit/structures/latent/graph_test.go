package latent_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/fit/structures"
	"github.com/proxlab/proxlab/toolkit/fit/structures/latent"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/structured/factor/hidden"
)

// quarters are points of the plane, one a graph, whose label says whether their coordinates have one sign: no linear
// function of them tells it.
func quarters(n int, seed uint64) (latent.Graphs, model.GraphInputs) {
	rng := rand.New(rand.NewPCG(seed, 1))
	data, in := latent.Graphs{Labels: 2, Ends: make([][][2]int, n)}, model.GraphInputs{Ends: make([][][2]int, n)}
	var x []float64
	for range n {
		a, b := 0.3+rng.Float64(), 0.3+rng.Float64()
		y := rng.IntN(2)
		if rng.IntN(2) == 0 {
			a, b = -a, -b
		}
		if y == 0 {
			b = -b
		}
		x = append(x, a, b)
		data.Y, in.Nodes = append(data.Y, []int{y}), append(in.Nodes, 1)
	}
	data.X = linalg.NewDense(n, 2, x)
	in.X = data.X
	return data, in
}

func right(t *testing.T, m *latent.Model, data latent.Graphs, in model.GraphInputs) (share float64) {
	t.Helper()
	found, err := m.Predict(t.Context(), in, 0)
	if err != nil {
		t.Fatal(err)
	}
	nodes := 0.
	for i, r := range found {
		for s, l := range m.Labels(r.Y) {
			if nodes++; l == data.Y[i][s] {
				share++
			}
		}
	}
	return share / nodes
}

func crf(states int) latent.GraphCRF {
	return latent.GraphCRF{GraphCRF: structures.GraphCRF{Mu: 0.01, Intercept: true, Seed: 1}, States: states}
}

// Example tells quarters of the plane apart, which no linear function does.
func Example() {
	data, in := quarters(60, 1)
	m, err := crf(2).Fit(context.Background(), data)
	if err != nil {
		fmt.Println(err)
		return
	}
	wrong := 0
	found, err := m.Predict(context.Background(), in, 0)
	for i, r := range found {
		if m.Labels(r.Y)[0] != data.Y[i][0] {
			wrong++
		}
	}
	fmt.Println(m.Status, wrong, err)
	// Output: stationary 0 <nil>
}

// TestQuarters: two states a label tell apart what one does not; the model says that it is stationary, of unknown gap,
// and is the same from a file.
func TestQuarters(t *testing.T) {
	t.Parallel()
	data, _ := quarters(100, 1)
	test, in := quarters(200, 2)
	data.Y[3][0], data.Y[4][0] = -1, -1
	one, err := crf(1).Fit(t.Context(), data)
	if err != nil {
		t.Fatal(err)
	}
	two, err := crf(2).Fit(t.Context(), data)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := right(t, one, test, in), right(t, two, test, in); a > 0.8 || b < 0.97 {
		t.Errorf("of others one state has %.2f right, two have %.2f", a, b)
	}
	if two.Status != solver.Stationary || !math.IsNaN(two.Gap) || !(two.Objective < one.Objective) {
		t.Errorf("%s, gap %g, objective %g and %g", two.Status, two.Gap, two.Objective, one.Objective)
	}
	var b bytes.Buffer
	if err := two.Save(&b); err != nil {
		t.Fatal(err)
	}
	again, err := model.LoadGraph(&b)
	if err != nil || again.Status != solver.Stationary {
		t.Errorf("%+v, %v", again, err)
	}
}

// pairs are a labelled node beside a hidden one, which alone has features.
func pairs(n int, seed uint64) (latent.Graphs, model.GraphInputs) {
	rng := rand.New(rand.NewPCG(seed, 1))
	data := latent.Graphs{Labels: 2}
	var in model.GraphInputs
	var x []float64
	for range n {
		y := rng.IntN(2)
		u, v := 0.3+rng.Float64(), 0.3+rng.Float64()
		if y == 0 {
			u, v = -u, -v
		}
		// The first node is labelled, and sees nothing; the second is hidden, and sees u and v.
		x = append(x, 0, 0, u, v)
		data.Y, data.Ends = append(data.Y, []int{y, hidden.Node}), append(data.Ends, [][2]int{{0, 1}})
		in.Nodes, in.Hidden = append(in.Nodes, 2), append(in.Hidden, []bool{false, true})
	}
	data.X, in.Ends = linalg.NewDense(2*n, 2, x), data.Ends
	in.X = data.X
	return data, in
}

// TestHiddenNodes: labelled nodes without features are right by the states of a hidden neighbour, which sees some.
func TestHiddenNodes(t *testing.T) {
	t.Parallel()
	data, _ := pairs(60, 1)
	test, in := pairs(200, 2)
	var m *latent.Model
	for seed := range uint64(2) { // what is found depends on where states begin: the least objective is taken
		c := crf(1)
		c.Hidden, c.Directed, c.Seed = 2, true, seed
		got, err := c.Fit(t.Context(), data)
		if err != nil {
			t.Fatal(err)
		}
		if m == nil || got.Objective < m.Objective {
			m = got
		}
	}
	if got := right(t, m, test, in); got < 0.97 { // hidden nodes have hidden states, or they count as wrong
		t.Errorf("%.2f are right", got)
	}
	found, err := m.Predict(t.Context(), in, 0)
	if err != nil {
		t.Fatal(err)
	}
	margins, err := m.Margins(t.Context(), in, found)
	if err != nil {
		t.Fatal(err)
	}
	both := map[int]bool{}
	for i, r := range found {
		both[r.Y[1]] = true
		if !r.Exact || !(margins[i][0] >= 0) || math.IsNaN(r.Score) {
			t.Fatalf("graph %d: %+v, margins %g", i+1, r, margins[i])
		}
	}
	var b bytes.Buffer
	if err := m.Save(&b); err != nil {
		t.Fatal(err)
	}
	again, err := model.LoadGraph(&b)
	if err != nil || again.Hidden != 2 || len(both) != 2 {
		t.Errorf("%+v, %v; states of hidden nodes: %v", again, err, both)
	}
	in.Hidden[3] = nil
	if _, err := m.Predict(t.Context(), in, 0); err == nil || !strings.Contains(err.Error(), "graph 4 has 2 nodes") {
		t.Error(err)
	}
	m.Hidden = 0
	if _, err := m.Predict(t.Context(), in, 0); err == nil || !strings.Contains(err.Error(), "no states for them") {
		t.Error(err)
	}
}

// TestRefuses: what is wrong is named, and a context that ends leaves an error.
func TestRefuses(t *testing.T) {
	t.Parallel()
	for says, change := range map[string]func(c *latent.GraphCRF, d *latent.Graphs){
		"μ = 0":                     func(c *latent.GraphCRF, _ *latent.Graphs) { c.Mu = 0 },
		"by the hinge":              func(c *latent.GraphCRF, _ *latent.Graphs) { c.Loss = structures.GraphPseudo },
		"-1 hidden ones":            func(c *latent.GraphCRF, _ *latent.Graphs) { c.Hidden = -1 },
		"-1 states":                 func(c *latent.GraphCRF, _ *latent.Graphs) { c.States = -1 },
		"3 costs of 2":              func(c *latent.GraphCRF, _ *latent.Graphs) { c.ClassCosts = []float64{1, 1, 1} },
		"label 1 costs -1":          func(c *latent.GraphCRF, _ *latent.Graphs) { c.ClassCosts = []float64{1, -1} },
		"1 labels":                  func(_ *latent.GraphCRF, d *latent.Graphs) { d.Labels = 1 },
		"edges of 4":                func(_ *latent.GraphCRF, d *latent.Graphs) { d.Ends = d.Ends[:4] },
		"has label 2, and no state": func(_ *latent.GraphCRF, d *latent.Graphs) { d.Y[1][0] = 2 },
		"graph 2 has no nodes":      func(_ *latent.GraphCRF, d *latent.Graphs) { d.Y[1] = nil },
		"and there are 6 nodes":     func(_ *latent.GraphCRF, d *latent.Graphs) { d.Y[1] = []int{0, 1} },
	} {
		c := crf(2)
		data, _ := quarters(5, 1)
		change(&c, &data)
		if _, err := c.Fit(t.Context(), data); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q is not in: %v", says, err)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	data, _ := quarters(5, 1)
	if m, err := crf(2).Fit(ctx, data); !errors.Is(err, context.Canceled) || m == nil {
		t.Errorf("%v, %v", m, err)
	}
}
